"""The plug is pulled at the flash's operations of a game, one after another.

One run records every erase and every page program of a first start and of some turns. For each of
them the board is then booted with what the flash would hold had the power gone just before it,
half-way through it, or half-way with bits that drifted.
"""

import os

import pytest

from fakes.memory import MemoryJournal
from picogammon.rules import actions
from tools.emulator.constants import UNKIND
from tools.emulator.twins import Twin, Twins, records

HOST_ONLY = True
_SOAK = int(os.environ.get("SOAK") or 0)
_PRESSES = 20 * _SOAK or 20
# A test run looks at every so many of the operations, each one way; a soak at all, in all. The
# simulator's flash (host_tests/board, devices) is cut at each of them in every test run.
_EVERY = 1 if _SOAK else 6
_WORKERS = 2 if _SOAK else 1
_LEAST_CUTS = 100 * _SOAK or 5
_WAYS = ((False, None), (True, None), (True, 1))
_OTHER_SEED = 99


class _Recording:
    """Some turns against the computer: after which operation which records were shown as done."""

    def __init__(self, twins, image):
        self.shown = [(0, 0)]  # operations so far, records that both have shown
        twins.boot(uf2=image)
        self._look(twins)
        for _ in range(_PRESSES):
            twins.press("OK")
            self._look(twins)
        self.log = list(twins.twin.journal.records)
        self.operations = len(twins.board.operations())

    def _look(self, twins):
        twins.agree()
        self.shown.append((len(twins.board.operations()), len(twins.twin.journal.records)))

    def bounds(self, operation):
        """(records shown as done before that operation, records shown after it)."""
        before = max(count for done, count in self.shown if done <= operation)
        after = min((count for done, count in self.shown if done > operation), default=None)
        return before, len(self.log) if after is None else after


@pytest.mark.parametrize("worker", range(_WORKERS))
def test_after_a_cut_at_any_operation_the_board_holds_all_that_it_showed(image, worker):
    with Twins(UNKIND) as twins:
        recording = _Recording(twins, image)
        tried = 0
        for operation in range(worker, recording.operations, _WORKERS):
            if operation // _WORKERS % _EVERY:
                continue
            for torn, drift in _WAYS if _SOAK else _WAYS[tried % 3 :][:1]:
                _check_cut(twins, recording, operation, torn, drift)
                tried += 1
    assert tried * _WORKERS >= _LEAST_CUTS


def _check_cut(twins, recording, operation, torn, drift):
    what = f"cut at operation {operation}, torn: {torn}, drift: {drift}"
    twins.board.boot(cut=(operation, torn, drift), seed=_OTHER_SEED)
    least, most = recording.bounds(operation)
    kept = _kept(twins.board)
    assert least <= len(kept) <= most, f"{what}: {len(kept)} records, not {least} to {most}"
    assert kept == recording.log[: len(kept)], what
    twins.twin = Twin(twins.board, MemoryJournal(kept))
    twins.twin.settle()
    twins.agree()
    assert twins.board.now < 20_000, what
    assert _kept(twins.board) == twins.twin.journal.records, what


def _kept(board):
    """The records in the flash; none where the file system was not finished either."""
    try:
        return records(board.flash())
    except Exception as error:
        assert type(error).__name__ == "LittleFSError", error
        return []


def test_a_roll_is_on_flash_before_anybody_sees_it(twins):
    """So nobody gets another one by pulling the plug."""
    twins.agree()
    board = twins.board
    board.run(5000, still=1000)  # what is done ahead of time is done
    before = board.oled()
    done = len(board.operations())
    board.contacts([(2, True, 0), (2, False, 60)])
    rolled = records(board.flash())[-1]
    while actions.kind_of(rolled) != actions.ROLL:
        done += 1
        assert board.run(1000, operations=done)
        assert board.oled() == before
        rolled = records(board.flash())[-1]
    board.boot(seed=_OTHER_SEED)
    twins.twin = Twin(board, MemoryJournal(records(board.flash())))
    twins.twin.settle()
    twins.agree()
    assert twins.twin.journal.records[2] == rolled
