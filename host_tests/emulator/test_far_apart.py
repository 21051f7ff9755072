"""Two emulated boards far apart: a courier hands each one's lines to the other, as pages do."""

import ast
from dataclasses import replace

import pytest

from fakes import far_apart
from fakes.far_boards import begun, shared
from fakes.sitting import SeededDice
from picogammon.rules import position
from tools.emulator import Emulator
from tools.emulator.constants import CHIP
from tools.emulator.files import files, mount, rewritten
from tools.emulator.reference import BOARD
from tools.emulator.twins import OK, records

HOST_ONLY = True
_LATE = 4  # pips that the first to be off has left
_MOST_MS = 30_000
_ANSWERED_MS = 4000
_PRESSED_MS = 200


def _late_match():
    """Two FarBoards whose match is nearly over."""
    ends = begun(2)
    wire = far_apart.Wire(ends, SeededDice(2), 0, far_apart.hurry)
    for _ in range(4000):
        match = ends[0].match
        left = min(position.pips(match.position), position.opponent_pips(match.position))
        if left <= _LATE:
            return ends
        wire.round()
    raise AssertionError("it never comes to its end")


def _with_files(flash, kept):
    """An image of the flash with these files."""
    mounted = mount(flash)
    for name, content in kept.items():
        mounted.makedirs(name.rpartition("/")[0] or "/", exist_ok=True)
        with mounted.open(name, "wb") as file:
            file.write(bytes(content))
    return rewritten(flash, mounted)


class Courier:
    """Hands each board's messages to the other; `said` is what a board's display said last."""

    def __init__(self, boards):
        self.boards = boards
        self.said = ["", ""]
        self.states = ["", ""]
        self._due = []  # (side that hears it, line)

    def ask(self, side, line, end):
        board = self.boards[side]
        board.received()
        board.send(line.encode() + b"\r\n")
        assert board.run(_ANSWERED_MS, output=end), (line, board.received())
        board.run(1)
        return board.received().decode().split("\r\n")

    def carry(self):
        """Both boards are asked, and answer each other until they are quiet."""
        self._due += [(0, "friend"), (1, "friend")]
        while self._due:
            side, line = self._due.pop(0)
            for row in self.ask(side, line, "friend end"):
                if row.startswith("friend send "):
                    self._due.append((1 - side, "friend hear " + row[len("friend send ") :]))
                elif row.startswith("friend is "):
                    self.states[side] = row[len("friend is ") :]

    def look(self):
        """What both displays say."""
        for side in (0, 1):
            for row in self.ask(side, "mirror", "mirror end"):
                if row.startswith("mirror said "):
                    self.said[side] = row[len("mirror said ") :]

    def pressing(self):
        """The sides whose OK rolls, plays, ends a turn, or skips what the other has played."""
        keys = ("ROLL", "MOVE", "DONE", "SKIP")
        return [side for side in (0, 1) if any(f"OK: {key}" in self.said[side] for key in keys)]


_GRADING_MS = 3000
_FREE = 48 * 1024  # bytes, while the match is graded: the coach and what grades are there as well
_BLOCK = 16 * 1024  # in one piece
_TIMED = f"""
import gc, time
from picogammon.devices.link import Link
run = Link.run_round
take = Link._take
friend = False
rounds = []
room = []
def taken(self):
    global friend
    if self._line[:4] == b"room":
        self._line = bytearray(b"mirror")
        gc.collect()
        room.append(gc.mem_free())
        room.append(len(bytearray({_BLOCK})))
    friend = self._line.startswith(b"friend")
    take(self)
def timed(self, now):
    began = time.ticks_us()
    run(self, now)
    took = time.ticks_diff(time.ticks_us(), began)
    if friend and took > 15000:
        rounds.append(took)
Link._take = taken
Link.run_round = timed
import main
main.run()
"""
_LONG_US = 23_000  # a press that comes in such a round is lit 51 ms later
_LAST_US = 40_000  # as long takes one round, in which the match ends


@pytest.fixture
def boards(image):
    """Two boards whose match is nearly over; how long rounds take the second one is measured."""
    chip = replace(CHIP, erase_ms=0)  # in an erase nothing runs, whoever talks
    with Emulator(BOARD, chip) as first, Emulator(BOARD, chip) as second:
        first.boot(uf2=image)
        first.start_up()
        empty = first.flash()
        for board, end in zip((first, second), _late_match()):
            board.boot(flash=_with_files(empty, end.power.disk.files))
            board.start_up()
        second.exec("pass")
        second.send(_TIMED.encode() + b"\x04")
        assert second.run(_ANSWERED_MS, output="plays on")
        yield first, second


def test_two_chips_play_to_the_end_with_a_cut_in_between(boards):
    courier = Courier(boards)
    cut = False
    while not all(state.startswith("over") for state in courier.states):
        assert boards[0].now < _MOST_MS, courier.said
        courier.carry()
        courier.look()
        for side in courier.pressing():
            boards[side].press(OK)
            boards[side].run(_PRESSED_MS)
            if side == 0 and not cut and "OK: DONE" in courier.said[0]:
                cut = True  # its play is on flash, and nobody knows
                boards[0].boot()
                boards[0].start_up()
    assert cut and "wins the match" in courier.said[1]
    logs = [shared(records(board.flash())) for board in boards]
    assert logs[0] == logs[1]
    for board in boards:
        assert board.resets == 0 and "crash.log" not in files(board.flash())
    boards[1].run(_GRADING_MS)
    courier.ask(1, "room", "mirror end")
    free, block = ast.literal_eval(boards[1].exec("print(room)"))
    assert free >= _FREE and block == _BLOCK, (free, block)
    *rounds, last = sorted(ast.literal_eval(boards[1].exec("print(rounds)")))
    assert rounds and rounds[-1] <= _LONG_US and last <= _LAST_US, (rounds, last)
