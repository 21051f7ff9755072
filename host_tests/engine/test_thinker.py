"""What the net levels do with a judge: against all of it done the long way."""

from array import array
from binascii import crc32

from native_code import native
from picogammon.engine import cube, numbers, search
from picogammon.engine.cubeful import Stakes
from picogammon.engine.engine import Question, Thought
from picogammon.engine.evaluator import Erring, Exact
from picogammon.engine.noise import misjudgement
from picogammon.engine.search import Search
from picogammon.engine.thinker import Thinker
from picogammon.rules import actions, steps
from picogammon.rules import position as positions
from picogammon.rules.match import Match
from picogammon.rules.movegen import Plays
from picogammon.rules.situation import Situation

_ROLLS = [(first, second) for first in range(1, 7) for second in range(1, first + 1)]
_MIDDLE = (0, -2, 0, 0, 2, 0, 5, 0, 3, 0, 0, 0, -4, 4, 0, 0, -1, -3, 0, -4, 1, 0, 0, 0, 0, 0)
_HARDLY_SHUT = (-1, 2, 2) + 4 * (0,) + (7, 4) + 9 * (0,) + (-4, -4, -4, -2) + 4 * (0,)
_HALF_SHUT = (-2, 2, 2, 0, 2, 2, 5, 0, 2) + 9 * (0,) + (-3, -4, -2, -2, 0, -2, 0, 0)
_BOTH_SHUT = (-1, 2, 2, 0, 2, 2, 2, 0, 4) + 10 * (0,) + (-3, -4, -2, 0, -3, -2, 1)
_SHUT_OUT = (-1, 2, 2, 2, 2, 2, 2, 0, 3) + 9 * (0,) + (-4, -4, -2, -2, 0, -2, 0, 0)
_BEAR_OFF = (0, 3, 2) + 17 * (0,) + (0, 0, 0, -2, -2, 0)


class MixedJudge:
    """Gives each position chances of its own, drawn by its bytes; knows the end of a game."""

    def __init__(self):
        self.asked = 0

    def outcome(self, pos, out):
        self.asked += 1
        mixed = crc32(bytes(pos))
        out[0] = numbers.ONE if positions.off(pos) == 15 else 20000 + mixed % 20000
        out[1] = out[0] * (mixed >> 8 & 63) // 256
        out[2] = 0
        out[3] = (numbers.ONE - out[0]) * (mixed >> 16 & 63) // 256
        out[4] = 0


def _after(pos, play):
    after = array("b", pos)
    for one in play:
        steps.make(after, one)
    return after


def _all_plays(pos, dice):
    plays = Plays()
    return [plays.steps(i) for i in range(plays.generate(pos, dice[0], dice[1]))]


def _judged(pos):
    out = numbers.blank()
    MixedJudge().outcome(pos, out)
    return out


def _flipped(outcome):
    numbers.flipped(outcome, outcome)
    return outcome


def _best(before, roll):
    """What the best of the plays leaves to who plays; None where there is none."""
    outcomes = [_judged(_after(before, play)) for play in _all_plays(before, roll)]
    for outcome in outcomes:
        if numbers.cubeless(outcome) == max([numbers.cubeless(one) for one in outcomes]):
            return outcome
    return None


