"""Files as older firmware wrote them are read, and so are today's: updating loses no match."""

import json

from fakes.disk import Disk, files_on
from fakes.sitting import SeededDice, Sitting
from picogammon import VERSION
from picogammon.app.session.prefs import Prefs
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.rules import records_text
from portable import data_lines
from reading.records import parse
from reading.replay import replay


def _saved():
    """(version, a disk with its files, the actions of its log, its preferences) of each."""
    for line in data_lines("saved.jsonl"):
        row = json.loads(line)
        disk = Disk()
        for name in row["files"]:
            text = row["files"][name]
            disk.files[name] = bytearray([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])
        disk.folders.add("seen")
        yield row["version"], disk, row["actions"], row["prefs"]


def _board(disk):
    log = Recent(files_on(disk), "match.log")
    stores = Store(files_on(disk), "settings.bin"), Store(files_on(disk), "dice.bin")
    return Sitting(SeededDice(5), None, (), log, stores[0], stores[1])


def _last_game(texts):
    """The actions that count for the running game: its settings, and from its start on."""
    start = max([i for i in range(len(texts)) if texts[i].startswith("game ")])
    agreed = [text for text in texts[:start] if text.startswith("settings ")][-1]
    return [agreed] + texts[start:]


def test_what_every_version_saved_is_taken_up_and_played_on():
    versions = []
    for version, disk, texts, prefs in _saved():
        versions.append(version)
        wanted = replay(iter([parse(text) for text in _parsable(texts)]))
        records = list(Recent(files_on(disk), "match.log").open())
        assert [records_text.text(record) for record in records] == texts
        board = _board(disk)
        assert board.sees.page is None, version
        replayed = replay(iter(records))
        assert board.match.state() == replayed.state(), version
        assert board.match.settings.pack() == wanted.settings.pack()
        assert _hex(board.session.prefs.pack()) == _and_since_then(prefs), version
        assert sum(board.session.dice.box.faces(0, 1)) > 0
        for _ in range(40):
            board.press("OK")
        state = board.match.state()
        board.journal.close()
        assert _board(disk).match.state() == state
    assert "0.1.0, log 1" in versions and "0.1.0, log 2" in versions
    assert versions[-1].split(",")[0] == VERSION, "run host_tests/reference/saved_files.py"


def _hex(data):
    return "".join(["%02x" % byte for byte in data])


def _and_since_then(prefs):
    """Preferences (hexadecimal) as they were left, and by default what has come since."""
    return prefs + _hex(Prefs().pack())[len(prefs) :]


def _parsable(texts):
    """The settings and the start of the last game: plays would need their position to be read."""
    return _last_game(texts)[:2]
