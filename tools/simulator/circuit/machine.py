"""MicroPython's `machine` for a board that is not there: `here` is what its pins lead to."""

import board_config


class Reset(BaseException):
    """machine.reset() was called: on a chip, nothing after it happens."""


class Memory:
    """machine.mem32: what was never written reads 0."""

    def __init__(self):
        self.words = {}

    def __getitem__(self, address):
        return self.words.get(address, 0)

    def __setitem__(self, address, value):
        assert 0 <= value < 1 << 32
        self.words[address] = value


class Here:
    """Set by the test before the board starts: switches, lights, bus; read by it afterwards."""

    def __init__(self):
        self.switches = None
        self.wire = None
        self.bus = None
        self.piezo = None
        self.lines = {}  # what else a pin leads to, by its number: something with a `value`
        self.fed = 0
        self.timeout = None
        self.at_reset = None  # the registers, as of then


here = Here()
mem32 = Memory()

_CONTROL = 0x40058000
_ENABLE = 1 << 30


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, id, mode=-1, pull=-1):
        if id not in range(30):
            raise ValueError("invalid pin")
        self.id = id

    def value(self, level=None):
        line = here.lines.get(self.id)
        if line is not None:
            return line.value() if level is None else line.value(level)
        if self.id == board_config.I2C_SDA_PIN:
            return here.bus.sda if level is None else here.bus.move_sda(level)
        if level is None:
            return here.switches.read(self.id)
        assert self.id == board_config.I2C_SCL_PIN
        here.bus.move_scl(level)


def I2C(id=-1, *, scl=None, sda=None, freq=400000, timeout=50000):
    return here.bus


def PWM(dest, *, freq=0, duty_u16=0):
    return here.piezo


class WDT:
    def __init__(self, id=0, timeout=5000):
        here.timeout = timeout
        mem32[_CONTROL] = mem32[_CONTROL] | _ENABLE

    def feed(self):
        here.fed += 1


def bitstream(pin, encoding, timing, data):
    here.wire.bitstream(pin, encoding, timing, data)


def soft_reset():
    reset()


def reset():
    here.at_reset = dict(mem32.words)
    raise Reset
