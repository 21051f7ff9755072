"""Displays show everything whole, even in large type: the largest numbers, all menus, long texts.

Pages that a few presses reach are in transcripts/fits.txt.
"""

import scenes
import states
from fakes.coach import Coach
from fakes.memory import MemoryStore
from fakes.ruler import Ruler, check
from fakes.sitting import Sitting
from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.display.view import View
from picogammon.app.modes import review
from picogammon.app.modes.menu import Menu
from picogammon.app.modes.mode import Message, Pages
from picogammon.app.session.dice import DiceBox
from picogammon.engine.levels import levels
from picogammon.rules import actions
from picogammon.rules.settings import ASK, Settings
from picogammon.rules.situation import Checkpoint
from portable import raises, some

WIDE = states.NAMES
MOST = (1 << 24) - 1
LOW = Display(32)
DISPLAYS = (USUAL, LOW, Display(128))


def sitting_at(display, length=0, scores=(0, 0), coach=None):
    settings = Settings(length, names=WIDE, take_back=ASK, max_cube=20)
    sitting = Sitting([(6, 5), (4, 2)], settings, coach=coach, display=display)
    sitting.navigator.commit(actions.game(Checkpoint(scores, turn=0)), 0)
    return sitting


def walk(sitting, names):
    check(sitting.sees)
    presses = names.split()
    looks = list(some(range(len(presses))))
    for at, name in enumerate(presses):
        sitting.press(name)
        if at in looks:
            check(sitting.sees)


def change_each(sitting, switches=True):
    """Changes each value in the open menu.
    `switches`: False skips values that a single OK changes."""
    for _ in range(len(sitting.sees.page.items)):
        walk(sitting, "NEXT")
        item = sitting.navigator.top.lines[sitting.navigator.top.at]
        if item.change is not None and (switches or not item.switch):
            walk(sitting, "OK OK OK" if item.switch else "OK " + "NEXT " * 5 + "OK")
            while not hasattr(sitting.navigator.top, "lines"):
                walk(sitting, "PREV OK")  # both have to agree to it


def labels(sitting):
    sitting.press("hold-OK")
    if not isinstance(sitting.navigator.top, Menu):
        sitting.press("hold-OK")
    check(sitting.sees)
    return [item[0] for item in sitting.sees.page.items]


def test_what_does_not_fit_is_found():
    for display, change in (
        (USUAL, {"page": views.ResultView("W" * 30, [])}),
        (USUAL, {"headline": "W" * 40}),
        (USUAL, {"keys": ["W" * 9, "", "", ""]}),
        (USUAL, {"page": views.MenuView("", [("W" * 22, "M" * 12)])}),
        (USUAL, {"page": views.MenuView("W" * 20, [("a", "")] * 9)}),
        (USUAL, {"page": views.MessageView("", ["W" * 200])}),
        (USUAL, {"page": views.TextView("", ["row %d" % i for i in range(9)])}),
        (USUAL, {"page": views.PlaysView("", [("a", "W" * 12, "M" * 12)])}),
        (LOW, {"page": views.MessageView("Saved match", ["W" * 90], 0)}),
    ):
        view = View()
        view.display = display
        for name in change:
            setattr(view, name, change[name])
        with raises(AssertionError):
            check(view)


def test_the_longest_version_name_and_level():
    view = View()
    view.version = "20.20.20"
    pages = (
        None,
        views.MenuView("Picogammon 20.20.20", [("a", "")] * 20, 19),
        views.MenuView("New match", [(name, max(levels(), key=len)) for name in WIDE]),
    )
    for view.display in DISPLAYS:
        for view.page in pages:
            check(view)


