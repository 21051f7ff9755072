"""The tournament clock: a delay a turn, a reserve a match, when it stands, what its fall does."""

from fakes.coach import Coach
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session.prefs import TUTOR
from picogammon.app.session.tournament import TournamentClock
from picogammon.engine.engine import Question
from picogammon.engine.numbers import ONE
from picogammon.engine.review import is_decision
from picogammon.rules import actions, match, records_text
from reading.records import parse

_ROLLS = [(3, 1), (6, 5), (4, 2), (5, 1), (6, 3)]


def by_the_clock(rolls=_ROLLS, settings=None, computers=(), coach=None):
    """A Sitting after the opening roll, which Amber has won, with 2 minutes each."""
    settings = settings or two_people(clock=1)
    sitting = Sitting(LoadedDice(rolls), settings, computers, coach=coach)
    sitting.press("OK")
    return sitting


def end_turn(sitting):
    while not sitting.navigator.top.hand.complete:
        sitting.press("OK")
    sitting.press("OK")


def test_what_a_turn_takes_beyond_its_delay_comes_off_the_reserve():
    clock = TournamentClock(1, 3)
    assert clock.shown() == (360, 360, None, 0)
    clock.advance(1000, False)
    clock.pass_to(0, 1000)
    clock.advance(12_000, False)
    assert clock.shown() == (360, 360, 0, 1)
    clock.advance(14_500, False)
    assert clock.shown() == (359, 360, 0, 0), "said to be left until it is gone"
    clock.pass_to(1, 15_000)
    assert clock.left == [358_000, 360_000] and clock.delay == 12_000
    clock.pass_to(1, 20_000)
    assert clock.delay == 7_000, "rolling is no new turn"
    clock.advance(30_000, True)
    clock.advance(90_000, False)
    assert clock.left == [358_000, 357_000], "it stood"
    assert TournamentClock(1, 3, clock.pack()).left == clock.left


def test_the_time_may_wrap():
    last = (1 << 30) - 1
    clock = TournamentClock(1, 1)
    clock.advance(last - 4999, False)
    clock.pass_to(0, last - 4999)
    clock.advance(10_000, False)
    assert clock.left == [117_000, 120_000]


def test_a_power_cut_between_two_games_keeps_the_reserves():
    sitting = by_the_clock(settings=two_people(3, clock=1))
    sitting.wait(30_000, 100)
    sitting.press("hold-OK")
    sitting.choose("Resign")
    sitting.press("OK NEXT OK PREV OK OK")  # offered, accepted, on to the next game
    records = sitting.journal.records
    assert [actions.kind_of(record) for record in records[-2:]] == [actions.GAME, actions.NOTE]
    left = sitting.sees.clocks[:2]
    assert left[0] < 360 - 15
    for lost in (0, 1, 2):
        sitting.journal.records = records[: len(records) - lost]
        assert Sitting([], journal=sitting.journal).sees.clocks[:2] == left


def test_a_quick_turn_writes_nothing_more():
    sitting = by_the_clock()
    end_turn(sitting)
    assert len([line for line in sitting.log() if line.startswith("note")]) == 1


def test_a_match_that_goes_on_from_an_earlier_moment_has_whole_reserves():
    sitting = by_the_clock(settings=two_people(3, clock=1))
    sitting.wait(60_000, 100)
    past = match.Match(sitting.match.settings)
    past.apply(next(sitting.match.records()))
    sitting.navigator.begin(sitting.now, sitting.session.library.play_on, past)
    assert sitting.sees.clocks == (360, 360, None, 0)


def offered(sitting, label):
    """Whether the menu has that line now."""
    sitting.press("hold-OK")
    found = label in [line for line, _ in sitting.sees.page.items]
    sitting.press("hold-OK")
    return found


def test_eight_rounds_of_asking_do_not_keep_the_reserve_whole():
    sitting = by_the_clock(settings=two_people(5, clock=1))
    for _ in range(8):
        sitting.wait(11_000, 100)
        sitting.navigator.commit(actions.resign(1), sitting.now)
        sitting.navigator.commit(actions.refuse(), sitting.now)
    assert 524 <= sitting.sees.clocks[0] <= 526, "88 seconds, of which one delay costs nothing"


def test_a_claimed_game_is_no_decision_for_tutor_and_review():
    sitting = by_the_clock(settings=two_people(3, clock=1), coach=Coach((0, -ONE, ONE)))
    end_turn(sitting)
    sitting.press("NEXT OK")
    sitting.session.prefs.change(TUTOR, -1)
    asked = Question(sitting.match)
    assert is_decision(asked, actions.drop())
    sitting.wait(373_000, 100)
    sitting.press("PREV PREV OK")
    assert sitting.match.result.winner == 1
    (lost,) = [r for r in sitting.match.records() if actions.kind_of(r) == actions.DROP]
    assert not is_decision(asked, lost) and parse(records_text.text(lost)) == lost
    assert sitting.navigator.top is sitting.navigator.base, "no grade is shown"
