"""A board that has taken up a long match has room for whatever else it can do."""

import pytest

from tools.bench import memory
from tools.emulator import Emulator
from tools.emulator.constants import IDEAL
from tools.emulator.reference import BOARD

pytestmark = pytest.mark.long

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
