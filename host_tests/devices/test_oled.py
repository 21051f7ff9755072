"""The OLED and its bus: what the display shows after the transfers over the wires."""

from fakes.circuit import Circuit
from fakes.wires import I2C, SH1106Display, SH1106FirstDisplay, SSD1306Display
from picogammon.devices.oled import Bus, Oled
from portable import native, no_allocation, raises

_KINDS = (
    ("ssd1306", SSD1306Display),
    ("sh1106", SH1106Display),
    ("sh1106_0", SH1106FirstDisplay),
)


def _noise(seed):
    frame = bytearray(1024)
    for i in range(1024):
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        frame[i] = seed >> 16 & 255
    return frame


def _each():
    for driver, display in _KINDS:
        glass = display()
        bus = I2C(glass)
        yield Oled(bus, driver, 0x3C), bus, glass


def test_the_glass_shows_each_frame_and_never_the_noise_of_power_on():
    for oled, bus, display in _each():
        assert not display.on
        oled.show(bytearray(1024))
        assert display.on and not any(display.glass())
        for seed in (1, 2, 3):
            frame = _noise(seed)
            assert oled.show(frame)
            assert display.glass() == bytes(frame)
        before = bus.bytes
        oled.show(frame)
        oled.show(bytearray(frame))
        with raises(ValueError, "1024 bytes, not 1023"):
            oled.show(bytearray(1023))
        assert bus.bytes == before, "nothing has changed"


def test_what_an_earlier_run_left_on_the_glass_goes_dark_at_the_start():
    for driver, make in _KINDS:
        display = make()
        bus = I2C(display)
        Oled(bus, driver, 0x3C).show(_noise(1))
        oled = Oled(bus, driver, 0x3C)
        assert not display.on
        assert oled.show(_noise(2)) and display.on and display.glass() == bytes(_noise(2))


def test_a_low_glass_shows_its_frame_and_no_other_rows():
    display = SSD1306Display(height=32)
    oled = Oled(I2C(display), "ssd1306", height=32)
    frame = _noise(1)[:512]
    assert oled.show(frame) and display.on
    assert display.glass() == bytes(frame) and not display.lit_noise
    assert display.pixels_received == 512
    frame[511] ^= 1
    assert oled.show(frame) and display.glass() == bytes(frame)
    with raises(ValueError, "512 bytes, not 1024"):
        oled.show(_noise(1))


def test_a_display_of_the_wrong_height_is_refused_and_told_apart_on_the_glass():
    with raises(ValueError, "one of (64,), not 32"):
        Oled(I2C(SH1106Display()), "sh1106", height=32)
    with raises(ValueError, "one of (64, 32), not '32'"):
        Oled(I2C(SSD1306Display()), "ssd1306", height="32")
    for glass, told in ((64, 32), (32, 64)):
        display = SSD1306Display(height=glass)
        oled = Oled(I2C(display), "ssd1306", height=told)
        oled.show(bytearray(b"\xff" * (16 * told)))
        rows = [display.glass()[(y >> 3) * 128] >> (y & 7) & 1 for y in range(glass)]
        assert rows == ([1, 0] * 32 if glass == 64 else [1] * 32)


def test_any_change_reaches_the_glass_and_one_pixel_costs_one_short_span():
    seed = 99
    for oled, bus, display in _each():
        frame = _noise(1)
        oled.show(frame)
        for at in (0, 127, 128, 500, 1021, 1022, 1023):
            pixels, spent = display.pixels_received, bus.bytes
            frame[at] ^= 16
            oled.show(frame)
            assert display.glass() == bytes(frame)
            assert display.pixels_received - pixels == 4
            assert bus.bytes - spent <= 14
        for _ in range(60):
            seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
            start, length = seed >> 8 & 1023, 1 + (seed >> 18) % 40
            for at in range(start, min(1024, start + length), 1 + (seed >> 5) % 12):
                frame[at] ^= 0x3C
            oled.show(frame)
            assert display.glass() == bytes(frame)


def test_without_a_display_the_bus_stays_quiet_and_one_that_comes_is_found_at_either_speed():
    for driver, make in _KINDS:
        for fastest in (100_000, 400_000):
            bus = I2C()
            oled = Oled(bus, driver, 0x3C)
            assert not oled.present and not oled.look_after()
            assert not oled.show(bytearray(1024)) and bus.transfers == 0
            bus.display, bus.fastest = make(), fastest
            assert not oled.show(bytearray(1024))
            assert oled.look_after() and oled.present and bus.slow == (fastest < 400_000)
            assert oled.show(_noise(5))
            assert bus.display.glass() == bytes(_noise(5))
            assert bus.display.contrast == 0xCF
    bus = I2C(SSD1306Display(0x3D))
    assert not Oled(bus, "ssd1306", 0x3C).present
    assert Oled(bus, "ssd1306", 0x3D).present


def test_flipped_turns_both_axes():
    for driver, display in _KINDS:
        for flip in (False, True):
            glass = display()
            Oled(I2C(glass), driver, 0x3C, flip)
            assert glass.mirrored == glass.upside_down == flip
            assert glass.start_line == 0


class _Mute:
    slow = False

    def __init__(self):
        self.transfers = 0
        self.i2c = self

    def writeto(self, addr, buf, stop=True):
        self.transfers += 1
        return 0


