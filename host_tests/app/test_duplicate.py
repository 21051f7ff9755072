"""Duplicate: the same dice twice, the seats exchanged; the result is the difference."""

from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.sitting import LoadedDice, Sitting, two_people
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
    sitting.press("OK PREV OK")
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
        else:
            sitting.press("OK")
        (first_leg,) = sitting.journal.kept.values()
        assert bool(secret_in(first_leg)) == leaves


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


def test_colours_stay_where_they_are_and_players_change():
    sitting = begun(Settings(1, players=(0, 1)), (("first", FirstPlay()),))
    while sitting.match.result is None:
        sitting.settle()
        if sitting.match.phase == match.TO_ROLL and sitting.session.person_decides():
            sitting.press("hold-OK")
            sitting.choose("Resign")
            sitting.press("OK")
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
