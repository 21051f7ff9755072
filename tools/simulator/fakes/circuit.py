"""MicroPython's `machine` for a simulated board, whose pins lead to what a test connects."""

from fakes import own_data
from fakes.wires import I2C, PWM, SSD1306Display, Switches, Wire

WATCHDOG = 0x40058000  # the RP2040's registers
_ENABLE = 1 << 30


class Reset(BaseException):
    """A reset of the chip, which ends the program."""


class Memory:
    """machine.mem32; an address reads 0 until it is written."""

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
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8
    circuit = None

    def __init__(self, id, mode=-1, pull=-1):
        if id not in range(30):
            raise ValueError("invalid pin")
        self.id = id
        self.init(mode, pull)

    def init(self, mode=-1, pull=-1, value=None, alt=-1):
        self.mode = mode
        if pull >= 0:
            self.circuit.pulls[self.id] = pull
        if value is not None:
            self.value(value)

    def value(self, level=None):
        circuit = self.circuit
        assert level is None or self.mode == self.OPEN_DRAIN, "another part may pull the line down"
        line = circuit.lines.get(self.id)
        if line is not None:
            return line.value() if level is None else line.value(level)
        if level is None and circuit.pulls.get(self.id) == self.PULL_DOWN:
            on_bus = self.id in (own_data.I2C_SDA_PIN, own_data.I2C_SCL_PIN)
            return int(on_bus and circuit.bus.held_up)
        if self.id == own_data.I2C_SDA_PIN:
            assert circuit.pulls[self.id] == self.PULL_UP
            return circuit.bus.sda if level is None else circuit.bus.move_sda(level)
        if level is None:
            return circuit.switches.read(self.id)
        assert self.id == own_data.I2C_SCL_PIN
        circuit.bus.move_scl(level)


class _Noisy(_Pin):
    """A pin that interrupts for sparks only; the buttons look at its switch anyway."""

    def irq(self, handler=None, trigger=12, hard=False):
        if handler:
            self.circuit.handlers[self.id] = handler, self
        return self

    def trigger(self):
        return 12


class Level:
    """A line to ground (0) or to 3V3 (1)."""

    def __init__(self, level):
        self._level = level

    def value(self, level=0):
        return self._level


class Circuit:
    """A chip's `machine` with a display on its bus, lights, a piezo and switches.

    `lines`: {a pin's number: something with a `value`}. `pulls`: {a pin's number: its pull}. `fed`,
    `timeout`: the watchdog's. `wire`, `piezo`: what the board has sent. A test may replace each.
    """

    def __init__(self):
        self._make_pins(_Pin)
        self.pulls = {}
        self.handlers = {}
        self._sparking = ()
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

    def _make_pins(self, kind):
        class Pin(kind):
            pass

        Pin.circuit = self
        self.Pin = Pin

    def spark(self, *pins):
        """Lets each frame of lights spark on these pins' wires; call it before power-on."""
        self._make_pins(_Noisy)
        self._sparking = pins

    def begin(self, wire):
        """Switches the board on, with its strip on this wire."""
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
        """True if the watchdog runs."""
        return bool(self.mem32[WATCHDOG] & _ENABLE)

    def bitstream(self, pin, encoding, timing, data):
        self.wire.bitstream(pin, encoding, timing, data)
        for noisy in self._sparking:
            handler, pin = self.handlers[noisy]
            handler(pin)  # by now its contact is open again

    def soft_reset(self):
        self.reset()

    def reset(self):
        self._at_reset = dict(self.mem32.words)
        raise Reset

    def after_reset(self):
        """Forgets what was written to registers after the reset began."""
        self.mem32.words = self._at_reset
