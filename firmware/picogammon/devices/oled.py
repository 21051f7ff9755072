"""The OLED, 128 pixels wide, on I2C: it gets only what has changed; a board without one plays on.

A frame is laid out as in the controllers (framebuf.MONO_VLSB): pages of 128 bytes, a byte is 8
pixels downwards, its lowest bit on top. A full refresh of 64 rows takes 27 ms at 400 kHz, a changed
digit less than 1 ms.
"""

from micropython import const

from picogammon.devices import kernel as _kernel

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

HEIGHT = const(64)  # rows of pixels of a board's display whose data do not say so
_WIDTH = const(128)
_COMMANDS = const(0x00)  # first byte of a transfer of commands
_DATA = const(0x40)  # first byte of a transfer of pixels
_CONTRAST = const(0x81)
_ON = const(0xAF)
_OFF = const(0xAE)
# To address a span costs about as much as this many bytes of pixels: spans of a page that are
# nearer go together.
_GAP = const(8)
# The length of a span that is sent is a multiple of this, so that a few views made at the start
# serve all spans.
_GRAIN = const(4)
_CLOCKS = const(9)
_PAGE_BITS = const(130 * 9)  # the longest transfer: address, control byte and a page of pixels


class Bus:
    """The part of `machine.I2C` that the OLED needs, and how the bus is freed when a chip holds it.

    A chip that was reset in the middle of a byte leaves the other end waiting, perhaps holding SDA
    low; then no transfer can begin. Nine clocks lead to the end of any byte, and a stop ends the
    transfer (UM10204, the specification of the I2C bus, 3.1.16).
    """

    def __init__(self, machine: "Any", number: int, scl: int, sda: int, frequency: int) -> None:
        """Sets the bus up, and frees it first if need be. `machine`: the module; pins' numbers."""
        self._machine = machine
        self._number = number
        self._scl = scl
        self._sda = sda
        self._frequency = frequency
        self.free()

    def free(self) -> None:
        """Frees the bus if SDA is held low, and sets it up anew."""
        machine = self._machine
        pin = machine.Pin
        sda = pin(self._sda, pin.IN, pin.PULL_UP)
        if not sda.value():
            self._clock(sda)
        self._i2c = machine.I2C(
            self._number,
            scl=pin(self._scl),
            sda=pin(self._sda),
            freq=self._frequency,
            timeout=2_000_000 * _PAGE_BITS // self._frequency,  # us: a held bus is not waited for
        )

    def _clock(self, sda: "Any") -> None:
        """Clocks until SDA is let go, then a stop. A pin's method takes longer than half a bit."""
        pin = self._machine.Pin
        scl = pin(self._scl, pin.OPEN_DRAIN, pin.PULL_UP)
        for _ in range(_CLOCKS):
            scl.value(0)
            scl.value(1)
            if sda.value():
                break
        scl.value(0)
        sda = pin(self._sda, pin.OPEN_DRAIN, pin.PULL_UP)
        sda.value(0)
        scl.value(1)
        sda.value(1)

    def readfrom(self, address: int, count: int) -> bytes:
        """Receives `count` bytes. Raises OSError if nobody sends them."""
        return self._i2c.readfrom(address, count)

    def writeto(self, address: int, data: bytes | bytearray | memoryview) -> int:
        """Sends bytes; returns how many were taken. Raises OSError if nobody takes them."""
        return self._i2c.writeto(address, data)


