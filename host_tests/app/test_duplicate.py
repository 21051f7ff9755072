"""Duplicate: the same dice twice, the seats exchanged; the result is the difference."""

from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.sitting import LoadedDice, SeededDice, Sitting, two_people
from picogammon.app.display.canvas import WIDTH, text_width
from picogammon.app.display.font import SMALL
from picogammon.app.session import duplicate
from picogammon.ground.presses import NEXT, OK, SHORT
from picogammon.rules import actions, match
from picogammon.rules.settings import Settings


def begun(settings, computers=(), store=None):
    """A duplicate match of 1 point, begun."""
    sitting = Sitting(LoadedDice([]), settings, computers, seal_store=store or MemoryStore())
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.choose("Duplicate")
    assert "Handicap" not in dict(sitting.sees.page.items)
    sitting.choose("Start")
    return sitting


def end(sitting, turns):
    """Plays so many turns and lets whoever is next resign; returns the rolls of this game."""
    for _ in range(turns):
        sitting.press("OK")
        while sitting.match.phase in (match.OPENING, match.TO_PLAY):
            sitting.press("OK")
    rolls = [actions.dice_of(r) for r in sitting.match.records() if r[0] == actions.ROLL]
    sitting.press("hold-OK")
    sitting.choose("Resign")
    sitting.press("OK NEXT OK PREV OK")
    return rolls


def test_the_dice_are_the_same_for_both_seats():
    sitting = begun(two_people(names=("Ann", "Bob")))
    rolls = end(sitting, 3)
    assert sitting.match.phase == match.MATCH_OVER and sitting.sees.keys[2] == "2ND LEG"
    assert not sitting.session.revealed
    sitting.press("OK")
    assert sitting.sees.page.title == "Second leg"
    sitting.press("OK")
    assert sitting.match.settings.names == ["Bob", "Ann"]
    assert end(sitting, 3) == rolls
    assert sitting.sees.keys[2] == "NEW" and sitting.session.revealed


def test_a_money_session_is_not_played_twice():
    sitting = Sitting(LoadedDice([]), two_people(1), seal_store=MemoryStore())
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.choose("Duplicate")
    sitting.choose("Length")
    sitting.press("PREV OK")
    assert "Duplicate" not in dict(sitting.sees.page.items)
    sitting.choose("Start")
    assert not sitting.match.settings.length and not sitting.match.notes


def secret_in(records):
    return [record for record in records if record[:2] == bytes((actions.NOTE, actions.SECRET))]


def test_the_secret_is_told_when_no_second_leg_follows():
    for leaves in (False, True):
        sitting = begun(two_people(names=("Ann", "Bob")))
        end(sitting, 1)
        if leaves:
            sitting.press("hold-OK")
            sitting.choose("New match")
            sitting.choose("Start")
            assert sitting.sees.keys[3] == "", "between the legs there is nothing to go on with"
            sitting.press("PREV OK PREV OK")
        else:
            sitting.press("OK")
        (first_leg,) = sitting.journal.kept.values()
        assert bool(secret_in(first_leg)) == leaves


