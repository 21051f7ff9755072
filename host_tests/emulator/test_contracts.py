"""A fake is held to the same contract as what it stands for: here, as the emulated chip.

Whatever is emulated or faked of a chip's pins, bus, strip, flash, clock, watchdog and random bits
is asked the same questions, by the same code. In it `machine`, `time` and `rp2` are what the board
has, `button` is a pin that interrupts, `source` has raw random bits, `data` is the board_config.
"""

import ast
import contextlib
import io
from pathlib import Path
from types import ModuleType

import pytest

import contacts
from dice import sources
from fakes import host_contract, wires
from fakes.bench import Time
from fakes.circuit import Circuit, Reset
from fakes.nor_flash import NorFlash
from picogammon.devices.nor import SECTOR
from tools.emulator import Emulator
from tools.emulator.constants import UNKIND
from tools.emulator.files import RING_START
from tools.emulator.reference import BOARD

HOST_ONLY = True

_FREE_BLOCK = 190  # of the storage: so far in it lies nothing yet
_BLOCKS = 192
ERASE_MS = 400
_LEAD_MS = 200
_OK = 2
_PREPARE = """
import machine, os, rp2, sys, time
from picogammon.devices import entropy
button = machine.Pin({pin}, machine.Pin.IN, machine.Pin.PULL_UP)
source = entropy.source(machine, sys.implementation._machine, os.urandom)
class data:
    pass
"""
_RING = sources.beating(1, 65.37, 0.04)
_DATA = "I2C_ID I2C_SCL_PIN I2C_SDA_PIN I2C_FREQUENCY OLED_ADDRESS STRIP_PIN".split()


