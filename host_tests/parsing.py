"""All that reads what comes from elsewhere, as one table: PARSERS, name -> Parser.

What a parser reads is bytes that anybody may have written. It takes them, or says what is wrong
with them by an error that is its own. Any other error, a hang, and what is not the same when it is
written and read again are faults.
"""

import ast
import base64
import io
import json
import zipfile
import zlib
from collections import namedtuple
from types import SimpleNamespace

from fakes.coach import Coach
from fakes.disk import Disk, files_on
from fakes.memory import MemoryLog
from fakes.sitting import SeededDice, Sitting
from fakes.wires import Port
from match_files.comparing import told
from picogammon.app.display.canvas import USUAL, Canvas
from picogammon.app.session.prefs import Prefs
from picogammon.app.session.seal import Seal
from picogammon.app.ubgi.protocol import Ubgi
from picogammon.devices.link import Link
from picogammon.devices.match_log import MatchLog
from picogammon.devices.ring import SECTORS, Ring
from picogammon.rules import actions, notation, settings, situation
from picogammon.rules.actions import Refusal, record_text
from picogammon.rules.plays import Plays
from picogammon.rules.position import RulesError
from picogammon.server import VERBS, Server
from reading.image import Image
from tools import ROOT
from tools.boards import check, loading
from tools.matches import MatError, fetching, log, reading, writing
from tools.positions import ogid

KEPT = ROOT / "host_tests" / "data" / "parsed.jsonl"
_SAMPLES = ROOT / "host_tests" / "match_files" / "samples"
_START = "-b----E-C---eE---c-e----B-"
_ROUNDS = 20_000  # of the link: more than any answer here takes
_PLAYS = Plays()
_PUT = ("settings.bin", "dice.bin", "board.bin")  # that the lines of files may put there

# `read(data)`: whether it takes the bytes; what it raises is a fault. `seeds()`: sound ones.
# `longest`: bytes of an input that is worth trying.
Parser = namedtuple("Parser", ("read", "seeds", "longest"))


def kept(name=None):
    """The inputs (bytes) that are kept for a parser, or all: what found a fault or leads far."""
    rows = map(json.loads, KEPT.read_text().splitlines())
    return [base64.b64decode(row["input"]) for row in rows if name in (None, row["parser"])]


def _text(data):
    return data.decode("utf-8", "replace")


def _notation(read, write):
    """A parser's `read` for a text that is a situation; `write` makes the text from it."""

    def reads(data):
        try:
            found = read(_text(data))
        except RulesError:
            return False
        try:
            again = write(found)
        except RulesError:  # it has no words for something
            return True
        assert write(read(again)) == again
        return True

    return reads


def _match_file(data):
    try:
        found = reading.read(data)
    except MatError:
        return False
    if list(log.games(found.records)):
        again = reading.read(writing.write(found.records).text.encode())
        assert told(again.records) == told(found.records)
    return True


def _log_file(data):
    """A match as it travels."""
    try:
        return _matched(list(log.match_log(data).open()))
    except OSError:  # another version wrote it
        return False


def _records(data):
    """Records as a log holds them, each behind its length; a board takes them up."""
    records = []
    while data:
        records.append(data[1 : 1 + data[0]])
        data = data[1 + data[0] :]
    records = [record for record in records if record]
    sound = _matched(records)
    sitting = Sitting(log=MemoryLog(records), dice=SeededDice(1))
    assert sitting.sees.headline is not None
    sitting.press("OK")
    return sound


def _matched(records):
    """Whether records make a match; what is made of one must be possible."""
    for record in records:
        _action(record)
    log.sealed(records)
    try:
        found = list(log.games(records))
    except Refusal:
        return False
    try:
        file = writing.write(records)
    except MatError:  # from a position set up by hand
        return bool(found)
    reading.read(file.text.encode())
    return True


def _action(data):
    try:
        record_text(data)
    except RulesError:
        return False
    return True


