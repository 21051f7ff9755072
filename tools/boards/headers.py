"""The pins of the computers that a board can have, as their data sheets number them."""

from tools.boards.chips import RP2040, RP2350


class Header:
    """A computer's rows of pins.

    `computer`: its name in a board's data; `called`: its usual name; `chip`: None if the firmware
    runs on CPython. `names`: of each pin, index = pin number - 1. `gpio`: {GPIO number: pin
    number}. `volts_5`, `volts_3`: pin numbers. `strip`: the GPIOs that can drive a strip.
    """

    def __init__(
        self, computer, called, prefix, names, left, volts_5, volts_3, chip=None, strip=None
    ):
        self.computer = computer
        self.called = called
        self.chip = chip
        self.prefix = prefix
        self.names = names
        self.gpio = {
            int(name[len(prefix) :]): number
            for number, name in enumerate(names, 1)
            if name.startswith(prefix)
        }
        self._left = list(left)  # pin numbers, from the top down
        self._right = [n for n in range(1, len(names) + 1) if n not in self._left]
        if self._right[0] == self._left[-1] + 1:  # numbered around, as chips are
            self._right.reverse()
        self.volts_5 = self.number(volts_5)
        self.volts_3 = self.number(volts_3)
        self.strip = frozenset(strip or self.gpio)

    def number(self, name):
        """Returns the number of the first pin with this name."""
        return self.names.index(name) + 1

    def is_left(self, number):
        """True if a pin is in the left row, seen from above."""
        return number in self._left

    def row(self, number):
        """Returns the number of pins above this one in its row."""
        return (self._left if number in self._left else self._right).index(number)

    def pin(self, gpio):
        """Returns a GPIO's name, as the data sheet writes it."""
        return f"{self.prefix}{gpio}"

    def nearest_ground(self, pins):
        """Returns the ground pin nearest to all `pins` (numbers), on the side of the first."""
        grounds = [
            n
            for n, name in enumerate(self.names, 1)
            if name == "GND" and self.is_left(n) == self.is_left(pins[0])
        ]
        return min(grounds, key=lambda n: (sum(abs(n - pin) for pin in pins), n))

    def i2c_pins(self, bus):
        """Returns the (SDA, SCL) pairs of GPIO numbers that I2C `bus` can use."""
        if not self.chip:
            return [(2, 3)] if bus == 1 else []
        pairs = [(sda, sda + 1) for sda in range(2 * bus, 28, 4)]
        return [pair for pair in pairs if pair[0] in self.gpio and pair[1] in self.gpio]


def _pico(computer, called, chip):
    """Returns a Pico's Header: down the left side from the USB socket, then up the right side."""
    names = (
        "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
        "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN "
        "GND VSYS VBUS"
    ).split()
    return Header(computer, called, "GP", names, range(1, 21), "VBUS", "3V3", chip)


PICO = _pico("pico", "Pico", RP2040)
PICO_2 = _pico("pico2", "Pico 2", RP2350)
RASPBERRY_PI = Header(  # the header with 40 pins, from the corner of the board on
    "raspberry_pi",
    "Raspberry Pi",
    "GPIO",
    (
        "3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 "
        "3V3 GPIO24 GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 ID_SD ID_SC GPIO5 GND GPIO6 "
        "GPIO12 GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21"
    ).split(),
    left=range(1, 41, 2),
    volts_5="5V",
    volts_3="3V3",
    strip=(10, 12, 18, 21),  # SPI, PWM, PWM, PCM: what rpi_ws281x can use
)
COMPUTERS = {header.computer: header for header in (PICO, PICO_2, RASPBERRY_PI)}


def header_of(config):
    """Returns the Header of a board's computer, from its constants (a dict)."""
    return COMPUTERS[config.get("COMPUTER", PICO.computer)]
