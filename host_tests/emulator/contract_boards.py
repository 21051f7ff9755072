"""Two boards that are held to the same contract: the simulator's fakes, and the emulated chip.

Both run the same code, in which `machine`, `time` and `rp2` are what the board has, `button`
is a pin that interrupts, `source` has raw random bits, and `data` is the board_config.
"""

import contextlib
import io
from types import ModuleType

from fakes import contacts, wires
from fakes.bench import Time
from fakes.circuit import Circuit, Reset
from fakes.nor_flash import NorFlash
from tools.dice import sources
from tools.emulator import Emulator
from tools.emulator.constants import UNKIND
from tools.emulator.reference import BOARD

_FREE_BLOCK = 190  # of the storage: so far in it lies nothing yet
_BLOCKS = 192
ERASE_MS = 400
_LEAD_MS = 200
_OK = 2
_PREPARE = """
import machine, os, rp2, sys, time
from picogammon.devices import raw_bits
button = machine.Pin({pin}, machine.Pin.IN, machine.Pin.PULL_UP)
source = raw_bits.source(machine, sys.implementation._machine, os.urandom)
class data:
    pass
"""
_RING = sources.beating(1, 65.37, 0.04)
_DATA = "I2C_ID I2C_SCL_PIN I2C_SDA_PIN I2C_FREQUENCY OLED_ADDRESS STRIP_PIN".split()


class Chip:
    """The image on the emulated chip, at the prompt."""

    def __init__(self, image):
        self._board = Emulator(BOARD, UNKIND)
        self._board.boot(uf2=image)
        self._board.start_up()
        self._prepare()

    def _prepare(self):
        values = [f"data.{name} = {getattr(BOARD, name)!r}" for name in _DATA]
        self.run(_PREPARE.format(pin=BOARD.BUTTON_PINS[_OK]) + "\n".join(values))

    def close(self):
        self._board.close()

    def run(self, code):
        """What the code prints."""
        return self._board.exec(code)

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

    def reset(self):
        """The code resets the chip."""
        self._board.send(b"machine.reset()\x04")
        assert self._board.run(2000, resets=1)
        self._board.start_up()
        self._prepare()

    def glass(self):
        """What the OLED shows, 1024 bytes."""
        return self._board.oled()

    def forget_oled(self):
        self._board.forget_oled()

    def plug_oled(self, plugged):
        self._board.plug("oled", plugged)

    def hold_sda(self, clocks):
        self._board.hold_sda(clocks)

    def sent(self):
        """The bytes that were last sent to the strip."""
        self._board.run(5)
        return self._board.frames()[-1][2]

    def stick(self, bit):
        self._board.stick(bit)


class Fakes:
    """The simulator's circuit, on CPython."""

    def __init__(self):
        self._circuit = circuit = Circuit()
        circuit.begin(wires.Wire())
        self._display, self._bus = circuit.display, circuit.bus
        self._bench = contacts.Bench()
        self.now = 0
        rp2 = ModuleType("rp2")
        flash = NorFlash(_BLOCKS)
        rp2.Flash = lambda: flash
        self._flash = flash
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

    def reset(self):
        try:
            self.run("machine.reset()")
        except Reset:
            self._circuit.after_reset()

    def glass(self):
        return self._display.glass() if self._display.on else bytes(1024)

    def forget_oled(self):
        self._display.lose_power()

    def plug_oled(self, plugged):
        self._bus.display = self._display if plugged else None

    def hold_sda(self, clocks):
        self._bus.hold(clocks)

    def sent(self):
        return self._circuit.wire.sent[-1][3]

    def stick(self, bit):
        self._known["source"] = _RING if bit is None else sources.stuck(bit)
