"""Troubles with wires: held buttons, an OLED that goes and comes or is low, wrong data."""

from binascii import a2b_base64

from fakes import own_data
from fakes.planted import planted
from fakes.power import Power, at_board, taps
from fakes.wires import SSD1306Display
from picogammon.app.modes.base import Message
from picogammon.app.modes.navigator import Navigator
from picogammon.board_data import Laid
from picogammon.rules import match
from reading import glass


def test_a_button_held_since_power_on_is_named_and_ignored_until_it_is_let_go():
    def script(power):
        power.switches.down.update((1, 3))
        yield 2000
        assert power.view.page.title == "Held or stuck"
        assert power.view.page.lines[0] == "NEXT and BACK"
        yield from power.press("OK")
        assert power.view.page is None
        yield from power.press("OK")
        assert power.match.phase != match.OPENING or power.board.session.last_roll
        power.switches.down.clear()
        yield 100
        yield from power.press("hold-OK")
        at = power.view.page.selected
        yield from power.press("NEXT")
        assert power.view.page.selected == at + 1

    # The switches are down before the first look at them, as a script's first part runs later.
    power = Power()
    power.switches.down.update((1, 3))
    assert power.run(script) == "off"


def _held(buttons, press):
    """A board that these buttons are held at; `press` is what then works, None for nothing."""

    def script(power):
        yield 2000
        assert power.view.page.title == "Held or stuck" and power.view.keys == ["OK"] * 4
        if press:
            yield from power.press(press)
        else:
            yield 7000
            assert power.view.page.title == "Held or stuck"
            yield 6500
        assert power.view.page is None

    power = Power()
    power.switches.down.update(buttons)
    assert power.run(script) == "off"


def test_the_message_about_held_buttons_goes_with_any_button_or_by_itself():
    _held((2, 3), "PREV")
    _held((2, 3), "NEXT")
    _held((0, 1, 2), "BACK")
    _held((0, 1, 2, 3), None)


def test_without_an_oled_it_plays_on_and_says_so_once():
    def script(power):
        yield 500
        yield from power.press("OK OK")
        yield 10000
        assert power.match.phase != match.OPENING or power.board.session.last_roll
        assert power.port.gone.count(b"info string the OLED does not answer") == 1
        assert max(power.rgb) > 0
        power.bus.display = power.display
        yield 4000
        assert power.port.gone.count(b"info string the OLED is back") == 1
        assert power.display.on
        assert power.display.glass() == bytes(power.board.panel.canvas.buffer)

    power = Power()
    power.bus.display = None
    assert power.run(script) == "off"


def test_a_bus_that_somebody_holds_is_freed_at_the_start_and_later():
    def script(power):
        yield 300
        assert power.display.on and power.bus.stops == 1
        assert b"does not answer" not in power.port.gone
        power.bus.hold(9)
        yield from power.press("OK NEXT OK")
        yield 4000
        assert power.bus.stops == 2
        assert power.display.glass() == bytes(power.board.panel.canvas.buffer)
        assert power.port.gone.count(b"info string the OLED is back") == 1

    power = Power(4)
    power.bus.hold(5)
    assert power.run(script) == "off"


def _typo():
    raise SyntaxError("invalid syntax")


def _another(**changes):
    """board_config of a flash that differs from the image's own in these."""

    def data():
        names = [name for name in dir(own_data) if name[0] != "_"]
        made = type("board_config", (), {name: getattr(own_data, name) for name in names})
        for name in changes:
            if changes[name] is None:
                delattr(made, name)
            else:
                setattr(made, name, changes[name])
        return made

    return data


_WRONG = (
    (_typo, "SyntaxError: invalid syntax"),
    (_another(STRIP_PIN=99), "ValueError: invalid pin"),
    (_another(WIRING=((1, 23),)), "ValueError: the strip never passes point 24"),
    (_another(OLED_DRIVER="ssd1036"), "KeyError: ssd1036"),
    (_another(BUTTON_PINS=(0, 1, 2, "3")), "ValueError: invalid pin"),
    (_another(SUPPLY_MA=110), "ValueError: 10 mA is not enough for 24 lights"),
)


def _plays_on_with_its_own(data, words):
    def script(power):
        yield 300
        line = power.view.page.lines[0]
        assert power.view.page.title == "The board's data"
        assert line.replace("'", "").startswith("board_config.py: " + words), line
        assert ("info string " + line).encode() in power.port.gone
        assert power.display.on and max(power.rgb) > 0
        yield from power.press("OK OK")
        assert power.view.page is None

    power = Power(4)
    power.data_on_flash = data
    assert power.run(script) == "off", words
    assert power.crash_log() == ""


def test_with_wrong_data_on_the_flash_it_plays_on_with_the_images_own_and_says_so():
    for data, words in _WRONG:
        _plays_on_with_its_own(data, words)


_SAID = "This is so much text that it has no room on four rows in letters of any kind. " * 2


def _low_power(**changes):
    """A Power with such a board; `changes`: other data of it."""
    power = Power()
    power.display = power.bus.display = SSD1306Display(height=32)
    data = dict({"OLED_HEIGHT": 32}, **changes)
    power.data_on_flash = lambda: Laid(own_data, data)
    return power


@at_board(make=_low_power)
def test_it_is_lit_with_what_its_canvas_holds_and_a_page_at_the_link_sees_it(power):
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


@at_board(make=_low_power)
def test_what_nobody_scrolls_goes_on_every_three_seconds_and_begins_with_every_change(power):
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


def test_a_height_that_the_driver_lacks_is_said_and_the_images_own_data_are_used():
    def script(power):
        yield 300
        line = power.view.page.lines[0]
        words = "ValueError: OLED_HEIGHT must be one of (64, 32), not 48"
        assert line == "board_config.py: " + words

    assert _low_power(OLED_HEIGHT=48).run(script) == "off"


def test_the_alarm_says_all_leaf_by_leaf():
    read = set()

    def script(power):
        yield 100
        power.alarm.view.page.lines.append("Hold BACK: put it aside, begin anew.")
        for _ in range(4):
            yield 3100
            read.update(glass.rows(power.display.glass()))

    power = _low_power()
    with planted(Navigator, "tick"):
        for _ in range(3):
            assert power.run(taps(0)) == "reset"
        assert power.run(script) == "off", power.crash_log()
    said = " ".join(sorted(read)).upper()
    for words in ("PICOGAMMON FAILED", "THE MATCH IS", "HOLD BACK: PUT IT"):
        assert words in said
