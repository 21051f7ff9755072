"""A mode is busy while its ticks work, so the board does not rest between them; and no longer."""

from app.test_review_pages import over
from app.test_tutor import play, tutored
from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.modes.waiting import Think
from picogammon.ground.presses import OK, SHORT
from picogammon.rules.settings import Settings


def works_then_rests(sitting, ticks):
    """Whether what is on top is busy now, and is not after so many ticks."""
    top = sitting.navigator.top
    began = top.busy
    sitting.wait(10 * ticks)
    return began and not top.busy


def test_people_at_their_turn_and_the_menu_keep_nobody_busy():
    sitting = Sitting([(3, 1)], two_people(3), coach=Coach())
    for names in ("OK", "OK", "BACK", "hold-OK"):
        sitting.press(names)
        assert not sitting.navigator.top.busy


def test_a_computer_that_thinks():
    sitting = Sitting([(1, 6)], Settings(length=1, players=(0, 1)), [("first", FirstPlay())])
    sitting.press("OK")
    assert works_then_rests(sitting, 200)


def thinking(sitting):
    """The mode in which the computer, who has said nothing yet, thinks about its first decision."""
    while not isinstance(sitting.navigator.top, Think):
        sitting.navigator.tick(sitting.now)
        sitting.now += 10
    return sitting.navigator.top


def test_a_computer_decides_before_anything_else_where_nobody_looks_at_its_roll():
    sitting = Sitting([(1, 6)], Settings(length=1, players=(0, 1)), [("first", FirstPlay())])
    sitting.press("OK")
    mode = thinking(sitting)
    now = sitting.now
    assert not mode.urgent(now), "people want to see the roll"
    mode.press(OK, now)
    assert mode.urgent(now)
    assert mode.urgent(now + 299)
    assert not mode.urgent(now + 300), "the OLED has waited long enough"


def test_a_computer_is_busy_until_its_play_is_made_but_not_in_the_pause_before():
    for pause in (True, False):
        sitting = Sitting([(1, 6)], Settings(length=1, players=(0, 1)), [("first", FirstPlay())])
        sitting.press("OK")
        mode = thinking(sitting)
        if not pause:
            mode.press(OK, sitting.now)
        while not mode.thought:
            assert mode.busy
            mode.tick(sitting.now)
        assert mode.busy is not pause
        mode.press(OK, sitting.now)
        mode.tick(sitting.now)
        assert sitting.navigator.top is not mode and not mode.busy


def test_a_hint():
    sitting = tutored(0)
    sitting.press("hold-OK")
    sitting.wait(10)
    while sitting.sees.page.items[sitting.sees.page.selected][0] != "Hint":
        sitting.press("NEXT")
    sitting.navigator.press(OK, SHORT, sitting.now)
    assert works_then_rests(sitting, 100)


def test_a_grade():
    sitting = tutored()
    play(sitting, "24/20", 0)
    assert works_then_rests(sitting, 100)


def test_a_review_behind_the_result_and_on_its_page():
    sitting = over(Coach())
    sitting.wait(10)
    assert sitting.navigator.top.busy
    sitting.press("PREV")
    assert works_then_rests(sitting, 3000)
    sitting.press("BACK")
    assert not sitting.navigator.top.busy