def _small(data):
    """What the first byte says: settings, a checkpoint, preferences, a seal's note or an action."""
    if not data:
        return False
    kind, body = data[0] % 5, data[1:]
    if kind == 2:
        assert Prefs(Prefs(body).pack()).pack() == Prefs(body).pack()
        return True
    if kind == 3:
        Seal(body)
        return True
    if kind == 4:
        return _action(body)
    unpack = situation.unpack_checkpoint if kind else settings.unpack_settings
    try:
        found = unpack(body)
    except RulesError:
        return False
    assert unpack(found.pack()).pack() == found.pack()
    return True


def _ubgi(data):
    ubgi = Ubgi("casual", lambda level, plays: Coach(plays=_PLAYS))
    refused = 0
    for line in data.split(b"\n")[:20]:
        for reply in ubgi.line(line.decode("latin-1")):
            assert len(reply) <= 200 and not reply.startswith("error internal"), (line, reply)
            refused += reply.startswith("error ")
    return not refused


def _link(data):
    """Lines to a board that plays: the page's, those of files, an engine's on a PC, and UBGI's."""
    sitting = Sitting(dice=SeededDice(1))
    navigator = sitting.navigator
    lit = SimpleNamespace(name="pico", rgb=bytes(72), canvas=Canvas(), display=USUAL)
    disk = Disk()
    ring = Ring(Image(bytearray(), SECTORS))
    MatchLog(ring).restart(_some_records()[0])
    host = SimpleNamespace(files=files_on(disk), ring=ring, machine=None)
    server = Server(host, lit, navigator, (), "")
    served = [verb for verb in VERBS if verb != "hardware"]
    ubgi = Ubgi("casual", lambda level, plays: Coach(plays=_PLAYS))

    def answers(line):
        word = line.split(" ")[0]
        return server.answers(line, 0) if word in served else ubgi.slices(line)

    port = Port()
    port.coming = list(data + b"\n")
    link = Link(port, answers)
    for now in range(_ROUNDS):
        if not port.coming and not link.busy:
            break
        link.run_round(now)
    assert not port.coming and not link.busy, "it never comes to an end"
    assert sitting.sees.headline is not None
    said = bytes(port.gone)
    assert b"error internal" not in said, said
    assert set(disk.files) <= set(_PUT), disk.files
    return not any(word in said for word in (b"error ", b"set none", b"get none", b"match none"))


def _backup(data):
    try:
        found = fetching.unpack(data)
    except MatError:
        return False
    assert all(isinstance(content, bytes) for content in found.values())
    return True


def _board(data):
    try:
        config = ast.literal_eval(_text(data))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
    if not isinstance(config, dict) or not all(isinstance(name, str) for name in config):
        return False
    found = check.problems(config)
    assert all(isinstance(problem, str) and problem for problem in found)
    return not found


# Sound inputs.

_XGIDS = [
    f"XGID={_START}:{rest}"
    for rest in (
        "0:0:1:31:0:0:0:0:10",
        "1:-1:1:00:3:2:0:7:10",
        "0:0:1:D:0:0:3:0:10",
        "0:0:-1:66:0:0:1:0:0",
        "0:0:1:54:4:6:1:7:10",
    )
] + ["XGID=-BCDC-A------------bbd----:0:0:1:52:0:0:0:5:10"]


def _written(write):
    """Seeds: the situations of _XGIDS, written so."""
    return lambda: [write(notation.from_xgid(text)).encode() for text in _XGIDS]


def _match_files():
    return [path.read_bytes() for path in sorted(_SAMPLES.iterdir())]


def _some_records():
    whole = reading.read((_SAMPLES / "gnubg.mat").read_bytes()).records
    return [whole[:3], whole[:12], whole[:60]]


def _framed_records():
    return [
        b"".join(bytes((len(record),)) + record for record in records)
        for records in _some_records()
    ]


def _log_files():
    return [log.content(records) for records in _some_records()]


