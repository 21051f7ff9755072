"""What can be done with the cube, and what comes of it: the one place that says what each is worth.

An engine's own decisions, grades, hints and the tutor all read the same Cube, so none of them can
find fault with another.
"""

from micropython import const

from picogammon.rules import actions
from picogammon.rules.phases import BEAVERED, DOUBLED, RACCOONED, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.situation import Situation

    Option = tuple[bytes | None, int]

ASKED = (TO_ROLL, DOUBLED, BEAVERED, RACCOONED)  # the phases in which the cube is a question
THEIRS = (DOUBLED, RACCOONED)  # of these, those in which the side that is not on roll is asked


def can_beaver(situation: "Situation") -> bool:
    """Whether a double of `situation.turn` may be beavered (R28)."""
    return situation.beavers > 0 and not situation.length and _reaches(situation, 4)


def can_raccoon(situation: "Situation") -> bool:
    """Whether that beaver may be doubled once more."""
    return situation.beavers > 1 and can_beaver(situation) and _reaches(situation, 8)


def _reaches(situation: "Situation", times: int) -> bool:
    return situation.cube * times <= 1 << situation.max_cube


class Cube:
    """What each way of the cube comes to for the player on turn, who may double or has doubled.

    `nd`: not doubling; `dt`: a double that is taken; `dp`: one that is dropped; `beaver`: one that
    is beavered, and played on with; `raccoon`: one that is beavered, doubled once more, and played
    on with. The last two are None where the rules have none. All are in 1/65536, in units of the
    cube as it is before the double. `outcome` as in engine.Ranked.

    Each side answers by what is best for it, so `doubled`, `beavered` and `raccooned` are what a
    double, a beaver and a raccoon are worth. Who drops a beaver loses the stake as it stood after
    his own double, and who drops a raccoon as it stood after his own beaver (R28).
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
        """What a raccoon is worth."""
        return min(self.raccoon, 4 * self.dp)

    @property
    def beavered(self) -> int:
        """What a beaver is worth."""
        worth = max(self.beaver, -2 * self.dp)
        return worth if self.raccoon is None else max(worth, self.raccooned)

    @property
    def doubled(self) -> int:
        """What a double is worth."""
        worth = min(self.dt, self.dp)
        return worth if self.beaver is None else min(worth, self.beavered)

    @property
    def answer(self) -> bytes | None:
        """The action that answers a double."""
        action, _ = self.best(DOUBLED)
        return action

    def options(self, phase: int) -> "list[Option]":
        """[(action, worth)] in one of the phases ASKED: all that the rules allow whoever is asked,
        and what it is worth to him. The action None is the roll. The quieter comes first.
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
