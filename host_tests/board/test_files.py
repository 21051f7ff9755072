"""A PC at the link lists, reads and writes a board's files, and restores a match, in play."""

from binascii import a2b_base64, b2a_base64, crc32

from fakes.disk import Disk, PlugPulled, files_on
from fakes.power import Power, at_board, messages, taps
from fakes.sitting import two_people
from picogammon.app.session import prefs
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.rules import actions, match
from picogammon.rules.settings import Settings

_PIECE = 114  # bytes in a line
_REFUSED = ("bad_argument", "missing_context", "unsupported_feature")
_NOT_TO_BE_READ = (
    "seal.bin",
    "main.py",
    "../match.log",
    "matches/../match.log",
    "matches/",
    "matches/x.log",
    "matches/1/2.log",
)
_FROM_BACKUP = ("Saved match", "This match comes from a backup.")


def _ask(power, *words):
    """A script's part; returns the words of each line that answers."""
    yield from power.ask(" ".join([str(word) for word in words]).encode())
    return [line.split(" ") for line in power.answer.decode().split("\r\n") if line]


def _get(power, path):
    """The bytes of a file, or None."""
    rows = yield from _ask(power, "get", path)
    if rows == [["get", "none"]]:
        return None
    data = b"".join([a2b_base64(row[2]) for row in rows[:-1]])
    assert rows[-1] == ["get", "end", str(len(data)), str(crc32(data))]
    return data


def _put(power, path, data, crc=None):
    """The answer to the last line."""
    rows = yield from _ask(power, "put", path, len(data), crc32(data) if crc is None else crc)
    for at in range(0, len(data), _PIECE):
        if rows[0][0] == "error":
            break
        piece = b2a_base64(data[at : at + _PIECE]).decode().strip()
        rows = yield from _ask(power, "data", piece)
    return rows


def _played(presses, seed=1):
    """The Disk of a board on which a match was begun."""
    power = Power(seed)
    assert power.run(taps(presses)) == "off"
    return power.disk


def _records(disk, path="match.log"):
    log = Recent(files_on(disk), path)
    found = [record for record in log.open() if record[:2] != b"\x0e\x00"]
    assert log.damage is None
    return found


def _whole(disk):
    """A running match's log as one file."""
    clean = Disk()
    Journal(files_on(clean), "x").restart(_records(disk))
    return bytes(clean.files["x"])


def _matches(disk):
    return [_records(disk, path) for path in sorted(disk.files) if path.startswith("matches/0")]


def test_nothing_but_a_boards_own_files_can_be_named():
    power = Power(1)
    power.disk = _played(9)
    before = power.disk.copy().files
    lines = (
        "put match.log 5 1",
        "put match.log.newest 5 1",
        "put board_config.py 5 1",
        "put seal.bin 5 1",
        "put seen/log 5 1",
        "put matches/-.log 5 1",
        "put matches/00001.log.new 5 1",
        "put matches/000000000000000000000000000000000000000000.log 5 1",
        "put settings.bin 0 1",
        "put settings.bin 9999999 1",
        "put settings.bin 5 x",
        "put settings.bin -1 1",
        "put settings.bin 5",
        "get",
        "get match.log x",
        "files seen",
        "files matches x",
        "data AAAA",
        "data",
        "restore",
        "clock 2026 11 22",
        "clock x 1 1 1 1 1 1",
    )

    def script(power):
        yield 500
        for line in lines:
            (row,) = yield from _ask(power, line)
            assert row[0] == "error" and row[1] in _REFUSED, line
            assert len(row) > 3, line
        for path in _NOT_TO_BE_READ:
            assert (yield from _get(power, path)) is None, path
        for line in (b"files\xff", b"put matches/\xb2.log 5 1", b"datas"):
            yield from power.ask(line)
            assert power.answer.startswith(b"error "), line
        yield from power.press("OK")

    assert power.run(script) == "off"
    assert power.crash_log() == ""
    for name in before:
        assert name[:9] == "match.log" or power.disk.files[name] == before[name], name


