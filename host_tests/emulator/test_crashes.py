"""A bug costs a restart of the chip, and not the match; board/test_crashes.py has each room's bugs.

In a reset flash and OLED keep their power, and the match goes on.
"""

import pytest

from fakes.memory import MemoryJournal
from tools.emulator.files import files
from tools.emulator.twins import Twin, records

HOST_ONLY = True
_PLANT = """
import {module} as place
def fail(*_):
    {does}
place.{name} = fail
import main
main.run()
"""
_RAISES = 'raise ValueError("planted here")'
_HANGS = "while True: pass"
_PLACES = (
    ("picogammon.rules.match", "Match.apply", _RAISES),  # while the match is resumed
    ("picogammon.devices.strip", "Strip.show", _RAISES),
    ("picogammon.app.modes.navigator", "Navigator.tick", _HANGS),
)
_WATCHDOG_MS = 5000


@pytest.mark.parametrize("module, name, does", _PLACES)
def test_a_bug_is_written_down_and_the_match_goes_on(twins, module, name, does):
    twins.agree()
    twins.press("OK")
    board = twins.board
    board.exec("pass")
    board.send(_PLANT.format(module=module, name=name, does=does).encode() + b"\x04")
    assert board.run(_WATCHDOG_MS + 3000, resets=1)
    kept = files(board.flash())
    log = kept["crash.log"].decode() if does == _RAISES else ""
    assert ("ValueError: planted here" in log) == (does == _RAISES)
    assert board.now > _WATCHDOG_MS or does == _RAISES
    assert "match.log.bad" not in kept, "a bug is no damaged match"
    found = records(board.flash())
    assert found[: len(twins.twin.journal.records)] == twins.twin.journal.records
    twins.twin = Twin(board, MemoryJournal(found))
    twins.twin.settle()
    twins.agree()
    twins.press("OK")
