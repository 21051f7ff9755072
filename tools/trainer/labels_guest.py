"""Runs inside GNU Backgammon: self-play, and its judgement of the plays of each roll on the way.

gnubg is the teacher: of every list of plays its five best are kept and three of the others, each
with its chances without look-ahead. Games begin with a random number of plays at random and go on
with now and then a worse one, so that the unusual is seen too; they end with the contact. The same
seed gives the same records (records.py) everywhere.

guests.py starts this: it can use nothing but Python and the module that gnubg brings.
"""

import base64
import os
import random
import struct

import gnubg

_SETTINGS = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set automatic doubles 0",
    "set threads 2",  # with one, each question sleeps
    "set player 0 human",
    "set player 1 human",
    "set display off",
    "set output matchpc off",
    "new session",
)
_EVALUATION = ("plies 0", "cubeful off", "deterministic on", "noise 0")

_START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
_BAR = 25
_NAMED = {"bar": _BAR, "off": 0}
_BEST = 5  # plays of a list that are kept, and so many of the others
_OTHERS = 3
_ALL = 2000  # plays asked for
_WILD_GAMES = 0.4  # of all games, begin with up to so many plays at random
_WILD_PLAYS = 24
_WORSE = (0.0, 0.05, 0.15, 0.3)  # a game's chance that a play is any of the six best
_CACHE = 200_000

_RECORD = struct.Struct("<26b5H2B")


def _position_id(pos):
    """GNU Position ID of pos (the player on roll sees it): the opponent's half first."""
    bits = at = 0
    for half in ([-pos[_BAR - p] for p in range(1, 26)], pos[1:]):
        for count in half:
            if count > 0:
                bits |= ((1 << count) - 1) << at
                at += count
            at += 1
    return base64.b64encode(bits.to_bytes(10, "little")).decode()[:14]


def _match_id(die, other):
    """GNU Match ID of a money session: player 1 to play, the dice rolled."""
    bits = at = 0
    fields = ((0, 4), (3, 2), (1, 1), (0, 1), (1, 3), (1, 1), (0, 1), (0, 2))
    for value, width in (*fields, (die, 3), (other, 3), (0, 15), (0, 15), (0, 15)):
        bits |= value << at
        at += width
    return base64.b64encode(bits.to_bytes(9, "little")).decode()[:12]


_MATCH_IDS = {(a, b): _match_id(a, b) for a in range(1, 7) for b in range(1, 7)}


def _hops(text):
    """Of a play as gnubg writes it, "bar/20*/18 6/4(2)": ([places], times) of each part."""
    hops = []
    for word in text.replace("*", "").split():
        times = 1
        if word.endswith(")"):
            word, _, count = word[:-1].partition("(")
            times = int(count)
        hops.append(([int(_NAMED.get(place, place)) for place in word.split("/")], times))
    return hops


_known = {}


def _after(pos, text):
    """The position after a play, as the one who has played sees it."""
    hops = _known.get(text)
    if hops is None:
        hops = _hops(text)
        if len(_known) < _CACHE:
            _known[text] = hops
    pos = pos[:]
    for places, times in hops:
        for _ in range(times):
            for start, end in zip(places, places[1:]):
                pos[start] -= 1
                if end:
                    if pos[end] == -1:
                        pos[end] = 0
                        pos[0] -= 1
                    pos[end] += 1
    return pos


def _contact(pos):
    """Whether any checkers still have to pass each other."""
    rear = max([p for p in range(26) if pos[p] > 0], default=0)
    lowest = min([p for p in range(26) if pos[p] < 0], default=26)
    return rear > lowest


def _keep(rng, plays, results, out):
    """Writes the list: the best plays, and some of the others."""
    count = len(plays)
    kept = list(range(min(_BEST, count)))
    if count > _BEST:
        kept += rng.sample(range(_BEST, count), min(_OTHERS, count - _BEST))
    first = 1
    for i in kept:
        chances = [int(min(max(x, 0), 1) * 65535 + 0.5) for x in plays[i]["details"]["probs"]]
        out.write(_RECORD.pack(*results(i), *chances, first, min(count, 255)))
        first = 0


def _game(rng, left, out):
    """Plays one game until `left` lists are written or the contact is over; how many it wrote."""
    pos = _START
    wild = rng.randrange(1, _WILD_PLAYS) if rng.random() < _WILD_GAMES else 0
    worse = rng.choice(_WORSE)
    written = rolls = 0
    while written < left:
        die = rng.randrange(1, 7)
        other = rng.randrange(1, 7)
        if rolls == 0 and die == other:
            continue
        rolls += 1
        gnubg.command(f"set gnubgid {_position_id(pos)}:{_MATCH_IDS[die, other]}")
        found = gnubg.hint(_ALL)
        plays = found and found.get("hint")
        if plays:

            def result(i, pos=pos, plays=plays):
                return _after(pos, plays[i]["move"])

            if len(plays) > 1:
                _keep(rng, plays, result, out)
                written += 1
            if rolls <= wild:
                chosen = rng.randrange(len(plays))
            elif rng.random() < worse:
                chosen = rng.randrange(min(len(plays), 6))
            else:
                chosen = 0
            pos = result(chosen)
        if not _contact(pos):
            break
        pos = [-count for count in reversed(pos)]
    return written


def main():
    """Writes LABELS_LISTS lists by LABELS_SEED to the open file LABELS_TO (its number)."""
    for command in _SETTINGS:
        gnubg.command(command)
    for who in ("chequerplay", "cubedecision"):
        for setting in _EVALUATION:
            gnubg.command(f"set evaluation {who} evaluation {setting}")
    rng = random.Random(int(os.environ["LABELS_SEED"]))
    left = int(os.environ["LABELS_LISTS"])
    with os.fdopen(int(os.environ["LABELS_TO"]), "wb") as out:
        while left:
            left -= _game(rng, left, out)


main()
os._exit(0)  # gnubg, when it ends its threads, may wait for ever
