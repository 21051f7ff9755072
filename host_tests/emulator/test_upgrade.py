"""A newer image is dropped onto a board: the match that an older one left there goes on.

The older firmware's files are those of saved.jsonl; the image does not touch the file system.
"""

import json

import pytest

from fakes.memory import MemoryJournal, MemoryStore
from picogammon.devices.files import Files
from picogammon.devices.store import Store
from picogammon.rules import records_text
from portable import data_lines
from tools.emulator import files
from tools.emulator.twins import Twin, records

HOST_ONLY = True
_SAVED = [json.loads(line) for line in data_lines("saved.jsonl")]


def _left_by(saved, flash):
    """The flash with the older firmware's files on it, and no others."""
    mounted = files.mount(flash)
    for folder, _, names in list(mounted.walk("/")):
        for name in names:
            mounted.remove(f"{folder}/{name}")
    for name, content in saved["files"].items():
        with mounted.open(f"/{name}", "wb") as file:
            file.write(bytes.fromhex(content))
    return files.rewritten(flash, mounted)


def _settings(saved, folder):
    path = folder / "settings.bin"
    path.write_bytes(bytes.fromhex(saved["files"]["settings.bin"]))
    return Store(Files(), str(path)).load()


@pytest.mark.parametrize("saved", _SAVED, ids=[f"{i} {s['version']}" for i, s in enumerate(_SAVED)])
def test_what_an_older_image_left_goes_on_under_this_one(saved, twins, tmp_path):
    twins.agree()  # it has made its file system
    flash = _left_by(saved, twins.board.flash())
    kept = records(flash)
    assert [records_text.text(record) for record in kept] == saved["actions"]
    store = MemoryStore(_settings(saved, tmp_path))
    twins.twin = Twin(twins.board, MemoryJournal(kept), store)
    twins.boot(flash=flash)
    twins.agree()
    assert twins.twin.session.prefs.pack().hex().startswith(saved["prefs"])
    for name in ("OK", "hold-BACK", "BACK", "OK"):
        twins.press(name)
    assert records(twins.board.flash()) == twins.twin.journal.records