@native
def test_show_allocates_nothing():
    for driver, _display in _KINDS:
        bus = _Mute()
        oled = Oled(bus, driver, 0x3C)
        frame = _noise(1)
        oled.show(frame)
        before = bus.transfers
        for i in range(0, 1024, 37):
            frame[i] ^= 255
        with no_allocation():
            oled.show(frame)
            oled.show(frame)
        assert bus.transfers > before


def test_a_display_that_lost_its_power_for_a_moment_shows_all_again():
    for oled, bus, display in _each():
        frame = _noise(3)
        oled.show(frame)
        display.lose_power()
        frame[300] ^= 255
        assert oled.show(frame) and not display.on, "it answers, and nobody has noticed"
        assert oled.look_after() and oled.show(frame)
        assert display.on and display.glass() == bytes(frame) and display.contrast == 0xCF
        assert not display.lit_noise and not display.upside_down
        for at in range(20):  # wherever in a round the power fails
            display.lose_power()
            sent = bus.transfers
            while bus.transfers < sent + at and not oled.show_page(frame):
                pass
            display.lose_power()
            for _ in range(2):
                oled.look_after()
                oled.show(frame)
            assert display.on and display.glass() == bytes(frame) and not display.upside_down
        display.status = None  # one that reports nothing is set up whole again
        display.lose_power()
        assert oled.look_after() and oled.show(frame)
        assert display.on and display.glass() == bytes(frame)


def test_a_failed_transfer_slows_the_bus_down_only_before_the_first_whole_frame():
    for shown in (False, True):
        display = SSD1306Display()
        bus = I2C(display)
        oled = Oled(bus, "ssd1306")
        if shown:
            oled.show(_noise(1))
        bus.fail_after = 5
        assert not oled.show(_noise(3)) and not oled.present and bus.frequency == 400_000
        bus.fail_after, bus.display = None, display
        assert oled.look_after() and bus.slow == (not shown)
        assert oled.show(_noise(3)) and display.glass() == bytes(_noise(3))


def test_a_display_that_forgot_nothing_shows_nothing_of_being_set_up_anew():
    for oled, bus, display in _each():
        frame = _noise(3)
        oled.show(frame)
        seen = []

        def sent(addr, buf, bus=bus, display=display, seen=seen):
            I2C.writeto(bus, addr, buf)
            seen.append((display.on, display.glass()))

        bus.writeto = sent
        oled.look_after()
        pages = 0
        while not oled.show_page(frame):
            pages += 1
        assert pages == 8 and len(seen) > 16
        assert set(seen) == {(True, bytes(frame))}
        assert bus.freed == 0, "it answered"


_SCL = 5
_SDA = 4


class _Machine(Circuit):
    def __init__(self, lines):
        Circuit.__init__(self)
        self.bus = lines
        self.made = []

    def I2C(self, id, *, scl, sda, freq, timeout):
        self.made.append((id, scl.id, sda.id, freq, timeout))
        return Circuit.I2C(self, freq=freq)


def test_the_lines_of_a_bus_that_nobody_holds_are_left_alone_and_a_held_sda_is_clocked_free():
    for clocks in range(0, 10):
        lines = I2C(SSD1306Display())
        lines.hold(clocks)
        machine = _Machine(lines)
        bus = Bus(machine, 1, _SCL, _SDA, 400_000)
        assert machine.made == [(1, _SCL, _SDA, 400_000, 16925)]
        assert lines.clocks == (clocks + 1 if clocks else 0)  # the last one for the stop
        assert lines.stops == (clocks > 0)
        bus.i2c.writeto(0x3C, b"\x00\x8d\x14\xaf")
        assert lines.display.on


def test_who_never_lets_go_is_told_from_and_may_let_go_later():
    lines = I2C(SSD1306Display())
    lines.hold(1000)
    bus = Bus(_Machine(lines), 0, _SCL, _SDA, 100_000)
    with raises(OSError, "110"):
        bus.i2c.writeto(0x3C, b"\x00\xaf")
    assert lines.clocks == 10
    oled = Oled(bus, "ssd1306")
    assert not oled.present and not oled.look_after()
    assert lines.clocks == 50
    lines.hold(3)
    assert oled.look_after() and oled.show(bytearray(1024))
    assert lines.display.on and not any(lines.display.glass())


_PAGE_BITS = 130 * 9
_STORM_US = 10_000  # of interrupts, while one page is sent
_SPARE_US = 20_000  # for the rest of what is between a press and the lights, 50 ms


def test_a_storm_of_interrupts_fits_into_a_transfer_and_a_held_line_costs_one_at_a_time():
    lines = I2C(SSD1306Display())
    machine = _Machine(lines)
    bus = Bus(machine, 0, _SCL, _SDA, 400_000)
    bus.free(True)
    for _, _, _, frequency, timeout in machine.made:
        page_us = _PAGE_BITS * 1_000_000 // frequency
        assert page_us + _STORM_US < timeout < 50_000 - _SPARE_US, frequency
    assert [made[3] for made in machine.made] == [400_000, 100_000] and bus.frequency == 100_000
    oled = Oled(bus, "ssd1306")
    oled.show(_noise(1))
    lines.hold(1000)
    assert oled.show_page(_noise(2)) and not oled.present
    assert not oled.look_after() and not oled.look_after()
    assert lines.given_up == 1, "a bus that is held is not even tried"
