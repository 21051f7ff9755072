"""A board's match is found on its USB port and in an image of its flash, and the board plays on."""

import pytest
from littlefs import LittleFS

from flash.pretended import PretendedPico
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from tools.emulator import files
from tools.flash.board import Board
from tools.image import uf2
from tools.matches import MatError, fetching
from tools.matches.__main__ import main
from tools.soak.match_files import some_match

_BLOCK = 4096


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """(the records of a match, {name: bytes} of the files in which a board keeps it)."""
    path = tmp_path_factory.mktemp("board") / "match.log"
    records = some_match(5)
    log = Recent(Journal(str(path)), str(path))
    log.restart(records[:9])
    for record in records[9:15]:
        log.append(record)
    log.close()
    found = {name.name: name.read_bytes() for name in path.parent.iterdir()}
    assert set(found) == {"match.log", "match.log.newest"}
    return records[:15], found


def test_from_the_usb_port_and_the_board_plays_on(kept):
    records, found = kept
    said = []
    with PretendedPico() as pico:
        pico.put(found)
        assert fetching.from_board(None, said.append, Board(pico)) == records
        assert pico.files() == found
        assert pico.serial.written.endswith(b"\x04"), "restarted"
    assert said[0].startswith("Picogammon ") and " plays on " in said[0]


def test_a_board_without_a_match_says_so():
    with PretendedPico() as pico, pytest.raises(MatError, match="no match on this board yet"):
        fetching.from_board(None, print, Board(pico))


def test_from_an_image_of_the_flash(kept, tmp_path):
    records, found = kept
    disk = LittleFS(block_size=_BLOCK, block_count=64)
    for name, content in found.items():
        with disk.open(name, "wb") as file:
            file.write(content)
    flash = (b"\xff" * files.START) + bytes(disk.context.buffer)
    (tmp_path / "pico.bin").write_bytes(flash)
    (tmp_path / "pico.uf2").write_bytes(uf2.pack(flash))
    for name in ("pico.bin", "pico.uf2"):
        assert fetching.from_flash(tmp_path / name) == records
    assert main(["save", str(tmp_path / "a.mat"), "--flash", str(tmp_path / "pico.uf2")]) == 0


def test_what_is_no_image_is_refused(tmp_path, capsys):
    for name, content in (("a.bin", b"\xff" * (files.START + 2 * _BLOCK)), ("a.uf2", b"no")):
        path = tmp_path / name
        path.write_bytes(content)
        assert main(["save", str(tmp_path / "a.mat"), "--flash", str(path)]) == 1
        assert "has no board's file system in it" in capsys.readouterr().err
        assert not (tmp_path / "a.mat").exists()
