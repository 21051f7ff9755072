"""The image keeps the match that makes way for another, through cuts, and plays it back."""

import tempfile
from pathlib import Path

import pytest

from fakes.memory import MemoryJournal
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.rules.phases import OPENING
from tools.emulator import files
from tools.emulator.twins import Twin, records
from tools.soak.match_files import some_match

HOST_ONLY = True
_CUTS = 4  # half of them torn


def _log(kept):
    """The bytes of a log of these records."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "match.log")
        Journal(Files(), str(path)).restart(kept)
        return path.read_bytes()


def _matches(flash):
    """The records of each archived match in an image of the flash."""
    found = []
    for name, content in files.files(flash).items():
        if name.startswith("matches/"):
            with tempfile.TemporaryDirectory() as folder:
                path = str(Path(folder, "match.log"))
                Path(path).write_bytes(content)
                found.append(list(Recent(Files(), path).open()))
    return found


def _wait(twins, name):
    """Presses a button where something is read, which takes the twin no flash but time."""
    twins.touch(name)
    twins.twin.press(name)
    twins.twin.wait(6000)
    twins.agree()


def _menu(twins, label):
    """Walks to a line of the menu."""
    twins.press("hold-OK")
    while twins.twin.sees.page.items[twins.twin.sees.page.selected][0] != label:
        twins.press("NEXT")


def test_a_match_that_was_sent_plays_back_as_on_the_twin(twins):
    twins.agree()
    sent = some_match(5)
    disk = files.mount(twins.board.flash())
    disk.mkdir("/matches")
    with disk.open("/matches/00001-20261122.log", "wb") as file:
        file.write(_log(sent))
    flash = files.rewritten(twins.board.flash(), disk)
    journal = MemoryJournal(records(flash))
    journal.kept["00001-20261122.log"] = sent
    twins.twin = Twin(twins.board, journal)
    twins.boot(flash=flash)
    twins.agree()
    _menu(twins, "Earlier matches")
    _wait(twins, "OK")
    assert twins.twin.sees.page.title == "2026-11-22"
    _wait(twins, "OK")
    for name in ("NEXT", "NEXT", "PREV"):
        _wait(twins, name)
    assert records(twins.board.flash()) == twins.twin.journal.records, "nothing was written"


@pytest.mark.long
def test_a_cut_while_a_match_makes_way_leaves_it_running_or_kept(twins):
    twins.agree()
    while twins.twin.match.phase == OPENING:  # equal dice begin nothing
        twins.press("OK")
    old = list(twins.twin.journal.records)
    _menu(twins, "New match")
    twins.press("OK")
    twins.press("OK")
    twins.press("NEXT")  # it asks, "No" first
    first = len(twins.board.operations())
    twins.press("OK")
    new = list(twins.twin.journal.records)
    assert _matches(twins.board.flash()) == [old] and records(twins.board.flash()) == new
    last = len(twins.board.operations())
    seen = set()
    for i in range(_CUTS):
        at = first + (last - first) * i // _CUTS
        twins.board.boot(cut=(at, i % 2 == 1, None), seed=9)
        twins.board.start_up()
        flash = twins.board.flash()
        state = (records(flash), _matches(flash))
        assert state in ((old, []), (new, [old])), f"cut at operation {at} of {first} to {last}"
        seen.add(len(state[1]))
    assert seen == {0, 1}
