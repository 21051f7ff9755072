"""Grades and reviews: errors, PR, luck, rows in match files; transcripts/review.txt tests more."""

from fakes.coach import ONE, UNIT, Coach
from matches import after, do, match_at
from picogammon.engine import levels, numbers, review
from picogammon.engine.engine import Question, Thought
from picogammon.engine.review import MatchReview
from picogammon.rules import actions
from picogammon.rules.actions import record_text
from picogammon.rules.match import Refusal
from portable import raises
from reading import records

_EVEN = (0, 0, ONE)


def at(*done, **fields):
    """Returns a Match after the actions `done`; player 0 begins, without an opening roll."""
    return after("game turn=0", *done, **fields)


def grade(match, words, cube=_EVEN, coach=None):
    action = records.parse(words, match.position, match.dice)
    return Thought(review.grade(coach or Coach(cube), Question(match), action)).finish()


def reviewed(match, coach=None):
    done = review.Review(coach or Coach(), match.settings, match.records)
    done.finish()
    return done


def test_a_play_loses_what_the_best_is_worth_more_whatever_its_steps():
    match = at("roll 3-1")
    found = grade(match, "play 24/20")
    assert (found.side, found.loss, found.counts) == (0, 10 * UNIT, True)
    assert record_text(found.best) == "play 8/5 6/5" and found.best_equity == 10 * UNIT
    assert grade(match, "play 8/5 6/5").loss == 0
    for steps in ((24 << 3 | 3, 21 << 3 | 1), (24 << 3 | 1, 23 << 3 | 3)):
        found = Thought(review.grade(Coach(), Question(match), actions.play(steps))).finish()
        assert found.loss == 10 * UNIT


def test_the_limits_of_the_names_are_two_four_and_eight_hundredths():
    for limit, hundredths in ((review.DOUBTFUL, 2), (review.MISTAKE, 4), (review.BLUNDER, 8)):
        assert 100 * (limit - 1) < hundredths * ONE <= 100 * limit


