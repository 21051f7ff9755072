"""What a line at the link is answered: names, preferences, what is shown, a hardware report."""

from binascii import a2b_base64

from fakes import quick_benches
from fakes.power import Power, at_board
from fakes.sitting import two_people
from picogammon import VERSION, talk
from picogammon.app.modes.answer import Agree
from picogammon.app.session import prefs
from picogammon.app.ubgi.protocol import COMMANDS
from picogammon.devices.files import SETTINGS
from picogammon.rules.settings import ASK

XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:42:2:3:0:7:10"
_ASKED = b"set none not yet: the board asks both players"
_REFUSED = b"error unsupported_feature two people play a match: end it at the board first"
_DONE = b""  # nothing that two people have agreed on changes, so any answer will do
# What is written at the link while two people play, and how the answer begins.
_WRITTEN = {
    "hardware": (("", _DONE),),
    "mirror": (("", _DONE), ("all", _DONE)),
    "set": (
        ("", _DONE),
        ("position " + XGID, _ASKED),
        ("field %d 1" % prefs.REAL_DICE, _ASKED),
        ("field %d 1" % prefs.CHECKERS, _ASKED),
        ("field 1 0", b"set end"),
        ("played 1 0", b"set none"),
    ),
    "opponent": (("", _DONE), ("1 play 8/5 6/5", _DONE)),
    "files": (("", _DONE), ("matches", _DONE)),
    "get": (("crash.log", _DONE),),
    "put": (("%s 8 1" % SETTINGS, _REFUSED),),
    "matches": (("", _DONE),),
    "match": (("running", _DONE),),
    "send": (("80 1 restore", _REFUSED), ("80 1 -", b"send on")),
    "data": (("AAAA", b"error missing_context"),),
    "restore": (("", b"error missing_context"),),
    "clock": (("2026 11 27 4 12 0 0", b"clock end"),),
    "restart": (("", b"restart end"),),
    "position": (("xgid " + XGID, _DONE),),
    "xgid": ((XGID[4:], _DONE),),
    "plays": ((XGID, _DONE),),
    "eval": ((XGID, _DONE),),
    "go": (("role chequer", _DONE),),
    "setoption": (("name level value casual", _DONE),),
    "newsession": (("type match length 3", _DONE),),
    "setscore": (("1 1", _DONE),),
    "setcube": (("value 2 owner p0", _DONE),),
    "setturn": (("p1", _DONE),),
    "dice": (("3 1", _DONE),),
    "setoffer": (("double", _DONE),),
}
_WRITTEN.update(dict.fromkeys(("ubgi", "isready", "newgame", "stop", "quit"), (("", _DONE),)))


def _ask(power, line):
    yield from power.ask(line)
    return power.answer.decode().split("\r\n")[:-1]


@at_board()
def test_what_there_is_to_set_is_told(power):
    yield 500
    lines = yield from _ask(power, b"set")
    assert lines[0] == "set name 0 Amber" and lines[1] == "set name 1 Blue"
    assert "set field 1 3 Brightness: lowest|low|medium|high|highest" in lines
    assert not any("Menu found" in line for line in lines)
    assert len(lines) == 2 + prefs.COUNT - 1 + 1 and lines[-1] == "set end"


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


@at_board()
def test_what_cannot_be_is_refused_and_changes_nothing(power):
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


@at_board()
def test_a_position_begins_a_match_and_the_one_before_is_kept(power):
    yield 500
    yield from power.press("OK")
    yield 3000
    assert (yield from _ask(power, b"set name 0 Anna")) == ["set end"]
    assert (yield from _ask(power, b"set position " + XGID.encode())) == ["set end"]
    match = power.board.session.match
    assert match.dice == (4, 2) and match.settings.length == 7 and match.cube == 2
    assert list(match.scores) == [2, 3] and match.settings.names[0] == "Anna"
    assert len(power.board.session.archive.runs()) == 1


def _state(board):
    """All that two people agreed on and see of their match, and what is kept of others."""
    session = board.session
    liked = [session.prefs[field] for field in (prefs.REAL_DICE, prefs.CHECKERS)]
    return (
        session.match.state()[:-1],
        session.archive.runs(),
        liked,
        board.navigator.top.stops_clock,
    )


def test_there_is_a_row_for_each_verb_of_the_link():
    assert set(_WRITTEN) == set(talk.VERBS + COMMANDS)


def test_no_line_changes_what_two_people_have_agreed_on():
    power = Power()

    def script(power):
        yield 500
        power.begin(two_people(3, clock=1, take_back=ASK))
        while power.board.session.fresh:
            yield from power.press("OK")
        yield 500
        before = _state(power.board)
        for verb in sorted(_WRITTEN):
            for words, answer in _WRITTEN[verb]:
                if verb == "restart":
                    continue
                line = "XGID%s" % words if verb == "xgid" else "%s %s" % (verb, words)
                yield from power.ask(line.strip().encode())
                assert power.answer.startswith(answer), (line, power.answer)
                assert isinstance(power.board.navigator.top, Agree) == (answer == _ASKED), line
                while isinstance(power.board.navigator.top, Agree):
                    yield from power.press("NEXT OK")
                yield from power.press("hold-BACK")
                assert _state(power.board) == before, line
        power.before = before
        yield from power.ask(b"restart")
        yield 1000

    assert quick_benches.run(power, script) == "reset"

    def later(power):
        yield 1000
        assert _state(power.board) == power.before, "a restart goes on with the same match"

    assert power.run(later) == "off"


_XGID = b"XGID=-b----E-C---eE---c-e----B-:1:1:1:42:2:3:0:7:10"


def _rows(power):
    """The words of each line of the answer."""
    return [line.split(" ") for line in power.answer.decode().split("\r\n") if line]


def _bytes(text):
    return a2b_base64(text.encode())


@at_board()
def test_a_page_sees_what_lights_and_display_show_and_then_what_has_changed(power):
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


def _told(power):
    """What a page is told of a match that is played back."""
    yield 500
    yield from power.ask(b"mirror")
    return [row[2:] for row in _rows(power) if row[1] == "played"]


@at_board()
def test_a_match_that_is_played_back_is_told_and_led_to_a_move(power):
    yield 500
    yield from power.press("OK")
    yield 3000
    yield from power.ask(b"set position " + _XGID)  # the match before goes to the archive
    (run,) = power.board.session.archive.runs()
    yield from power.press("OK hold-OK")
    while power.view.page.items[power.view.page.selected][0] != "Earlier matches":
        yield from power.press("NEXT")
    yield from power.press("OK")
    assert (yield from _told(power)) == []
    yield from power.press("NEXT OK")
    assert (yield from _told(power)) == [[str(run), "1", "0"]]
    for line, stop in ((b"1 1", "1"), (b"9 99", "1"), (b"0 0", "0"), (b"-1 -1", "0")):
        yield from power.ask(b"set played " + line)
        assert power.answer == b"set end\r\n"
        assert (yield from _told(power)) == [[str(run), "1", stop]], line
    yield from power.press("OK")  # the menu over it
    assert (yield from _told(power)) == [[str(run), "1", "0"]]
    yield from power.ask(b"set played 1 1")
    assert power.answer.startswith(b"set none ")
    yield from power.press("BACK BACK BACK")
    assert (yield from _told(power)) == []
