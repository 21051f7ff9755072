"""The tournament clock: a delay a turn, a reserve a match, when it stands, what its fall does."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session.prefs import TUTOR
from picogammon.app.session.tournament import TournamentClock
from picogammon.engine.engine import Question
from picogammon.engine.numbers import ONE
from picogammon.engine.review import is_decision
from picogammon.rules import actions, match, records_text
from picogammon.rules.settings import ASK, Settings
from reading.records import parse

_ROLLS = [(3, 1), (6, 5), (4, 2), (5, 1), (6, 3)]
_TWO_MINUTES = 120


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


def fallen(sitting=None):
    """A Sitting in which Amber's time has just run out."""
    sitting = sitting or by_the_clock()
    sitting.wait(133_000, 100)
    return sitting


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


def test_it_is_off_unless_it_was_agreed_on():
    for settings in (two_people(), two_people(0, clock=1)):
        sitting = by_the_clock(settings=settings)
        assert sitting.sees.clocks is None
        sitting.press("hold-OK")
        assert "Stop the clock" not in [label for label, _ in sitting.sees.page.items]


def test_nobody_s_time_runs_before_the_opening_roll():
    sitting = Sitting(LoadedDice(_ROLLS), two_people(clock=1))
    sitting.wait(60_000, 100)
    assert sitting.sees.clocks == (_TWO_MINUTES, _TWO_MINUTES, None, 0)
    sitting.press("OK")
    assert sitting.sees.clocks == (_TWO_MINUTES, _TWO_MINUTES, 0, 12)


def test_who_ends_his_turn_passes_the_clock():
    sitting = by_the_clock()
    sitting.wait(22_000, 100)
    assert sitting.sees.clocks[2:] == (0, 0) and 109 <= sitting.sees.clocks[0] <= 110
    end_turn(sitting)
    left = sitting.sees.clocks[0]
    assert sitting.sees.clocks[1:] == (_TWO_MINUTES, 1, 12)
    sitting.press("OK")  # rolls
    sitting.wait(5_000, 100)
    assert sitting.sees.clocks[0] == left and sitting.sees.clocks[3] <= 7


def test_it_runs_in_menus_unless_somebody_stops_it():
    sitting = by_the_clock()
    sitting.press("hold-OK")
    sitting.wait(20_000, 100)
    assert sitting.sees.clocks[0] <= 112
    sitting.choose("Stop the clock")
    assert sitting.sees.headline == "Amber: stop the clock?"
    sitting.press("PREV OK")
    assert sitting.sees.headline == "Blue: stop the clock?"
    sitting.wait(1_000, 100)
    sitting.press("PREV OK")
    before = sitting.sees.clocks
    sitting.wait(60_000, 100)
    assert sitting.sees.page.lines[0] == "Clock paused." and sitting.sees.clocks == before
    sitting.press("OK")
    sitting.wait(5_000, 100)
    assert sitting.sees.clocks[0] < before[0]


def test_a_double_passes_it_to_who_has_to_answer():
    sitting = by_the_clock(settings=two_people(3, clock=1))
    end_turn(sitting)
    sitting.press("NEXT OK")
    assert sitting.match.phase == match.DOUBLED and sitting.sees.clocks[2] == 0
    sitting.press("PREV OK")
    assert sitting.match.cube == 2 and sitting.sees.clocks[2] == 1


def test_it_stands_while_the_computer_s_play_is_shown_but_not_while_it_is_shown_again():
    computers = (("first", FirstPlay()),)
    sitting = by_the_clock(settings=Settings(1, players=(0, 1), clock=1), computers=computers)
    end_turn(sitting)
    while not sitting.navigator.top.stops_clock:
        sitting.wait(10)
    assert sitting.sees.clocks[2:] == (0, 12)
    sitting.wait(500)
    assert sitting.sees.clocks[3] == 12
    sitting.press("PREV")
    sitting.wait(1100)
    assert sitting.sees.clocks[3] == 11


