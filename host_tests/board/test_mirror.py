"""What a page at the link is told of a board that plays on: lights, display and files."""

from binascii import a2b_base64

from fakes.power import Power
from picogammon import VERSION


def _rows(power):
    """The words of each line of the answer."""
    return [line.split(" ") for line in power.answer.decode().split("\r\n") if line]


def _bytes(text):
    return a2b_base64(text.encode())


def test_a_page_sees_what_lights_and_display_show_and_then_what_has_changed():
    def script(power):
        yield 500
        yield from power.ask(b"mirror all")
        rows = [row[1:] for row in _rows(power)]
        panel = power.board.panel
        assert rows[0] == ["board", panel.name, VERSION] and rows[-1] == ["end"]
        assert rows[1][0] == "lights" and _bytes(rows[1][1]) == bytes(panel.rgb)
        assert " ".join(rows[2]) == "said Roll to start. Hold OK: menu. OK: ROLL"
        assert [row[:2] for row in rows[3:-1]] == [["oled", str(page)] for page in range(8)]
        assert b"".join([_bytes(row[2]) for row in rows[3:-1]]) == power.display.glass()
        yield from power.ask(b"mirror")
        assert [row[1] for row in _rows(power)] == ["board", "lights", "end"]
        yield from power.press("hold-OK")
        yield 500
        yield from power.ask(b"mirror")
        said = [" ".join(row[2:]) for row in _rows(power) if row[1] == "said"]
        assert said == ["Picogammon %s. Pips and score. PREV: UP, NEXT: DOWN" % VERSION]
        changed = [row for row in _rows(power) if row[1] == "oled"]
        assert changed
        for row in changed:
            page = int(row[2])
            assert _bytes(row[3]) == power.display.glass()[page * 128 : (page + 1) * 128]

    power = Power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""


def test_a_page_fetches_the_match_and_nothing_that_is_not_its_business():
    def script(power):
        yield 500
        yield from power.press("OK")
        yield 3000
        yield from power.ask(b"file match.log")
        rows = _rows(power)
        assert rows[-1] == ["file", "end"]
        data = b"".join([_bytes(row[2]) for row in rows[:-1]])
        assert data == bytes(power.disk.files["match.log"])
        for line in (b"file main.py", b"file", b"file crash.log", b"file match.log x"):
            yield from power.ask(line)
            assert power.answer == b"file none\r\n", line
        yield from power.ask(b"mirrors")
        assert power.answer.startswith(b"error unknown_command")

    power = Power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""