class Chip:
    """The image on the emulated chip, at the prompt.

    `run(code)` returns what it prints, `glass()` what the OLED shows, 1024 bytes.
    """

    def __init__(self, image):
        self._board = board = Emulator(BOARD, UNKIND)
        board.boot(uf2=image)
        board.start_up()
        self.close, self.run, self.glass = board.close, board.exec, board.oled
        self.set, self.forget_oled = board.set, board.forget_oled
        self._prepare()

    def _prepare(self):
        values = [f"data.{name} = {getattr(BOARD, name)!r}" for name in _DATA]
        self.run(_PREPARE.format(pin=BOARD.BUTTON_PINS[_OK]) + "\n".join(values))

    def touch(self, *edges):
        """(closed, ms from now) each; that time passes."""
        self._board.contacts([(_OK, closed, ms) for closed, ms in edges])
        self._board.run(edges[-1][1] + 20)

    def touch_in_an_erase(self, *edges):
        """The same, ms from when an erase of ERASE_MS begins; give or take a few."""
        erase = f"time.sleep_ms({_LEAD_MS})\nrp2.Flash().ioctl(6, {_FREE_BLOCK})"
        self._board.send(erase.encode() + b"\x04")
        self._board.run(1)
        self.touch(*((closed, _LEAD_MS + ms) for closed, ms in edges))
        assert self._board.run(2 * ERASE_MS, output="\x04>")

    def wear(self, kind, *blocks):
        """To "erase" or "program" these blocks has no effect any more."""
        self._board.wear(kind, *(RING_START // SECTOR + block for block in blocks))

    def reset(self):
        """The code resets the chip."""
        self._board.send(b"machine.reset()\x04")
        assert self._board.run(2000, resets=1)
        self._board.start_up()
        self._prepare()

    def stick(self, bit):
        self._board.randomness(**({} if bit is None else {"stuck": bit}))

    def sent(self):
        """The bytes that were last sent to the strip."""
        self._board.run(5)
        return self._board.frames()[-1][2]


class Fakes:
    """The simulator's circuit, on CPython."""

    def __init__(self):
        self._circuit = circuit = Circuit()
        circuit.begin(wires.Wire())
        self._display, self._bus = circuit.display, circuit.bus
        self.forget_oled = self._display.lose_power
        self._bench = contacts.Bench()
        self.now = 0
        self._flash = NorFlash(_BLOCKS)
        rp2 = ModuleType("rp2")
        rp2.Flash = lambda: self._flash
        self._known = {
            "machine": circuit,
            "rp2": rp2,
            "time": Time(self),
            "button": self._bench.pins[_OK],
            "source": _RING,
            "data": BOARD,
        }

    def pass_time(self, ms):
        self.now += ms

    def close(self):
        self._circuit.mem32.words = {}

    def run(self, code):
        """What the code prints."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(code, self._known)
        return said.getvalue()

    def touch(self, *edges):
        self._push(edges)
        self._bench.busy(edges[-1][1] + 20)

    def touch_in_an_erase(self, *edges):
        self._push(edges)
        self._bench.busy(ERASE_MS, erases=True)
        self._flash.ioctl(6, _FREE_BLOCK)

    def _push(self, edges):
        for (_, start), (_, end) in zip(edges[::2], edges[1::2]):
            self._bench.push(_OK, start, end - start)

    def wear(self, kind, *blocks):
        worn = {"erase": "unerasable", "program": "unprogrammable"}[kind]
        setattr(self._flash, worn, set(blocks))

    def reset(self):
        try:
            self.run("machine.reset()")
        except Reset:
            self._circuit.after_reset()

    def glass(self):
        return self._display.glass() if self._display.on else bytes(1024)

    def set(self, part, plugged=True, held=0, fastest=None):
        """Does what Emulator.set does; a test changes one field of the OLED at a time."""
        assert part == "oled"
        self._bus.display = self._display if plugged else None
        self._bus.hold(held)
        self._bus.fastest = fastest or 1_000_000

    def sent(self):
        return self._circuit.wire.sent[-1][3]

    def stick(self, bit):
        self._known["source"] = _RING if bit is None else sources.stuck(bit)


@pytest.fixture(scope="module", params=["fakes", "chip"])
def board(request):
    board = Fakes() if request.param == "fakes" else Chip(request.getfixturevalue("image"))
    yield board
    board.close()


def told(board, code):
    """What the code prints, as a list of values."""
    return [ast.literal_eval(line) for line in board.run(code).splitlines()]


_LISTEN = """
seen = bytearray(32)
class Seen:
    count = 0
def moved(pin):
    seen[Seen.count] = pin.value()
    Seen.count += 1
button.irq(handler=moved, trigger=button.IRQ_FALLING | button.IRQ_RISING, hard=True)
print(button.value(), button.IRQ_FALLING, button.IRQ_RISING, sep=",")
"""
_SEEN = "print(list(seen[: Seen.count]))"


def test_a_contact_that_moves_interrupts(board):
    assert told(board, _LISTEN) == [(1, 4, 8)]
    board.touch((True, 10), (False, 70))
    assert told(board, _SEEN) == [[0, 1]]


def test_all_that_moved_in_an_erase_interrupts_once_after_it(board):
    board.run(_LISTEN)
    board.touch_in_an_erase((True, 100), (False, 160), (True, 250), (False, ERASE_MS - 50))
    assert told(board, _SEEN) == [[1]]


_FLASH = """
flash = rp2.Flash()
block = flash.ioctl(4, 0) - 2
def holds(length, offset):
    found = bytearray(length)
    flash.readblocks(block, found, offset)
    return bytes(found)
print(flash.ioctl(5, 0))
flash.ioctl(6, block)
print(set(holds(4096, 0)))
flash.writeblocks(block, bytes(range(256)), 256)
print((holds(4, 0), holds(4, 258), holds(4, 510)))
flash.writeblocks(block, b"\\xa5" * 256, 256)
print(holds(4, 256 + 0xfc))
flash.writeblocks(block, b"\\xa5" * 4096)
print(set(holds(4096, 0)))
"""


def test_flash_is_erased_to_ones_and_programmed_to_zeros(board):
    assert told(board, _FLASH) == [
        4096,
        {0xFF},
        (b"\xff" * 4, b"\x02\x03\x04\x05", b"\xfe\xff\xff\xff"),
        bytes(value & 0xA5 for value in range(0xFC, 0x100)),
        {0xA5},
    ]


_WRITE = """
flash.ioctl(6, block)
flash.writeblocks(block, b"\\x0f" * 256, 0)
print(holds(2, 255))
"""


def test_worn_flash_does_nothing_and_does_not_say_so(board):
    board.run(_FLASH)
    board.wear("erase", _FREE_BLOCK)
    assert told(board, _WRITE) == [b"\x05\xa5"]
    board.wear("erase")
    board.wear("program", _FREE_BLOCK)
    assert told(board, _WRITE) == [b"\xff\xff"]
    board.wear("program")
    assert told(board, _WRITE) == [b"\x0f\xff"]


_BUS = """
from picogammon.devices.oled import Bus, Oled, status_of
bus = Bus(machine, data.I2C_ID, data.I2C_SCL_PIN, data.I2C_SDA_PIN, data.I2C_FREQUENCY)
def asked(address):
    try:
        return bus.i2c.writeto(address, b"\\x00")
    except OSError as error:
        return -error.args[0]
"""
_ASK = "print(asked(data.OLED_ADDRESS), asked(data.OLED_ADDRESS ^ 1), sep=',')"
_EIO, _ETIMEDOUT = 5, 110


def test_only_who_is_there_takes_a_byte(board):
    board.run(_BUS)
    assert told(board, _ASK) == [(1, -_EIO)]
    board.set("oled", plugged=False)
    assert told(board, _ASK) == [(-_EIO, -_EIO)]
    board.set("oled", plugged=True)
    assert told(board, _ASK) == [(1, -_EIO)]


@pytest.mark.parametrize("clocks", [1, 9])
def test_a_held_line_lets_nothing_begin_until_it_is_clocked_free(board, clocks):
    board.run(_BUS)
    board.set("oled", held=clocks)
    assert told(board, _ASK) == [(-_ETIMEDOUT, -_ETIMEDOUT)]
    board.run("bus.free()")
    assert told(board, _ASK) == [(1, -_EIO)]


_SHOW = """
oled = Oled(bus, "ssd1306", data.OLED_ADDRESS)
frame = bytearray([at * 7 & 255 for at in range(1024)])
print(oled.show(frame))
"""
_FRAME = bytes(at * 7 & 255 for at in range(1024))


def test_an_oled_shows_its_frame_and_nothing_of_it_after_it_lost_its_power(board):
    board.run(_BUS)
    assert told(board, _SHOW) == [True]
    assert board.glass() == _FRAME
    board.forget_oled()
    assert told(board, _ASK) == [(1, -_EIO)], "it answers"
    assert not any(board.glass())
    board.run("frame[0] ^= 1\noled.show(frame)")
    assert not any(board.glass()), "what was sent to it is not all"
    board.run("oled.look_after()\noled.show(frame)")
    assert board.glass() == bytes((_FRAME[0] ^ 1,)) + _FRAME[1:]


_OFF = "print(status_of(bus.i2c, data.OLED_ADDRESS) & 0x40)"


def test_an_oled_reports_whether_it_is_on(board):
    board.run(_BUS)
    board.run("oled = Oled(bus, 'ssd1306', data.OLED_ADDRESS)")
    assert told(board, _OFF) == [0x40]
    assert told(board, _SHOW + _OFF) == [True, 0]
    board.forget_oled()
    assert told(board, _OFF) == [0x40]


def test_an_oled_that_is_too_slow_for_its_bus_gets_a_slower_one(board):
    board.set("oled", fastest=100_000)
    board.run(_BUS)
    assert told(board, _ASK) == [(-_EIO, -_EIO)]
    assert told(board, _SHOW + "print(bus.frequency)") == [True, 100_000]
    assert board.glass() == _FRAME
    board.set("oled", fastest=None)


def test_pump_and_clock_of_an_oled_that_is_on_are_left_alone(board):
    board.run(_BUS)
    assert told(board, _SHOW) == [True]
    board.run("for _ in range(2): oled.look_after() and oled.show(frame)")
    with pytest.raises(Exception, match="while it (is|was) on"):
        board.run("bus.i2c.writeto(data.OLED_ADDRESS, b'\\x00\\x8d\\x14')")


_SEND = """
from picogammon.devices.strip import TIMING
pin = machine.Pin(data.STRIP_PIN, machine.Pin.OUT)
machine.bitstream(pin, 0, TIMING, bytearray(range(0, 255, 3)))
"""


def test_what_is_sent_to_the_strip_comes_there(board):
    board.run(_SEND)
    assert board.sent() == bytes(range(0, 255, 3))


_CLOCK = """
began = time.ticks_ms()
time.sleep_ms(50)
print(time.ticks_diff(time.ticks_ms(), began))
print(time.ticks_diff(began, time.ticks_ms()))
print(time.ticks_diff(3, (1 << 30) - 40))
"""
_WORK_MS = 12  # of the code around


def test_time_passes_and_wraps(board):
    passed, back, wrapped = told(board, _CLOCK)
    assert 50 <= passed <= 50 + _WORK_MS
    assert -50 - _WORK_MS <= back <= -50 + _WORK_MS
    assert 43 <= wrapped <= 43 + _WORK_MS


_WATCH = """
from picogammon.devices.files import Files
from picogammon.devices.guard import Guard
base = 0x40058000
def runs():
    return machine.mem32[base] >> 30 & 1
guard = Guard(machine, base, Files())
guard.begin(0)
guard.feed(0)
print(runs())
guard.leave()
print(runs())
machine.mem32[base + 0x18] = 1234  # a scratch register that nobody uses
"""
_REMEMBERED = "print(machine.mem32[0x40058018])"


def test_the_watchdog_runs_until_it_is_stopped_and_its_registers_outlive_a_reset(board):
    assert told(board, _WATCH) == [1, 0]
    assert told(board, _REMEMBERED) == [1234]
    board.reset()
    assert told(board, _REMEMBERED) == [1234]


_BITS = """
bits = bytearray([7] * 400)
source(bits, 10, 394, 0)
print((set(bits[:10] + bits[394:]), set(bits[10:394]), sum(bits[10:394])))
source(bits, 10, 394, 1)
print((set(bits[:10] + bits[394:]), set(bits[10:394]), sum(bits[10:394])))
"""


def test_random_bits_are_zeros_and_ones_and_go_where_they_are_asked_to(board):
    for around, within, ones in told(board, _BITS):
        assert around == {7} and within == {0, 1} and 100 < ones < 300


@pytest.mark.parametrize("bit", [0, 1])
def test_a_source_that_is_stuck_says_the_same_for_ever(board, bit):
    board.stick(bit)
    lines = told(board, "bits = bytearray(384)\nsource(bits, 0, 384, 0)\nprint(set(bits))")
    board.stick(None)
    assert lines == [{bit}]


def test_the_chip_keeps_the_contract_of_a_host_as_the_test_bench_does(image):
    contract = Path(host_contract.__file__).read_text()
    asked = "from picogammon.host import of_chip\ncheck(of_chip(False))\nprint(1)"
    with contextlib.closing(Chip(image)) as chip:
        assert told(chip, f"{contract}\n{asked}") == [1]
