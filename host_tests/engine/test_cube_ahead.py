"""Cubes two rolls ahead, against the same done the long way."""

from long_way import BEAR_OFF, MIDDLE, MixedJudge, after, all_plays
from picogammon.engine import cube, numbers
from picogammon.engine.classes import CONTACT
from picogammon.engine.classes_kernel import class_of
from picogammon.engine.cube_ahead import CubeAhead
from picogammon.engine.cubeful import Stakes
from picogammon.engine.engine import Thought
from picogammon.engine.exact import Exact
from picogammon.engine.numbers import ONE
from picogammon.engine.options import Cube
from picogammon.engine.search import Search
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.situation import Situation

_CASES = [(first, second) for first in range(1, 7) for second in range(1, 7)]
_PERMUTATIONS = 3
# One side bears in against a checker on the bar: some rolls end the contact.
_LAST_CONTACT = [0, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -14, 0, 0, 0, 3, 0, 0]


def _best(judge, pos, roll):
    """(position, outcome) after the best play, as who made it sees it; (pos, None) after none."""
    best = None
    for play in all_plays(pos, roll):
        made = after(pos, play)
        outcome = numbers.blank()
        judge.outcome(made, outcome)
        if best is None or numbers.cubeless(outcome) > numbers.cubeless(best[1]):
            best = made, outcome
    return best or (pos, None)


def _left(judge, pos, mine, his):
    """(outcome, life) for who rolls in pos, after his own roll and the answer."""
    made = _best(judge, pos, mine)[0]
    outcome = numbers.blank()
    if class_of(made) != CONTACT:
        judge.outcome(made, outcome)
        return outcome, cube.life(made)
    before = positions.swapped(made)
    answered = _best(judge, before, his)[1]
    if answered is None:
        answered = numbers.blank()
        judge.outcome(before, answered)
    numbers.flip(answered, outcome)
    return outcome, (cube.CONTACT_LIFE, cube.CONTACT_LIFE)


def _long_way(judge, situation):
    """The means of (nd, dt)."""
    stakes = Stakes(situation)
    nd = dt = 0
    for q in range(_PERMUTATIONS):
        for i in range(36):
            rolls = _CASES[i], _CASES[(7 * i + 13 * q) % 36]
            outcome, life = _left(judge, situation.position, *rolls)
            worth = stakes.weigh(outcome, *life)
            nd += worth[0]
            dt += worth[1]
    return nd // (36 * _PERMUTATIONS), dt // (36 * _PERMUTATIONS)


def _weighed(judge, situation, found):
    ahead = CubeAhead(Search(judge, Plays()))
    work = ahead.weigh(found, situation.position, Stakes(situation))
    return Thought(work).finish()


def test_half_is_the_look_and_half_what_a_sample_of_two_rolls_leaves():
    judge = MixedJudge()
    for pos, fields in (
        (MIDDLE, {}),
        (MIDDLE, {"length": 5, "scores": [1, 3]}),
        (MIDDLE, {"owner": 0, "cube": 2}),
        (_LAST_CONTACT, {}),
    ):
        situation = Situation(position=positions.of(pos), **fields)
        nd, dt = _long_way(judge, situation)
        found = _weighed(judge, situation, Cube(30000, 30010, ONE, (1, 2, 3, 4, 5)))
        assert (found.nd, found.dt) == ((30000 + nd) // 2, (30010 + dt) // 2)
        assert found.dp == ONE and found.outcome == (1, 2, 3, 4, 5)
        assert found.beaver is None and found.raccoon is None


def test_what_a_beaver_and_a_raccoon_are_worth_changes_with_the_double():
    situation = Situation(position=positions.of(MIDDLE), beavers=2)
    before = Cube(-100, -200, ONE, (0,) * 5, -400, -800)
    found = _weighed(MixedJudge(), situation, before)
    assert found.dt != before.dt
    assert (found.beaver, found.raccoon) == (2 * found.dt, 4 * found.dt)


def test_what_is_clear_stays_and_nothing_is_judged():
    judge = MixedJudge()
    search = Search(judge, Plays())
    clear = Cube(20000, -20000, ONE, (0,) * 5)
    situation = Situation(position=positions.of(MIDDLE))
    work = CubeAhead(search).weigh(clear, situation.position, Stakes(situation))
    assert Thought(work).finish() is clear and not search.judged


def test_the_evaluator_asks_it_with_contact_alone():
    judge = MixedJudge()

    class Ahead:
        asked = 0

        def weigh(self, found, pos, stakes):
            self.asked += 1
            yield
            return found

    def look(pos):
        yield
        return numbers.blank()

    ahead = Ahead()
    for pos, asked in ((MIDDLE, 1), (BEAR_OFF, 1)):
        situation = Situation(position=positions.of(pos))
        Thought(Exact(judge, None, ahead).weigh(situation, look)).finish()
        assert ahead.asked == asked
