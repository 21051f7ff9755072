"""The Raspberry Pi Pico's 40 pins: names, and which can do what (from the Pico's data sheet)."""

# By pin number less 1: down the left side from the USB socket, then up the right side.
NAMES = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
)
GPIO = {int(name[2:]): number for number, name in enumerate(NAMES, 1) if name.startswith("GP")}


def number(name):
    """The number (1 to 40) of the pin with a name that only one pin has."""
    return NAMES.index(name) + 1


def nearest_ground(pins):
    """The ground pin with the shortest way to all of `pins` (numbers), on the side of the first."""
    side = pins[0] <= 20
    grounds = [n for n, name in enumerate(NAMES, 1) if name == "GND" and (n <= 20) == side]
    return min(grounds, key=lambda n: (sum(abs(n - pin) for pin in pins), n))


def i2c_pins(bus):
    """(SDA, SCL) pairs of GPIO numbers that the RP2040's I2C `bus` (0 or 1) can be on."""
    return [(sda, sda + 1) for sda in range(2 * bus, 28, 4) if sda in GPIO and sda + 1 in GPIO]
