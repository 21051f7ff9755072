"""What somebody types at the link: names, preferences, a position."""

from fakes.power import Power
from picogammon.app.session import prefs

XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:42:2:3:0:7:10"


def _ask(power, line):
    yield from power.ask(line)
    return power.answer.decode().split("\r\n")[:-1]


def test_what_there_is_to_set_is_told():
    def script(power):
        yield 500
        lines = yield from _ask(power, b"set")
        assert lines[0] == "set name 0 Amber" and lines[1] == "set name 1 Blue"
        assert "set field 1 3 Brightness: lowest|low|medium|high|highest" in lines
        assert not any("Menu found" in line for line in lines)
        assert len(lines) == 2 + prefs.COUNT - 1 + 1 and lines[-1] == "set end"

    power = Power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""


def test_names_and_preferences_are_set_and_kept():
    def script(power):
        yield 500
        yield from power.press("hold-OK")  # the menu is open
        assert (yield from _ask(power, b"set name 1 Anna B.")) == ["set end"]
        assert (yield from _ask(power, b"set field 1 0")) == ["set end"]
        assert (yield from _ask(power, b"set field 0 1")) == ["set end"]  # other colours

    def later(power):
        yield 500
        session = power.board.session
        assert session.match.settings.names[1] == "Anna B."
        assert session.match.settings.names[0] != "Amber"
        assert session.prefs[prefs.BRIGHTNESS] == 0 and session.prefs[prefs.PALETTE] == 1

    power = Power()
    assert power.run(script) == "off"
    assert power.run(later) == "off"
    assert power.crash_log() == ""


def test_what_cannot_be_is_refused_and_changes_nothing():
    def script(power):
        yield 500
        session = power.board.session
        before = session.match.settings.pack(), session.prefs.pack(), list(session.match.position)
        for line, why in (
            (b"set name 0", "a player needs a name"),
            (b"set name 0 Abcdefghijklmno", "at most 12 letters"),
            (b"set name 2 Anna", "write name"),
            (b"set field 1 5", "no such choice"),
            (b"set field 99 0", "write name"),
            (b"set field -1 0", "no such choice"),
            (b"set field 13 1", "no such choice"),
            (b"set field x", "write name"),
            (b"set position XGID=nothing", "XGID"),
            (b"set position", "write name"),
            (b"set colour red", "write name"),
            (b"set played 1 0", "write name"),  # nothing is played back
        ):
            (answer,) = yield from _ask(power, line)
            assert answer.startswith("set none ") and why in answer, (line, answer)
        after = session.match.settings.pack(), session.prefs.pack(), list(session.match.position)
        assert after == before

    power = Power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""


def test_a_position_begins_a_match_and_the_one_before_is_kept():
    def script(power):
        yield 500
        yield from power.press("OK")
        yield 3000
        assert (yield from _ask(power, b"set name 0 Anna")) == ["set end"]
        assert (yield from _ask(power, b"set position " + XGID.encode())) == ["set end"]
        match = power.board.session.match
        assert match.dice == (4, 2) and match.settings.length == 7 and match.cube == 2
        assert list(match.scores) == [2, 3] and match.settings.names[0] == "Anna"
        assert len(power.board.session.archive.names()) == 1

    power = Power()
    assert power.run(script) == "off"
    assert power.crash_log() == ""