def _mean_of_best(before, passed):
    """The mean over the 36 rolls; `passed`: what passing leaves, asked how many of them pass."""
    best = [_best(before, roll) for roll in _ROLLS for _ in range(1 if roll[0] == roll[1] else 2)]
    passes = len([one for one in best if one is None])
    best = [passed(passes) if one is None else one for one in best]
    return array("i", [(sum([one[slot] for one in best]) + 18) // 36 for slot in range(5)])


def _ahead(pos):
    """What Search says, the long way: the mean of the opponent's best replies."""
    other = positions.swapped(pos)

    def passed(passes):
        if passes < 9:
            return _judged(other)
        return _flipped(_mean_of_best(pos, lambda again: _judged(pos)))

    return list(_flipped(_mean_of_best(other, passed)))


def _situation(pos=_MIDDLE, **fields):
    return Situation(position=positions.of(pos), **fields)


def test_a_look_ahead_is_the_mean_of_the_best_replies_to_all_rolls():
    search = Search(MixedJudge(), Plays())
    out = numbers.blank()
    for numbers_of in (_MIDDLE, _BEAR_OFF, _HARDLY_SHUT, _HALF_SHUT, _BOTH_SHUT, _SHUT_OUT):
        pos = positions.of(numbers_of)
        for _ in search.outcome(pos, out):
            pass
        assert list(out) == _ahead(pos)


def test_a_pass_is_worth_what_the_other_side_makes_of_it():
    """The net's guess of the one position that all passes leave says nothing."""
    pos = positions.of(_SHUT_OUT)
    out = numbers.blank()
    for _ in Search(MixedJudge(), Plays()).outcome(pos, out):
        pass
    assert list(out) == list(_mean_of_best(pos, None))


def test_of_a_race_all_is_known_without_a_look_ahead():
    situation = _situation(_BEAR_OFF, dice=(2, 1))
    ranked = []
    for ahead in (0, 8):
        thinker = Thinker(Exact(MixedJudge()), Plays(), ahead, 4 * numbers.ONE)
        found = Thought(thinker.rank(situation)).finish()
        ranked.append([(one.steps, one.equity, one.outcome) for one in found])
    assert len(ranked[0]) > 1 and ranked[0] == ranked[1]


@native
def test_the_best_reply_is_found_natively_as_in_plain_python():
    assert search.best_of is not search.twin
    pos = positions.of(_MIDDLE)
    plays = Plays()
    judge = MixedJudge().outcome
    for roll in _ROLLS:
        found = []
        for best_of in (search.best_of, search.twin):
            best = numbers.blank()
            most = -4 * numbers.ONE
            count = plays.generate(pos, *roll)
            for start in range(0, count, 5):
                rest = (judge, positions.empty(), numbers.blank(), best, most)
                most = best_of(plays, start, min(start + 5, count), pos, *rest)
            found.append((most, list(best)))
        assert found[0] == found[1]


def test_the_play_is_the_one_whose_result_is_worth_most():
    situation = _situation(dice=(6, 4))
    judge = MixedJudge()
    stakes = Stakes(situation)
    worth = {}
    for play in _all_plays(situation.position, (6, 4)):
        out = numbers.blank()
        judge.outcome(_after(situation.position, play), out)
        worth[tuple(play)] = stakes.value(out, cube.life(situation.position)[0])
    play = Thought(Thinker(Exact(judge), Plays()).choose(situation)).finish()
    assert worth[tuple(play)] == max(worth.values())


def test_a_look_ahead_decides_among_those_that_seem_close():
    situation = _situation(dice=(3, 1))
    stakes = Stakes(situation)
    life = cube.life(situation.position)[0]
    ranked = Thought(
        Thinker(Exact(MixedJudge()), Plays(), 8, 4 * numbers.ONE).rank(situation)
    ).finish()
    assert len(ranked) == 8
    for one in ranked:
        now = numbers.blank()
        after = _after(situation.position, one.steps)
        MixedJudge().outcome(after, now)
        ahead = _ahead(after)
        mixed = [(now[slot] + 3 * ahead[slot]) // 4 for slot in range(5)]
        assert list(one.outcome) == mixed
        assert one.equity == stakes.value(array("i", mixed), life)
    assert [one.equity for one in ranked] == sorted([one.equity for one in ranked], reverse=True)


def test_what_it_was_asked_before_changes_nothing():
    """It keeps what the last game was played for."""
    used = Thinker(Exact(MixedJudge()), Plays())
    some = [{}, {"jacoby": True}, {"cube": 2, "owner": 0}, {"cube": 2, "owner": 1}, {"max_cube": 0}]
    some += [{"length": 5}, {"length": 5, "scores": (4, 1)}, {"length": 5, "scores": (1, 4)}]
    some += [{"length": 5, "scores": (4, 1), "crawford": True}, {"cube_on": False}, {"turn": 1}]
    for fields in some:
        situation = _situation(dice=(6, 4), **fields)
        value = Thought(used.value(situation)).finish()
        fresh = Thought(Thinker(Exact(MixedJudge()), Plays()).value(situation)).finish()
        assert value.cubeful == fresh.cubeful
        assert value.outcome == fresh.outcome


def test_it_pauses_every_few_positions():
    judge = MixedJudge()
    thinker = Thinker(Exact(judge), Plays(), 4, 4 * numbers.ONE)
    for dice in ((1, 1), (6, 4)):
        thought = Thought(thinker.choose(_situation(dice=dice)))
        before = judge.asked
        while not thought.step():
            assert judge.asked - before <= 14
            before = judge.asked


def test_a_weaker_level_misjudges_a_position_the_same_way_each_time():
    """Whoever is asked, and whatever it was asked before."""

    def ranked(thinker, dice=(6, 4)):
        found = Thought(thinker.rank(_situation(dice=dice))).finish()
        return [(one.steps, one.equity) for one in found]

    used = Thinker(Erring(Exact(MixedJudge()), 40000), Plays())
    first = ranked(used)
    assert ranked(used, (3, 1)) != first
    assert ranked(used) == first
    assert ranked(Thinker(Erring(Exact(MixedJudge()), 40000), Plays())) == first
    exact = ranked(Thinker(Exact(MixedJudge()), Plays()))
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


def test_forced_and_impossible_plays_take_no_thought():
    judge = MixedJudge()
    thinker = Thinker(Exact(judge), Plays())
    closed = (0, 0, 0, 0, 0, 0, 13) + 12 * (0,) + (-2, -2, -2, -2, -2, -2, 1)
    assert Thought(thinker.choose(_situation(closed, dice=(2, 1)))).finish() == []
    assert judge.asked == 0


def test_what_is_certainly_lost_is_resigned_once():
    lost = positions.empty()
    lost[12] = 15
    lost[24] = -1
    match = Match.from_situation(Situation(position=lost, cube_on=False))
    thinker = Thinker(Exact(MixedJudge()), Plays())
    assert thinker.begin(match).finish() == actions.resign(2)
    assert thinker.begin(match).finish() is None
    lost[12] = 14
    lost[6] = 1
    assert thinker.begin(Match.from_situation(Situation(position=lost))).finish() is not None


def test_an_engine_is_told_the_position_and_the_roll_and_nothing_of_the_dice_to_come():
    match = Match.from_situation(_situation(dice=(6, 4)))
    told = Question(match)
    for name in ("match", "dice_source", "records", "log", "random"):
        assert not hasattr(told, name)
    assert told.situation.dice == (6, 4)
    one = Thinker(Exact(MixedJudge()), Plays(), 4, 4 * numbers.ONE).begin(match).finish()
    assert one == Thinker(Exact(MixedJudge()), Plays(), 4, 4 * numbers.ONE).begin(match).finish()