@at_board(3)
def test_no_press_is_lost_while_files_come_and_go(power):
    yield 500
    sent = bytes(3000)
    yield from _ask(power, "put", "matches/00009.log", len(sent), crc32(sent))
    power.port.coming += list(
        b"".join(
            [
                b"data " + b2a_base64(sent[at : at + _PIECE]).strip() + b"\n"
                for at in range(0, len(sent), _PIECE)
            ]
        )
    )
    while not power.match.dice:
        yield from power.press("OK")
    assert power.port.coming, "the file still came"
    yield 5000
    assert (yield from _get(power, "matches/00009.log")) == sent


def _waits(power):
    yield 9000


def _restoring(sent):
    def script(power):
        yield 500
        assert (yield from _put(power, "matches/backup.new", sent)) == [["data", "end"]]
        yield 5000
        power.rows = yield from _ask(power, "restore")
        power.port.gone = bytearray()
        if power.rows[-1][1] == "end":
            yield from _ask(power, "restart")
            yield 100
            raise AssertionError("it restarts")

    return script


def test_a_backups_match_takes_the_running_ones_place_and_both_are_kept():
    power = Power(1)
    power.disk = _played(9)
    ours, theirs = _records(power.disk), _records(_played(14, 5))
    assert power.run(_restoring(_whole(_played(14, 5)))) == "reset"
    assert power.rows[-1] == ["restore", "end"] and len(power.rows) == 2
    assert _records(power.disk) == theirs and _matches(power.disk) == [ours]
    assert power.run(_waits) == "off", "and nobody has read what it says"
    state = power.match.state()
    assert messages(power) == [_FROM_BACKUP]
    assert messages(power) == []
    assert power.match.notes[actions.RESTORED] == b"" and power.match.state()[:-1] == state[:-1]
    assert power.run(_restoring(_whole(_played(14, 5)))) == "reset", "once more"
    assert _records(power.disk) == theirs and _matches(power.disk) == [ours]
    assert messages(power) == []
    assert power.crash_log() == ""


_TWO_PEOPLE = "error unsupported_feature two people play a match:"


def _settings(field):
    """The bytes of settings.bin with one preference switched on."""
    disk, liked = Disk(), prefs.Prefs()
    liked.change(field, 1)
    Store(files_on(disk), "settings.bin").save(liked.pack())
    return bytes(disk.files["settings.bin"])


def test_what_two_people_play_is_not_replaced_whenever_they_began():
    sent = _whole(_played(14, 5))
    liked = _settings(prefs.REAL_DICE)

    def script(power):
        yield 500
        power.begin(two_people(3))
        assert (yield from _put(power, "matches/backup.new", sent)) == [["data", "end"]]
        rows = yield from _ask(power, "put", "settings.bin", len(liked), crc32(liked))
        assert rows == [["put", "on"]]
        while power.board.session.fresh:
            yield from power.press("OK")
        piece = b2a_base64(liked).decode().strip()
        for words in (("data", piece), ("restore",), ("put", "settings.bin", 8, 1)):
            rows = yield from _ask(power, *words)
            assert " ".join(rows[0]).startswith(_TWO_PEOPLE), rows
        assert (yield from _put(power, "cards.bin", b"PGC")) == [["data", "end"]]
        yield 9000
        assert "matches/backup.new" not in power.disk.files, "it waits for nothing"
        yield from _ask(power, "restart")
        yield 1000

    power = Power(3)
    assert power.run(script) == "reset"
    assert power.run(_waits) == "off"
    session = power.board.session
    assert session.match.settings.length == 3 and not session.fresh
    assert session.prefs[prefs.REAL_DICE] == 0


