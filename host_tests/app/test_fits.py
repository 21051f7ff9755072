"""The longest names, the largest numbers and every message are seen whole, on every screen."""

from fakes.coach import ONE, Coach
from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.ruler import Ruler, check
from fakes.sitting import LoadedDice, Sitting
from picogammon import held
from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.display.view import View
from picogammon.app.modes import review
from picogammon.app.modes.advice import Grading, Verdict
from picogammon.app.modes.base import Message, Pages, Watch
from picogammon.app.modes.clocked import Fallen
from picogammon.app.modes.codes import begin_sealed
from picogammon.app.modes.main_menu import pips_page
from picogammon.app.session import duplicate
from picogammon.app.session.dice_box import DiceBox
from picogammon.app.session.players import FAR
from picogammon.app.session.prefs import CAREFUL, CHECKERS, REAL_DICE, TUTOR
from picogammon.engine.engine import Question
from picogammon.engine.review import Grade
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import ASK, Settings
from portable import some

WIDE = ("W" * 12, "M" * 12)
MOST = (1 << 24) - 1
MENUS = ("New match", "Settings", "Dice and checkers", "Automatic moves")


displays = [USUAL]  # the last one is in use


def sitting_at(
    length=0,
    scores=(0, 0),
    cube=1,
    owner=None,
    crawford=False,
    players=(0, 0),
    coach=None,
    **fields,
):
    """A Sitting of the longest names in which player 0 is to roll; a computer may sit at 1."""
    settings = Settings(
        length=length, names=WIDE, take_back=ASK, players=players, max_cube=20, **fields
    )
    computers = [("expert", FirstPlay())] if 1 in players else ()
    dice = LoadedDice([(6, 5), (4, 2), (3, 3), (2, 1)] * 9)
    more = {"display": displays[-1], "seal_store": MemoryStore()}
    sitting = Sitting(dice, settings, computers, coach=coach, **more)
    sitting.navigator.commit(actions.game(Checkpoint(scores, crawford, 0, cube, owner)), 0)
    return sitting


def walk(sitting, names):
    """Presses one after another and looks at every screen on the way, or some."""
    check(sitting.sees)
    presses = names.split()
    looks = list(some(range(len(presses))))
    for at, name in enumerate(presses):
        sitting.press(name)
        if at in looks:
            check(sitting.sees)


def leaf(sitting, times=20):
    """Every line of the menu that is open, or every page."""
    walk(sitting, "NEXT " * times)


def menu(sitting, *labels):
    sitting.press("hold-OK")
    check(sitting.sees)
    for label in labels:
        sitting.choose(label)
        check(sitting.sees)


def test_what_does_not_fit_is_found():
    """The ruler itself: cut, over the edge, over another, or left out."""
    for change in (
        {"page": views.ResultView("W" * 30, [], None)},
        {"headline": "W" * 40},
        {"keys": ["W" * 9, "", "", ""]},
        {"page": views.MenuView("", [("W" * 22, "M" * 12)])},
        {"page": views.MenuView("W" * 20, [("a", "")] * 9)},
        {"page": views.MessageView("", ["W" * 200])},
        {"page": views.TextView("", ["row %d" % i for i in range(9)])},
        {"page": views.PlaysView("", [("a", "W" * 12, "M" * 12)])},
    ):
        view = View()
        for name in change:
            setattr(view, name, change[name])
        found = False
        try:
            check(view)
        except AssertionError:
            found = True
        assert found, change


def test_a_long_version_fits_over_the_menu_and_where_the_dice_will_lie():
    view = View()
    view.version = "20.20.20"
    check(view)
    view.page = views.MenuView("Picogammon " + view.version, [("a", "")] * 20, 19)
    check(view)


def test_a_whole_game_with_the_longest_names():
    for fields in (
        {"length": 64, "scores": (63, 62)},
        {"scores": (MOST, MOST - 1), "cube": 1 << 17, "owner": 0, "beavers": 2},
        {"length": 64, "scores": (63, 0), "crawford": True},
    ):
        sitting = sitting_at(**fields)
        walk(sitting, "OK OK OK OK OK OK OK OK OK OK BACK OK OK PREV NEXT hold-BACK")
        sitting = sitting_at(**fields)
        if sitting.navigator.base.may_double:
            walk(sitting, "NEXT OK NEXT BACK PREV BACK BACK OK BACK OK NEXT OK")
            if sitting.match.phase == match.GAME_OVER:
                walk(sitting, "BACK BACK NEXT")


