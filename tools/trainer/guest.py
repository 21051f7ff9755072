"""Runs inside GNU Backgammon, the trainer's teacher, which judges plays and positions here.

tools/players/gnubg.py starts it. Besides the firmware it may import only
Python's own modules and the one that gnubg brings. All chances are cubeless, without look-ahead.
"""

import os
import random
import struct
from base64 import b64decode, b64encode

import gnubg

from picogammon.rules import notation
from picogammon.rules import position as positions
from picogammon.rules.position import BAR, SLOTS
from picogammon.rules.situation import Situation

_COMMANDS = (
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
_OWNED = 0  # gammons count if somebody owns the cube, with and without the Jacoby rule

_NAMED = {"bar": BAR, "off": 0}
_BEST, _OTHERS = 5, 3  # plays of a list that are kept
_ALL = 2000  # plays asked for
_WILD_GAMES = 0.4  # the share of games that begin with random plays,
_WILD_PLAYS = 24  # fewer than so many
_WORSE = (0.0, 0.05, 0.15, 0.3)  # a game's chance that a play is any of the six best
_CACHE = 200_000

_POSITION = struct.Struct("26b")
_CHANCES = struct.Struct("<5H")
_RECORD = struct.Struct("<26b10s2B")
_BEFORE_ROLL = int.from_bytes(b64decode(notation.match_id(Situation())), "little")
_known = {}


def _match_id(die, other):
    """Returns the Match ID of a roll. The order of the dice decides between equal plays."""
    bits = _BEFORE_ROLL | die << 15 | other << 18
    return b64encode(bits.to_bytes(9, "little")).decode()


def _packed(chances):
    return _CHANCES.pack(*(int(min(max(x, 0), 1) * 65535 + 0.5) for x in chances))


def _hops(text):
    """Returns a play as gnubg writes it, "bar/20*/18 6/4(2)", as ([places], times) of each part."""
    hops = []
    for word in text.replace("*", "").split():
        places, _, times = word.rstrip(")").partition("(")
        places = [int(_NAMED.get(place, place)) for place in places.split("/")]
        hops.append((places, int(times or 1)))
    return hops


def _after(pos, text):
    """Returns the position after a play, as the player sees it."""
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


def _keep(rng, pos, plays, out):
    """Writes the list of a roll's plays: the best ones, and some of the others."""
    count = len(plays)
    kept = list(range(min(_BEST, count)))
    if count > _BEST:
        kept += rng.sample(range(_BEST, count), min(_OTHERS, count - _BEST))
    first = 1
    for i in kept:
        chances = _packed(plays[i]["details"]["probs"])
        out.write(_RECORD.pack(*_after(pos, plays[i]["move"]), chances, first, min(count, 255)))
        first = 0


def _game(rng, left, out):
    """Plays a game until `left` lists are written or the contact is over.

    The game begins with random plays, and has worse plays now and then, so that the labels include
    unusual positions. Returns the number of lists.
    """
    pos = list(positions.start())
    wild = rng.randrange(1, _WILD_PLAYS) if rng.random() < _WILD_GAMES else 0
    worse = rng.choice(_WORSE)
    written = rolls = 0
    while written < left:
        dice = rng.randrange(1, 7), rng.randrange(1, 7)
        if rolls == 0 and dice[0] == dice[1]:
            continue
        rolls += 1
        gnubg.command(f"set gnubgid {notation.position_id(pos)}:{_match_id(*dice)}")
        found = gnubg.hint(_ALL)
        plays = found and found.get("hint")
        if plays:
            if len(plays) > 1:
                _keep(rng, pos, plays, out)
                written += 1
            if rolls <= wild:
                chosen = rng.randrange(len(plays))
            elif rng.random() < worse:
                chosen = rng.randrange(min(len(plays), 6))
            else:
                chosen = 0
            pos = _after(pos, plays[chosen]["move"])
        if not positions.contact(pos):
            break
        pos = [-count for count in reversed(pos)]
    return written


def _label(seed, lists, out):
    """Writes lists of records (records.py) of gnubg's own games, the same for the same seed."""
    for command in _COMMANDS:
        gnubg.command(command)
    for who in ("chequerplay", "cubedecision"):
        for setting in _EVALUATION:
            gnubg.command(f"set evaluation {who} evaluation {setting}")
    rng = random.Random(seed)
    while lists:
        lists -= _game(rng, lists, out)


def _judge(asked, out):
    """Writes five chances (uint16, in 1/65535) of each position (26 int8) of a file.

    Both are as the player sees them who has just played.
    """
    gnubg.command("set threads 2")  # with one, each question sleeps
    cube = gnubg.cubeinfo(1, _OWNED, 0, 0, (0, 0), 0)
    context = gnubg.evalcontext(0, 0, 1, 1, 0.0)
    while data := asked.read(SLOTS):
        pos = _POSITION.unpack(data)
        played = tuple(max(pos[place], 0) for place in range(1, SLOTS))
        rolling = tuple(max(-pos[BAR - place], 0) for place in range(1, SLOTS))
        win, *gammons, _ = gnubg.evaluate((played, rolling), cube, context)
        out.write(_packed((1 - win, *gammons[2:], *gammons[:2])))


def main():
    """Does what the variables of gnubg.run_guest say."""
    with (
        os.fdopen(int(os.environ["GUEST_FROM"]), "rb") as asked,
        os.fdopen(int(os.environ["GUEST_TO"]), "wb") as out,
    ):
        if "GUEST_LISTS" in os.environ:
            _label(int(os.environ["GUEST_SEED"]), int(os.environ["GUEST_LISTS"]), out)
        else:
            _judge(asked, out)


main()
os._exit(0)  # gnubg, when it ends its threads, may wait for ever
