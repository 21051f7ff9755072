"""A newer image is dropped onto a board: the match that an older one left there goes on.

The older firmware's files are those of saved.jsonl, in the older flash layout.
"""

import json
import os

import pytest
from littlefs import LittleFS

from fakes.memory import MemoryJournal, MemoryStore
from picogammon.devices.files import Files
from picogammon.devices.store import Store
from picogammon.rules import records_text
from portable import data_lines
from tools.emulator import files
from tools.emulator.twins import Twin, records

HOST_ONLY = True
_SAVED = [json.loads(line) for line in data_lines("saved.jsonl")]


_SOAK = int(os.environ.get("SOAK") or 0)
_CUTS = 200 * _SOAK or 5
_MOVED_MS = 60_000


def _left_by(found, flash):
    """The flash as an older image leaves it, with these files ({path: content})."""
    made = LittleFS(
        block_size=4096,
        block_count=256,
        prog_size=256,
        read_size=32,
        cache_size=1024,
        lookahead_size=32,
    )
    for path, content in found.items():
        made.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
        with made.open(path, "wb") as file:
            file.write(content)
    return flash[: files.OLD_START] + bytes(made.context.buffer)


def _start(board):
    """Lets a board start that was switched on, and move its files."""
    board.received()
    assert board.run(_MOVED_MS, output="plays on")


def _settings(saved, folder):
    path = folder / "settings.bin"
    path.write_bytes(bytes.fromhex(saved["files"]["settings.bin"]))
    return Store(Files(), str(path)).load()


@pytest.mark.parametrize("saved", _SAVED, ids=[f"{i} {s['version']}" for i, s in enumerate(_SAVED)])
def test_what_an_older_image_left_goes_on_under_this_one(saved, twins, tmp_path):
    twins.agree()  # it has made its file system
    found = {name: bytes.fromhex(content) for name, content in saved["files"].items()}
    flash = _left_by(found, twins.board.flash())
    kept = records(flash)
    assert [records_text.text(record) for record in kept] == saved["actions"]
    store = MemoryStore(_settings(saved, tmp_path))
    twins.twin = Twin(twins.board, MemoryJournal(kept), store)
    twins.boot(flash=flash)
    _start(twins.board)
    twins.agree()
    assert twins.twin.session.prefs.pack().hex().startswith(saved["prefs"])
    for name in ("OK", "hold-BACK", "BACK", "OK"):
        twins.press(name)
    assert records(twins.board.flash()) == twins.twin.journal.records


@pytest.fixture
def played(twins):
    """({path: content} of the files after some turns and an earlier match, the same flash)."""
    twins.agree()
    for name in ("OK", "OK", "OK", "NEXT", "OK"):
        twins.press(name)
    found = files.files(twins.board.flash())
    found.pop("layout.bin")
    found["matches/00001.log"] = found["match.log"]
    found["cards.bin"] = bytes(range(256)) * 40
    return found, _left_by(found, twins.board.flash())


def _moved(flash):
    """The files of a flash that has nothing of the older layout any more."""
    assert flash[files.OLD_START : files.OLD_START + 8192] == b"\xff" * 8192
    found = files.files(flash)
    assert found.pop("layout.bin") == b"PGL\x02"
    return found


def test_files_are_moved_which_is_shown_and_the_match_goes_on(twins, played):
    found, flash = played
    board = twins.board
    board.received()
    twins.boot(flash=flash)
    assert board.run(_MOVED_MS, output="Do not unplug") and any(board.oled())
    _start(board)
    assert _moved(board.flash()) == found
    twins.agree()
    for name in ("OK", "NEXT", "OK"):
        twins.press(name)
    assert records(board.flash()) == twins.twin.journal.records


def test_the_plug_may_be_pulled_while_files_are_moved(twins, played):
    found, flash = played
    board = twins.board
    board.boot(flash=flash)
    _start(board)
    operations = len(board.operations())
    assert operations > 50
    for number in range(_CUTS):
        cut = (operations * number + number % 7) // _CUTS, number % 2 == 0, number or None
        board.boot(cut=cut)  # of the operations of the whole run
        _start(board)
        assert _moved(board.flash()) == found, cut
