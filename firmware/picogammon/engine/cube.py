"""The equity of each cube option, and the cube's efficiency.

Decisions, grades, hints and the tutor all read the same Cube, so they never contradict each other.
"""

from micropython import const

from picogammon.engine.cubeful import Stakes
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED, RACCOONED, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.numbers import Chances
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    Option = tuple[bytes | None, int]

# The phases of engine.ASKED in which the side that is not on turn decides.
THEIRS = (DOUBLED, RACCOONED)

_ROLL_PIPS = const(10)  # pips that a good roll bears off; sets the length of short bear-offs

# The cube's efficiency, 0 (dead) to 65536, and that of a cube that has just been turned. Fitted to
# GNU Backgammon's 2-ply equities of 2,849 positions, for money and in matches.
CONTACT_LIFE = const(45875)
_LONG_LIFE = const(45875)
_LONG_LIFE_TAKEN = const(42598)
# Near the end of a race, the efficiency by the number of turns that the leading side still needs.
_LIFE = (0, 1966, 15729, 35389, 45875)
_LIFE_TAKEN = (0, 5243, 29491, 38011, 40632)


class Cube:
    """The equity of each cube option, for the player on turn, who may double or has doubled.

    `nd`: no double. `dt`: double and take. `dp`: double and drop. `beaver`: double, beaver and
    take. `raccoon`: double, beaver, raccoon and take. The last two are None if the rules do not
    allow them. Equities are in units of the cube before the double. `outcome`: the five chances of
    the player on turn.

    The properties `doubled`, `beavered` and `raccooned` are the equities after these actions if
    both sides then choose their best options. A side that drops a beaver loses 2 units, the stake
    after the double; a side that drops a raccoon loses 4 units, the stake after the beaver (R28).
    """

    def __init__(
        self,
        nd: int,
        dt: int,
        dp: int,
        outcome: tuple[int, ...],
        beaver: int | None = None,
        raccoon: int | None = None,
    ) -> None:
        self.nd = nd
        self.dt = dt
        self.dp = dp
        self.beaver = beaver
        self.raccoon = raccoon
        self.outcome = outcome

    @property
    def raccooned(self) -> int:
        return min(self.raccoon, 4 * self.dp)

    @property
    def beavered(self) -> int:
        equity = max(self.beaver, -2 * self.dp)
        return equity if self.raccoon is None else max(equity, self.raccooned)

    @property
    def doubled(self) -> int:
        equity = min(self.dt, self.dp)
        return equity if self.beaver is None else min(equity, self.beavered)

    @property
    def answer(self) -> bytes | None:
        """The best answer to a double: a take, a drop or a beaver."""
        return self.best(DOUBLED)[0]

    def options(self, phase: int) -> "list[Option]":
        """Returns [(action, equity)] for the side that decides. `phase`: a phase of engine.ASKED.

        The action None means to roll. Options that keep the stake come before those that raise it.
        """
        if phase == TO_ROLL:
            return [(None, self.nd), (actions.double(), self.doubled)]
        if phase == DOUBLED:
            found = [(actions.take(), -self.dt), (actions.drop(), -self.dp)]
            if self.beaver is not None:
                found.append((actions.beaver(), -self.beavered))
            return found
        if phase == RACCOONED:
            return [(actions.take(), -self.raccoon), (actions.drop(), -4 * self.dp)]
        found = [(actions.take(), self.beaver), (actions.drop(), -2 * self.dp)]
        if self.raccoon is not None:
            found.append((actions.raccoon(), self.raccooned))
        return found

    def best(self, phase: int) -> "Option":
        """Returns the best of the options in `phase` as (action, equity); in a tie, the first."""
        return max(self.options(phase), key=lambda option: option[1])


def can_beaver(situation: "Situation") -> bool:
    """True if the rules allow a beaver after a double by `situation.turn` (rule R28)."""
    return situation.beavers > 0 and not situation.length and _reaches(situation, 4)


def can_raccoon(situation: "Situation") -> bool:
    """True if the rules allow a raccoon by `situation.turn` after a beaver (rule R28)."""
    return situation.beavers > 1 and can_beaver(situation) and _reaches(situation, 8)


def _reaches(situation: "Situation", times: int) -> bool:
    return situation.cube * times <= 1 << situation.max_cube


def life(pos: "Position") -> tuple[int, int]:
    """Returns the pair (now, after a double) of the cube's efficiencies, 0 (dead) to ONE (live).

    To compare the plays of a roll, use the efficiency in the position before the roll.
    """
    if positions.contact(pos):
        return CONTACT_LIFE, CONTACT_LIFE
    own = _turns(positions.left(pos), positions.pips(pos))
    other = _turns(positions.opponent_left(pos), positions.opponent_pips(pos))
    turns = min(own, other)
    if turns < len(_LIFE):
        return _LIFE[turns], _LIFE_TAKEN[turns]
    return _LONG_LIFE, _LONG_LIFE_TAKEN


def _turns(checkers: int, pips: int) -> int:
    """Estimates the turns that a side needs to bear off if it never rolls a double."""
    return max((checkers + 1) // 2, (pips + _ROLL_PIPS - 1) // _ROLL_PIPS)


def weigh(situation: "Situation", outcome: "Chances") -> Cube:
    """Weighs the cube options of the player on turn; returns their equities as a Cube.

    `outcome`: the chances of the player on turn, before the roll.
    """
    alive, taken = life(situation.position)
    stakes = Stakes(situation)
    nd, dt, dp = stakes.weigh(outcome, alive, taken)
    beaver = stakes.turned(2, outcome, taken) if can_beaver(situation) else None
    raccoon = stakes.turned(3, outcome, taken) if can_raccoon(situation) else None
    return Cube(nd, dt, dp, tuple(outcome), beaver, raccoon)
