"""Which questions have a clear answer, and one that the board's coach finds.

A play is clear if the best is .050 better than the next to grandmaster, and MISTAKE, .040, to
expert, who is the board's coach and has to find the same: then its grade of any answer is right.
Where it is more than .300 that is no question. What the level casual plays as well is too easy; of
the openings it is not. A cube action is clear from .060 on to both, and a question up to .400.

All levels weigh doubles alike. So of a cube action master is asked what each of the 21 rolls is
worth, with the cube as it is and as it would be: it looks a roll ahead from there. Grandmaster's
second look would take seven times as long, and orders plays more than it says what they are worth.
"""

from picogammon.app.practice import sets
from picogammon.engine.cubeful import Stakes
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE
from picogammon.engine.options import Cube
from picogammon.engine.review import MISTAKE, after
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED, TO_ROLL
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from tools.practice_sets import kinds
from tools.practice_sets.drawing import ROLLS
from tools.strength import quick

ANSWERS = {
    None: "roll",
    actions.DOUBLE: "double",
    actions.TAKE: "take",
    actions.DROP: "drop",
}
CLEAR_CUBE = 60 * ONE // 1000
CLEAR_PLAY = 50 * ONE // 1000
_MOST_PLAY = 300 * ONE // 1000
_MOST_CUBE = 400 * ONE // 1000
_FEWEST = 3  # plays to choose from
_SHOTS = 4  # rolls of 36: fewer make no question of shots
_GAMMONS = ONE // 5  # the chance from which on a position may be too good


class Judges:
    """The levels that judge: `expert`, `master`, `grandmaster`, `casual`."""

    def __init__(self):
        self.expert = quick.make("expert")
        self.master = quick.make("master")
        self.grandmaster = quick.make("grandmaster")
        self.casual = quick.make("casual")

    def play(self, pos, roll, opening=False):
        """(kind's number, Situation) of a clear play, or None."""
        situation = Situation(position=pos, dice=roll)
        ranked = _clear(self.expert, situation, MISTAKE)
        if ranked is None:
            return None
        found = sets.OPENINGS if opening else _kind(pos, ranked)
        if found is None:
            return None
        best = after(pos, ranked[0].steps)
        if not opening and after(pos, thought(self.casual.choose(situation))) == best:
            return None
        judged = _clear(self.grandmaster, situation, CLEAR_PLAY)
        if judged is None or after(pos, judged[0].steps) != best:
            return None
        return found, situation

    def double(self, situation, wanted):
        """(kind's number, Situation, answer) of a clear cube action, or None.

        `situation`: before the roll. It is a question of the side on roll, which is player 0, or of
        the other one once it has doubled. `answer`: its word, of ANSWERS. `wanted(kind's number,
        answer)`: whether there is a use for it, asked before the long work.
        """
        match = match_of(situation)
        if not match.offers_double():
            return None
        asked = Question(match)
        cube = thought(self.expert.weigh(asked))
        for number, phase in _cube_kind(situation, cube):
            answer, apart = _decided(cube, phase)
            if not CLEAR_CUBE <= apart <= _MOST_CUBE or not wanted(number, answer):
                continue
            again, sure = _decided(self._looked(situation, cube), phase)
            if again == answer and sure >= CLEAR_CUBE:
                return number, _asked(situation, phase), answer
        return None

    def _looked(self, situation, cube):
        """The Cube by what all rolls are worth to master."""
        doubled = _copy(situation, cube=2 * situation.cube, owner=1 - situation.turn)
        nd = self._mean(situation)
        dt = Stakes(situation).from_level(1, self._mean(doubled))
        return Cube(nd, dt, cube.dp, cube.outcome)

    def _mean(self, situation):
        total = 0
        for high, low in ROLLS:
            rolled = _copy(situation, dice=(high, low))
            value = thought(self.master.value(rolled))
            total += value.cubeful * (1 if high == low else 2)
        return total // 36


def thought(work):
    """What a generator of an engine returns."""
    return Thought(work).finish()


def _clear(engine, situation, least):
    """The Ranked plays, if the first is clearly the best."""
    ranked = thought(engine.rank(situation))
    if len(ranked) < _FEWEST:
        return None
    return ranked if least <= ranked[0].equity - ranked[1].equity <= _MOST_PLAY else None


def _kind(pos, ranked):
    found = kinds.of(pos)
    if found is None and positions.contact(pos):
        left = [kinds.shots_left(_signed(after(pos, play.steps))) for play in ranked[:2]]
        if abs(left[0] - left[1]) >= _SHOTS:
            return sets.SHOTS
    return found


def _signed(raw):
    return [n - 256 if n > 127 else n for n in raw]


def _cube_kind(situation, cube):
    """[(kind's number, phase)] of what a cube may be a question of."""
    if not positions.contact(situation.position):
        return [(sets.RACING_CUBES, TO_ROLL), (sets.RACING_CUBES, DOUBLED)]
    if cube.dt > cube.dp + CLEAR_CUBE and cube.outcome[1] >= _GAMMONS:
        return [(sets.TOO_GOOD, TO_ROLL)]
    if cube.doubled + _MOST_CUBE // 2 > cube.nd:
        return [(sets.TAKES, DOUBLED)]
    return []


def _decided(cube, phase):
    """(the word for the best action, by how much it is better than the next)."""
    options = sorted(cube.options(phase), key=lambda option: -option[1])
    action = cube.best(phase)[0]
    return ANSWERS[action and actions.kind_of(action)], options[0][1] - options[1][1]


def _asked(situation, phase):
    """The situation as it is asked, with the learner as player 0."""
    if phase == TO_ROLL:
        return situation
    owner = situation.owner
    return _copy(
        situation,
        turn=1,
        doubled=True,
        owner=None if owner is None else 1 - owner,
        scores=situation.scores[::-1],
    )


def _copy(situation, **changes):
    fields = dict(vars(situation), **changes)
    return Situation(**fields)