def _small_seeds():
    sealed = b"\0\1" + bytes(6) + bytes(range(32)) + b"12345"
    return [
        b"\0" + settings.Settings(length=7, names=("Ann", "Bob")).pack(),
        b"\0" + settings.Settings(beavers=2, jacoby=True, clock=2, sealed=True).pack(),
        b"\1" + situation.Checkpoint().pack(),
        b"\2" + Prefs().pack() + b"later",
        b"\3" + sealed,
        b"\4" + actions.note(actions.SEAL, sealed),
        b"\4" + actions.take_back(3, 1),
        b"\4" + actions.play((10, 20)),
    ]


def _ubgi_lines():
    at = "position gnubgid 4HPwATDgc/ABMA"
    talks = (
        ("ubgi", "isready", at, "dice 3 1", "go role chequer"),
        (_XGIDS[0],),
        ("plays " + _XGIDS[0],),
        ("newsession type match length 7 crawford on", "setscore 6 3", at),
        ("newsession type money jacoby on beavers raccoons", "setcube value 2 owner p1"),
        ("setturn p1", at, "setoffer double", "go role answer"),
        ("setoption name EvalMode value cubeless", at, "go role cube movetime 100"),
        (at, "dice 6 6", "go role turn", "setoffer none", "stop", "quit"),
        (at, "go role resign", "setoffer gammon", "go role answer"),
    )
    return ["\n".join(lines).encode() for lines in talks]


def _link_lines():
    return [
        b"ubgi\r\nmirror all\r\nmirror",
        b"set\nset name 1 Anna B.\nset field 1 0\nset field 0 1",
        b"set position " + _XGIDS[0].encode(),
        b"files\nmatches\nmatch running\nmatch 1\nclock 2026 11 22 6 13 45 0",
        b"put settings.bin 3 %d\ndata UEdU\nfiles\nget settings.bin" % zlib.crc32(b"PGT"),
        _sent(b"2026-11-22") + b"\nmatches",
        _sent(b"-") + b"\nrestart",
        b"mirror\n" + _XGIDS[0].encode(),
    ]


def _sent(how):
    """The lines that send a match."""
    content = _log_files()[0]
    lines = [b"send %d %d %s" % (len(content), zlib.crc32(content), how)]
    for at in range(0, len(content), 114):
        lines.append(b"data " + base64.b64encode(content[at : at + 114]))
    return b"\n".join(lines)


def _backups():
    files = [(log.NAME, _log_files()[0]), ("settings.bin", b"PGT"), ("matches/00001.log", b"-")]
    found = []
    for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", how) as packed:
            packed.comment = b"picogammon-backup"
            for path, content in files:
                packed.writestr(zipfile.ZipInfo(path), content)
        found.append(whole.getvalue())
    return found


def _boards():
    boards = [vars(loading.load_board(name)) for name in ("pico", "pico_five")]
    return [repr(board).encode() for board in boards]


PARSERS = {
    "xgid": Parser(
        _notation(notation.from_xgid, notation.to_xgid), _written(notation.to_xgid), 100
    ),
    "gnu_id": Parser(
        _notation(notation.from_gnubg_id, notation.gnubg_id), _written(notation.gnubg_id), 40
    ),
    "ogid": Parser(_notation(ogid.from_ogid, ogid.to_ogid), _written(ogid.to_ogid), 200),
    "code": Parser(
        _notation(notation.from_text, notation.to_code),
        _written(notation.to_code),
        100,
    ),
    "mat": Parser(_match_file, _match_files, 4096),
    "log": Parser(_log_file, _log_files, 2048),
    "records": Parser(_records, _framed_records, 1024),
    "small": Parser(_small, _small_seeds, 128),
    "ubgi": Parser(_ubgi, _ubgi_lines, 300),
    "link": Parser(_link, _link_lines, 300),
    "backup": Parser(_backup, _backups, 2048),
    "board": Parser(_board, _boards, 3000),
}
