"""MicroPython's `machine` as the firmware uses it, on a Linux computer's pins by Adafruit's Blinka.

The strip goes out through Adafruit's own NeoPixel class. Pins are GPIO numbers.
"""

import busio
import digitalio
import neopixel
import pwmio

import board

_I2C_PINS = (2, 3)  # the kernel's, which frees a held bus by itself


def _blinka(number):
    """Blinka's pin of a GPIO number. Raises ValueError where this computer has none."""
    try:
        return getattr(board, f"D{number}")
    except AttributeError:
        raise ValueError(f"this computer has no GPIO{number}") from None


_in_use = []  # what was taken from the system, but the strips


def _taken(line):
    _in_use.append(line)
    return line


class Pin:
    """A pin; it is taken from the system when it is first read or moved."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, id, mode=IN, pull=None):
        self.id = id
        self._mode = mode
        self._pull = pull
        self._line = None

    def value(self, level=None):
        """Its level, or None after that was set."""
        if self.id in _I2C_PINS:
            return 1 if level is None else None
        if self._line is None:
            self._take()
        if level is None:
            return int(self._line.value)
        self._line.value = bool(level)

    def _take(self):
        self._line = _taken(digitalio.DigitalInOut(_blinka(self.id)))
        if self._mode == self.IN:
            up = digitalio.Pull.UP if self._pull == self.PULL_UP else None
            self._line.switch_to_input(pull=up)
        else:
            drain = digitalio.DriveMode.OPEN_DRAIN
            push = digitalio.DriveMode.PUSH_PULL
            self._line.switch_to_output(
                value=True, drive_mode=drain if self._mode == self.OPEN_DRAIN else push
            )


class _Bus:
    def __init__(self, scl, sda):
        self._bus = _taken(busio.I2C(_blinka(scl.id), _blinka(sda.id)))
        self.writeto = self._bus.writeto

    def readfrom(self, address, count):
        """Returns so many bytes of who has that address."""
        data = bytearray(count)
        self._bus.readfrom_into(address, data)
        return data


_buses = {}


def I2C(id, *, scl, sda, freq=400_000, timeout=0):
    """Returns the bus, each time the same: config.txt says how fast it is.

    It raises OSError when nobody answers.
    """
    if id not in _buses:
        _buses[id] = _Bus(scl, sda)
    return _buses[id]


class PWM:
    """A square wave on a pin."""

    def __init__(self, pin):
        self._out = _taken(pwmio.PWMOut(_blinka(pin.id), variable_frequency=True))

    def freq(self, hertz):
        """Sets how often it repeats, in Hz."""
        self._out.frequency = hertz

    def duty_u16(self, duty):
        """Sets how much of the time it is high, of 65535."""
        self._out.duty_cycle = duty


_strips = {}


def bitstream(pin, encoding, timing, data):
    """Sends a frame to a strip: bytes as they go onto the wire, three a light."""
    lights = len(data) // 3
    strip = _strips.get(pin.id)
    if strip is None or len(strip) != lights:
        # The bytes have the wire's order already: no other order, no brightness of its own.
        strip = _strips[pin.id] = neopixel.NeoPixel(
            _blinka(pin.id), lights, brightness=1.0, auto_write=False, pixel_order="RGB"
        )
    for light in range(lights):
        strip[light] = tuple(data[3 * light : 3 * light + 3])
    try:
        strip.show()
    except RuntimeError:  # rpi_ws281x could not begin: asked to end, it would crash
        del _strips[pin.id]
        raise


def leave():
    """Puts all strips out, and gives them and all pins back."""
    while _strips:
        _strips.popitem()[1].deinit()
    _buses.clear()
    while _in_use:
        _in_use.pop().deinit()
