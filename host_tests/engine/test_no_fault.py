"""A coach finds no error in its own decisions, under any rules and in any phase."""

from functools import lru_cache
from random import Random

from fakes.coach import NoLook
from long_way import thinker_by
from picogammon.engine import review
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE, SLOTS, tidy
from picogammon.engine.sight import Sight
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.actions import record_text
from picogammon.rules.match import GAME_OVER, TO_PLAY, TO_ROLL, Match, match_of
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from reference import wild

HOST_ONLY = True  # random, and thousands of decisions


class _Drawn:
    def outcome(self, pos, out):
        random = Random(bytes(n & 255 for n in pos))
        for slot in range(SLOTS):
            out[slot] = random.randrange(-ONE // 2, 3 * ONE // 2)
        tidy(out)


class _DrawnToo(Sight):
    def before_roll(self, pos, out):
        self.judge.outcome(pos, out)


def _race(random):
    pos = positions.empty()
    for _ in range(random.randint(1, 15)):
        pos[random.randint(1, 6)] += 1
    for _ in range(random.randint(1, 15)):
        pos[random.randint(19, 24)] -= 1
    return pos


@lru_cache
def _wild():
    random = Random(1)
    return [wild.random_position(random) for _ in range(100)]


def _start(random):
    """Returns a random Match before a roll, with any score, cube and rules."""
    length = random.choice((0, 0, 1, 2, 3, 5, 7, 13, 25))
    scores = [random.randrange(length or 30) for _ in range(2)]
    settings = Settings(crawford=random.random() < 0.7)
    max_cube = random.choice((0, 1, 2, 3, 4, 6, 10))
    power = random.randint(0, min(max_cube, 5)) if length != 1 else 0
    close = length > 1 and sorted(scores)[1] == length - 1 > min(scores)
    crawford = close and settings.crawford and not power and random.random() < 0.5
    situation = Situation(
        position=_race(random) if random.random() < 0.5 else random.choice(_wild()),
        turn=random.randint(0, 1),
        cube=1 << power,
        owner=random.choice((0, 1)) if power else None,
        scores=scores,
        length=length,
        crawford=crawford,
        jacoby=random.random() < 0.5,
        beavers=random.randint(0, 2),
        max_cube=max_cube,
        cube_on=power > 0 or random.random() < 0.95,
    )
    return match_of(situation, settings)


def _checked(engine, match, sure):
    """Grades and applies the engine's decision; asserts an error of at most `sure`.

    Returns False if review.grade gives no grade.
    """
    action = engine.begin(match).finish()
    question = Question(match)
    asked = actions.roll(2, 1) if action is None else action
    found = Thought(review.grade(engine, question, asked)).finish()
    if found is not None:
        assert found.loss <= sure, (record_text(asked), vars(found), vars(question.situation))
    match.apply(asked)
    return found is not None


def _to_the_answer(engine, match, sure):
    """Applies the engine's decisions until a roll or play is due, or the game is over.

    Returns the number of decisions graded. `sure`: the largest error allowed, as for `graded`.
    """
    count = 0
    while match.phase not in (TO_ROLL, TO_PLAY) and match.phase < GAME_OVER:
        count += _checked(engine, match, sure)
    return count


_DOUBLES = (
    (Match.can_double, actions.double()),
    (Match.can_beaver, actions.beaver()),
    (Match.can_raccoon, actions.raccoon()),
)


def graded(engine, random, situations, rolled, sure=0):
    """Grades decisions in random matches, and answers to doubles; returns the number graded.

    `situations`: the number of matches. `rolled`: True to grade plays too. `sure`: the largest
    error allowed, in 1/65536 point; more than 0 for an engine that samples rolls.
    """
    count = 0
    for _ in range(situations):
        match = _start(random)
        before = match
        for may, action in _DOUBLES:
            if not may(before):
                break
            before = match_of(before.situation())
            before.apply(action)
            count += _to_the_answer(engine, match_of(before.situation()), sure)
        count += _checked(engine, match, sure)
        count += _to_the_answer(engine, match, sure)
        if rolled and match.phase == TO_PLAY:
            count += _checked(engine, match, sure)
    return count


def test_whatever_it_takes_the_positions_for():
    """The judge gives positions random outcomes, to reach every case of the cube's rules."""
    engine = thinker_by(_Drawn(), search=NoLook(_Drawn()), sight=_DrawnToo)
    assert graded(engine, Random(9), 5000, False) > 3000
