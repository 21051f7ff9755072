"""The board measures itself: over the link, and from the menu, beside the match."""

from binascii import crc32

from fakes import quick_benches
from fakes.bench import Bench
from fakes.builds import Build, along
from fakes.maker import Maker
from fakes.power import Power
from picogammon import benches, hardware
from picogammon.app.display import view as views

_LINES = 200  # that a report has at most


def run(script, how=quick_benches.QuickBenches, power=None):
    """The Power after a script, with other benches."""
    power = power or Power()
    assert quick_benches.run(power, script, how) == "off"
    assert power.crash_log() == ""
    return power


def whole(lines):
    """Whether the lines are a report with its beginning, its end and its check."""
    text = "".join([line + "\n" for line in lines[:-1]])
    last = "end: %d lines, check %08x" % (len(lines) - 1, crc32(text.encode()))
    return lines[0] == "Picogammon hardware report 1" and lines[-1] == last


def rows_of(lines):
    return {line.partition(": ")[0]: line.partition(": ")[2] for line in lines}


def test_a_line_over_the_link_is_answered_with_the_report():
    def script(power):
        yield 500
        matches = power.flash.blocks
        yield from power.ask(b"hardware")
        lines = power.answer.decode().split("\r\n")[:-1]
        assert whole(lines), lines
        rows = rows_of(lines)
        assert rows["I2C addresses"] == "0x3c"
        assert rows["OLED"] == "ssd1306 at 0x3c answers" and rows["I2C clock"] == "400 kHz"
        assert rows["master, long look"] == "1234.56 ms"
        assert rows["board"] == "bench" and rows["sector erase"] == "not told"
        assert power.view.page is None and power.flash.blocks == matches
        assert power.display.glass() == bytes(power.board.panel.canvas.buffer)
        yield from power.ask(b"ubgi")
        assert power.answer.endswith(b"ubgiok\r\n")

    run(script)


def test_the_report_has_what_the_self_test_found_until_the_power_goes():
    build = Build(along(range(1, 25)))
    power = build.power()
    found = []

    def test(power):
        yield 500
        maker = Maker(power, build)
        yield from power.press("hold-OK")
        yield from power.choose("Hardware set-up")
        yield from power.choose("Test the board")
        yield from maker.test()
        found.append(power.view.page.lines[1])
        yield from power.press("OK")

    def report(power):
        yield 500
        yield from power.ask(b"hardware")
        found.append(rows_of(power.answer.decode().split("\r\n")).get("self-test"))

    power.circuit.spark(1)
    power.pace = 12
    assert power.run(test) == "reset"
    run(report, power=power)
    assert found[0] == found[1] and "sparks 0 145 0 0, faults 1" in found[0], found
    power.cut()
    run(report, power=power)
    assert found[2] is None


def test_what_was_due_to_be_shown_is_shown_after_the_lights_were_measured():
    def script(power):
        yield 500
        navigator = power.board.navigator
        navigator.changed = True
        panel = power.board.panel
        took = hardware.Report(Bench(power), panel, navigator).took
        for _ in benches.showing(took, panel, navigator, 0):
            pass
        assert navigator.changed

    run(script)


def test_without_an_oled_the_report_says_so():
    def script(power):
        yield 500
        yield from power.ask(b"hardware")
        lines = [line for line in power.answer.decode().split("\r\n") if line]
        lines = [line for line in lines if not line.startswith("info string ")]
        assert whole(lines), lines
        rows = rows_of(lines)
        assert rows["I2C addresses"] == "none"
        assert rows["OLED"] == "ssd1306 at 0x3c does not answer"
        assert "I2C byte" not in rows and "screen sent" not in rows

    power = Power()
    power.bus.display = None
    run(script, power=power)


def test_the_menu_shows_the_main_numbers_and_the_report_goes_out():
    def script(power):
        yield 500
        yield from power.press("hold-OK")
        yield from power.choose("Measure hardware")
        for _ in range(_LINES):
            yield 50
            if power.view.page.title != "Measuring":
                break
        assert isinstance(power.view.page, views.TextView)
        titles = {}
        for _ in range(10):
            titles[power.view.page.title] = power.view.page.lines
            yield from power.press("NEXT")
        assert titles["Longest plays"][0] == "master: 1234.56 ms"
        assert titles["Lights and OLED"][0] == "ssd1306 at 0x3c answers"
        said = power.port.gone.decode().split("\r\n")
        start = said.index("info string Picogammon hardware report 1")
        lines = [
            line[len("info string ") :] for line in said[start:] if line.startswith("info string ")
        ]
        assert whole(lines), lines
        yield from power.press("BACK")
        assert isinstance(power.view.page, views.MenuView)

    run(script)


def test_back_stops_it_and_the_match_goes_on():
    def script(power):
        yield 500
        yield from power.press("hold-OK")
        yield from power.choose("Measure hardware")
        yield 1000
        assert power.view.page.title == "Measuring" and power.view.keys[3] == "STOP"
        yield from power.press("BACK")
        assert isinstance(power.view.page, views.MenuView)
        yield from power.press("BACK")
        yield from power.press("hold-OK")
        yield from power.choose("Measure hardware")
        yield from power.press("hold-BACK")
        assert power.view.page is None
        yield from power.press("OK")
        assert power.board.session.last_roll

    run(script, quick_benches.EndlessBenches)
