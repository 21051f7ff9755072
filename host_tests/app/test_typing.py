"""Digits and letters that somebody types: each goes where it is asked for, and nowhere else."""

from fakes.coach import Coach
from fakes.memory import MemoryStore
from fakes.sitting import Sitting, two_people
from picogammon.app.modes.new_match import Handicap, NewMatch
from picogammon.app.modes.real_play import DiceEntry
from picogammon.app.modes.set_up import SetUp, SetUpMenu
from picogammon.app.session.prefs import REAL_DICE
from picogammon.rules.settings import MONEY

_EVERYTHING = "0123456789aZ ,.\u00e4\u0663"


def typed(sitting, text):
    """What the mode on top says can be typed; it has got each of these."""
    for letter in text:
        sitting.navigator.top.type(letter)
        sitting.navigator.changed = True
    return sitting.navigator.top.typing


def on_line(menu, label):
    """Opens the menu with the cursor on that line; returns it."""
    menu.navigator.open(menu)
    menu.at = [line.label for line in menu.lines].index(label)
    return menu


def test_the_length_of_a_new_match_is_typed():
    for text, length in (
        ("7", 7),
        ("15", 15),
        ("64", 64),
        ("65", 5),
        ("0", MONEY),
        ("09", 9),
        ("123", 3),
        ("x1y", 1),
        ("", 3),
    ):
        for held in ("", "OK"):
            sitting = Sitting((), two_people(3))
            menu = on_line(NewMatch(sitting.navigator), "Length")
            sitting.press(held)
            assert typed(sitting, text) == "digits"
            assert menu.draft.length == length, text
            assert sitting.sees.page.items[1][0] == "Length"
    typed(sitting, "1")
    sitting.press("OK OK")  # the next digit begins another number
    for digit, length in (("2", 2), ("1", 21)):
        typed(sitting, digit)
        assert menu.draft.length == length


def test_automatic_doubles_handicaps_and_scores_are_typed():
    sitting = Sitting((), two_people(MONEY))
    menu = on_line(NewMatch(sitting.navigator), "Automatic doubles")
    for text, doubles in (("97", 0), ("4", 4)):
        typed(sitting, text)
        assert menu.draft.automatic == doubles

    sitting = Sitting((), two_people(11))
    scores = [0, 0]
    on_line(Handicap(sitting.navigator, sitting.match.settings.copy(), scores), "Blue")
    for text, wanted in (("10", [0, 10]), ("5", [0, 5])):
        typed(sitting, text)
        assert scores == wanted

    up = SetUp(sitting.navigator)
    on_line(SetUpMenu(sitting.navigator, up), "Amber has")
    typed(sitting, "7")
    assert up.scores[0] == 7


def test_real_dice_are_typed_corrected_and_played_by_ok():
    for texts, dice in (
        (("31",), (3, 1)),
        (("0793x1",), (3, 1)),
        (("316",), (3, 6)),
        (("4",), (4, 1)),
        (("5", "21"), (2, 1)),  # back between them
    ):
        sitting = Sitting((), two_people(3))
        sitting.prefer(REAL_DICE, 1)
        sitting.press("OK")
        assert isinstance(sitting.navigator.top, DiceEntry)
        for number, text in enumerate(texts):
            sitting.press("BACK" if number else "")
            assert typed(sitting, text) == "digits"
        assert sitting.match.dice is None
        assert tuple(sitting.sees.dice) == dice, texts
        sitting.press("OK")
        assert sitting.match.dice == dice


def test_the_number_for_sealed_dice_has_digits_alone():
    sitting = Sitting((), two_people(3), seal_store=MemoryStore())
    sitting.menu("New match", "Sealed dice", "Start")
    sitting.press("OK")
    assert typed(sitting, _EVERYTHING + "1") == "number"
    assert sitting.sees.page.text == "01234567891"
    sitting.press("BACK hold-OK")
    assert sitting.session.dice.sealed.number == "0123456789"


def test_pip_counts_are_typed():
    sitting = Sitting([(3, 1)], two_people(3), coach=Coach())
    sitting.press("OK")
    sitting.menu("Practice", "Counting pips")
    sitting.wait(500)
    assert sitting.sees.counting
    for text, presses, shown in (
        ("x9", "", "< 9 >"),
        ("8", "", "< 98 >"),
        ("0", "", "< 98 >"),
        ("", "NEXT", "< 99 >"),
        ("", "BACK BACK", "<  >"),
        ("143", "", "< 143 >"),
    ):
        assert typed(sitting, text) == "digits"
        sitting.press(presses)
        assert sitting.sees.page.lines[-1].endswith(shown), (text, presses)
    sitting.press("OK")
    assert sitting.sees.page.lines[0].endswith(" 143") and typed(sitting, "150") == "digits"
    sitting.press("OK")
    assert not sitting.sees.counting and sitting.navigator.top.typing == ""
