"""The parts on the board's pins: lights, an I2C bus with a display, a piezo, switches, a cable."""

_EIO = 5
_ETIMEDOUT = 110
_IS_OFF = 0x40  # in a display's status


class Wire:
    """Records `machine.bitstream`: `sent` is a list of (pin, encoding, timing, bytes).

    `most`: the number of last frames to keep, None for all; 0 allocates nothing. `missing`: the
    number of frames to come that do not reach the lights.
    """

    def __init__(self, most=None):
        self.missing = 0
        self.sent = []
        self.most = most
        self.count = 0

    def bitstream(self, pin, encoding, timing, data):
        self.count += 1
        if self.missing:
            self.missing -= 1
            return
        if self.most == 0:
            return
        if len(self.sent) == self.most:
            self.sent.pop(0)
        self.sent.append((pin, encoding, timing, bytes(data)))


class I2C:
    """`machine.I2C` with one display, or None, at `display.address`.

    `hold(n)`: SDA stays low until SCL was clocked n times. `sda`, `move_scl` and `move_sda` are the
    lines as pins; `clocks` and `stops` count what pins made of them. `fastest`: the highest
    `frequency` in Hz that is acknowledged. `given_up` counts transfers that a held line stopped.
    `resistors`: True if the module has pull-ups. `poor`: one of this many bytes fails above
    100 kHz.
    """

    slow = False  # as an oled.Bus
    frequency = 400_000
    fastest = 1_000_000

    def __init__(self, display=None):
        self.display = display
        self.transfers = 0
        self.bytes = 0
        self.fail_after = None  # so many more transfers succeed, then the display is gone
        self.freed = 0
        self.clocks = 0
        self.stops = 0
        self._clocks_owed = 0
        self._scl = self._sda = 1
        self.given_up = 0
        self.resistors = True
        self.poor = 0
        self._fast_bytes = 0
        self.i2c = self  # as an oled.Bus

    def hold(self, clocks):
        self._clocks_owed = clocks

    @property
    def held_up(self):
        """True if resistors outside the chip pull both lines up."""
        return self.display is not None and self.resistors and not self._clocks_owed

    @property
    def sda(self):
        return 0 if self._clocks_owed else self._sda

    def move_scl(self, level):
        if level < self._scl:
            self.clocks += 1
            self._clocks_owed = max(0, self._clocks_owed - 1)
        self._scl = level

    def move_sda(self, level):
        if level > self._sda and self._scl:
            self.stops += 1
        self._sda = level

    def free(self, slow=False):
        """Frees the lines, as oled.Bus does."""
        self.freed += 1
        self._clocks_owed = 0
        self.slow = slow
        self.frequency = 100_000 if slow else 400_000
        return True

    def writeto(self, addr, buf, stop=True):
        if not self.sda:
            self.given_up += 1
            raise OSError(_ETIMEDOUT)
        if self.fail_after is not None:
            if not self.fail_after:
                self.display = None
            self.fail_after -= 1
        if not self._reaches(addr):
            raise OSError(_EIO)
        if self.poor and self.frequency > 100_000:
            self._fast_bytes += len(buf)
            if self._fast_bytes >= self.poor:
                self._fast_bytes = 0
                raise OSError(_EIO)
        self.transfers += 1
        self.bytes += len(buf) + 1
        self.display.receive(buf)
        return len(buf)

    def readfrom(self, addr, nbytes, stop=True):
        """Reads the display's status. Raises OSError if there is none."""
        if not self.sda or not self._reaches(addr) or self.display.status is None:
            raise OSError(_EIO)
        status = self.display.status & ~_IS_OFF | (0 if self.display.on else _IS_OFF)
        return bytes((status,)) * nbytes

    def _reaches(self, addr):
        display = self.display
        return display is not None and addr == display.address and self.frequency <= self.fastest


