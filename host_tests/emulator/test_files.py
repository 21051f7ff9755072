"""The file system in a board's flash, found wherever it lies."""

import pytest
from littlefs import LittleFS, UserContext

from tools.boards.chips import RP2040
from tools.emulator import files

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
