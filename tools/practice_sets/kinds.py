"""What a position is an example of, by simple conditions.

What a play is counted as in people's records (app/session/people.py: back, priming, blitz) decides
first, and what is told apart beyond that is here. A position is as in rules/position.py: the side
to decide sees it. Conditions that look at one side ask both.

Ace-point game: of the checkers back, two or three are on the other's ace point and none elsewhere;
the other side has nobody behind the middle of the board.

Bear-off: the side to decide has all its checkers at home; one at least is off, or it is a race.

Back game: counted as back, and who holds two points there is 30 pips or more behind.

Prime, blitz: counted as priming, as blitz.

Holding game: counted as contact; of the checkers back, two or three are on the other's 4-, 5- or
bar point and none elsewhere, and nobody of the other side is left in this side's home board.
"""

from picogammon.app.practice import sets
from picogammon.app.session.people import KINDS, kind_of
from picogammon.engine.engine import Question
from picogammon.engine.review import Decision
from picogammon.engine.shots import shots
from picogammon.rules import position as positions
from picogammon.rules.position import BAR
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation

_HOME = 6
_HALF = 12
_MADE = 2  # checkers
_BEHIND = 30  # pips
_LATE = 99  # a row of a game
_FEW = (2, 3)  # checkers on a held point
_HELD = (18, 20, 21)


def of(pos):
    """The number of a position's set (sets.BACK, …) where there is one to train, else None."""
    if _either(_plays_ace_point, pos):
        return sets.ACE_POINT
    if _bears_off(pos):
        return sets.BEAR_OFF
    counted = _counted(pos)
    if counted == "back":
        return sets.BACK if _either(_plays_back, pos) else None
    if counted == "contact":
        return sets.HOLDING if _either(_holds, pos) else None
    return {"priming": sets.PRIME, "blitz": sets.BLITZ}.get(counted)


def _either(fits, pos):
    return fits(pos) or fits(positions.swapped(pos))


def _counted(pos):
    """The name of the kind that a play late in a game is counted as."""
    question = Question(match_of(Situation(position=pos, dice=(2, 1))))
    return KINDS[kind_of(Decision(0, _LATE, question, None))]


def shots_left(pos):
    """Of 36 rolls, with how many the other side hits after a play, as who has played sees it."""
    bits = [sum(1 << i for i in range(BAR) if fits(pos[i])) for fits in (_theirs, _made, _blot)]
    return shots(bits[0], -pos[0], bits[1] & ~1, bits[2] & ~1) & 63


def _theirs(n):
    return n < 0


def _made(n):
    return n >= _MADE


def _blot(n):
    return n == 1


def _in(pos, first, last):
    """Own checkers on the places first to last."""
    return sum(max(0, n) for n in pos[first : last + 1])


def _theirs_in(pos, first, last):
    return sum(max(0, -n) for n in pos[first : last + 1])


def _points(pos, first, last):
    """How many points of these are made."""
    return sum(n >= _MADE for n in pos[first : last + 1])


def _plays_back(pos):
    behind = positions.pips(pos) - positions.opponent_pips(pos)
    return _points(pos, BAR - _HOME, BAR - 1) >= 2 and behind >= _BEHIND


def _plays_ace_point(pos):
    alone = pos[BAR - 1] in _FEW and not _in(pos, BAR - _HOME, BAR - 2) and not pos[BAR]
    return alone and not _theirs_in(pos, 0, _HALF)


def _bears_off(pos):
    if _in(pos, _HOME + 1, BAR):
        return False
    return positions.left(pos) < positions.CHECKERS or not positions.contact(pos)


def _holds(pos):
    back = _in(pos, min(_HELD), BAR)
    return any(pos[p] == back in _FEW for p in _HELD) and not _theirs_in(pos, 0, _HOME)