class Display:
    """A controller's memory, and the commands that both controllers understand."""

    columns = 128
    status = 0x03  # its answer to a read, without the bit for on; None: no answer
    strict = True  # True if an unknown command is a fault of the firmware
    power = (0xD5,)  # commands that it must get while it is off
    operands = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def __init__(self, address=0x3C, height=64):
        """`height`: the glass's rows of pixels."""
        self.address = address
        self.height = height
        self.pixels_received = 0
        self.lit_noise = False  # it was on while it held pixels that nothing has sent
        self.blank = False
        self.power_on()

    def lose_power(self):
        """Loses power for a moment, and with it all settings and pixels."""
        self.blank = True
        self.power_on()

    def power_on(self):
        self.memory = bytearray(b"\xa5" * (self.columns * max(64, self.height) >> 3))  # noise
        self._unsent = bytearray(b"\x01" * len(self.memory))
        self.on = False
        self.pumped = True
        self.contrast = 0x7F
        self.mirrored = self.upside_down = False
        self.start_line = 0
        self.page = self.column = 0
        self.rows = self.height
        self.alternate = self.height == 64

    def receive(self, buf):
        """Takes a transfer: a control byte, then only commands or only pixels."""
        if buf[0] == 0x00:
            i = 1
            while i < len(buf):
                end = i + 1 + self.operands.get(buf[i], 0)
                assert end <= len(buf), "a command lacks its operands"
                self.check(buf[i])
                self.command(buf[i], bytes(buf[i + 1 : end]))
                i = end
        elif buf[0] == 0x40:
            for value in bytes(buf[1:]):
                at = self.page * self.columns + min(self.column, self.columns - 1)
                self.memory[at] = value
                self._unsent[at] = 0
                self.pixels_received += 1
                self.advance()
        else:
            raise AssertionError("control byte %02x" % buf[0])

    def check(self, code):
        """Raises AssertionError for a command that would make the display blink."""
        if self.on and self.status is not None and code in self.power:
            raise AssertionError("command %02x while it is on" % code)

    def command(self, code, operands):
        if code in (0xAE, 0xAF):
            self.on = code == 0xAF and self.pumped
            self.lit_noise = self.lit_noise or self.on and self.noise()
        elif code == 0x81:
            self.contrast = operands[0]
        elif code == 0xA8:
            self.rows = operands[0] + 1
        elif code == 0xDA:
            self.alternate = bool(operands[0] & 0x10)
        elif code in (0xA0, 0xA1):
            self.mirrored = code == 0xA0
        elif code in (0xC0, 0xC8):
            self.upside_down = code == 0xC0
        elif 0x40 <= code < 0x80:
            self.start_line = code & 63
        elif self.strict and code not in self.operands and code not in (0xA4, 0xA6):
            raise AssertionError("%s does not know command %02x" % (type(self).__name__, code))


class SSD1306Display(Display):
    operands = dict(Display.operands)
    operands.update({0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1})
    power = (0xD5, 0x8D)

    def power_on(self):
        Display.power_on(self)
        self.pumped = False
        self.window = (0, 127, 0, 7)
        self.mode = 2

    def noise(self):
        """True if the glass shows pixels that nothing has sent."""
        return any(self._unsent[: self.columns * self.height >> 3])

    def command(self, code, operands):
        if code == 0x8D:
            self.pumped = bool(operands[0] & 4)
        elif code == 0x20:
            self.mode = operands[0]
        elif code == 0x21:
            assert operands[0] <= operands[1] <= 127
            self.window = (operands[0], operands[1], self.window[2], self.window[3])
            self.column = operands[0]
        elif code == 0x22:
            assert operands[0] <= operands[1] <= 7
            self.window = (self.window[0], self.window[1], operands[0], operands[1])
            self.page = operands[0]
        else:
            Display.command(self, code, operands)

    def advance(self):
        # Page addressing, until the firmware has set it up again.
        if self.mode == 2 and (self.blank or not self.strict):
            self.column = (self.column + 1) % 128
            return
        assert self.mode == 0, "pixels before horizontal addressing"
        first, last, top, bottom = self.window
        self.column += 1
        if self.column > last:
            self.column = first
            self.page = self.page + 1 if self.page < bottom else top

    def glass(self):
        """Returns what a viewer sees, as a frame of 128 bytes per page.

        Only 64 rows are wired alternately: with the wrong height, a glass shows every second row of
        the frame, or leaves every second row of its own dark.
        """
        size = self.columns * self.height >> 3
        if self.rows == self.height and self.alternate == (self.height == 64):
            return bytes(self.memory[:size])
        frame = bytearray(size)
        for y in range(min(self.height, self.rows)):
            own, sent = (y, 2 * y) if self.alternate else (2 * y, y)
            if own < self.height:
                for x in range(self.columns):
                    bit = self.memory[(sent >> 3) * self.columns + x] >> (sent & 7) & 1
                    frame[(own >> 3) * self.columns + x] |= bit << (own & 7)
        return bytes(frame)


