"""Two rolls ahead at fewer and fewer plays, against the same done the long way."""

from long_way import BEAR_OFF, HALF_SHUT, MIDDLE, MixedJudge, after, ahead, all_plays
from picogammon.engine import numbers
from picogammon.engine.chooser import Shortlist
from picogammon.engine.classes import CONTACT
from picogammon.engine.classes_kernel import class_of
from picogammon.engine.engine import Thought
from picogammon.engine.exact import Exact
from picogammon.engine.halving import Halving
from picogammon.engine.search import Search
from picogammon.engine.thinker import Thinker
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.situation import Situation
from portable import some

_PLAYS = Plays()
_CASES = [(first, second) for first in range(1, 7) for second in range(1, 7)]
_NO_LIMIT = 10**8


class _FlatJudge(MixedJudge):
    """Finds all plays of the first roll close, so that each stage has all it may have."""

    def outcome(self, pos, out):
        MixedJudge.outcome(self, pos, out)
        out[0] = out[0] // 500 + 32000 if out[0] < numbers.ONE else numbers.ONE
        out[1] = out[3] = 0


def _best(judge, before, roll):
    """(the position after the best play, its outcome) for who rolls; after none as it was."""
    best = None
    for play in all_plays(before, roll) or [()]:
        made = after(before, play)
        outcome = numbers.blank()
        judge.outcome(made, outcome)
        if best is None or numbers.cubeless(outcome) > numbers.cubeless(best[1]):
            best = made, outcome
    return best


