"""The OLED, 128 pixels wide, on I2C. Only changes are sent; a board without an OLED plays on.

A frame has the layout framebuf.MONO_VLSB: pages of 128 bytes. A byte is a column of 8 pixels, with
the lowest bit on top. At 400 kHz, sending 64 rows takes 27 ms, a changed digit less than 1 ms.
"""

from collections import namedtuple
from micropython import const

from picogammon.devices import kernel as _kernel

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    Frame = bytearray | memoryview

HEIGHT = const(64)  # rows of pixels, unless a board's data say otherwise
_WIDTH = const(128)
_OFF = b"\x00\xae"  # 0: commands follow
_IS_OFF = const(0x40)  # in a display's status
_PIXELS = const(0x40)  # first byte of a transfer of pixels
_CONTRAST = b"\x81\xcf"
_WIRED = {64: b"\xda\x12", 32: b"\xda\x02"}  # the wiring of the rows, by their number
_GAP = const(8)  # bytes: nearer spans are sent as one, as addressing a span takes as long
_GRAIN = const(4)  # divides each span's length, so a few views serve all spans
_CLOCKS = const(9)
_PAGE_BITS = const(130 * 9)  # the longest transfer: address, control byte and a page of pixels
_INTERRUPTS_US = const(14_000)  # the time of all interrupts while one page is sent
SLOW = const(100_000)  # Hz, for a module without pull-ups, or on long wires

# A controller. `heights`: the rows of pixels that its displays may have. `columns`: the number of
# its memory's columns before those on the glass, as (normally, if columns are reversed). `power`:
# the commands that may be sent only while the display is off. `setup`: all others except height and
# mounting. `window`: the commands that address pixels; `aim(window, page, column)` completes them.
Driver = namedtuple("Driver", ("heights", "columns", "power", "setup", "window", "aim"))


def _aim_window(window: bytearray, page: int, column: int) -> None:
    window[2] = column
    window[5] = window[6] = page


def _aim_page(window: bytearray, page: int, column: int) -> None:
    window[1] = 0xB0 | page
    window[2] = column & 15
    window[3] = 0x10 | column >> 4


_SH1106 = (
    b"\xd5\x80\xd9\x22\xdb\x35\xad\x8b\x32",  # clock, precharge, deselect level, pump on at 8 V
    b"\x40\xd3\x00\xa4\xa6",  # from line 0, pixels from memory, not inverted
    b"\x00\xb0\x00\x10",  # a page, and its first column in halves
    _aim_page,
)
# By OLED_DRIVER of a board's data.
DRIVERS = {
    "ssd1306": Driver(
        (64, 32),
        (0, 0),
        b"\xd5\x80\xd9\xf1\xdb\x30\x8d\x14",  # clock, precharge, deselect level, pump on
        b"\x20\x00\x40\xd3\x00"  # horizontal addressing, from line 0
        b"\xa4\xa6",  # pixels from memory, not inverted
        b"\x00\x21\x00\x7f\x22\x00\x00",  # from a column to the last, within a page
        _aim_window,
    ),
    "sh1106": Driver((64,), (2, 2), *_SH1106),  # the middle 128 of 132 columns are on the glass
    "sh1106_0": Driver((64,), (0, 4), *_SH1106),  # the first 128 are
}


class Bus:
    """An I2C bus that can be freed from a display that holds SDA low in the middle of a byte.

    Nine clocks end any byte, and a stop condition ends the transfer (UM10204, the specification of
    the I2C bus, 3.1.16). `i2c`: a machine.I2C; `free` makes a new one. `frequency`: the clock in
    Hz. `slow`: True if the clock is slower than in the board's data.
    """

    def __init__(self, machine: "Any", number: int, scl: int, sda: int, frequency: int) -> None:
        self._machine = machine
        self._how = number, scl, sda, frequency
        self.free()

    def free(self, slow: bool = False) -> bool:
        """Frees the bus and sets it up; False if SDA or SCL stays low. `slow`: True for 100 kHz."""
        number, scl_pin, sda_pin, frequency = self._how
        self.slow = slow and frequency > SLOW
        self.frequency = frequency = SLOW if self.slow else frequency
        pin = self._machine.Pin
        sda = pin(sda_pin, pin.IN, pin.PULL_UP)
        if not sda.value():
            scl = pin(scl_pin, pin.OPEN_DRAIN, pin.PULL_UP)
            for _ in range(_CLOCKS):  # calling a pin takes longer than half a bit
                scl.value(0)
                scl.value(1)
                if sda.value():
                    break
            scl.value(0)
            sda = pin(sda_pin, pin.OPEN_DRAIN, pin.PULL_UP)
            sda.value(0)
            scl.value(1)
            sda.value(1)
        is_free = bool(sda.value() and pin(scl_pin, pin.IN, pin.PULL_UP).value())
        self.i2c = self._machine.I2C(
            number,
            scl=pin(scl_pin),
            sda=pin(sda_pin),
            freq=frequency,
            # us, for a whole transfer: a press waits as long for a transfer that never ends.
            timeout=1_000_000 * _PAGE_BITS // frequency + _INTERRUPTS_US,
        )
        return is_free