def test_every_offer_and_what_comes_of_it():
    for length, scores in ((64, (63, 63)), (64, (60, 60)), (0, (MOST - 3000000, 9))):
        for level in ("Single game", "Gammon", "Backgammon"):
            sitting = sitting_at(length, scores, cube=1 << 19, owner=1)
            menu(sitting, "Resign", level)
            walk(sitting, "NEXT OK PREV BACK NEXT OK")
            sitting = sitting_at(length, scores, cube=1 << 19, owner=1)
            menu(sitting, "Resign", level)
            walk(sitting, "NEXT OK PREV OK BACK BACK hold-OK")
            sitting.choose("Take back")
            walk(sitting, "NEXT NEXT PREV OK PREV OK PREV OK")


def test_taking_back_from_far():
    sitting = sitting_at(64)
    for _ in range(12):
        sitting.press("OK")
        while not sitting.navigator.top.hand.complete:
            sitting.press("OK")
        sitting.press("OK")
    menu(sitting, "Take back")
    walk(sitting, "PREV " * 11 + "OK OK OK")
    sitting = sitting_at(64)
    sitting.press("NEXT OK PREV OK")
    menu(sitting, "Take back")
    walk(sitting, "OK PREV OK NEXT OK")


def test_every_menu():
    cases = [(0, Coach(), {"beavers": 2}), (64, None, {}), (1, None, {})]
    for length, coach, fields in some(cases):
        sitting = sitting_at(length, coach=coach, **fields)
        for label in ("", "This match", "Resign") + tuple(MENUS):
            menu(sitting, *([label] if label else []))
            leaf(sitting)
            for _ in range(len(sitting.sees.page.items)):
                walk(sitting, "NEXT")
                item = sitting.navigator.top.lines[sitting.navigator.top.at]
                if item.change is not None:
                    walk(sitting, "OK OK OK" if item.switch else "OK " + "NEXT " * 5 + "OK")
                    while not hasattr(sitting.navigator.top, "lines"):
                        walk(sitting, "PREV OK")  # both have to agree to it
            sitting.press("hold-BACK")
            assert sitting.sees.page is None
        for label in ("Pips and score", "Position", "Dice statistics", "Enter real dice"):
            menu(sitting, label)
            leaf(sitting, 4)
            walk(sitting, "OK BACK hold-BACK")


def test_are_you_sure_with_the_longest_names():
    sitting = sitting_at(64, coach=Coach((ONE, 0, ONE), slices=50))
    sitting.prefer(CAREFUL, 1)
    for presses in ("NEXT OK", "OK NEXT OK"):
        walk(sitting, presses)
        for _ in range(3):
            sitting.wait(450)
            check(sitting.sees)
        assert sitting.sees.headline.lower().endswith("are you sure?")


def test_a_position_set_up_with_the_largest_scores():
    for length, scores in ((64, (60, 60)), (0, (MOST - 1, MOST - 1)), (0, (999, 0))):
        sitting = sitting_at(length, scores)
        menu(sitting, "Set up position")
        walk(sitting, "NEXT OK PREV PREV NEXT NEXT OK " + "NEXT " * 26 + "BACK")
        for _ in range(len(sitting.sees.page.items)):
            walk(sitting, "NEXT")
            item = sitting.navigator.top.lines[sitting.navigator.top.at]
            if item.change is not None and not item.switch:
                walk(sitting, "OK NEXT NEXT PREV OK")
        sitting.choose("Play from here")
        check(sitting.sees)


def test_who_is_asked_for_everything_that_both_have_to_agree_to():
    sitting = sitting_at(64)
    menu(sitting, "This match", "Take back")
    walk(sitting, "NEXT OK BACK PREV OK NEXT OK")
    menu(sitting, "Set up position")
    sitting.press("BACK")
    sitting.choose("Empty the board")
    walk(sitting, "OK NEXT OK NEXT OK PREV OK BACK")
    sitting.choose("Play from here")
    walk(sitting, "PREV OK")


