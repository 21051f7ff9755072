"""Compares the look two rolls ahead, for plays and for the cube, with a slow, simple version."""

from array import array

from long_way import (
    BEAR_OFF,
    HALF_SHUT,
    MIDDLE,
    MixedJudge,
    after,
    ahead,
    all_plays,
    best,
    flipped,
    judged,
    sample,
    thinker_by,
)
from picogammon.engine import cube, numbers
from picogammon.engine.cube import Cube
from picogammon.engine.cubeful import Stakes
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import CONTACT, ONE
from picogammon.engine.search import Candidate, DeepSearch, Search
from picogammon.engine.search_kernel import class_of
from picogammon.rules import position as positions
from picogammon.rules.match import match_of
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation
from portable import some

_PLAYS = Plays()
_NO_LIMIT = 10**8
_PERMUTATIONS = 3  # for a cube
# One side bears in against a checker on the bar: some rolls end the contact.
_LAST_CONTACT = [0, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -14, 0, 0, 0, 3, 0, 0]


class _FlatJudge(MixedJudge):
    """A judge with nearly equal equities, so that a search keeps as many plays as it can."""

    def outcome(self, pos, out):
        MixedJudge.outcome(self, pos, out)
        out[0] = out[0] // 500 + 32000 if out[0] < numbers.ONE else numbers.ONE
        out[1] = out[3] = 0


