"""Compares the shortlist and one-roll look-ahead of the net levels with a slow, simple version."""

from array import array

from long_way import (
    BEAR_OFF,
    BOTH_SHUT,
    HALF_SHUT,
    HARDLY_SHUT,
    MIDDLE,
    SHUT_OUT,
    MixedJudge,
    after,
    ahead,
    all_plays,
    judged,
    mean_of_best,
    thinker_by,
)
from picogammon.engine import cube, numbers
from picogammon.engine.cubeful import Stakes
from picogammon.engine.engine import Thought
from picogammon.engine.search import Search
from picogammon.engine.sight import misjudgement
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import match_of
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation


def _situation(pos=MIDDLE, **fields):
    return Situation(position=positions.from_numbers(pos), **fields)


def test_of_a_race_all_is_known_without_a_look_ahead_also_by_a_weaker_level():
    situation = _situation(BEAR_OFF, dice=(2, 1))
    found = []
    for looked_at, noise, most in ((0, 0, 0), (8, 0, 0), (0, 40000, 0), (8, 0, 10**8)):
        thinker = thinker_by(MixedJudge(), looked_at, noise, most=most)
        ranked = Thought(thinker.rank(situation)).finish()
        found.append([(one.steps, one.equity, one.outcome) for one in ranked])
    assert len(found[0]) > 1 and found.count(found[0]) == len(found)


def test_whatever_was_played_is_in_the_list_once_and_costs_the_others_nothing():
    engine = thinker_by(MixedJudge())
    for dice in ((3, 1), (6, 5), (1, 1)):
        situation = _situation(dice=dice)
        best = Thought(engine.rank(situation)).finish()
        legal = all_plays(situation.position, dice)
        assert 2 < len(best) <= len(legal)
        worths = [play.equity for play in best]
        assert worths == sorted(worths, reverse=True)
        for made in legal[::7]:
            ranked = Thought(engine.rank(situation, bytes(made))).finish()
            found = [after(situation.position, play.steps) for play in ranked]
            assert found.count(after(situation.position, made)) == 1
            assert [play.equity for play in ranked[: len(best)]] == worths