def test_a_power_cut_costs_nobody_his_time_and_gives_none_back():
    sitting = by_the_clock()
    sitting.wait(22_000, 100)
    end_turn(sitting)
    sitting.press("OK")
    sitting.wait(52_000, 100)
    again = Sitting(LoadedDice([]), journal=sitting.journal)
    again.wait(30_000, 100)
    clocks = again.sees.clocks
    assert clocks[0] == sitting.sees.clocks[0] and clocks[2] == 1
    assert 0 <= clocks[1] - sitting.sees.clocks[1] <= 30, "it stands until somebody presses"
    again.press("NEXT")
    again.wait(15_000, 100)
    assert again.sees.clocks[1] < clocks[1]


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


def test_a_fall_is_said_and_the_game_goes_on():
    sitting = fallen()
    assert sitting.sees.page.lines == [
        "Amber has no time left.",
        "Blue may claim this game, or play on.",
    ]
    sitting.press("OK")
    assert sitting.sees.page.title == "Time", "OK alone, of who fell, waives nothing"
    sitting.press("NEXT")
    assert sitting.sees.headline == "Blue: play on?"
    sitting.press("OK")
    sitting.wait(60_000, 100)
    assert sitting.sees.page is None and sitting.match.result is None, "it is said once a game"


def test_a_fall_that_was_taken_back_is_said_again_when_it_happens_again():
    sitting = fallen()
    sitting.press("NEXT OK")
    end_turn(sitting)
    sitting.wait(60_000, 100)
    assert sitting.sees.page is None
    sitting.press("hold-OK")
    sitting.choose("Take back")
    sitting.press("OK")
    assert sitting.sees.clocks == (0, _TWO_MINUTES - 48, 0, 12), "no time is given back"
    sitting.wait(11_000, 100)
    assert sitting.sees.page is None
    sitting.wait(2_000, 100)
    assert sitting.sees.page.lines[0] == "Amber has no time left."


def test_a_take_back_that_was_only_asked_for_says_no_fall_again():
    sitting = fallen(by_the_clock(settings=two_people(clock=1, take_back=ASK)))
    sitting.press("NEXT OK")
    end_turn(sitting)
    sitting.press("hold-OK")
    sitting.choose("Take back")
    sitting.press("OK")
    sitting.press("NEXT OK")  # refused
    sitting.press("OK")
    end_turn(sitting)
    sitting.wait(20_000, 100)
    assert sitting.sees.page is None


def test_a_new_match_begins_with_whole_reserves():
    for settings, clocks in ((two_people(3, clock=2), (180, 180, None, 0)), (two_people(3), None)):
        sitting = by_the_clock()
        sitting.wait(60_000, 100)
        sitting.begin(settings)
        assert sitting.sees.clocks == clocks
        assert Sitting([], journal=sitting.journal).sees.clocks == clocks


def test_a_match_that_goes_on_from_an_earlier_moment_has_whole_reserves():
    sitting = by_the_clock(settings=two_people(3, clock=1))
    sitting.wait(60_000, 100)
    past = match.Match(sitting.match.settings)
    past.apply(next(sitting.match.records()))
    sitting.navigator.begin(sitting.now, sitting.session.library.play_on, past)
    assert sitting.sees.clocks == (360, 360, None, 0)


def test_a_claim_stands_without_the_consent_of_who_fell():
    sitting = fallen()
    sitting.press("PREV")
    assert sitting.sees.headline == "Blue: claim the game?" and sitting.match.result is None
    sitting.press("OK")
    assert sitting.match.result.winner == 1 and sitting.match.result.points == 1
    sitting = fallen()
    sitting.press("PREV BACK")
    assert sitting.sees.page.title == "Time" and sitting.match.result is None


