"""The practice sets that come with the board: decisions with a clear answer, by what they train.

Section SETS of the weights has a record of each (docs/measured.md: what made them). Boards that
keep their firmware in RAM have no weights, and so neither a coach nor sets.

The sets contain only clear decisions: grandmaster and expert (the board's coach) choose the same
play, and it beats the next by 0.050 to grandmaster and by 0.040 to expert. A cube action needs
0.060. A margin above 0.300 (a play) or 0.400 (a cube action) is too easy. GNU Backgammon at 2-ply
judged 200 of the 484 decisions, and agreed on 181 of the 189 with a margin of at least 0.05.

A record: the bytes of a GNU Position ID, the opponent's half first; the question; both sides'
points to go, the learner's in the high half, 0 for money; the cube.
"""

from binascii import b2a_base64
from micropython import const

from picogammon.engine import weights
from picogammon.rules import notation
from picogammon.rules.position import swapped
from picogammon.rules.situation import Situation

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.position import Position

BYTES = const(13)  # of a record
_EACH = const(44)  # decisions of each set
_QUESTION = const(10)  # where it is in a record
_AWAY = const(11)
_CUBE = const(12)  # its power of two << 2 | 0 nobody's, 1 the learner's, 2 the opponent's

# What a question is; larger ones are a roll, the higher die << 3 | the lower.
DOUBLE = const(0)  # roll or double?
TAKE = const(1)  # the opponent has doubled

# In the table's order.
OPENINGS, BEAR_OFF, RACING_CUBES, TAKES, TOO_GOOD, SHOTS, BLITZ, PRIME, HOLDING, ACE_POINT, BACK = (
    range(11)
)
NAMES = (
    "Openings",
    "Bear-off",
    "Racing cubes",
    "Take or drop",
    "Too good?",
    "Shots",
    "Blitz",
    "Prime",
    "Holding game",
    "Ace-point game",
    "Back game",
)


class Sets:
    """The sets, read where the weights are; without weights, a read raises WeightsError.

    `counts`: how many decisions each of NAMES has; `total`: how many positions there are to count
    pips in.
    """

    counts = (_EACH,) * len(NAMES)
    total = _EACH * (len(NAMES) - 1)  # those of all sets but the openings

    def any(self, number: int) -> "Position":
        """One of these positions, as the learner sees it: of all decisions but openings."""
        situation = self._at(self.counts[OPENINGS] + number)
        pos = situation.position
        return swapped(pos) if situation.turn else pos

    def situation(self, of: int, number: int) -> Situation:
        """A decision of a set, from 0 on, with the learner as player 0."""
        return self._at(sum(self.counts[:of]) + number)

    def _at(self, number: int) -> Situation:
        data = weights.load().section("SETS", BYTES * _EACH * len(NAMES))
        start = BYTES * number
        return situation_of(bytes(data[start : start + BYTES]))


def situation_of(record: bytes) -> Situation:
    """The Situation of a record, with the learner as player 0."""
    text = b2a_base64(record[:_QUESTION]).decode().rstrip("=\n")
    question, away, cube = record[_QUESTION], record[_AWAY], record[_CUBE]
    ours, theirs = away >> 4, away & 15
    length = max(ours, theirs)
    owner = cube & 3
    return Situation(
        position=notation.from_position_id(text),
        turn=1 if question == TAKE else 0,
        dice=(question >> 3, question & 7) if question > TAKE else None,
        doubled=question == TAKE,
        cube=1 << (cube >> 2),
        owner=owner - 1 if owner else None,
        scores=[length - ours, length - theirs],
        length=length,
    )
