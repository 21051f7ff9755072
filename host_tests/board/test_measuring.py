"""The report about the board's hardware and its speed: over the link, and from the menu."""

from fakes.builds import Build, along
from fakes.coach import Coach, quick
from fakes.maker import Maker
from fakes.power import Power, at_board, ran
from picogammon import self_test
from picogammon.app.display import view as views
from picogammon.engine import levels
from picogammon.hardware import FIRST, LAST


def rows_of(lines):
    assert lines[0] == FIRST and lines[-1] == LAST, lines
    return {line.partition(": ")[0]: line.partition(": ")[2] for line in lines[1:-1]}


def reported(power):
    """Requests the report over the link; `yield from` returns the report as {label: text}."""
    yield 500
    power.host.make = quick  # all levels answer at once
    yield from power.ask(b"hardware")
    lines = power.answer.decode().split("\r\n")
    return rows_of([line for line in lines if line and not line.startswith("info string ")])


@at_board()
def test_a_line_over_the_link_is_answered_with_the_report(power):
    matches = power.flash.blocks
    rows = yield from reported(power)
    assert rows["version"].endswith(" on bench") and rows["flash"] == "not known"
    assert rows["display"].startswith("ssd1306 at 0x3c, 400 kHz, a screen takes ")
    assert rows["lights"].startswith("24, ")
    assert rows["random bits"].startswith("50 % ones, longest run ")
    assert all(rows[level].endswith(" ms") for level in levels.levels())
    assert power.view.page is None and power.flash.blocks == matches
    assert power.display.glass() == bytes(power.board.panel.canvas.buffer)
    yield from power.ask(b"ubgi")
    assert power.answer.endswith(b"ubgiok\r\n")


def test_the_report_has_what_the_self_test_found_until_the_power_goes():
    build = Build(along(range(1, 25)))
    power = build.power()
    found = []

    def test(power):
        yield 500
        yield from power.press("hold-OK")
        yield from power.choose("Hardware set-up")
        yield from power.choose("Test the board")
        yield from Maker(power, build).test()
        found.append(power.view.page.lines[1])
        yield from power.press("OK")

    def report(power):
        rows = yield from reported(power)
        found.append(rows.get("self-test"))

    power.circuit.spark(1)
    power.pace = 12
    assert power.run(test) == "reset"
    ran(report, power)
    power.cut()
    ran(report, power)
    assert "sparks 0 145 0 0, faults 1" in found[0] and found == [found[0], found[0], None]


def _bare():
    power = Power()
    power.bus.display = None
    power.jedec = b"\xef\x40\x15"
    return power


@at_board(make=_bare)
def test_the_report_names_the_flash_and_an_oled_that_does_not_answer(power):
    rows = yield from reported(power)
    assert rows["display"] == "ssd1306 at 0x3c does not answer"
    assert rows["flash"] == "2048 KB, ef4015"


@at_board()
def test_the_menu_shows_the_report_and_sends_it_and_back_stops_it(power):
    yield 500
    power.host.make = quick
    yield from power.press("hold-OK")
    yield from power.choose("Measure hardware")
    while power.view.page.lines[-1:] != [LAST]:
        yield 50
    rows_of(power.view.page.lines)
    said = power.port.gone.decode().split("\r\n")
    said = [line.replace("info string ", "") for line in said[:-1]]
    assert said[said.index(FIRST) :] == power.view.page.lines
    assert not power.board.navigator.top.busy
    yield from power.press("NEXT")
    assert power.view.page.first == 1
    yield from power.press("BACK")
    power.host.make = lambda level, plays: Coach(slices=1_000_000, plays=plays)
    for way in ("BACK", "hold-BACK"):
        assert isinstance(power.view.page, views.MenuView)
        yield from power.choose("Measure hardware")
        yield 50
        assert power.view.page.lines[-1:] != [LAST]
        yield from power.press(way)
    assert power.view.page is None
    yield from power.press("OK")
    assert power.board.session.last_roll


class _Chip:
    def __init__(self, words, rom):
        self.mem8 = {0x13: rom}
        self.mem32 = words


_PICO = "Picogammon on Raspberry Pi Pico with RP2040"
_PICO2 = "Raspberry Pi Pico2 with RP2350"


def test_chips_by_name_and_revision():
    for words, rom, name, text in (
        ({0x40000000: 0x20002927}, 3, _PICO, "RP2040, revision B2, boot ROM 3"),
        ({0x40000000: 0x20004927}, 2, _PICO2, "RP2350, revision A2, boot ROM 2"),
        ({0x40000000: 0x90002927}, 3, _PICO, "RP2040, revision number 9, boot ROM 3"),
        ({0x40000000: 0x10002927}, 1, _PICO, "RP2040, revision B0 or B1, boot ROM 1"),
        ({}, 0, "linux", "unknown chip"),
    ):
        assert self_test.chip_text(_Chip(words, rom), name) == text


def test_the_longest_run_of_equal_bits():
    bits = bytearray([0, 1] * 512)
    assert self_test.longest_run(bits) == 1
    bits[500:530] = b"\x01" * 30
    assert self_test.longest_run(bits) == 31
    for value in (0, 1):
        assert self_test.longest_run(bytearray((value,) * 1024)) == 1024