def test_a_resignation_that_was_refused_does_not_stand_against_a_claim():
    sitting = by_the_clock()
    ask(sitting, "Resign", "Single game", "Resign")
    sitting.press("NEXT OK")
    fallen(sitting).press("PREV OK")
    assert sitting.match.result.winner == 1


def ask(sitting, *labels):
    """What side 0 asks for in its turn, by its lines in the menu."""
    sitting.press("hold-OK")
    for label in labels:
        sitting.choose(label)


def offered(sitting, label):
    """Whether the menu has that line now."""
    sitting.press("hold-OK")
    found = label in [line for line, _ in sitting.sees.page.items]
    sitting.press("hold-OK")
    return found


def test_asking_and_being_refused_gives_neither_time_nor_a_fresh_delay():
    settings = two_people(5, clock=1, take_back=ASK)
    for request in (("Resign", "Single game", "Resign"), ("Take back",)):
        sitting = by_the_clock(settings=settings)
        end_turn(sitting)
        sitting.press("OK")
        sitting.wait(10_000, 100)
        ask(sitting, *request)
        if request == ("Take back",):
            sitting.press("OK")
        asked = sitting.sees.clocks
        assert asked[1] == 600 and asked[3] <= 2, request
        sitting.wait(40_000, 100)
        assert sitting.sees.clocks == asked, "it stands while the other side answers"
        sitting.press("NEXT OK")
        assert sitting.sees.clocks == asked, request
        sitting.wait(13_000, 100)
        assert sitting.sees.clocks[1] <= 589, request


def test_eight_rounds_of_asking_do_not_keep_the_reserve_whole():
    sitting = by_the_clock(settings=two_people(5, clock=1))
    for _ in range(8):
        sitting.wait(11_000, 100)
        sitting.navigator.commit(actions.resign(1), sitting.now)
        sitting.navigator.commit(actions.refuse(), sitting.now)
    assert 524 <= sitting.sees.clocks[0] <= 526, "88 seconds, of which one delay costs nothing"


def test_what_was_refused_is_not_asked_again_in_the_same_turn():
    sitting = by_the_clock(settings=two_people(5, take_back=ASK))
    end_turn(sitting)
    sitting.press("OK")
    ask(sitting, "Take back")
    sitting.press("OK NEXT OK")
    assert not offered(sitting, "Take back")
    ask(sitting, "Resign", "Gammon", "Resign")
    sitting.press("NEXT OK")
    sitting.press("hold-OK")
    sitting.choose("Resign")
    assert [label for label, _ in sitting.sees.page.items] == ["Single game", "Backgammon"]
    sitting.press("OK NEXT OK NEXT OK")
    ask(sitting, "Resign", "Backgammon", "Resign")
    sitting.press("NEXT OK")
    assert not offered(sitting, "Resign")
    end_turn(sitting)
    assert offered(sitting, "Resign") and offered(sitting, "Take back")


def test_who_is_doubled_and_has_no_time_left_drops():
    sitting = by_the_clock(settings=two_people(3, clock=1))
    end_turn(sitting)
    sitting.press("NEXT OK")
    sitting.wait(373_000, 100)
    sitting.press("PREV PREV OK")
    assert sitting.log()[-1].startswith("drop") and sitting.match.result.winner == 1


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


def test_the_computer_claims_nothing():
    computers = (("first", FirstPlay()),)
    settings = Settings(1, players=(0, 1), clock=1)
    sitting = fallen(by_the_clock(settings=settings, computers=computers))
    assert sitting.sees.keys == ["", "", "PLAY ON", ""]
    sitting.press("PREV OK")
    assert sitting.match.result is None and sitting.sees.page is None


def test_it_wakes_a_board_that_sleeps():
    sitting = by_the_clock(settings=two_people(5, clock=1))
    sitting.wait(600_000, 100)
    assert sitting.sees.asleep
    sitting.wait(13_000, 100)
    assert not sitting.sees.asleep and sitting.sees.page.title == "Time"