def test_where_nothing_can_be_chosen_there_is_no_grade():
    assert grade(match_at({3: 1, 20: -2}, length=3, dice=(6, 5)), "play 3/off") is None
    for cube, owner in ((2, 1), (8, 0)):  # a cube of the other side's, and a dead one
        match = after("game turn=0 cube=%d owner=%d" % (cube, owner), length=5)
        assert grade(match, "roll 3-1", (0, ONE // 2, ONE)) is None


class Deceived(Coach):
    """A Coach that ranks the player's play last, but gives this play the highest equity."""

    def rank(self, situation, also=None):
        ranked = yield from Coach.rank(self, situation, also)
        ranked[-1].equity = ONE
        return ranked


def test_a_play_that_turns_out_to_be_the_best_loses_nothing():
    match = at("roll 3-1")
    found = grade(match, "play 24/20", coach=Deceived())
    assert found.loss == 0 and record_text(found.best) == "play 24/21 21/20"


def test_a_play_that_is_not_legal_is_counted_and_the_rest_is_judged():
    for legal, roll, steps in (
        (True, "3-1", (8 << 3 | 3, 6 << 3 | 1)),
        (False, "3-1", ()),  # a pass, and a die that is left
        (False, "3-1", (8 << 3 | 3,)),
        (False, "6-1", (6 << 3 | 6, 8 << 3 | 1)),  # a checker that is borne off too early
    ):
        match = at("roll " + roll)
        match.apply(actions.play(steps), True)
        do(match, "roll 6-5", "play 13/8 13/7", "resign single", "accept")
        first, second = reviewed(match).sides
        assert (first.illegal, second.illegal) == (not legal, 0), steps
        assert first.decisions == legal + 1 and second.decisions == 2, "each could double"
        whole = of_match(lambda match=match: iter([match, match]))
        assert whole.sides[0].illegal == 2 * first.illegal


# A cube's worth (nd, dt), in quarters of a point; a drop loses one point.
_CUBES = (
    # actions before, graded action, cube: loss in quarters, best action
    ((), "roll 3-1", (1, 2), 1, "double"),
    ((), "double", (2, 1), 1, None),
    ((), "roll 3-1", (2, 8), 2, "double"),  # the other side would drop
    ((), "double", (5, 8), 1, None),  # too good
    (("double",), "take", (0, 5), 1, "drop"),
    (("double",), "drop", (0, 2), 2, "take"),
)
_BAD, _GOOD = (0, -1), (0, 8)  # a double of a quarter less than nothing, and of two points
_BEAVERS = (  # of money with beavers and raccoons
    ((), "double", _BAD, 2, None),  # it will be beavered
    (("double",), "take", _BAD, 1, "beaver"),
    (("double",), "beaver", _BAD, 0, "beaver"),
    (("double", "beaver"), "take", _BAD, 0, "take"),
    (("double", "beaver"), "drop", _BAD, 6, "take"),
    (("double", "beaver"), "raccoon", _BAD, 2, "take"),
    (("double", "beaver", "raccoon"), "take", _BAD, 0, "take"),
    (("double", "beaver", "raccoon"), "drop", _BAD, 20, "take"),
    (("double", "beaver"), "raccoon", _GOOD, 0, "take"),  # which would cost as much
    (("double", "beaver", "raccoon"), "drop", _GOOD, 0, "drop"),
    (("double", "beaver", "raccoon"), "take", _GOOD, 16, "drop"),
)


def test_what_is_lost_at_the_cube_and_what_would_have_been_right():
    cases = [(at(*case[0], length=5),) + case[1:] for case in _CUBES]
    cases += [(at(*case[0], beavers=2),) + case[1:] for case in _BEAVERS]
    for match, words, (nd, dt), loss, best in cases:
        found = grade(match, words, (nd * ONE // 4, dt * ONE // 4, ONE))
        case = words, nd, dt
        assert (found.side, found.loss) == (match.decider, loss * ONE // 4), case
        assert (found.best and record_text(found.best)) == best, case
    beavered = at("double", "beaver", beavers=2)
    assert grade(beavered, "raccoon", (0, 2 * ONE, ONE)).equity == 4 * ONE
    do(beavered, "raccoon")
    assert grade(beavered, "roll 3-1", (0, 2 * ONE, ONE)) is None


def test_not_doubling_counts_only_where_it_was_close_or_wrong():
    match = at(length=5)
    for words, nd, dt, counts in (
        ("roll 3-1", ONE // 2, 0, False),
        ("roll 3-1", ONE // 10, 0, True),
        ("roll 3-1", 0, ONE // 2, True),
        ("double", ONE // 2, 0, True),
    ):
        assert grade(match, words, (nd, dt, ONE)).counts == counts, (words, nd, dt)


def test_pr_is_500_times_the_equity_lost_a_decision_and_has_a_name():
    assert numbers.pr(ONE // 100, 1) == 500
    assert numbers.pr(3 * ONE // 100, 4) == 375
    assert numbers.pr(0, 7) == 0
    assert numbers.pr_of_error(45) == 225, "4.5 mEq a decision are a PR of 2.25"
    for name, least, most in (
        ("grandmaster", 0, 89),
        ("master", 90, 149),
        ("expert", 150, 150),
        ("club", 899, 899),
        ("casual", 900, 900),
        ("novice", 2999, 2999),
        ("beginner", 3000, 3000),
    ):
        assert numbers.band(least) == numbers.band(most) == name
    assert [numbers.band(0, decisions) for decisions in (19, 20)] == ["", "grandmaster"]
    for name in levels.levels():  # a level is called what its own PR is called
        tenths = levels.error(name)
        assert tenths is None or numbers.band(numbers.pr_of_error(tenths)) == name


def test_rows_are_those_of_a_match_file():
    match = at("roll 3-1", "play 8/5 6/5", "double", "take", "roll 3-1", "play 13/9", length=5)
    done = reviewed(match)
    assert done.sides[1].worst.row == 2
    opened_by_1 = after("roll 1-3", "play 8/5 6/5", "roll 3-1", "play 13/9", length=3)
    assert reviewed(opened_by_1).sides[0].worst.row == 2
    with raises(ValueError, "no record 9"):
        Thought(done.look_at(9)).finish()


def test_luck_is_the_roll_s_best_play_less_the_mean_of_all_36_but_not_of_the_opening_roll():
    match = at("roll 3-1", "play 8/5 6/5")
    before = match.situation()
    do(match, "roll 6-6")
    total = 0
    for high in range(1, 7):
        for low in range(1, 7):
            before.dice = (high, low)
            value = Thought(Coach().value(before)).finish().cubeful
            total += value
    luck = reviewed(match).sides[1].luck
    assert abs(luck - (value - total // 36)) <= 1
    assert luck > 0
    alone = review.Review(Coach(), match.settings, match.records, None, True)
    alone.finish()
    assert alone.sides[1].luck == luck
    assert not alone.decisions() and alone.sides[0].pr is None
    opened = after("roll 6-1", "play 13/7 8/7", length=3)
    assert [side.luck for side in reviewed(opened).sides] == [0, 0]


def test_it_works_in_slices_and_says_how_far_it_is():
    match = at("roll 3-1", "play 24/20", "roll 3-1", "play 13/9")
    work = review.Review(Coach(slices=5), match.settings, match.records)
    seen = []
    graded_at = None
    while not work.step():
        if work.graded and graded_at is None:
            graded_at = len(seen)
        seen.append(work.progress)
    assert 0 < graded_at < len(seen) and len(seen) > 100
    for part in (seen[:graded_at], seen[graded_at:]):
        assert part == sorted(part) and 0 <= part[0] and part[-1] <= 1000
    assert len(set(seen[graded_at:])) > 15  # five records, but a roll's luck takes a while
    assert work.graded and work.done


def of_match(games):
    done = MatchReview(Coach(slices=3), games)
    while not done.step():
        pass
    return done


def test_a_match_is_reviewed_up_to_a_game_that_cannot_be_read():
    first = at("roll 3-1", "play 24/20", "roll 4-2", "play 8/4 6/4", length=5)

    def games(error):
        yield first
        raise error

    for error in (OSError(5), Refusal("no match")):
        whole = of_match(lambda error=error: games(error))
        assert whole.games == 1 and whole.sides[0].lost == reviewed(first).sides[0].lost
    assert of_match(lambda: iter([])).games == 0
