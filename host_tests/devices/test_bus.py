"""The I2C bus: a held SDA is clocked free, at the start and whenever it is asked for."""

from fakes.wires import I2C, SSD1306Display
from picogammon.devices.bus import Bus
from picogammon.devices.oled import SSD1306
from portable import raises

_SCL = 5
_SDA = 4


class _Machine:
    """A machine module with one bus; `made` has what its I2C was made with."""

    def __init__(self, lines):
        self.made = made = []

        class Pin:
            IN = 0
            OPEN_DRAIN = 2
            PULL_UP = 1

            def __init__(self, number, mode=-1, pull=-1):
                self.number = number
                self.how = (mode, pull)

            def value(self, level=None):
                if level is None:
                    assert self.number == _SDA and self.how[1] == self.PULL_UP
                    return lines.sda
                assert self.how == (self.OPEN_DRAIN, self.PULL_UP), "nobody is pushed against"
                (lines.move_sda if self.number == _SDA else lines.move_scl)(level)

        def make(number, *, scl, sda, freq, timeout):
            made.append((number, scl.number, sda.number, freq, timeout))
            return lines

        self.Pin = Pin
        self.I2C = make


def test_a_bus_that_nobody_holds_is_set_up_and_its_lines_are_left_alone():
    lines = I2C(SSD1306Display())
    machine = _Machine(lines)
    bus = Bus(machine, 1, _SCL, _SDA, 400_000)
    assert machine.made == [(1, _SCL, _SDA, 400_000, 5850)]
    assert lines.clocks == lines.stops == 0
    bus.writeto(0x3C, b"\x00\xaf")
    assert lines.display.on


def test_a_held_sda_is_clocked_free_and_the_transfer_ended():
    for clocks in range(1, 10):
        lines = I2C(SSD1306Display())
        lines.hold(clocks)
        bus = Bus(_Machine(lines), 0, _SCL, _SDA, 400_000)
        assert lines.clocks == clocks + 1 and lines.stops == 1  # the last one for the stop
        bus.writeto(0x3C, b"\x00\xaf")
        assert lines.display.on


def test_who_never_lets_go_is_told_from_and_may_let_go_later():
    lines = I2C(SSD1306Display())
    lines.hold(1000)
    bus = Bus(_Machine(lines), 0, _SCL, _SDA, 100_000)
    with raises(OSError, "110"):
        bus.writeto(0x3C, b"\x00\xaf")
    assert lines.clocks == 10
    oled = SSD1306(bus)
    assert not oled.present and not oled.look_after()
    assert lines.clocks == 20
    lines.hold(3)
    assert oled.look_after() and oled.show(bytearray(1024))
    assert lines.display.on and not any(lines.display.glass())