def status_of(i2c: "Any", address: int) -> "int | None":
    """Returns a display's status byte; None if no display answers, -1 if it sends no status."""
    try:
        i2c.writeto(address, b"\x00")
    except OSError:
        return None
    try:
        return i2c.readfrom(address, 1)[0]
    except OSError:
        return -1


class Oled:
    """A display to which frames are sent. `present`: True while a display answers."""

    def __init__(
        self,
        bus: Bus,
        driver: str,
        address: int = 0x3C,
        flip: bool = False,
        mirror: bool = False,
        height: int = HEIGHT,
    ) -> None:
        """Looks for the display and sets it up; the display stays dark until `show`.

        `driver`: a key of DRIVERS. `flip`: True if the module is mounted upside down. `mirror`:
        True if the module mirrors the picture. Raises ValueError if `height` does not fit `driver`.
        """
        kind = DRIVERS[driver]
        if height not in kind.heights:
            raise ValueError("OLED_HEIGHT must be one of %r, not %r" % (kind.heights, height))
        self.height = height
        self._size = height * _WIDTH >> 3
        self._bus = bus
        self._address = address
        self._first = kind.columns[flip != mirror]
        mounted = (b"\xa1" if flip == mirror else b"\xa0") + (b"\xc0" if flip else b"\xc8")
        rows = bytes((0xA8, height - 1)) + _WIRED.get(height, b"")
        self._setup = b"\x00" + kind.setup + rows + mounted + _CONTRAST
        self._on = b"\x00" + kind.power + b"\xaf"
        self._window = bytearray(kind.window)
        self._aim = kind.aim
        self._line = bytearray(1 + _WIDTH)
        self._line[0] = _PIXELS
        line = memoryview(self._line)  # views made here, as `show` allocates nothing
        self._lines = [line[: 1 + length] for length in range(0, _WIDTH + 1, _GRAIN)]
        self._shown = bytearray(self._size)
        self._known = 0  # bytes, from the top, whose content on the display is known
        self._dark = True  # until a whole frame is sent
        self._shaky = False  # True if the display was lost before a whole frame was sent
        self.present = self._begins() or self._is_found()

    def _begins(self) -> bool:
        return self._takes(_OFF) and self._takes(self._setup)

    def _is_found(self) -> bool:
        """Frees the bus and looks for a display, twice at most; True if a display answers.

        The first try uses the board's frequency, or 100 kHz if the display was lost before it got a
        whole frame. The second try uses 100 kHz.
        """
        for slow in (self._shaky, True):
            if self._bus.free(slow) and self._begins():
                return True
        return False

    def look_after(self) -> bool:
        """Looks for a display and makes `show` send a whole frame; True if a display answers.

        Call this every few seconds. A display that lost its power for a moment answers, but stays
        dark. So each call sends the set-up again, which is invisible. The commands that turn the
        power on are visible, so they are sent only if the display is off.
        """
        self._known = 0
        if not self.present:
            self._dark = True
            self.present = self._is_found()
            return self.present
        self.present = self._takes(self._setup)
        if self.present:
            status = status_of(self._bus.i2c, self._address)
            self._dark = self._dark or status is None or bool(status & _IS_OFF)
        return self.present

    def _takes(self, commands: bytes) -> bool:
        try:
            self._bus.i2c.writeto(self._address, commands)
        except OSError:
            return False
        return True

    def show(self, buffer: "Frame") -> bool:
        """Shows a frame; True if a display answers."""
        while not self.show_page(buffer):
            pass
        return self.present

    def show_page(self, buffer: "Frame") -> bool:
        """Sends the changes in one page of a frame; False if there may be more to send."""
        if len(buffer) != self._size:
            raise ValueError("a frame has %d bytes, not %d" % (self._size, len(buffer)))
        if not self.present:
            return True
        known = self._known
        try:
            at = _kernel.span(buffer, self._shown, 0, known, _GAP) >> 16
            if at >= 0:
                end = (at | _WIDTH - 1) + 1
                found = _kernel.span(buffer, self._shown, at, end, _GAP)
                while found >= 0:
                    at = (found & 0xFFFF) + 1
                    self._show_span(buffer, found >> 16, at)
                    found = _kernel.span(buffer, self._shown, at, end, _GAP)
            elif known < self._size:
                self._show_span(buffer, known, known + _WIDTH)
                self._known = known + _WIDTH
                if self._known == self._size and self._dark:
                    self._bus.i2c.writeto(self._address, self._on)
                    self._dark = False
            else:
                return True
        except OSError:
            self.present = False
            self._shaky = self._known < self._size
        return not self.present

    def _show_span(self, buffer: "Frame", start: int, end: int) -> None:
        """Sends buffer[start:end], a part of a page, and up to 3 more bytes of that page."""
        grains = (end - start + _GRAIN - 1) // _GRAIN
        length = grains * _GRAIN
        start = min(start, (start | _WIDTH - 1) + 1 - length)
        self._aim(self._window, start // _WIDTH, (start & _WIDTH - 1) + self._first)
        _kernel.copy(buffer, self._shown, self._line, start, length)
        self._bus.i2c.writeto(self._address, self._window)
        self._bus.i2c.writeto(self._address, self._lines[grains])
