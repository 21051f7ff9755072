"""What the emulated chip has that is as unkind as the real one's: slow flash, faults."""

import ast

import pytest

from tools.emulator import Emulator, EmulatorError
from tools.emulator.constants import CHIP, CHIP_8, IDEAL, fill_cycles
from tools.emulator.reference import BOARD

HOST_ONLY = True
# Reads of a flash that nothing else reads meanwhile, by code that lies in RAM.
_READS = """
import machine, time
@micropython.viper
def read(start: int, stride: int, times: int) -> int:
    p = ptr32(start)
    total = 0
    for i in range(times):
        total += p[0]
        p = ptr32(int(p) + stride)
    return total
def us(*what):
    irq = machine.disable_irq()
    began = time.ticks_us()
    read(*what)
    between = time.ticks_us()
    read(*what)
    ended = time.ticks_us()
    machine.enable_irq(irq)
    return time.ticks_diff(between, began), time.ticks_diff(ended, between)
us(0x20000000, 0, 1)
"""
_FAULTS = """
import machine
@micropython.viper
def at16(address: int) -> int:
    return ptr16(address)[0]
@micropython.viper
def at32(address: int) -> int:
    return ptr32(address)[0]
@micropython.asm_thumb
def call(r0):
    bx(r0)
"""
_FAR = 0x101C0000  # in the file system, where no code is
_UNCACHED = _FAR + 0x03000000
_TIMES = 1000
_MHZ = 125
_SLACK_US = 90  # the interpreter between two loops, which misses as well


def _us(board, start, stride):
    """Microseconds of reading a thousand words, and of reading them again at once."""
    return ast.literal_eval(board.exec(f"print(us({start}, {stride}, {_TIMES}))"))


def _prepared(image, chip):
    board = Emulator(BOARD, chip)
    board.boot(uf2=image)
    board.run(3000, usb="connected")
    board.exec(_READS)
    return board


@pytest.mark.parametrize("chip", (CHIP, CHIP_8))
def test_a_miss_of_the_cache_costs_what_its_filling_does_and_a_hit_nothing(image, chip):
    miss_us = _TIMES * chip.cycles / _MHZ
    both_us = miss_us / 2 if chip.fill == 8 else miss_us
    with _prepared(image, chip) as board:
        _, free = _us(board, 0x20000000, 0)
        for start, stride, first, again in (
            (_FAR, 8, miss_us, 0),  # a line each, and half of the cache: all are there still
            (_FAR + 0x10000, 4, both_us, 0),  # both words of a line
            (_FAR, 8192, miss_us, miss_us),  # all in one set
            (_UNCACHED, 0, miss_us, miss_us),
        ):
            took = _us(board, start, stride)
            assert abs(took[0] - free - first) < _SLACK_US, (hex(start), stride, took)
            assert abs(took[1] - free - again) < _SLACK_US, (hex(start), stride, took)


def test_ideal_flash_costs_nothing(image):
    with _prepared(image, IDEAL) as board:
        assert max(_us(board, _FAR, 8)) - min(_us(board, 0x20000000, 0)) < _SLACK_US


def test_what_a_fill_takes_follows_from_the_images_own_settings():
    assert (fill_cycles(4), fill_cycles(8)) == (45, 61)


@pytest.mark.parametrize(
    "code, why",
    (
        ("at32(0x20000002)", "read of a word at 0x20000002, which is not aligned"),
        ("at16(0x20000001)", "read of a halfword at 0x20000001, which is not aligned"),
        ("at32(0x30000000)", "read at 0x30000000, where there is nothing"),
        ("call(0x40010001)", "fetch of code at 0x40010000, where there is none"),
        ("call(0x20000000)", "at 0x20000000, which is even"),
    ),
)
def test_what_faults_on_the_chip_ends_the_run(image, code, why):
    with _prepared(image, CHIP) as board:
        board.exec(_FAULTS)
        with pytest.raises(EmulatorError, match=why):
            board.exec(code)


def test_a_fault_stops_the_chip_until_the_watchdog_starts_it_again(image):
    with Emulator(BOARD) as board:
        board.boot(uf2=image, faults=True)
        board.run(3000, usb="connected")
        board.exec(_FAULTS + "machine.WDT(timeout=1000)")
        board.send(b"at16(0x20000001)\x04")
        assert board.run(2000, resets=1)
        faults = [why for _, why in board.faults()]
        assert len(faults) == 2, "the access, and the breakpoint in the SDK's handler of it"
        assert "halfword" in faults[0] and "breakpoint" in faults[1]
