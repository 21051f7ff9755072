"""The parts of MicroPython's `machine` that firmware uses, by the page; and `urandom`, which this
port's `os` lacks.

The page gets bytes by their address, because each object would leave a proxy on its side.
"""

from uctypes import addressof

import _page

_ENODEV = 19

_listeners = {}  # number of a pin -> (handler, trigger, Pin)


def urandom(n):
    """Returns `n` bytes of the browser's randomness, or of ?seed=... for tests."""
    found = bytearray(n)
    _page.random(addressof(found), n)
    return bytes(found)


class Pin:
    """A pin. An input reads 0 while the page's button is held; outputs do nothing."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    IRQ_RISING = 8
    IRQ_FALLING = 4

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=-1):
        self.id = id

    def value(self, x=None):
        if x is None:
            return _page.level(self.id)

    __call__ = value

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, *, hard=False):
        """Returns the pin's interrupt; `handler(pin)` gets each edge between two rounds."""
        if handler is not None:
            _listeners[self.id] = (handler, trigger, self)
        return _Interrupt(_listeners[self.id][1])


class _Interrupt:
    def __init__(self, edges):
        self._edges = edges

    def trigger(self):
        return self._edges


class I2C:
    """The bus of the OLED. Raises OSError(ENODEV) without an answer."""

    def __init__(self, id=-1, *, scl=None, sda=None, freq=400000, timeout=50000):
        pass

    def writeto(self, addr, buf, stop=True):
        acks = _page.i2c(addr, addressof(buf), len(buf))
        if acks < 0:
            raise OSError(_ENODEV)
        return acks

    def readfrom(self, addr, nbytes, stop=True):
        """Raises OSError: the page's OLED cannot be read."""
        raise OSError(_ENODEV)


class PWM:
    """A piezo's pin: the page beeps at `freq` Hz while the duty is not 0."""

    def __init__(self, dest):
        self._pin = dest.id
        self._freq = 0

    def freq(self, value):
        self._freq = value

    def duty_u16(self, value):
        _page.tone(self._pin, self._freq, value)


class WDT:
    """The watchdog, which restarts the board if it is not fed in time."""

    def __init__(self, id=0, timeout=5000):
        _page.watch(timeout)

    def feed(self):
        _page.feed()


def _moved(number, level):
    handler, trigger, pin = _listeners.get(number, (None, 0, None))
    if handler is not None and trigger & (Pin.IRQ_RISING if level else Pin.IRQ_FALLING):
        handler(pin)


_page.listen(_moved)


def bitstream(pin, encoding, timing, data):
    """Sends `data` to the lights on `pin`."""
    _page.wave(pin.id, addressof(data), len(data))


def reset():
    """Restarts the board; never returns."""
    _page.reset()
    raise SystemExit("reset")


soft_reset = reset  # a page's cable outlasts either
