"""A bit of the flash flips: the board resumes the match, or says what is wrong; it formats nothing.

And what it asks where its file system cannot be mounted.
"""

import os
import random

import pytest
from littlefs import LittleFSError

from fakes.memory import MemoryJournal
from tools.emulator import files
from tools.emulator.twins import BACK, OK, Twin, Twins, records

HOST_ONLY = True
_SOAK = int(os.environ.get("SOAK") or 0)
_FLIPS = 67 * _SOAK or 2
_SECTOR = 4096
_PAGE = 256


@pytest.fixture(scope="module")
def whole(image):
    """The flash after some turns, when all is done that the board does while nobody presses."""
    with Twins() as twins:
        twins.boot(uf2=image)
        twins.agree()
        for _ in range(3):
            twins.press("OK")
        board = twins.board
        board.run(30_000, still=4000)
        assert {"seen/filler", "matches/filler", "filler"} <= set(files.files(board.flash()))
        return board.flash()


def _written(flash):
    """The offsets of the file system's pages that were written to."""
    return [
        at for at in range(files.START, len(flash), _PAGE) if flash[at : at + _PAGE].strip(b"\xff")
    ]


def _records(flash):
    """The records that are found there; none where a file is lost."""
    try:
        return records(flash)
    except (KeyError, AssertionError, IndexError):
        return []


@pytest.mark.long
def test_a_flipped_bit_costs_no_match_unsaid_and_nothing_is_formatted(twins, whole):
    kept = records(whole)
    pages = _written(whole)
    chance = random.Random(5)
    for number in range(_FLIPS):
        flash = bytearray(whole)
        bit = chance.choice(pages) * 8 + chance.randrange(8 * _PAGE)
        flash[bit >> 3] ^= 1 << bit % 8
        found = _records(bytes(flash))
        twins.boot(flash=bytes(flash), seed=number)
        board = twins.board
        board.start_up()
        assert not board.operations(), f"bit {bit}: it wrote something"
        twins.twin = Twin(board, MemoryJournal(found))
        twins.twin.settle()
        if found == kept:
            twins.agree()
        else:
            assert board.oled() != twins.twin.oled(), f"bit {bit}: nothing is said"


def test_a_flash_that_cannot_be_mounted_is_erased_after_a_yes_and_its_match_goes_on(twins, whole):
    kept = records(whole)
    flash = bytearray(whole)
    for sector in (0, 1):
        flash[files.START + sector * _SECTOR + 7] ^= 1
    with pytest.raises(LittleFSError):
        files.files(bytes(flash))
    board = twins.board
    board.boot(flash=bytes(flash), seed=3)
    assert board.run(8000, output="Flash unreadable")
    board.run(500)
    assert any(board.oled()) and any(light != (0, 0, 0) for light in board.lights())
    board.contacts([(BACK, True, 0), (BACK, False, 3000)])
    board.run(3500)
    assert not board.operations() and bytes(flash) == board.flash()
    board.contacts([(BACK, True, 0)])
    board.run(9000)
    board.contacts([(BACK, False, 0)])
    board.run(3000)
    assert records(board.flash()) == kept
    twins.twin = Twin(board, MemoryJournal(kept))
    twins.twin.settle()
    twins.agree()


@pytest.mark.long
def test_what_another_project_left_is_asked_about_and_ok_plays_without(board):
    flash = bytearray(board.flash())
    flash[files.START :] = b"\x5a" * (len(flash) - files.START)
    board.boot(flash=bytes(flash), seed=3)
    assert board.run(5000, output="Flash unreadable")
    board.run(500)
    board.press(OK)
    assert board.run(5000, output="cannot be read; playing without")
    assert not board.operations()


@pytest.mark.long
def test_a_newer_layout_is_said_and_neither_written_nor_erased(twins, whole):
    mounted = files.mount(whole)
    with mounted.open("/layout.bin", "wb") as file:
        file.write(b"PGL\x02")
    flash = files.rewritten(whole, mounted)
    board = twins.board
    board.boot(flash=flash, seed=3)
    assert board.run(8000, output="Newer flash layout")
    board.run(500)
    assert any(board.oled())
    board.contacts([(BACK, True, 0)])
    board.run(9000)
    board.contacts([(BACK, False, 0)])
    board.run(500)
    board.press(OK)
    assert board.run(5000, output="plays on")
    board.run(500)
    assert not board.operations() and board.flash() == flash
