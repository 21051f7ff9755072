"""What a page at the link is told of a board that plays on: lights and display."""

from binascii import a2b_base64

from fakes.power import Power
from picogammon import VERSION

_XGID = b"XGID=-b----E-C---eE---c-e----B-:1:1:1:42:2:3:0:7:10"


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


def test_no_other_word_is_taken_for_it():
    def script(power):
        yield 500
        yield from power.ask(b"mirrors")
        assert power.answer.startswith(b"error unknown_command")

    assert Power().run(script) == "off"


def _told(power):
    """What a page is told of a match that is played back."""
    yield 500
    yield from power.ask(b"mirror")
    return [row[2:] for row in _rows(power) if row[1] == "played"]


def test_a_match_that_is_played_back_is_told_and_led_to_a_move():
    def script(power):
        yield 500
        yield from power.press("OK")
        yield 3000
        yield from power.ask(b"set position " + _XGID)  # the match before goes to the archive
        (name,) = power.board.session.archive.names()
        path = "matches/" + name
        yield from power.press("OK hold-OK")
        while power.view.page.items[power.view.page.selected][0] != "Earlier matches":
            yield from power.press("NEXT")
        yield from power.press("OK")
        assert (yield from _told(power)) == []
        yield from power.press("NEXT OK")
        assert (yield from _told(power)) == [[path, "1", "0"]]
        for line, stop in ((b"1 1", "1"), (b"9 99", "1"), (b"0 0", "0"), (b"-1 -1", "0")):
            yield from power.ask(b"set played " + line)
            assert power.answer == b"set end\r\n"
            assert (yield from _told(power)) == [[path, "1", stop]], line
        yield from power.press("OK")  # the menu over it
        assert (yield from _told(power)) == [[path, "1", "0"]]
        yield from power.ask(b"set played 1 1")
        assert power.answer.startswith(b"set none ")
        yield from power.press("BACK BACK BACK")
        assert (yield from _told(power)) == []

    power = Power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""
