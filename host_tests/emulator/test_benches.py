"""Benchmarks of the image in short: of one decision each, and of the memory beside a long match."""

import pytest

from tools.bench import busy, memory, thinking, turn
from tools.emulator import Emulator
from tools.emulator.constants import IDEAL
from tools.emulator.reference import BOARD

pytestmark = pytest.mark.long

_SOON = 0  # the shortest of busy's positions


def _sound(rows):
    assert rows and all(row["value"] >= 0 and row["name"] and row["unit"] for row in rows), rows
    return {row["name"]: row["value"] for row in rows}


def test_a_press_waits_for_a_review_that_goes_on(image):
    most = busy.longest(IDEAL, "reviewing({!r})", busy.texts()[_SOON])
    assert 0 < most < 50_000


def test_thinking_and_a_turn_of_one_decision(image, monkeypatch):
    one = thinking.decisions()[:1]
    monkeypatch.setattr(thinking, "decisions", lambda: one)
    monkeypatch.setattr(thinking, "BUDGETS", {"expert": thinking.BUDGETS["expert"]})
    monkeypatch.setattr(turn, "LEVELS", {"expert": turn.LEVELS["expert"]})
    assert len(_sound(thinking.rows(IDEAL))) == 4
    assert len(_sound(turn.rows(IDEAL))) == 2


_XGID = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"


def test_questions_and_the_report_are_answered_beside_a_match_of_300_records(image):
    with Emulator(BOARD, IDEAL) as board:
        board.boot(uf2=image)
        board.start_up()
        memory.resumed(board, memory.long_game(memory.RECORDS))
        board.send(_XGID)
        assert board.run(5000, output="8/5 6/5"), board.received()
        board.send(b"quit\n")
        board.run(50)
        free = memory.told(board)
        assert free["free heap"] >= 56 and free["largest free block"] >= 16, free
        assert board.run(4000, output="I2C byte"), board.received()
        assert board.resets == 0