def _two_rolls(judge, pos, permutations):
    """Returns the mean outcome of `pos` over pairs of rolls: the opponent's, then the player's.
    `permutations`: the number of second rolls that are paired with each of the 36 first rolls."""
    replies = {}
    sums = [0] * numbers.SLOTS
    for his, mine in sample(permutations):
        if his not in replies:
            replies[his] = best(positions.swapped(pos), his, judge)[0]
        reply = replies[his]
        if class_of(reply) == CONTACT:
            left, outcome = best(positions.swapped(reply), mine, judge)
            outcome = outcome or judged(left, judge)
        else:
            outcome = flipped(judged(reply, judge))
        for slot in range(numbers.SLOTS):
            sums[slot] += outcome[slot]
    count = 36 * permutations
    return [(one + count // 2) // count for one in sums]


def _mixed(look, two):
    return [(a + 3 * b) // 4 for a, b in zip(look, two)]


def _looked_at(judge, pos, roll, count):
    """Returns Candidates for the first `count` plays of `roll`. The outcome of each play comes
    from a look one roll ahead. The equities are arbitrary: 100, 99, and so on."""
    few = []
    for i, play in enumerate(all_plays(pos, roll)[:count]):
        made = after(pos, play)
        one = Candidate()
        one.position[:] = made
        one.outcome[:] = array("i", ahead(made, judge))
        one.equity = 100 - i
        one.steps = play
        few.append(one)
    return few


def _ordered(few, judge, most, also=None, equity=numbers.cubeless):
    search = Search(judge, _PLAYS)
    deep = DeepSearch(search, most)
    pauses = 0
    for _ in deep.compare(few, len(few), len(few), also, equity):
        pauses += 1
        assert 2 <= deep.comparing <= 6
    assert deep.comparing == 0
    return search.judged, pauses


def _check_sampled(judge, one, look, permutations):
    if permutations:
        look = _mixed(look, _two_rolls(judge, one.position, permutations))
    assert list(one.outcome) == look, permutations


def test_the_last_two_are_judged_by_all_pairs_and_the_others_by_a_sample():
    judge = _FlatJudge()
    for pos, roll in some([(MIDDLE, (6, 4)), (HALF_SHUT, (5, 3)), (MIDDLE, (3, 1))]):
        few = _looked_at(judge, positions.from_numbers(pos), roll, 7)
        looks = {tuple(one.position): list(one.outcome) for one in few}
        left_out = tuple(few[6].position)
        _ordered(few, judge, _NO_LIMIT)
        for one, permutations in zip(few, (36, 36, 9, 9, 3, 3, 3)):
            made = tuple(one.position)
            _check_sampled(judge, one, looks[made], 0 if made == left_out else permutations)
        worths = [one.equity for one in few]
        assert worths == sorted(worths, reverse=True)


def test_who_ranks_has_eight_sampled_and_none_by_all_pairs():
    judge = _FlatJudge()
    few = _looked_at(judge, positions.from_numbers(MIDDLE), (6, 4), 8)
    looks = {tuple(one.position): list(one.outcome) for one in few}
    deep = DeepSearch(Search(judge, _PLAYS), 1)
    Thought(deep.compare(few, 8, 8, None, numbers.cubeless, True)).finish()
    assert [one.permutations for one in few] == [9] * 6 + [3] * 2
    for one in few:
        _check_sampled(judge, one, looks[tuple(one.position)], one.permutations)


def test_what_seems_much_worse_is_not_looked_at_but_a_play_that_is_asked_for_is():
    judge = _FlatJudge()
    pos = positions.from_numbers(MIDDLE)
    few = _looked_at(judge, pos, (6, 4), 4)
    also = few.pop()
    for one, worth in zip(few, (9000, 9000 - 60 * 65, 9000 - 60 * 65 - 1)):
        one.equity = worth
    looks = list(few[2].outcome), list(also.outcome)
    _ordered(few, judge, _NO_LIMIT, also)
    assert list(few[2].outcome) == looks[0]
    assert list(also.outcome) == _mixed(looks[1], _two_rolls(judge, also.position, 36))


def test_it_judges_hardly_more_than_it_may_and_the_more_the_better_it_knows():
    judge = _FlatJudge()
    pos = positions.from_numbers(MIDDLE)
    counts = []
    for most in (100, 6000, 12000, 30000, 60000):
        few = _looked_at(judge, pos, (6, 4), 6)
        judged, pauses = _ordered(few, judge, most)
        assert judged < most * 1.1
        assert pauses * 24 >= judged, "it pauses every few positions"
        counts.append(judged)
    assert counts[0] == 0 and counts == sorted(counts) and counts[-1] > 2 * counts[1] > 0


def _slices(thinker, situation, hurried_after):
    """Ranks plays in slices of work; hurries the thinker after `hurried_after` slices, unless None.
    Returns (number of slices that the ranking took, [(steps, equity) of each ranked play])."""
    thought = Thought(thinker.rank(situation))
    slices = 0
    while not thought.step():
        slices += 1
        if slices == hurried_after:
            thinker.hurry()
    return slices, [(one.steps, one.equity) for one in thought.answer]


def test_who_is_hurried_answers_soon_with_a_play_that_is_known_and_is_himself_again_after_that():
    judge = _FlatJudge()
    thinker = thinker_by(judge, 8, 0, _PLAYS, most=9000, margin=numbers.ONE)
    situation = Situation(position=positions.from_numbers(MIDDLE), dice=(6, 4))
    took, calm = _slices(thinker, situation, None)
    assert took > 100
    legal = [one for one, _ in calm]
    for after_so_many in some([1, 20, took // 3, took // 2, took - 100]):
        hurried, found = _slices(thinker, situation, after_so_many)
        assert hurried < min(took, after_so_many + 120), after_so_many
        assert found[0][0] in legal
        assert [one for _, one in found] == sorted([one for _, one in found], reverse=True)
    assert _slices(thinker, situation, None) == (took, calm)


def _cube_the_long_way(judge, situation):
    """Returns the mean equities (nd, dt) over sampled pairs of rolls, the player's roll first."""
    stakes = Stakes(situation)
    nd = dt = 0
    for mine, his in sample(_PERMUTATIONS):
        made = best(situation.position, mine, judge)[0]
        if class_of(made) != CONTACT:
            outcome, life = judged(made, judge), cube.life(made)
        else:
            before = positions.swapped(made)
            answer = best(before, his, judge)[1]
            outcome = flipped(answer or judged(before, judge))
            life = (cube.CONTACT_LIFE, cube.CONTACT_LIFE)
        worth = stakes.weigh(outcome, *life)
        nd += worth[0]
        dt += worth[1]
    return nd // (36 * _PERMUTATIONS), dt // (36 * _PERMUTATIONS)


def _weighed(judge, situation, found):
    deep = DeepSearch(Search(judge, Plays()), 1)
    work = deep.weigh(found, situation.position, Stakes(situation))
    return Thought(work).finish()


def test_of_a_cube_half_is_the_look_and_half_what_a_sample_of_two_rolls_leaves():
    judge = MixedJudge()
    for pos, fields in (
        (MIDDLE, {}),
        (MIDDLE, {"length": 5, "scores": [1, 3]}),
        (MIDDLE, {"owner": 0, "cube": 2}),
        (_LAST_CONTACT, {}),
    ):
        situation = Situation(position=positions.from_numbers(pos), **fields)
        nd, dt = _cube_the_long_way(judge, situation)
        found = _weighed(judge, situation, Cube(30000, 30010, ONE, (1, 2, 3, 4, 5)))
        assert (found.nd, found.dt) == ((30000 + nd) // 2, (30010 + dt) // 2)
        assert found.dp == ONE and found.outcome == (1, 2, 3, 4, 5)
        assert found.beaver is None and found.raccoon is None


def test_a_beaver_and_a_raccoon_change_with_the_double_but_a_clear_cube_stays_unjudged():
    situation = Situation(position=positions.from_numbers(MIDDLE), beavers=2)
    before = Cube(-100, -200, ONE, (0,) * 5, -400, -800)
    found = _weighed(MixedJudge(), situation, before)
    assert found.dt != before.dt
    assert (found.beaver, found.raccoon) == (2 * found.dt, 4 * found.dt)
    judge = MixedJudge()
    clear = Cube(20000, -20000, ONE, (0,) * 5)
    assert _weighed(judge, situation, clear) is clear and not judge.asked


def test_a_cube_is_weighed_two_rolls_ahead_with_contact_alone():
    for pos, differs in ((MIDDLE, True), (BEAR_OFF, False)):
        question = Question(match_of(Situation(position=positions.from_numbers(pos))))
        found = []
        for most in (0, 1):
            cube_of = thinker_by(MixedJudge(), most=most).weigh(question)
            cube = Thought(cube_of).finish()
            found.append((cube.nd, cube.dt))
        assert (found[0] != found[1]) == differs
