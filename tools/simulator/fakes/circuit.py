"""MicroPython's `machine` for a board that is not there: a test says what its pins lead to."""

from fakes import own_data
from fakes.wires import I2C, PWM, SSD1306Display, Switches, Wire

WATCHDOG = 0x40058000  # the RP2040's registers
_ENABLE = 1 << 30


class Reset(BaseException):
    """The chip was reset: nothing after it happens."""


class Memory:
    """machine.mem32: what was never written reads 0."""

    def __init__(self):
        self.words = {}

    def __getitem__(self, address):
        return self.words.get(address, 0)

    def __setitem__(self, address, value):
        assert 0 <= value < 1 << 32
        self.words[address] = value


class _Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    circuit = None

    def __init__(self, id, mode=-1, pull=-1):
        if id not in range(30):
            raise ValueError("invalid pin")
        self.id = id

    def value(self, level=None):
        circuit = self.circuit
        line = circuit.lines.get(self.id)
        if line is not None:
            return line.value() if level is None else line.value(level)
        if self.id == own_data.I2C_SDA_PIN:
            return circuit.bus.sda if level is None else circuit.bus.move_sda(level)
        if level is None:
            return circuit.switches.read(self.id)
        assert self.id == own_data.I2C_SCL_PIN
        circuit.bus.move_scl(level)


class Circuit:
    """A chip's `machine` with a display on its bus, lights, a piezo and switches.

    `lines`: what else a pin leads to, by its number: something with a `value`. `fed`, `timeout`:
    the watchdog's. `wire`, `piezo`: what the board has sent. A test may put others in their place.
    """

    def __init__(self):
        circuit = self

        class Pin(_Pin):
            pass

        Pin.circuit = circuit
        self.Pin = Pin
        self.mem32 = Memory()
        self.display = SSD1306Display()
        self.bus = I2C(self.display)
        self.switches = Switches()
        self.lines = {}
        self.fed = 0
        self.timeout = None
        self.bootloader = None
        self._at_reset = {}
        self.begin(Wire(1))

    def begin(self, wire):
        """Switches it on; the strip is on that wire."""
        self.wire = wire
        self.piezo = PWM()

    def I2C(self, id=-1, *, scl=None, sda=None, freq=400000, timeout=50000):
        self.bus.frequency = freq
        return self.bus

    def PWM(self, dest, *, freq=0, duty_u16=0):
        return self.piezo

    def WDT(self, id=0, timeout=5000):
        self.timeout = timeout
        self.mem32[WATCHDOG] = self.mem32[WATCHDOG] | _ENABLE
        return self

    def feed(self):
        self.fed += 1

    @property
    def watched(self):
        """Whether the watchdog would bite."""
        return bool(self.mem32[WATCHDOG] & _ENABLE)

    def bitstream(self, pin, encoding, timing, data):
        self.wire.bitstream(pin, encoding, timing, data)

    def soft_reset(self):
        self.reset()

    def reset(self):
        self._at_reset = dict(self.mem32.words)
        raise Reset

    def after_reset(self):
        """What was written to registers between a reset and its end is forgotten."""
        self.mem32.words = self._at_reset