def test_settings_and_a_backup_are_taken_where_two_people_have_agreed_on_nothing():
    sent = _whole(_played(14, 5))
    liked = _settings(prefs.REAL_DICE)

    def begun(power, players, length=3):
        power.begin(Settings(length=length, players=players))
        while power.board.session.fresh:
            yield from power.press("OK")

    def against_the_computer(power):
        yield from begun(power, (0, 1))

    def not_begun(power):
        power.begin(two_people(3))
        yield 100

    def over(power):
        yield from begun(power, (0, 0), 1)
        power.board.navigator.commit(actions.resign(1), power.now)
        power.board.navigator.commit(actions.accept(), power.now)
        yield 100
        assert power.match.phase == match.MATCH_OVER

    for prepare in (against_the_computer, not_begun, over):

        def script(power, prepare=prepare):
            yield 500
            yield from prepare(power)
            assert (yield from _put(power, "settings.bin", liked)) == [["data", "end"]]
            assert power.board.session.prefs[prefs.REAL_DICE] == 1, "at once, and not later on"
            assert (yield from _put(power, "matches/backup.new", sent)) == [["data", "end"]]
            rows = yield from _ask(power, "restore")
            assert rows[-1] == ["restore", "end"]

        power = Power(3)
        assert power.run(script) == "off"
        assert power.crash_log() == ""


def test_what_is_no_match_is_not_restored():
    for sent in (b"PGJ", _whole(_played(9))[:-1], b"x" * 500):
        power = Power(1)
        power.disk = _played(12)
        ours = _records(power.disk)
        assert power.run(_restoring(sent)) == "off"
        assert power.rows[0][:2] == ["error", "missing_context"]
        assert _records(power.disk) == ours and _matches(power.disk) == []
        assert power.run(_waits) == "off"
        assert "matches/backup.new" not in power.disk.files


def test_wherever_the_plug_is_pulled_the_board_has_its_match_or_the_backups():
    disk = _played(9)
    ours, other = _records(disk), _played(14, 5)
    theirs, sent = _records(other), _whole(other)
    power = Power(1)
    power.disk = disk.copy()
    first = power.disk.steps
    assert power.run(_restoring(sent)) == "reset"
    last = power.disk.steps
    ends = []
    for cut in sorted(set(range(first, last, 97)) | set(range(last - 12, last))):
        power = Power(1)
        power.disk = disk.copy()
        power.disk.cut = cut
        try:
            power.run(_restoring(sent))
        except PlugPulled:
            pass
        power.disk.cut = None
        power.cut()
        told = messages(power)
        running = _records(power.disk)
        assert running in (ours, theirs), cut
        assert ours in [running] + _matches(power.disk), cut
        assert told == ([] if running == ours else [_FROM_BACKUP]), cut
        ends.append(running == ours)
        assert power.run(_restoring(sent)) == "reset", "and it can be restored from there"
        assert _records(power.disk) == theirs and _matches(power.disk) == [ours], cut
    assert True in ends and False in ends


def test_the_clock_is_set_and_the_board_restarts_on_request():
    def script(power):
        yield 500
        rows = yield from _ask(power, "clock", 2026, 11, 22, 6, 13, 45, 0)
        assert rows == [["clock", "end"]]
        yield from power.ask(b"restart\r")
        raise AssertionError("it restarts")

    power = Power(1)
    assert power.run(script) == "reset"
    assert bytes(power.port.gone).endswith(b"restart end\r\n"), "its answer went out"
    assert not power.port.coming, "and all of the line was read"


def test_what_does_not_fit_is_refused():
    power = Power(1)
    power.disk.full = 200000

    def script(power):
        yield 500
        (row,) = yield from _ask(power, "put", "matches/00001.log", 190000, 1)
        assert row[:2] == ["error", "unsupported_feature"] and "room" in row
        yield from _ask(power, "put", "matches/00001.log", 5000, 1)
        power.disk.full = 0
        (row,) = yield from _ask(power, "data", "AAAA")
        assert row[:2] == ["error", "unsupported_feature"] and "room" in row
        power.disk.full = None
        yield from power.press("OK")

    assert power.run(script) == "off"
    assert power.crash_log() == ""
