"""The practice sets that come with the board agree with the coach that grades their answers."""

import pytest

from picogammon.app.practice import sets
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE
from picogammon.engine.review import MISTAKE
from picogammon.rules.match import TO_PLAY, match_of
from tools.fast_engine import quick

_CLEAR_CUBE = 60 * ONE // 1000
_CUBES = {sets.RACING_CUBES: 4, sets.TAKES: 2, sets.TOO_GOOD: 2}  # {set: its different answers}


@pytest.fixture(scope="module")
def decisions():
    """[the Question of each decision] of each set."""
    return [
        [Question(match_of(sets.situation(of, i))) for i in range(sets.EACH)]
        for of in range(len(sets.NAMES))
    ]


def test_no_set_asks_the_same_twice(decisions):
    for questions in decisions:
        asked = {(bytes(q.situation.position), q.situation.dice, q.phase) for q in questions}
        assert len(asked) == len(questions) == 44


def test_the_coach_finds_every_answer_and_no_other_is_nearly_as_good(decisions):
    """Otherwise its grade would contradict the set. Each cube answer is right equally often."""
    coach = quick.make("expert")
    answers = {of: [] for of in _CUBES}
    for of, questions in enumerate(decisions):
        for i, question in enumerate(questions):
            if question.phase == TO_PLAY:
                ranked = Thought(coach.rank(question.situation)).finish()
                equities, least = [play.equity for play in ranked], MISTAKE
            else:
                cube = Thought(coach.weigh(question)).finish()
                options = [equity for _, equity in cube.options(question.phase)]
                equities, least = sorted(options, reverse=True), _CLEAR_CUBE
                answers[of].append(cube.best(question.phase)[0])
            assert equities[0] - equities[1] >= least, (sets.NAMES[of], i)
    for of, given in answers.items():
        counts = [given.count(answer) for answer in set(given)]
        assert len(counts) == _CUBES[of] and max(counts) <= min(counts) + 1, sets.NAMES[of]
