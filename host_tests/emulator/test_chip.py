"""Where the emulated chip is as unkind as the real one: slow flash, faults, a small stack."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from fakes import host_contract
from tools.bench import stack
from tools.emulator import Emulator, EmulatorError
from tools.emulator.constants import CHIP, CHIP_8, IDEAL, fill_cycles
from tools.emulator.reference import BOARD, IMAGE

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
_STOCK = IMAGE.with_name("rpi_pico.uf2")
_FAR = 0x101C0000  # in the file system, where no code is
_UNCACHED = _FAR + 0x03000000
_TIMES = 1000
_MHZ = 125
_SLACK_US = 90  # the interpreter between two loops, which misses as well


def _us(board, start, stride):
    """Microseconds of reading a thousand words, and of reading them again at once."""
    return ast.literal_eval(board.exec(f"print(us({start}, {stride}, {_TIMES}))"))


@pytest.fixture
def stock_image():
    """MicroPython's own, which compiles machine code on the chip."""
    assert _STOCK.exists(), "there is no stock image to test with: python -m tools uf2 --plain"
    return _STOCK


def _prepared(image, chip):
    board = Emulator(BOARD, chip)
    board.boot(uf2=image)
    board.run(3000, usb="connected")
    return board


@pytest.mark.long
@pytest.mark.parametrize("chip", (CHIP, CHIP_8))
def test_a_miss_of_the_cache_costs_what_its_filling_does_and_a_hit_nothing(stock_image, chip):
    miss_us = _TIMES * chip.cycles / _MHZ
    both_us = miss_us / 2 if chip.fill == 8 else miss_us
    with _prepared(stock_image, chip) as board:
        board.exec(_READS)
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


def test_ideal_flash_costs_nothing(stock_image):
    with _prepared(stock_image, IDEAL) as board:
        board.exec(_READS)
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
def test_what_faults_on_the_chip_ends_the_run(stock_image, code, why):
    with _prepared(stock_image, CHIP) as board:
        board.exec(_FAULTS)
        with pytest.raises(EmulatorError, match=why):
            board.exec(code)


def test_code_in_flash_fails_where_flash_is_no_memory(image):
    with _prepared(image, CHIP) as board, pytest.raises(EmulatorError, match="no memory now"):
        board.exec("import machine\nmachine.mem32[0x18000008] = 0")  # its interface is switched off


def test_the_address_of_the_table_of_interrupts_has_no_last_eight_bits(image):
    with _prepared(image, CHIP) as board:
        code = "import machine\nat = 0xE000ED08\nprint(hex(machine.mem32[at]))\n"
        assert board.exec(code + "machine.mem32[at] |= 255\nprint(hex(machine.mem32[at]))") == (
            "0x20000000\n0x20000000\n"
        )


def test_a_fault_stops_the_chip_until_the_watchdog_starts_it_again(stock_image):
    with Emulator(BOARD) as board:
        board.boot(uf2=stock_image, faults=True)
        board.run(3000, usb="connected")
        board.exec(_FAULTS + "machine.WDT(timeout=1000)")
        board.send(b"at16(0x20000001)\x04")
        assert board.run(2000, resets=1)
        faults = [why for _, why in board.faults()]
        assert len(faults) == 2, "the access, and the breakpoint in the SDK's handler of it"
        assert "halfword" in faults[0] and "breakpoint" in faults[1]


# Bits of the oscillator, taken by a loop that takes as long each time.
_BITS = """
import machine
@micropython.viper
def sample(into):
    p = ptr8(into)
    bit = ptr32(0x4006001c)
    for i in range(int(len(into))):
        p[i] = bit[0]
bits = bytearray(2000)
sample(bits)
print(bytes(bits[-1000:]))
"""


def _bits(board, how):
    how(board)
    return ast.literal_eval(board.exec(_BITS))


def test_random_bits_are_those_of_the_oscillator_that_the_chip_has(stock_image):
    def period_of(bits):
        return next((p for p in range(1, 500) if bits[p:] == bits[:-p]), None)

    with _prepared(stock_image, IDEAL) as board:
        assert period_of(_bits(board, lambda board: None)) is None, "as a rule it is ideal"
        assert set(_bits(board, lambda board: board.stick(1))) == {1}
        assert period_of(_bits(board, lambda board: board.repeat([1, 0, 0, 1, 0]))) == 5
        beats = _bits(board, lambda board: board.oscillate(6.25, jitter=0))
        assert period_of(beats), "a wave that does not stray only beats with the sampling"
        noise = _bits(board, lambda board: board.oscillate(6.25, jitter=0.2))
        assert period_of(noise) is None
        biased = _bits(board, lambda board: board.oscillate(6.5, jitter=0.5, duty=0.9))
        assert 850 < sum(biased) < 950
        assert 400 < sum(_bits(board, lambda board: board.oscillate(6.5, jitter=0.5))) < 600
        board.boot()
        board.run(3000, usb="connected")
        again = _bits(board, lambda board: None)
        assert 400 < sum(again) < 600, "no plug mends it"


@pytest.mark.long
def test_behind_a_dead_light_all_is_dark_and_the_board_plays_on(board):
    assert any(max(light) for light in board.lights())
    board.kill_light(0)
    assert not any(max(light) for light in board.lights())
    board.frames()
    for _ in range(3):  # a roll, and a checker is picked
        board.press(2)
        board.run(500)
    assert board.frames() and not any(max(light) for light in board.lights())
    board.kill_light(None)
    assert any(max(light) for light in board.lights())


_ERASES = """
import rp2, time
began = time.ticks_us()
rp2.Flash(start=0xbf000, len=0x1000).writeblocks(0, b"x" * 4096)
print(time.ticks_diff(time.ticks_us(), began))
"""


@pytest.mark.parametrize("erase_ms, program_ms", ((30, 0.4), (400, 3)))
def test_erasing_and_programming_take_as_long_as_they_are_said_to(image, erase_ms, program_ms):
    with _prepared(image, replace(IDEAL, erase_ms=erase_ms, program_ms=program_ms)) as board:
        took_ms = int(board.exec(_ERASES)) / 1000
        assert 0 < took_ms - erase_ms - 16 * program_ms < 10


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_at_its_deepest_the_stack_has_room_to_spare(image):
    for row in stack.rows(stack.DEEPEST):
        assert row["ok"], row


_CONTRACT = Path(host_contract.__file__).read_text()


def test_the_chip_keeps_the_contract_of_a_host_as_the_test_bench_does(board):
    told = board.exec(
        f"{_CONTRACT}\nfrom picogammon.host import of_chip\ncheck(of_chip(False))\nprint('kept')"
    )
    assert told.split() == ["kept"]