def test_against_the_computer():
    sitting = sitting_at(64, players=(0, 1))
    walk(sitting, "OK OK OK OK OK OK")
    for _ in range(40):
        sitting.wait(300)
        check(sitting.sees)
    menu(sitting, "This match")
    sitting.press("NEXT OK")
    leaf(sitting, 3)


def test_the_longest_play_shown_and_built():
    pos = positions.empty()
    pos[24] = pos[22] = pos[20] = pos[18] = 2
    for place in (23, 21, 19, 17):
        pos[place] = -1
    sitting = sitting_at(64)
    sitting.begin(sitting.match.settings)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, position=pos)), 0)
    sitting.navigator.commit(actions.roll(1, 1), 0)
    steps = [place << 3 | 1 for place in (24, 22, 20, 18)]
    sitting.navigator.base.lay(steps)
    check(sitting.sees)
    sitting.navigator.base.forced = True
    check(sitting.sees)
    sitting.navigator.commit(actions.play(steps), 0)
    sitting.navigator.open(Watch(sitting.navigator, sitting.session.last_play, 0))
    check(sitting.sees)


def test_hints_grades_and_reviews_with_the_largest_losses():
    far = (-3 * ONE, -12 * ONE, ONE)
    for length in (0, 64):
        sitting = sitting_at(length, coach=Coach(far), beavers=2)
        for presses in ("", "NEXT OK", "NEXT OK BACK OK", "NEXT OK BACK OK BACK OK"):
            sitting.begin(sitting.match.settings)
            sitting.navigator.commit(actions.game(Checkpoint(turn=0, cube=2, owner=0)), 0)
            sitting.press(presses)
            menu(sitting, "Hint")
            sitting.wait(200)
            walk(sitting, "NEXT BACK")
            asked = Question(sitting.match)
            cube = _weighed(Coach(far), asked)
            for action in (actions.take(), actions.drop(), actions.double()):
                found = cube.options(asked.phase)
                grade = Grade(0, found[0][0] or action, -12 * ONE, found[-1][0], 12 * ONE)
                grade.cube = cube
                if found[0][0] is not None:
                    sitting.navigator.open(Verdict(sitting.navigator, asked, grade))
                    check(sitting.sees)
                    sitting.press("OK")
    sitting = sitting_at(3, coach=Coach())
    walk(sitting, "OK OK OK OK")
    sitting.press("hold-BACK")
    sitting.navigator.commit(actions.resign(3), 0)
    walk(sitting, "PREV OK")
    for _ in range(12):
        sitting.wait(100)
        check(sitting.sees)
    walk(sitting, "PREV NEXT OK BACK PREV OK NEXT NEXT OK")
    for _ in range(9):
        sitting.wait(200)
        walk(sitting, "OK NEXT")
    walk(sitting, "BACK BACK NEXT NEXT")
    for _ in range(9):
        sitting.wait(200)
        check(sitting.sees)


def _weighed(coach, asked):
    work = coach.weigh(asked)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def test_the_pips_of_the_widest_score():
    sitting = sitting_at(64, (63, 0), crawford=True)
    sitting.navigator.open(Pages(sitting.navigator, [pips_page(sitting.match)]))
    check(sitting.sees)
    pos = positions.empty()
    pos[25], pos[24] = 15, -1
    sitting.navigator.commit(actions.game(Checkpoint((63, 0), True, 0, position=pos)), 0)
    sitting.navigator.open(Pages(sitting.navigator, [pips_page(sitting.match)]))
    check(sitting.sees)


def test_dice_counted_for_a_lifetime():
    sitting = sitting_at(64)
    for count in (99999, 100000, 9999999):
        store = MemoryStore(count.to_bytes(4, "little") * 16)
        sitting.session.dice.box = DiceBox(sitting.dice, store)
        sitting.session.dice.box.open()
        menu(sitting, "Dice statistics")
        leaf(sitting, 6)
        sitting.press("hold-BACK")


