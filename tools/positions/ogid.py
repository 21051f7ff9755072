"""OGID, OpenGammon's line for a situation.

``11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0``, fields separated by colons, of which the
first three are required:

1. and 2. a sign for each of White's and of Black's checkers, in order: its point as Black counts,
   0..9 and a..p for 10..25; 0 is White's bar and 25 is Black's. White moves up, Black down
3. the cube: owner (W, B, N), the power of two, its state (N, O offered, T taken, P passed)
4. the dice, empty before the roll; 5. the turn, W or B
6. the state of the game (I: in progress) and the side to act; 7. and 8. White's and Black's score
9. the match's length, with C for the Crawford game; 10. the move's number; 11. checkers per side

Source: docs/OGID.md of OpenGammon's public repository, as AnkiGammon's reader and the package
ogxmparser render it; the two lines of the tests are from the latter's documentation. Our player 0
is White. A pending double is written as offered, with the cube before it and the doubler's turn. An
OGID has no words for beavers, Jacoby and the cube's limit. L and G after a length are ignored.
"""

import re

from picogammon.ground import BAR
from picogammon.rules import position as positions
from picogammon.rules.notation import NotationError
from picogammon.rules.situation import Situation, power_of_two

_PREFIX = "OGID="
_SIGNS = "0123456789abcdefghijklmnop"
_SIDES = "WB"
_NOBODY = "N"
_OFFERED = "O"
_CUBE = re.compile(r"([WBN])(\d)([NOTP])")
_DICE = re.compile(r"([1-6])([1-6])")
_NUMBER = re.compile(r"\d{1,5}", re.A)
_LENGTH = re.compile(r"(\d{1,5})([LCG]?)\d*", re.A)
_FIELDS = ("", "", "", "", "W", "", "0", "0", "0", "0", "15")  # for missing ones
_LEAST = 3


def may_be(text):
    """True if a text has the first three fields of an OGID."""
    fields = text.split(":")[:_LEAST]
    places = "".join(fields[:2])
    return len(fields) == _LEAST and not places.strip(_SIGNS) and bool(_CUBE.fullmatch(fields[2]))


def to_ogid(situation):
    """Returns the OGID of a Situation. Raises PositionError or NotationError."""
    situation.check()
    power = power_of_two(situation.cube)
    if situation.beavered:
        raise NotationError("an OGID cannot record a beaver")
    if power > 9:
        raise NotationError("an OGID cannot hold a cube of %d" % situation.cube)
    pos = situation.position
    checkers = ["", ""]
    for place, n in enumerate(pos if situation.turn else positions.swapped(pos)):  # Black's view
        checkers[n > 0] += _SIGNS[place] * abs(n)
    owner = _NOBODY if situation.owner is None else _SIDES[situation.owner]
    dice = "%d%d" % tuple(situation.dice) if situation.dice else ""
    turn = _SIDES[situation.turn]
    decider = _SIDES[1 - situation.turn if situation.doubled else situation.turn]
    crawford = "C" if situation.crawford and situation.length > 1 else ""
    cube = f"{owner}{power}{_OFFERED if situation.doubled else _NOBODY}"
    scores = [str(score) for score in situation.scores]
    fields = checkers + [cube, dice, turn, f"I{decider}"] + scores
    return _PREFIX + ":".join(fields + [f"{situation.length}{crawford}", "0"])


def from_ogid(text):
    """Returns the Situation of an OGID, with or without `OGID=`.

    Raises NotationError with the wrong field, or PositionError for an impossible position.
    """
    text = text.strip()
    if text[: len(_PREFIX)].upper() == _PREFIX:
        text = text[len(_PREFIX) :]
    fields = text.split(":")
    if not _LEAST <= len(fields) <= len(_FIELDS):
        raise NotationError("an OGID has 3 to 11 fields, this has %d" % len(fields))
    fields += _FIELDS[len(fields) :]
    if fields[10] not in ("", "15"):
        raise NotationError("OGID: a game of %s checkers a side" % fields[10][:8])
    owner, power, act = _match(_CUBE, fields[2], "cube").groups()
    if act not in (_NOBODY, _OFFERED):
        raise NotationError("OGID cube: the double was already taken or passed")
    turn = _SIDES.find(fields[4] or "W")
    if turn < 0 or len(fields[4]) > 1:
        raise NotationError("OGID turn: W or B, not '%s'" % fields[4][:8])
    if fields[5][:1] not in ("", "I"):
        raise NotationError("OGID state: the game is over, or has not begun ('%s')" % fields[5][:8])
    length, modifier = _match(_LENGTH, fields[8] or "0", "match length").groups()
    pos = _position(fields[0], fields[1])
    dice = _match(_DICE, fields[3], "dice").groups() if fields[3] else None
    situation = Situation(
        position=pos if turn else positions.swapped(pos),
        turn=turn,
        dice=tuple(map(int, dice)) if dice else None,
        doubled=act == _OFFERED,
        cube=1 << int(power),
        owner=None if owner == _NOBODY else _SIDES.index(owner),
        scores=[int(_match(_NUMBER, field or "0", "score")[0]) for field in fields[6:8]],
        length=int(length),
        crawford=modifier == "C" and int(length) > 1,
    )
    situation.check()
    return situation


def _position(white, black):
    """Returns the position as Black sees it."""
    pos = positions.empty()
    for signs, count, bar in ((white, -1, BAR), (black, 1, 0)):
        if len(signs) > positions.CHECKERS:
            raise NotationError(
                "OGID position: a side may have %d checkers, not %d"
                % (positions.CHECKERS, len(signs))
            )
        for sign in signs:
            place = _SIGNS.find(sign)
            if place < 0 or place == bar or pos[place] * count < 0:
                raise NotationError("OGID position: '%s' cannot be in '%s'" % (sign, signs[:20]))
            pos[place] += count
    return pos


def _match(pattern, text, name):
    found = pattern.fullmatch(text)
    if not found:
        raise NotationError("OGID %s: not '%s'" % (name, text[:12]))
    return found