def test_a_look_ahead_decides_among_those_that_seem_close():
    situation = _situation(dice=(3, 1))
    stakes = Stakes(situation)
    life = cube.life(situation.position)[0]
    seemed = {}
    for play in all_plays(situation.position, (3, 1)):
        made = after(situation.position, play)
        now = judged(made, MixedJudge())
        seemed[bytes(made)] = stakes.value(now, life), now
    close = sorted(seemed, key=lambda made: -seemed[made][0])[:8]
    ranked = Thought(thinker_by(MixedJudge(), 8).rank(situation)).finish()
    found = [bytes(after(situation.position, one.steps)) for one in ranked]
    assert sorted(found) == sorted(close)
    for one, made in zip(ranked, found):
        now = seemed[made][1]
        later = ahead(array("b", made))
        mixed = [(now[slot] + 3 * later[slot]) // 4 for slot in range(5)]
        assert list(one.outcome) == mixed
        assert one.equity == stakes.value(array("i", mixed), life)
    assert [one.equity for one in ranked] == sorted([one.equity for one in ranked], reverse=True)


def test_what_it_was_asked_before_changes_nothing():
    """A Thinker caches an equity calculator, but must not use it for another score or cube."""
    used = thinker_by(MixedJudge())
    some = [{}, {"jacoby": True}, {"cube": 2, "owner": 0}, {"cube": 2, "owner": 1}, {"max_cube": 0}]
    some += [{"length": 5}, {"length": 5, "scores": (4, 1)}, {"length": 5, "scores": (1, 4)}]
    some += [{"length": 5, "scores": (4, 1), "crawford": True}, {"cube_on": False}, {"turn": 1}]
    for fields in some:
        situation = _situation(dice=(6, 4), **fields)
        value = Thought(used.value(situation)).finish()
        fresh = Thought(thinker_by(MixedJudge()).value(situation)).finish()
        assert value.cubeful == fresh.cubeful
        assert value.outcome == fresh.outcome


def test_it_pauses_every_few_positions():
    judge = MixedJudge()
    thinker = thinker_by(judge, 4)
    for dice in ((1, 1), (6, 4)):
        thought = Thought(thinker.choose(_situation(dice=dice)))
        before = judge.asked
        while not thought.step():
            assert judge.asked - before <= 25
            before = judge.asked


def test_a_weaker_level_misjudges_a_position_the_same_way_each_time():
    """Engines with errors of the same size (`noise`) agree, whatever they judged before."""

    def ranked(thinker, dice=(6, 4)):
        found = Thought(thinker.rank(_situation(dice=dice))).finish()
        return [(one.steps, one.equity) for one in found]

    used = thinker_by(MixedJudge(), noise=40000)
    first = ranked(used)
    assert ranked(used, (3, 1)) != first
    assert ranked(used) == first
    assert ranked(thinker_by(MixedJudge(), noise=40000)) == first
    exact = ranked(thinker_by(MixedJudge()))
    assert [steps for steps, _ in exact] != [steps for steps, _ in first]


def test_misjudgements_are_spread_around_nothing():
    pos = positions.start()
    found = []
    for place in range(1, 25):
        for n in range(-3, 4):
            pos[place] = n
            found.append(misjudgement(pos, 1000))
    mean = sum(found) // len(found)
    spread = sum([(one - mean) * (one - mean) for one in found]) // len(found)
    assert abs(mean) < 250
    assert 700 * 700 < spread < 1300 * 1300


def test_impossible_plays_take_no_thought_and_the_position_has_a_value():
    judge = MixedJudge()
    thinker = thinker_by(judge)
    closed = (0, 0, 0, 0, 0, 0, 13) + 12 * (0,) + (-2, -2, -2, -2, -2, -2, 1)
    shut_out = _situation(closed, dice=(2, 1))
    assert Thought(thinker.choose(shut_out)).finish() == []
    assert judge.asked == 0
    assert Thought(thinker.rank(shut_out)).finish() == []
    assert -3 * numbers.ONE < Thought(thinker.value(shut_out)).finish().cubeful < 3 * numbers.ONE


def test_what_is_certainly_lost_is_resigned_once():
    lost = positions.empty()
    lost[12] = 15
    lost[24] = -1
    match = match_of(Situation(position=lost, cube_on=False))
    thinker = thinker_by(MixedJudge())
    assert thinker.begin(match).finish() == actions.resign(2)
    assert thinker.begin(match).finish() is None
    lost[12] = 14
    lost[6] = 1
    assert thinker.begin(match_of(Situation(position=lost))).finish() is not None


def test_a_look_ahead_is_the_mean_of_the_best_replies_to_all_rolls():
    """If the opponent cannot play 9 or more of 36 rolls, these rolls are judged one roll later."""
    search = Search(MixedJudge(), Plays())
    out = numbers.blank()
    for numbers_of in (MIDDLE, BEAR_OFF, HARDLY_SHUT, HALF_SHUT, BOTH_SHUT, SHUT_OUT):
        pos = positions.from_numbers(numbers_of)
        for _ in search.outcome(pos, out):
            pass
        assert list(out) == ahead(pos)
    assert list(out) == list(mean_of_best(pos, None))


def test_who_shares_the_plays_thinks_as_if_alone():
    """The engines of the link and the match share a Plays and take turns slice by slice."""
    questions = [_situation(dice=roll) for roll in ((3, 1), (2, 2))]
    questions += [_situation(SHUT_OUT, dice=(6, 6)), _situation(BEAR_OFF, dice=(5, 4))]
    plays = Plays()

    def thought_of(asked, looks, most):
        thinker = thinker_by(MixedJudge(), looks, plays=plays, most=most, margin=numbers.ONE)
        return Thought(thinker.choose(asked))

    for depth in ((0, 0), (3, 0), (3, 2000)):
        wanted = [list(thought_of(asked, *depth).finish()) for asked in questions]
        shared = [thought_of(asked, *depth) for asked in questions]
        slices = 0
        while any(not thought.done for thought in shared):
            shared[slices % len(shared)].step()
            slices += 1
        assert [list(thought.answer) for thought in shared] == wanted