def test_a_message_that_is_too_long_scrolls_to_its_end():
    sitting = sitting_at(64)
    words = ["word%d" % i for i in range(120)]
    sitting.navigator.open(Message(sitting.navigator, "Saved match", [" ".join(words)]))
    seen = set()
    for _ in range(45):
        ruler = Ruler(sitting.sees.display)
        screens.draw(sitting.sees, ruler)
        assert not ruler.wrong
        seen.update(" ".join([text[0] for text in ruler.texts]).split())
        sitting.press("NEXT")
    assert seen.issuperset(words)
    assert sitting.sees.keys == ["UP", "DOWN", "OK", ""]
    sitting.press("PREV OK")
    assert sitting.sees.page is None


def test_a_message_without_a_space_is_broken():
    sitting = sitting_at(64)
    sitting.navigator.open(Message(sitting.navigator, "Saved match", ["W" * 50]))
    check(sitting.sees)
    if not displays[-1].low:  # there it would have to be scrolled
        sitting.navigator.open(Message(sitting.navigator, "Saved match", ["W" * 100]))
        check(sitting.sees)


def test_what_the_board_says_when_it_starts():
    sitting = sitting_at(64)
    navigator = sitting.navigator
    held.stuck(navigator, (0, 1, 2, 3), sitting.now)
    check(sitting.sees)
    navigator.open(
        Message(navigator, "Saved match", ["The damaged end was kept aside. The match goes on."])
    )
    check(sitting.sees)


def test_a_play_that_the_tutor_grades():
    for choice in range(3):
        sitting = sitting_at(64, coach=Coach())
        sitting.prefer(TUTOR, 2)
        walk(sitting, "OK" + " NEXT" * choice + " OK OK OK")
        for _ in range(12):
            sitting.wait(100)
            check(sitting.sees)
        assert isinstance(sitting.navigator.top, Grading) or not choice
        walk(sitting, "NEXT PREV BACK")


def test_a_clock_that_stands_and_one_that_falls():
    for players in ((0, 0), (0, 1)):
        for turn in (0, 1):
            sitting = sitting_at(64, clock=3, players=players)
            menu(sitting, "Stop the clock")
            walk(sitting, "NEXT PREV OK PREV OK" if not players[1] else "OK")
            sitting.navigator.open(Fallen(sitting.navigator, turn))
            walk(sitting, "PREV NEXT PREV OK OK")
    sitting = sitting_at(64, clock=3, players=(1, 0))
    sitting.navigator.open(Fallen(sitting.navigator, 0))
    check(sitting.sees)


def test_the_seals_and_the_number():
    for length in (0, 64):
        sitting = sitting_at(length)
        begin_sealed(sitting.navigator, sitting.match.settings.copy(sealed=True), (), 0)
        leaf(sitting, 2)
        walk(sitting, "OK OK OK hold-OK OK " + "NEXT OK " * 12 + "hold-OK")
        menu(sitting, "Sealed dice")
        leaf(sitting, 4)
        sitting.press("hold-BACK")
        walk(sitting, "OK OK OK OK")
        sitting.resign()
        walk(sitting, "NEXT NEXT NEXT NEXT")


def test_handicaps_of_both_sides():
    sitting = sitting_at(64)
    menu(sitting, "New match", "Handicap")
    for _ in range(3):
        walk(sitting, "OK PREV PREV OK NEXT")
    walk(sitting, "BACK")


def test_both_legs_of_a_duplicate():
    for players in ((0, 0), (0, 1)):
        sitting = sitting_at(1, players=players)
        first = (duplicate.note(1),)
        begin_sealed(sitting.navigator, sitting.match.settings, first, 0)
        for _ in range(2):
            walk(sitting, "OK")
            sitting.settle()
            sitting.navigator.commit(actions.resign(3), 0)
            walk(sitting, "PREV OK BACK BACK OK OK")


