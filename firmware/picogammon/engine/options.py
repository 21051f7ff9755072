"""The options that the cube gives, and their worth: no other module says what they are worth.

An engine's own decisions, grades, hints and the tutor all read the same Cube, so they never
contradict one another.
"""

from micropython import const

from picogammon.rules import actions
from picogammon.rules.match import DOUBLED, RACCOONED, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.situation import Situation

    Option = tuple[bytes | None, int]

# The phases of engine.ASKED in which the side that is not on roll has to answer.
THEIRS = (DOUBLED, RACCOONED)


def can_beaver(situation: "Situation") -> bool:
    """True if a double of `situation.turn` may be beavered (R28)."""
    return situation.beavers > 0 and not situation.length and _reaches(situation, 4)


def can_raccoon(situation: "Situation") -> bool:
    """True if a beaver of that double may be raccooned."""
    return situation.beavers > 1 and can_beaver(situation) and _reaches(situation, 8)


def _reaches(situation: "Situation", times: int) -> bool:
    return situation.cube * times <= 1 << situation.max_cube


class Cube:
    """The equity of each option of the cube, for the player on turn, who may double or has doubled.

    `nd`: no double. `dt`: a double that is taken. `dp`: a double that is dropped. `beaver`: a
    double that is beavered and played on. `raccoon`: a double that is beavered, raccooned and
    played on. The last two are None if the rules do not have them. All are in 1/65536, in units of
    the cube before the double. `outcome` is as in engine.Ranked.

    Each side answers with its best option, so `doubled`, `beavered` and `raccooned` are what a
    double, a beaver and a raccoon are worth. A side that drops a beaver loses the stake as it stood
    after its own double; a side that drops a raccoon, as it stood after its own beaver (R28).
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
        """The equity of a raccoon."""
        return min(self.raccoon, 4 * self.dp)

    @property
    def beavered(self) -> int:
        """The equity of a beaver."""
        worth = max(self.beaver, -2 * self.dp)
        return worth if self.raccoon is None else max(worth, self.raccooned)

    @property
    def doubled(self) -> int:
        """The equity of a double."""
        worth = min(self.dt, self.dp)
        return worth if self.beaver is None else min(worth, self.beavered)

    @property
    def answer(self) -> bytes | None:
        """The best action that answers a double."""
        action, _ = self.best(DOUBLED)
        return action

    def options(self, phase: int) -> "list[Option]":
        """[(action, worth)] of all that the rules allow in a phase of engine.ASKED.

        `worth` is seen by the side that is asked. The action None is the roll. Options are ordered
        from quiet to bold.
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
        """(action, worth) of the best option; of equals the quieter one."""
        found = None
        for option in self.options(phase):
            if found is None or option[1] > found[1]:
                found = option
        return found
