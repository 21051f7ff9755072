"""Estimates outcomes and cubeful equities as a level of the computer sees them, with its errors.

A position is judged after a play, with the opponent to roll. The position and its outcome (five
chances) are as the player who made the play sees them.

The net judges positions with contact. It adds up the weights of the position's features, one sum
per hidden node. Each sum is limited to 0..255, squared, and multiplied by five weights, one per
chance. The result is the same, bit for bit, on a chip (net_kernel), in plain Python (net_twin) and
for many positions at once on a PC (tools/fast_engine/net.py).
"""

from micropython import const

from picogammon.engine import cube, numbers
from picogammon.engine.cubeful import Stakes, fixed_by
from picogammon.engine.numbers import WIN, misjudgement
from picogammon.engine.race import Race
from picogammon.engine.search_kernel import class_of
from picogammon.engine.weights import FEW, USUAL
from picogammon.ground import ASSEMBLER
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation

if ASSEMBLER:
    from picogammon.engine.net_kernel import Net
else:
    from picogammon.engine.net_twin import Net

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.cube import Cube
    from picogammon.engine.ending import Ending
    from picogammon.engine.engine import Slices
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.engine.weights import Weights
    from picogammon.rules.position import Position


def loading(
    weights: "Weights", checkers: int = positions.CHECKERS, room: bytearray | None = None
) -> "Slices[Judge]":
    """Returns a Judge for 15 or 3 checkers a side; raises WeightsError for unsuitable weights.

    `room`: the memory for the Net's copies of weights (see net_kernel.Net), or None to allocate it.
    """
    net = Net(weights, USUAL if checkers == positions.CHECKERS else FEW, room)
    yield
    return Judge(net, Race(weights, checkers=checkers), checkers)


class Judge:
    """A judge of positions of every class: it estimates their outcomes without a look ahead.

    `outcome(pos, out)`: fills `out` with the outcome of `pos` and allocates no memory. `by_class`:
    three functions like `outcome`, one each for the classes CONTACT, RACE, OVER.
    """

    def __init__(self, net: Net, race: Race, checkers: int = positions.CHECKERS) -> None:
        self.race = race
        self._checkers = checkers
        self.by_class = by_class = (net.outcome, race.outcome, self._over)
        find = class_of  # a local name, looked up once and not for each position

        def outcome(pos: "Position", out: "Outcome") -> None:
            by_class[find(pos)](pos, out)

        self.outcome = outcome

    def _over(self, pos: "Position", out: "Outcome") -> None:
        """Fills `out` for a player who has won: all checkers are off (rules R20, R22, R23)."""
        multiple = positions.multiple_of(pos, self._checkers)
        for slot in range(numbers.SLOTS):
            out[slot] = numbers.ONE if slot < multiple else 0


class Sight:
    """An estimator of outcomes and equities as one level sees them, without a look ahead.

    `noise`: the standard deviation of the level's errors, in 1/65536 of a point. A position always
    gets the same error. In a race, only cube decisions have errors. A game's first play has no
    error; a level with errors judges this play as in money play, whatever the score. `ending`: an
    Ending, which weighs the cube in short races, or None.
    """

    def __init__(self, judge: Judge, noise: int = 0, ending: "Ending | None" = None) -> None:
        self.judge = judge
        self._noise = noise
        self._ending = ending
        self._stakes: Stakes | None = None
        self._stakes_for: tuple[int | None, ...] | None = None

    def stakes(self, situation: Situation) -> Stakes:
        """Returns the Stakes, a cached calculator of equities, for the side on turn."""
        wanted = fixed_by(situation)
        if self._stakes is None or self._stakes_for != wanted:
            self._stakes = Stakes(situation)
            self._stakes_for = wanted
        return self._stakes

    def equity(self, situation: Situation, outcome: "Chances") -> int:
        """Returns the cubeful equity of the player on turn, whose chances are `outcome`."""
        return self.stakes(situation).value(outcome, cube.life(situation.position)[0])

    def for_plays(self, situation: Situation) -> "tuple[Callable[[Chances, int], int], int, int]":
        """Returns (value, life, noise), which are needed to calculate the equity of each play.

        A play's equity is value(outcome, life). If the position after the play has contact, add
        misjudgement(position, noise). `life`: the cube's efficiency (see cube.life). `noise`: the
        standard deviation of the errors, 0 for a game's first play.
        """
        noise = self._noise
        if noise and situation.position == positions.start():
            noise = 0
            situation = Situation()
        return self.stakes(situation).value, cube.life(situation.position)[0], noise

    def before_roll(self, pos: "Position", out: "Outcome") -> None:
        """Adds the level's error to `out`, the roller's chances. `pos`: as the opponent sees it."""
        if self._noise:
            out[WIN] += misjudgement(pos, self._noise) // 2
            numbers.tidy(out)

    def weigh(self, situation: Situation, outcome: "Chances") -> "Slices[Cube]":
        """Weighs the cube for the player on turn, whose chances are `outcome`; returns a Cube."""
        pos = situation.position
        ending = self._ending
        if ending and not positions.contact(pos) and ending.knows(pos, outcome):
            return (yield from ending.weigh(situation, self.stakes(situation), outcome))
        return cube.weigh(situation, outcome)