class SH1106Display(Display):
    columns = 132
    before = 2  # columns before those on the glass, unless it is mirrored
    operands = dict(Display.operands)
    operands[0xAD] = 1
    power = (0xD5, 0xAD, 0x30, 0x31, 0x32, 0x33)
    status = 0x08

    def command(self, code, operands):
        if 0xB0 <= code <= 0xB7:
            self.page = code & 7
        elif code < 0x10:
            self.column = self.column & 0xF0 | code
        elif code < 0x20:
            self.column = self.column & 0x0F | (code & 15) << 4
        elif not 0x30 <= code <= 0x33:
            Display.command(self, code, operands)

    def advance(self):
        self.column = min(self.column + 1, 131)

    def noise(self):
        return any(self._seen(self._unsent))

    def glass(self):
        """Returns what a viewer sees, as a frame of 1024 bytes: 128 of 132 columns."""
        return self._seen(self.memory)

    def _seen(self, memory):
        first = 4 - self.before if self.mirrored else self.before
        starts = range(first, 8 * 132, 132)
        return b"".join(bytes(memory[start : start + 128]) for start in starts)


class SH1106FirstDisplay(SH1106Display):
    before = 0


class PWM:
    """Records `machine.PWM`: `heard` is a list of frequencies in Hz, 0 for silence."""

    def __init__(self):
        self.heard = []
        self.duty = None
        self._freq = 0

    def freq(self, value=None):
        if value is None:
            return self._freq
        self._freq = value

    def duty_u16(self, value=None):
        self.duty = value
        self.heard.append(self._freq if value else 0)


class Switches:
    """Switches to ground with pull-ups; `down` has the numbers of the closed ones."""

    def __init__(self):
        self.down = set()

    def read(self, i):
        return 0 if i in self.down else 1


class Port:
    """A serial port: the board reads `coming` and sends `gone`, which has `room` for more.

    `calls` counts the bytes that were read, written or refused.
    """

    def __init__(self):
        self.coming = []
        self.gone = bytearray()
        self.room = 1 << 30
        self.calls = 0

    def read(self):
        self.calls += 1
        return self.coming.pop(0) if self.coming else -1

    def write(self, value):
        self.calls += 1
        if not self.room:
            return False
        self.room -= 1
        self.gone.append(value)
        return True


class Crossings:
    """A matrix of switches: `rows` and `columns` are its pins, `down` has the closed (row, column).

    Rows are open-drain; a column has a pull-up, and is as low as any row that it reaches over
    closed switches. Wires are long: a column that a row releases reads low for `slow` more looks.
    """

    slow = 6

    def __init__(self, rows, columns):
        self._risen = [self.slow] * columns  # looks at each since it was let go
        self.down = set()
        self.levels = [1] * rows
        self.looks = 0
        self.rows = [_Row(self, i) for i in range(rows)]
        self.columns = [_Column(self, i) for i in range(columns)]

    def drive(self, row, level):
        self.levels[row] = level
        for i in range(len(self._risen)):
            if not self.column(i):
                self._risen[i] = 0

    def column(self, column):
        if not self.down:
            return 1
        reached = {("column", column)}
        grown = 0
        while grown != len(reached):
            grown = len(reached)
            for row, other in self.down:
                if ("row", row) in reached or ("column", other) in reached:
                    reached |= {("row", row), ("column", other)}
        return int(all(self.levels[i] for name, i in reached if name == "row"))

    def look(self, column):
        self.looks += 1
        risen = self.column(column) and self._risen[column] >= self.slow
        self._risen[column] = self._risen[column] + 1 if self.column(column) else 0
        return int(risen)


class _Row:
    """A matrix's row as a pin; like _Column it allocates nothing, as in an interrupt."""

    def __init__(self, crossings, row):
        self._crossings = crossings
        self._row = row

    def value(self, level):
        self._crossings.drive(self._row, level)


class _Column:
    def __init__(self, crossings, column):
        self._crossings = crossings
        self._column = column

    def value(self):
        return self._crossings.look(self._column)