def _two_rolls(judge, pos, permutations):
    """The mean outcome of a position over so many permutations of the opponent's and one's own
    roll."""
    replies = {}
    sums = [0] * numbers.SLOTS
    for i, j in _sample(permutations):
        if _CASES[i] not in replies:
            replies[_CASES[i]] = _best(judge, positions.swapped(pos), _CASES[i])[0]
        reply = replies[_CASES[i]]
        outcome = numbers.blank()
        if class_of(reply) == CONTACT:
            outcome = _best(judge, positions.swapped(reply), _CASES[j])[1]
        else:
            judge.outcome(reply, outcome)
            numbers.flip(outcome, outcome)
        for slot in range(numbers.SLOTS):
            sums[slot] += outcome[slot]
    count = 36 * permutations
    return [(one + count // 2) // count for one in sums]


def _sample(permutations):
    """Pairs of cases, one by one: all of them at once take much of a small heap."""
    for q in range(permutations):
        for i in range(36):
            yield i, (7 * i + 13 * q) % 36


def _looked_at(judge, pos, roll, count):
    """A Shortlist of some plays, with what a look says of them; equal ones in order."""
    few = Shortlist(count)
    for i, play in enumerate(all_plays(pos, roll)[:count]):
        made = after(pos, play)
        few.kept[i].fill(i, made, ahead(made, judge), 100 - i)
        few.kept[i].steps = play
    few.count = min(count, len(all_plays(pos, roll)))
    return few


def _ordered(few, judge, most, also=None, worth=numbers.cubeless):
    search = Search(judge, _PLAYS)
    halving = Halving(most)
    pauses = 0
    for _ in halving.order(few, few.count, also, search, worth):
        pauses += 1
        assert 2 <= halving.comparing <= 6
    assert halving.comparing == 0
    return search.judged, pauses


def test_thirty_six_permutations_are_all_pairs():
    assert {36 * i + j for i, j in _sample(36)} == set(range(36 * 36))
    for i, j in ((0, 1), (1, 0)):
        assert sorted([pair[i] for pair in _sample(1)]) == list(range(36)), j


def test_the_last_two_are_judged_by_all_pairs_and_the_others_by_a_sample():
    judge = _FlatJudge()
    for pos, roll in some([(MIDDLE, (6, 4)), (HALF_SHUT, (5, 3)), (MIDDLE, (3, 1))]):
        pos = positions.of(pos)
        few = _looked_at(judge, pos, roll, 7)
        looks = {tuple(one.position): list(one.outcome) for one in few.kept}
        first = {tuple(one.position) for one in few.kept[:6]}
        _ordered(few, judge, _NO_LIMIT)
        for at, one in enumerate(few.kept[: few.count]):
            look = looks[tuple(one.position)]
            if at < 2:
                permutations = 36  # all pairs
            elif at < 4:
                permutations = 9
            elif tuple(one.position) in first:
                permutations = 3
            else:
                assert list(one.outcome) == look
                continue
            two = _two_rolls(judge, one.position, permutations)
            assert list(one.outcome) == [(a + 3 * b) // 4 for a, b in zip(look, two)], at
        worths = [one.worth for one in few.kept[: few.count]]
        assert worths == sorted(worths, reverse=True)


def test_who_ranks_has_eight_sampled_and_none_by_all_pairs():
    judge = _FlatJudge()
    pos = positions.of(MIDDLE)
    few = _looked_at(judge, pos, (6, 4), 8)
    looks = {tuple(one.position): list(one.outcome) for one in few.kept}
    search = Search(judge, _PLAYS)
    work = Halving(1).order(few, few.count, None, search, numbers.cubeless, True)
    Thought(work).finish()
    for at, one in enumerate(few.kept[: few.count]):
        sampled = 9 if at < 6 else 3
        two = _two_rolls(judge, one.position, sampled)
        look = looks[tuple(one.position)]
        assert list(one.outcome) == [(a + 3 * b) // 4 for a, b in zip(look, two)], at
        assert one.permutations == one.ranked().permutations == sampled


def test_what_seems_much_worse_is_not_looked_at():
    judge = _FlatJudge()
    pos = positions.of(MIDDLE)
    few = _looked_at(judge, pos, (6, 4), 3)
    for one, worth in zip(few.kept, (9000, 9000 - 60 * 65, 9000 - 60 * 65 - 1)):
        one.worth = worth
    look = list(few.kept[2].outcome)
    _ordered(few, judge, _NO_LIMIT)
    assert list(few.kept[2].outcome) == look


def test_a_play_that_is_asked_for_is_judged_as_far_as_the_best():
    judge = _FlatJudge()
    pos = positions.of(MIDDLE)
    few = _looked_at(judge, pos, (6, 4), 3)
    also = few.kept[2]
    few.count = 2
    look = list(also.outcome)
    _ordered(few, judge, _NO_LIMIT, also)
    two = _two_rolls(judge, also.position, 36)
    assert list(also.outcome) == [(a + 3 * b) // 4 for a, b in zip(look, two)]


def test_it_judges_hardly_more_than_it_may_and_the_more_the_better_it_knows():
    judge = _FlatJudge()
    pos = positions.of(MIDDLE)
    counts = []
    for most in (100, 6000, 12000, 30000, 60000):
        few = _looked_at(judge, pos, (6, 4), 6)
        judged, pauses = _ordered(few, judge, most)
        assert judged < most * 1.1
        assert pauses * 10 >= judged, "it pauses every few positions"
        counts.append(judged)
    assert counts[0] == 0 and counts == sorted(counts) and counts[-1] > 2 * counts[1] > 0


def test_what_the_look_has_judged_counts():
    judge = _FlatJudge()
    pos = positions.of(MIDDLE)
    few = _looked_at(judge, pos, (6, 4), 6)
    search = Search(judge, _PLAYS)
    search.judged = 5900
    assert not list(Halving(6000).order(few, 6, None, search, numbers.cubeless))


def test_another_who_finds_plays_meanwhile_changes_nothing():
    judge = _FlatJudge()
    pos = positions.of(MIDDLE)
    found = []
    for disturbs in (False, True):
        few = _looked_at(judge, pos, (6, 4), 2)
        halving = Halving(9000)
        for _ in halving.order(few, 2, None, Search(judge, _PLAYS), numbers.cubeless):
            if disturbs:
                _PLAYS.generate(positions.start(), 6, 6)
        found.append([(one.steps, one.worth, list(one.outcome)) for one in few.kept[:2]])
    assert found[0] == found[1]


def test_a_race_is_left_as_it_is():
    judge = MixedJudge()
    plays = Plays()
    situation = Situation(position=positions.of(BEAR_OFF), dice=(2, 1))
    ranked = []
    for halving in (None, Halving(_NO_LIMIT)):
        thinker = Thinker(Exact(judge), plays, Search(judge, plays), 8, numbers.ONE, None, halving)
        found = Thought(thinker.rank(situation)).finish()
        ranked.append([(one.steps, one.equity, one.outcome) for one in found])
    assert ranked[0] == ranked[1]


def _slices(thinker, situation, hurried_after):
    """How many slices ranking takes, hurried after so many, and the ranked plays."""
    work = thinker.rank(situation)
    slices = 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            return slices, [(one.steps, one.equity) for one in end.value]
        slices += 1
        if slices == hurried_after:
            thinker.hurry()


def test_who_is_hurried_answers_soon_with_a_play_that_is_known_and_is_himself_again_after_that():
    judge = _FlatJudge()
    search = Search(judge, _PLAYS)
    thinker = Thinker(Exact(judge), _PLAYS, search, 8, numbers.ONE, None, Halving(9000))
    situation = Situation(position=positions.of(MIDDLE), dice=(6, 4))
    took, calm = _slices(thinker, situation, None)
    assert took > 300
    legal = [one for one, _ in calm]
    for after_so_many in some([1, 20, took // 3, took // 2, took - 100]):
        hurried, found = _slices(thinker, situation, after_so_many)
        assert hurried < min(took, after_so_many + 120), after_so_many
        assert found[0][0] in legal
        assert [one for _, one in found] == sorted([one for _, one in found], reverse=True)
    assert _slices(thinker, situation, None) == (took, calm)
