"""A limit of hints a game: agreed on, counted in the log, and no other help beside it."""

from fakes.coach import ONE, Coach
from fakes.ruler import check
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session import prefs
from picogammon.rules import actions, match
from picogammon.rules.checkpoint import Checkpoint

_ONE = 1  # indices into hints.LIMITS
_THREE = 2


def limited(coach=None, dice=((3, 1), (5, 4), (6, 2), (4, 2)), hints=_ONE):
    """A Sitting in which player 0 has rolled 3-1."""
    settings = two_people(3, hints=hints)
    sitting = Sitting(LoadedDice(dice), settings, coach=coach or Coach())
    sitting.press("OK")
    return sitting


def offered(sitting):
    """{line: value} of the menu."""
    sitting.press("hold-OK")
    lines = dict(sitting.sees.page.items)
    sitting.press("hold-BACK")
    return lines


def hint(sitting):
    """Asks for a hint and returns what is seen."""
    sitting.press("hold-OK")
    sitting.choose("Hint")
    sitting.wait(200)
    check(sitting.sees)
    return sitting.sees.page


def notes(sitting):
    return [text for text in sitting.log() if text.startswith("note %d " % actions.HINTS)]


def test_each_hint_counts_and_then_there_is_none():
    sitting = limited()
    assert offered(sitting)["Hint"] == "1 left"
    assert len(hint(sitting).items) == 3 and len(notes(sitting)) == 1
    sitting.press("BACK")
    assert offered(sitting)["Hint"] == "0 left"
    assert len(hint(sitting).items) == 3, "the same decision counts once"
    sitting.press("BACK")
    assert len(notes(sitting)) == 1
    sitting.play("8/5 6/5")
    sitting.press("OK")
    sitting.play("13/8 13/9")
    sitting.press("OK")
    assert hint(sitting).lines == ["No hints are left in this game."]
    assert sitting.session.players.coach.asked == ["rank", "rank"]


def test_what_was_not_shown_does_not_count():
    sitting = limited(Coach(slices=500))
    hint(sitting)
    sitting.press("BACK")
    assert notes(sitting) == [] and offered(sitting)["Hint"] == "1 left"


def test_each_side_has_its_own():
    sitting = limited(hints=_ONE + 4 * _THREE)
    hint(sitting)
    sitting.press("hold-BACK")
    sitting.play("8/5 6/5")
    sitting.press("OK")
    assert offered(sitting)["Hint"] == "3 left"
    hint(sitting)
    sitting.press("hold-BACK")
    assert offered(sitting)["Hint"] == "2 left"
    sitting = limited(hints=4 * _THREE)
    assert offered(sitting)["Hint"] == "", "no limit"
    hint(sitting)
    assert notes(sitting) == []


def test_a_power_cut_and_a_take_back_give_none_back():
    sitting = limited()
    hint(sitting)
    again = Sitting([], journal=sitting.journal, store=sitting.store, coach=Coach())
    assert offered(again)["Hint"] == "0 left"
    assert len(hint(again).items) == 3, "what was paid for"
    again.press("hold-BACK")
    again.play("24/20")
    again.navigator.commit(actions.take_back(actions.LAST, 0), 0)
    assert offered(again)["Hint"] == "0 left"


def test_another_game_begins_with_all_of_them():
    sitting = limited()
    hint(sitting)
    sitting.press("hold-BACK")
    sitting.resign()
    sitting.press("OK OK")
    assert sitting.match.phase == match.TO_PLAY and sitting.match.scores == [0, 1]
    if sitting.match.turn:
        sitting.play("13/8 13/9")
        sitting.press("OK")
    assert offered(sitting)["Hint"] == "1 left"
    again = Sitting([], journal=sitting.journal, store=sitting.store, coach=Coach())
    assert offered(again)["Hint"] == "1 left"


def test_hints_for_the_cube_count_as_well():
    sitting = Sitting([], two_people(5, hints=_ONE + 4 * _ONE), coach=Coach((0, ONE, ONE)))
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    hint(sitting)
    assert sitting.sees.page.title.startswith("Hint") and len(notes(sitting)) == 1
    sitting.press("hold-BACK NEXT OK")
    assert offered(sitting)["Hint"] == "1 left", "the other side's"
    hint(sitting)
    sitting.press("hold-BACK")
    assert offered(sitting)["Hint"] == "0 left" and len(notes(sitting)) == 2


def test_who_has_a_limit_has_no_other_help():
    sitting = limited()
    for field in (prefs.TUTOR, prefs.CAREFUL):
        sitting.session.prefs.change(field, 2)
    sitting.play("24/20")
    sitting.wait(200)
    assert sitting.sees.page is None and sitting.session.players.coach.asked == []
    sitting.press("OK")
    sitting.wait(100)
    assert sitting.match.dice == (5, 4)
    sitting.play("6/1 6/2")
    sitting.wait(200)
    assert sitting.sees.page.title.startswith("Doubtful"), "the other side has no limit"
    sitting.press("OK")
    assert "Tutor" in offered(sitting)
    assert "Tutor" not in offered(limited(hints=_ONE + 4 * _ONE))


def test_the_menu_of_a_new_match_asks_for_it():
    sitting = Sitting([], two_people(3), coach=Coach())
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.choose("Hints for 1st")
    sitting.press("NEXT OK")
    sitting.choose("Hints")
    assert "Hints for 1st" not in dict(sitting.sees.page.items)
    sitting.choose("Hints")
    sitting.choose("Hints for 2nd")
    sitting.press("NEXT NEXT NEXT OK")
    while sitting.sees.page.selected:
        sitting.press("PREV")
    sitting.press("OK")
    agreed = sitting.match.settings
    assert agreed.hints == 1 + 4 * 3
    assert " hints=13 " in sitting.log()[0]


def test_a_damaged_note_of_hints_harms_nothing():
    for body in (b"", b"\1", b"\xff" * 60):
        sitting = limited()
        sitting.session.keep_note(actions.note(actions.HINTS, body))
        assert offered(sitting)["Hint"] == "1 left"
        hint(sitting)
        sitting.press("BACK")
        assert offered(sitting)["Hint"] == "0 left"
