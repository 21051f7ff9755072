"""A display with fewer rows shows all that others do: what does not fit at once follows."""

import scenes
from fakes.ruler import Ruler, check
from fakes.sitting import Sitting, two_people
from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import USUAL, Canvas, Display
from picogammon.app.modes.base import Pages
from picogammon.app.modes.codes import NO_CODE
from portable import raises

LOW = Display(32)


def drawn(view, display=LOW):
    """The bytes of a view's screen."""
    canvas = Canvas(display)
    screens.draw(view, canvas)
    return bytes(canvas.buffer)


def at_a_low_display(**fields):
    """A Sitting in a match of seven points."""
    return Sitting([(3, 1), (6, 2)], two_people(7, **fields), display=LOW)


def test_what_has_room_on_a_display():
    for height, rows in ((32, (2, 2, 2)), (64, (4, 5, 4)), (128, (9, 12, 10))):
        display = Display(height)
        assert (display.menu_rows, display.text_rows, display.message_rows) == rows
        assert len(Canvas(display).buffer) == 16 * height
        assert display.low == (height < 64)


def test_dice_cube_scores_and_whose_turn_it_is_each_change_the_board_s_screen():
    seen = set()

    def look(**fields):
        view = scenes.start()
        for name in fields:
            setattr(view, name, fields[name])
        screen = drawn(view)
        assert screen not in seen, fields
        seen.add(screen)

    look()
    look(decider=1)
    look(decider=None)
    for fields in ({"dice": (3, 2)}, {"dice_used": 1}, {"dice_used": 2}, {"dice_side": 1}):
        look(**fields)
    for fields in ({"dice": (2, 2, 2, 2)}, {"dice": ()}, {"dice_side": None}):
        look(**fields)
    look(offered_by=0)
    look(offered_by=1)
    for owner in (None, 0, 1):
        look(cube=2, owner=owner)
    for fields in ({"cube_on": False}, {"crawford": True}, {"length": 0}, {"length": 9}):
        look(**fields)
    for fields in ({"scores": [1, 0]}, {"scores": [0, 1]}, {"pips": [1, 167]}, {"pips": [167, 1]}):
        look(**fields)
    for clocks in ((60, 60, 0, 0), (60, 60, 1, 0), (60, 60, 0, 5), (60, 59, 0, 0)):
        look(clocks=clocks)
    look(headline="Amber: 6/3")


def test_a_text_that_nobody_scrolls_is_leafed_through():
    view = views.View()
    view.display = LOW
    words = ["row %d" % i for i in range(5)]
    view.page = views.TextView("Text", words)
    ruler = Ruler(LOW)
    seen = []
    for ruler.leaf in range(4):
        ruler.texts = []
        screens.draw(view, ruler)
        seen.append([text[0] for text in ruler.texts if text[0].startswith("row")])
    assert ruler.leaves == 3
    assert seen == [words[0:2], words[2:4], words[3:5], words[0:2]]


def test_in_place_of_a_position_s_code_there_is_its_text():
    sitting = at_a_low_display()
    sitting.press("OK hold-OK")
    sitting.choose("Position")
    assert sitting.sees.page.title == NO_CODE[0] and not sitting.navigator.top.busy
    check(sitting.sees)
    sitting.press("NEXT")
    check(sitting.sees)
    assert sitting.sees.page.title == "XGID"
    assert sitting.sees.page.lines[0].startswith("XGID=-b----E-C---eE---c-e----B-:")


def test_pages_are_those_that_were_given_where_they_fit():
    pages = [("Title", ["one", "two", "three"]), ("Other", ["four"])]
    assert Pages(Sitting(display=USUAL).navigator, pages).pages is pages
    parted = Pages(Sitting(display=LOW).navigator, pages).pages
    assert parted == [("Title 1/2", ["one", "two"]), ("Title 2/2", ["three"]), ("Other", ["four"])]


def test_the_seal_can_be_read_whole_without_a_code():
    from picogammon.app.session import seal

    sitting = at_a_low_display()
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.choose("Sealed dice")
    sitting.choose("Start")
    pages = sitting.navigator.top.pages
    assert pages[0] == NO_CODE
    digest = seal.hex_text(seal.seal_of(seal.hex_text(bytes(range(16)))))
    text = "".join([line for page in pages[1:] for line in page[1]]).replace(" ", "")
    assert digest in text


def test_no_line_of_a_menu_offers_what_a_low_display_cannot_show():
    for display, there in ((LOW, False), (USUAL, True)):
        sitting = Sitting(display=display)
        sitting.press("hold-OK")
        sitting.choose("Settings")
        labels = [label for label, _ in sitting.sees.page.items]
        assert ("Display" in labels) == there


def test_what_is_cut_off_is_noticed():
    view = views.View()
    view.display = LOW
    view.page = views.MessageView("Saved match", ["W" * 90], 0)
    with raises(AssertionError):
        check(view)