def opened(sitting):
    """The headline of the match that Earlier matches has last, or the title of what is said."""
    sitting.press("hold-BACK hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(500)
    sitting.press("PREV OK")
    sitting.wait(500)
    view = sitting.sees
    return view.headline if view.page is None else view.page.title


def test_the_first_leg_is_closed_until_the_second_is_over():
    store = MemoryStore()
    sitting = begun(two_people(names=("Ann", "Bob")), store=store)
    end(sitting, 2)
    sitting.press("OK OK")
    for board in (sitting, Sitting(LoadedDice([]), journal=sitting.journal, seal_store=store)):
        assert opened(board) == "First leg", "its rolls come again"
        board.press("OK")
        assert board.sees.page.title == "Earlier matches"
        assert board.navigator.played is None, "nor does the link get its file"
        board.navigator.press(OK, SHORT, board.now)
        board.navigator.press(NEXT, SHORT, board.now)  # before it is read
        assert board.sees.page.title == "First leg" and board.navigator.played is None
    sitting.press("hold-BACK hold-OK")
    sitting.choose("New match")
    sitting.choose("Start")
    sitting.press("BACK OK")  # the second leg is put aside
    assert opened(sitting) == "First leg"
    sitting.press("OK PREV OK")
    sitting.wait(500)
    while sitting.sees.keys[1]:
        sitting.press("NEXT")
    sitting.press("OK")
    sitting.choose("Play on from here")
    sitting.press("PREV OK PREV OK")
    assert sitting.match.notes[actions.DUPLICATE][0] == 2
    end(sitting, 1)
    assert sitting.session.revealed
    assert opened(sitting) == "Game 1: 0-0"


def test_the_result_is_the_difference():
    for turns, said in ((3, "both legs: even"), (4, "both legs: Bob +2")):
        sitting = begun(two_people(names=("Ann", "Bob")))
        end(sitting, 3)
        first = sitting.match.result.winner
        sitting.press("OK OK")
        end(sitting, turns)
        same_seat = sitting.match.result.winner == first
        assert same_seat == (turns == 3)
        if not same_seat:
            said = "both legs: %s +2" % ("Ann", "Bob")[first]
        assert sitting.sees.page.lines == [said]


def _told(players, names):
    """The result where the second side won 2 points in each leg."""
    sitting = Sitting(SeededDice(7), two_people(2), (("first", FirstPlay()),))
    sitting.match.settings = Settings(2, players=players, names=names)
    sitting.match.notes[actions.DUPLICATE] = actions.body_of(duplicate.note(2, (0, 2)))
    sitting.match.scores = (0, 2)
    return duplicate.result(sitting.session)


def test_the_result_says_who_sat_where():
    for players, names, said in (
        ((1, 0), ("Amber", "Blue"), "both legs: human +4"),
        ((0, 1), ("Amber", "Blue"), "both legs: first +4"),
        ((0, 0), ("Amber", "Blue"), "both legs: Amber, then Blue +4"),
        ((0, 0), ("Amber", "Bob"), "both legs: Amber, then Bob +4"),
        ((0, 0), ("W" * 12, "Blue"), "both legs: now Blue +4"),
        ((1, 0), ("Ann", "Bob"), "both legs: Bob +4"),
        ((0, 0), ("Amber", "W" * 12), "both: now %s +4" % ("W" * 12)),
    ):
        assert _told(players, names) == said
        assert text_width(SMALL, said.upper()) <= WIDTH


def test_colours_stay_where_they_are_and_players_change():
    sitting = begun(Settings(1, players=(0, 1)), (("first", FirstPlay()),))
    while sitting.match.result is None:
        sitting.settle()
        if sitting.match.phase == match.TO_ROLL and sitting.session.players.person_decides():
            sitting.press("hold-OK")
            sitting.choose("Resign")
            sitting.press("OK NEXT OK")
        else:
            sitting.press("OK")
    sitting.settle()
    sitting.press("OK")
    assert sitting.match.settings.names == ["Amber", "Blue"]
    assert sitting.match.settings.players == [1, 0]


def test_a_power_cut_keeps_dice_and_leg():
    store = MemoryStore()
    sitting = begun(two_people(), store=store)
    end(sitting, 2)
    again = Sitting(LoadedDice([]), journal=sitting.journal, seal_store=store)
    assert again.sees.keys[2] == "2ND LEG"
    again.press("OK OK OK")
    third = Sitting(LoadedDice([]), journal=again.journal, seal_store=store)
    assert third.match.notes[actions.DUPLICATE][0] == 2
    third.press("hold-OK")
    labels = [label for label, _ in third.sees.page.items]
    assert "Sealed dice" not in labels and "Set up position" not in labels