def test_what_people_did():
    sitting = sitting_at(1, coach=Coach())
    sitting.press("OK")
    sitting.play("24/18 18/13")
    sitting.resign()
    sitting.grade()
    menu(sitting, "Players")
    leaf(sitting, 2)
    walk(sitting, "OK NEXT NEXT OK")
    assert sitting.sees.page.title.startswith("Delete")
    sitting.press("BACK")
    walk(sitting, "PREV OK")
    sitting.navigator.top.text = "m" * 12
    check(sitting.sees)
    walk(sitting, "hold-OK NEXT OK OK")
    sitting.press("hold-BACK")
    person = sitting.session.library.people.of(WIDE[0])
    for i in range(len(person.numbers)):
        person.numbers[i] = (30000, MOST)[i in (4, 5, 6)]
    sitting.navigator.open(Pages(sitting.navigator, review.pages(person)))
    check(sitting.sees)
    leaf(sitting, 12)
    sitting.session.library.people.unkept = WIDE[0]
    sitting.press("BACK")
    menu(sitting, "Players")
    walk(sitting, "OK NEXT NEXT NEXT")


def test_matches_played_back_and_their_list():
    for length, scores in ((64, (63, 62)), (0, (MOST, MOST - 1))):
        sitting = sitting_at(length, scores, cube=2, owner=0, coach=Coach())
        walk(sitting, "OK OK OK OK NEXT OK PREV OK")
        sitting.resign()
        menu(sitting, "New match", "Start")
        walk(sitting, "PREV OK PREV OK OK")
        menu(sitting, "Earlier matches")
        sitting.wait(3000)
        walk(sitting, "NEXT OK" + 12 * " NEXT" + 12 * " PREV" + " OK NEXT NEXT NEXT")
        sitting.choose("Next blunder")
        sitting.wait(20)
        check(sitting.sees)
        sitting.wait(3000)
        walk(sitting, "OK OK")
        sitting.choose("Delete")
        walk(sitting, "PREV OK PREV OK")


def test_where_each_real_checker_goes():
    sitting = sitting_at(64)
    sitting.prefer(CHECKERS, 1)
    pos = positions.empty()
    pos[24], pos[21], pos[18] = 2, -1, -1
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, position=pos)), 0)
    walk(sitting, "OK")
    sitting.navigator.commit(actions.roll(3, 3), 0)
    sitting.navigator.commit(actions.play([24 << 3 | 3, 21 << 3 | 3, 24 << 3 | 3, 21 << 3 | 3]), 0)
    walk(sitting, "OK PREV " + "OK " * 8)


def test_the_opening_dice_and_dice_by_hand():
    sitting = sitting_at(64)
    sitting.begin(sitting.match.settings)
    sitting.prefer(REAL_DICE, 1)
    walk(sitting, "OK NEXT OK NEXT NEXT OK " + "OK " * 6)
    menu(sitting, "Enter real dice")
    walk(sitting, "NEXT OK NEXT BACK OK OK")
    sitting = sitting_at(64)
    sitting.begin(sitting.match.settings)
    walk(sitting, "OK")


def test_an_engine_on_a_pc_that_plays():
    sitting = sitting_at(64, players=(0, FAR))
    sitting.session.players.linked = True
    walk(sitting, "OK OK OK OK OK")
    menu(sitting, "This match")
    walk(sitting, "NEXT OK")
    leaf(sitting, 4)
    sitting.press("hold-BACK")
    for ms in (20, 5000, 20):
        sitting.wait(ms)
        walk(sitting, "NEXT")


def test_that_flash_is_full_and_that_there_are_no_dice():
    sitting = sitting_at(64)
    sitting.journal.full = True
    sitting.press("OK")
    assert sitting.sees.page.title == "Flash full?"
    check(sitting.sees)
    sitting.dice.collect = _dead
    sitting.wait(10)
    assert sitting.sees.page.title == "No dice"
    check(sitting.sees)


def _dead():
    raise OSError("the source of randomness repeats itself")


_HERE = dict(globals())


def test_all_of_it_on_a_low_display_and_on_a_tall_one():
    walks = [_HERE[name] for name in sorted(_HERE) if name.startswith("test_")]
    assert len(walks) > 15
    for height in (32, 128):
        displays.append(Display(height))
        try:
            for one in some(walks):
                one()
        finally:
            displays.pop()
