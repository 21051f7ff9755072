"""A whole board whose data say that its display has 32 rows."""

from binascii import a2b_base64

from fakes import own_data
from fakes.planted import planted
from fakes.power import Power, taps
from fakes.wires import SSD1306Display
from picogammon.app.modes.base import Message
from picogammon.app.modes.navigator import Navigator
from picogammon.board_data import Laid
from reading import glass

_SAID = "This is so much text that it has no room on four rows in letters of any kind. " * 2


def _power(**changes):
    """A Power with such a board; `changes`: other data of it."""
    power = Power()
    power.display = power.bus.display = SSD1306Display(height=32)
    data = dict({"OLED_HEIGHT": 32}, **changes)
    power.data_on_flash = lambda: Laid(own_data, data)
    return power


def test_it_is_lit_with_what_its_canvas_holds_and_a_page_at_the_link_sees_it():
    def script(power):
        yield 500
        assert power.display.on and any(power.display.glass())
        assert power.display.glass() == bytes(power.board.panel.canvas.buffer)
        yield from power.ask(b"mirror all")
        rows = [line.split() for line in power.answer.decode().split("\r\n")]
        pages = [a2b_base64(row[3].encode()) for row in rows if row[1:2] == ["oled"]]
        assert len(pages) == 4 and b"".join(pages) == power.display.glass()
        yield from power.press("OK")
        yield 200
        assert power.display.glass() == bytes(power.board.panel.canvas.buffer)

    power = _power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""


def test_what_nobody_scrolls_goes_on_every_three_seconds_and_begins_with_every_change():
    def script(power):
        yield 500
        navigator = power.board.navigator
        navigator.open(Message(navigator, "Long", [_SAID]))
        message = navigator.top
        show = Message.show

        def unscrolled(view):
            show(message, view)
            view.page.first = None

        message.show = unscrolled
        navigator.changed = True
        yield 200
        first = power.display.glass()
        yield 2000
        assert power.display.glass() == first
        yield 1500
        assert power.display.glass() != first
        navigator.changed = True
        yield 200
        assert power.display.glass() == first

    power = _power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""


def test_a_height_that_the_driver_lacks_is_said_and_the_images_own_data_are_used():
    def script(power):
        yield 300
        line = power.view.page.lines[0]
        words = "ValueError: OLED_HEIGHT must be one of (64, 32), not 48"
        assert line == "board_config.py: " + words

    assert _power(OLED_HEIGHT=48).run(script) == "off"


def test_the_alarm_says_all_leaf_by_leaf():
    read = set()

    def script(power):
        yield 100
        power.alarm.view.page.lines.append("Hold BACK: put it aside, begin anew.")
        for _ in range(4):
            yield 3100
            read.update(glass.rows(power.display.glass()))

    power = _power()
    with planted(Navigator, "tick"):
        for _ in range(3):
            assert power.run(taps(0)) == "reset"
        assert power.run(script) == "off", power.crash_log()
    said = " ".join(sorted(read)).upper()
    for words in ("PICOGAMMON FAILED", "THE MATCH IS", "HOLD BACK: PUT IT"):
        assert words in said