def test_every_line_of_every_menu_and_every_value_in_each_phase():
    for at, (case, state, way) in enumerate(states.reached(states.Cases([states.PLAIN]), 3)):
        sitting = state.sitting(way, DISPLAYS[at % len(DISPLAYS)])
        for label in labels(sitting):
            sitting.press("hold-BACK")
            if label not in labels(sitting):
                continue  # what was changed before it has no such line
            sitting.choose(label)
            sitting.wait(50)
            if isinstance(sitting.navigator.top, Menu):
                change_each(sitting)
            else:
                walk(sitting, "NEXT NEXT NEXT NEXT OK BACK")
            walk(sitting, "hold-BACK")
            assert not isinstance(sitting.navigator.top, Menu), (case, label)


def test_a_position_set_up_with_the_largest_scores():
    for display in DISPLAYS:
        for length, scores in some([(64, (60, 60)), (0, (MOST - 1, MOST - 1)), (0, (999, 0))]):
            sitting = sitting_at(display, length, scores)
            sitting.menu("Set up position")
            walk(sitting, "NEXT OK PREV PREV NEXT NEXT OK " + "NEXT " * 26 + "BACK")
            change_each(sitting, False)
            sitting.choose("Play from here")
            check(sitting.sees)


def test_dice_and_decisions_counted_for_a_lifetime():
    for display in DISPLAYS:
        for count in (99999, 100000, 9999999):
            sitting = sitting_at(display, 64)
            store = MemoryStore(count.to_bytes(4, "little") * 16)
            sitting.session.dice.box = DiceBox(sitting.dice, store)
            sitting.session.dice.box.open()
            sitting.menu("Dice statistics")
            walk(sitting, "NEXT " * 6)
        sitting = sitting_at(display, 1, coach=Coach())
        sitting.press("OK")
        sitting.play("24/18 18/13")
        sitting.resign()
        sitting.grade()
        person = sitting.session.people.of(WIDE[0])
        for i in range(len(person.numbers)):
            person.numbers[i] = MOST if i in (4, 5, 6) else 30000
        sitting.navigator.open(Pages(sitting.navigator, review.pages(person)))
        walk(sitting, "NEXT " * 12 + "BACK")
        sitting.session.people.unkept = WIDE[0]
        sitting.menu("Players")
        assert sitting.sees.page.items[0][0] == "The table is full"
        walk(sitting, "OK NEXT NEXT NEXT")


def test_a_long_message_scrolls_to_its_end_and_one_without_a_space_is_broken():
    words = ["word%d" % i for i in range(120)]
    for display in DISPLAYS:
        sitting = sitting_at(display, 64)
        sitting.navigator.open(Message(sitting.navigator, "Saved match", [" ".join(words)]))
        seen = set()
        for _ in range(45):
            ruler = Ruler(display)
            screens.draw(sitting.sees, ruler)
            assert not ruler.wrong
            seen.update(" ".join([text[0] for text in ruler.texts]).split())
            sitting.press("NEXT")
        assert seen.issuperset(words)
        assert sitting.sees.keys == ["UP", "DOWN", "OK", ""]
        sitting.press("PREV OK")
        assert sitting.sees.page is None
        unbroken = "W" * (50 if display.low else 100)
        sitting.navigator.open(Message(sitting.navigator, "Saved match", [unbroken]))
        check(sitting.sees)


def test_in_large_type_both_scores_are_whole_wherever_the_cube_is():
    view = scenes.start()
    view.large = True

    def heights():
        ruler = Ruler()
        screens.draw(view, ruler)
        assert not ruler.wrong, ruler.wrong
        return {text[0]: text[2] for text in ruler.texts}

    for view.length, view.scores, mine, his in (
        (3, [1, 0], "1/3", "0/3"),
        (64, [62, 63], "-2", "-1"),
    ):
        for view.owner, view.crawford, view.offered_by in (
            (None, False, None),
            (0, False, None),
            (1, False, None),
            (None, True, None),
            (None, False, 1),
        ):
            written = heights()
            assert written[his] < written[mine] or view.crawford, (view.length, view.owner)
    view.clocks = (600, 600, 0, 12)
    assert "-2" not in heights()
