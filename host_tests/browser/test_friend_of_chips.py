"""Two emulated boards far apart, each at the cable of a page; both pages are joined."""

import ast
import base64
from dataclasses import replace

import pytest

from browser.test_friend import DIALOG, browser
from browser.test_friend_at_cable import Cabled, Patience, whole
from fakes import far_apart
from fakes.far_boards import begun, shared
from fakes.sitting import SeededDice
from picogammon.rules import position
from tools.emulator import Emulator
from tools.emulator.constants import CHIP
from tools.emulator.files import files, mount, rewritten
from tools.emulator.reference import BOARD, IMAGE
from tools.emulator.twins import OK, records

__all__ = ["browser"]  # a fixture

_LATE = 4  # pips that the first to be off has left
_MOST_MS = 30_000  # of emulated time
_ANSWERED_MS = 4000
_PRESSED_MS = 200
_PRESSING = ("OK: ROLL", "OK: MOVE", "OK: DONE", "OK: SKIP")
_SAID = "document.getElementById('said').textContent"


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


_TIMED = """
import time
from picogammon.devices.link import Link
run = Link.run_round
take = Link._take
friend = False
rounds = []
def taken(self):
    global friend
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
_LONG_US = 22_000  # a press that comes in such a round is lit 50 ms later
_LAST_US = 40_000  # as long takes one round, in which the match ends


@pytest.fixture
def boards():
    """Two boards whose match is nearly over; how long rounds take the second one is measured."""
    assert IMAGE.exists(), "there is no image to test: make uf2"
    chip = replace(CHIP, erase_ms=0)  # in an erase nothing runs, whoever talks
    with Emulator(BOARD, chip) as first, Emulator(BOARD, chip) as second:
        first.boot(uf2=IMAGE)
        first.start_up()
        empty = first.flash()
        for board, end in zip((first, second), _late_match(), strict=True):
            board.boot(flash=_with_files(empty, end.power.disk.files))
            board.start_up()
        second.exec("pass")
        second.send(_TIMED.encode() + b"\x04")
        assert second.run(_ANSWERED_MS, output="plays on")
        yield first, second


class _AtChip(Cabled):
    """A person at a page with an emulated board, whose time passes while it is asked or pressed."""

    def __init__(self, browser, address, chip):
        self.chip = chip
        super().__init__(browser, address, self._usb)

    def _usb(self, coded):
        chip, answer = self.chip, b""
        chip.received()
        chip.send(base64.b64decode(coded))
        while not whole(answer):
            assert chip.run(_ANSWERED_MS, output="\r\n"), (base64.b64decode(coded), answer)
            chip.run(1)
            answer += chip.received()
        return base64.b64encode(answer).decode()

    def presses(self):
        """Presses OK where that rolls, plays, ends a turn, or skips what the other has played; what
        the display has said then."""
        said = self.said()
        if not any(keys in said for keys in _PRESSING):
            return ""
        self.chip.press(OK)
        self.chip.run(_PRESSED_MS)
        return said

    def loses_power(self):
        self.page.evaluate("pullOut()")
        self.page.locator("#line-text", has_text="plays with your friend is not shown").wait_for()
        self.chip.boot()
        self.chip.start_up()
        self.connect()


@pytest.fixture
def sides(boards, browser, firmware_address):
    """Two people at their boards, whose pages are joined."""
    sides = anna, bert = [_AtChip(browser, firmware_address, board) for board in boards]
    for side in sides:
        side.connect()
        side.open()
    anna.click(f"{DIALOG} .again")
    bert.paste(anna.handed())
    anna.paste(bert.handed())
    for side in sides:
        side.closed()
    yield sides
    for side in sides:
        assert side.board.faults == []
        side.context.close()


def test_two_chips_play_to_the_end_with_a_cut_in_between(sides):
    cut = False
    patience = Patience()
    while not all("wins the match" in side.said() for side in sides):
        patience.look([side.said() for side in sides])
        for side in sides:
            done = "OK: DONE" in side.presses()
            if side is sides[0] and done and not cut:
                cut = True  # its play is on flash, and nobody knows
                side.loses_power()
        sides[0].pause()
    chips = [side.chip for side in sides]
    assert cut and chips[0].now < _MOST_MS, [side.said() for side in sides]
    logs = [shared(records(chip.flash())) for chip in chips]
    assert logs[0] == logs[1]
    for chip in chips:
        assert chip.resets == 0 and "crash.log" not in files(chip.flash())
    *rounds, last = sorted(ast.literal_eval(chips[1].exec("print(rounds)")))
    assert rounds and rounds[-1] <= _LONG_US and last <= _LAST_US, (rounds, last)