class Oled:
    """What the controllers have in common; each is a subclass, and a row of DRIVERS.

    `height`: rows of pixels. `present`: False if nothing answered on the bus the last time; then
    nothing is sent until `look_after` finds a display.
    """

    HEIGHTS: "tuple[int, ...]"  # of the displays that it drives, in rows of pixels
    _SETUP: bytes  # commands of the set-up, but for its height and how it is mounted
    _WINDOW: bytes  # commands that address pixels, to be completed by `_aim`
    _OFFSETS = (0, 0)  # columns before those on the glass, as usual and with columns reversed

    def __init__(
        self,
        bus: Bus,
        address: int = 0x3C,
        flip: bool = False,
        mirror: bool = False,
        height: int = HEIGHT,
    ) -> None:
        """`flip`: the module is mounted upside down. `mirror`: it mirrors.

        The display stays dark until `show`. Raises ValueError for another height than HEIGHTS.
        """
        if height not in self.HEIGHTS:
            raise ValueError("OLED_HEIGHT must be one of %r, not %r" % (self.HEIGHTS, height))
        self.height = height
        self._size = height * _WIDTH >> 3
        self._bus = bus
        self._address = address
        self._offset = self._OFFSETS[flip != mirror]
        self._setup = self._SETUP + self._rows(height) + (b"\xa1" if flip == mirror else b"\xa0")
        self._setup += b"\xc0" if flip else b"\xc8"
        self._setup += bytes((_CONTRAST, 0xCF))
        self._off = bytes((_COMMANDS, _OFF))
        self._on = bytes((_COMMANDS, _ON))
        self._window = bytearray(self._WINDOW)
        self._line = bytearray(1 + _WIDTH)
        self._line[0] = _DATA
        line = memoryview(self._line)
        self._lines = [line[: 1 + length] for length in range(0, _WIDTH + 1, _GRAIN)]
        self._shown = bytearray(self._size)
        self._shown_pages = _pages(self._shown)
        self._buffer: "bytearray | memoryview" = self._shown
        self._buffer_pages = self._shown_pages
        self._known = 0  # pages, from the top, of which the display's content is known
        self.present = True
        if self._try(self._off):
            self._set_up()

    def look_after(self) -> bool:
        """Looks for a display, and lets `show` send everything; True if one answers.

        To be called every few seconds. A display that lost its power for a moment answers, but
        stays dark. So it is always set up anew and sent everything; if it had forgotten nothing,
        that is invisible. If no display answered, the bus is freed first.
        """
        if not self.present:
            self._bus.free()
            self.present = True
        return self._set_up()

    def _set_up(self) -> bool:
        self._known = 0
        return self._try(self._setup)

    def show(self, buffer: bytearray | memoryview) -> bool:
        """Shows a frame, 16 bytes for each row of pixels. Returns False if there is no display.

        Allocates nothing as long as it gets the same buffer. Raises ValueError for another length.
        """
        while not self.show_page(buffer):
            pass
        return self.present

    def show_page(self, buffer: bytearray | memoryview) -> bool:
        """Sends at most one page of what `show` would; True if there was nothing to send."""
        if len(buffer) != self._size:
            raise ValueError("a frame has %d bytes, not %d" % (self._size, len(buffer)))
        if not self.present:
            return True
        if buffer is not self._buffer:
            self._buffer_pages = _pages(buffer)
            self._buffer = buffer
        try:
            page = 0
            for view in self._buffer_pages:
                if page == self._known:
                    self._show_unknown(page)
                    return False
                if view != self._shown_pages[page]:
                    self._show_changes(page)
                    return False
                page += 1
        except OSError:
            self.present = False
        return True

    def _try(self, command: bytes | bytearray) -> bool:
        try:
            self._bus.writeto(self._address, command)
        except OSError:
            self.present = False
        return self.present

    def _rows(self, height: int) -> bytes:
        """The commands that say how many rows there are, and how they are wired."""
        wired = 0x12 if height == HEIGHT else 0x02
        return bytes((0xA8, height - 1, 0xDA, wired))

    if _TYPE_CHECKING:

        def _aim(self, page: int, column: int, length: int) -> None: ...

    def _show_unknown(self, page: int) -> None:
        at = page * _WIDTH
        self._show_span(page, at, at + _WIDTH - 1)
        if page == len(self._shown_pages) - 1:
            self._bus.writeto(self._address, self._on)
        self._known += 1

    def _show_changes(self, page: int) -> None:
        new, old = self._buffer, self._shown
        at = page * _WIDTH
        end = at + _WIDTH
        found = _kernel.span(new, old, at, end, _GAP)
        while found >= 0:
            last = found & 0xFFFF
            self._show_span(page, found >> 16, last)
            found = _kernel.span(new, old, last + 1, end, _GAP)

    def _show_span(self, page: int, first: int, last: int) -> None:
        """Sends the bytes `first` to `last` of the frame, all in `page`, and up to 3 neighbours."""
        grains = (last - first + _GRAIN) // _GRAIN
        length = grains * _GRAIN
        start = min(first, (page + 1) * _WIDTH - length)
        self._aim(page, start - page * _WIDTH, length)
        _kernel.copy(self._buffer, self._shown, self._line, start, length)
        self._bus.writeto(self._address, self._window)
        self._bus.writeto(self._address, self._lines[grains])


class SSD1306(Oled):
    """Addresses a window: a first and a last column, a first and a last page."""

    HEIGHTS = (64, 32)
    _SETUP = (
        b"\x00\x20\x00"  # commands: horizontal addressing
        b"\x40\xd3\x00"  # from line 0
        b"\xd5\x80\xd9\xf1\xdb\x30"  # clock, precharge, deselect level
        b"\xa4\xa6\x8d\x14"  # pixels from memory, not inverted, charge pump on
    )
    _WINDOW = b"\x00\x21\x00\x00\x22\x00\x00"

    def _aim(self, page: int, column: int, length: int) -> None:
        window = self._window
        window[2] = column
        window[3] = column + length - 1
        window[5] = window[6] = page


class SH1106(Oled):
    """Addresses a page and a first column. Of its 132 columns the middle 128 are on the glass."""

    HEIGHTS = (64,)
    _SETUP = (
        b"\x00"  # commands
        b"\x40\xd3\x00"  # from line 0
        b"\xd5\x80\xd9\x22\xdb\x35"  # clock, precharge, deselect level
        b"\xa4\xa6\xad\x8b\x32"  # pixels from memory, not inverted, charge pump on at 8 V
    )
    _WINDOW = b"\x00\xb0\x00\x10"
    _OFFSETS = (2, 2)

    def _aim(self, page: int, column: int, length: int) -> None:
        window = self._window
        column += self._offset
        window[1] = 0xB0 | page
        window[2] = column & 15
        window[3] = 0x10 | column >> 4


class SH1106First(SH1106):
    """An SH1106 whose first 128 columns are on the glass."""

    _OFFSETS = (0, 4)


# By OLED_DRIVER of a board's data.
DRIVERS = {"ssd1306": SSD1306, "sh1106": SH1106, "sh1106_0": SH1106First}


def _pages(buffer: bytearray | memoryview) -> list[memoryview]:
    view = memoryview(buffer)
    return [view[start : start + _WIDTH] for start in range(0, len(buffer), _WIDTH)]
