"""main.py on a circuit board that is not there: switched on, pressed, talked to, and cut off.

Its flash is a Disk and its time is counted, so a boot is the same each time and takes no longer
than the work in it.
"""

import sys

from fakes.disk import Disk, in_place_of
from fakes.sitting import SeededDice
from fakes.wires import I2C, PWM, SSD1306Display, Switches, Wire

_FOLDER = __file__.rsplit("/", 2)[0] + "/circuit"
_CHIP = "a board with RP2040"
_CONTROL = 0x40058000
_BUTTONS = ("PREV", "NEXT", "OK", "BACK")


def _load():
    """main and all that it starts, upon the simulated circuit's machine."""
    sys.path.insert(0, _FOLDER)
    import machine

    import board_config

    import main
    import picogammon.alarm
    import picogammon.board
    import picogammon.erasing  # whose Alarm is the own one
    import picogammon.filing
    import picogammon.hardware
    import picogammon.workshop

    sys.path.pop(0)
    for name in ("machine", "board_config"):  # nobody else shall find these
        sys.modules.pop(name)
    made = picogammon.board, picogammon.alarm, picogammon.hardware
    return (main, machine, board_config) + made


main, machine, OWN_DATA, board, alarm, hardware = _load()
from picogammon import board_data  # noqa: E402
from picogammon.app.display.view import MessageView  # noqa: E402
from picogammon.devices import (  # noqa: E402
    archive,
    crashes,
    files,
    journal,
    littlefs,
    newest,
    store,
    transfer,
)

# All that keep some.
FILES = (files, journal, littlefs, newest, store, crashes, alarm, archive, transfer)

_ROUND_MS = 4  # what a round of the board's loop that works seems to take


class Off(BaseException):
    """The plug was pulled."""


class Time:
    """main.py's `time`: waiting is counted, and `power` may do something meanwhile.

    `power` has `now`, in ms, and `pass_time(ms)`.
    """

    def __init__(self, power):
        self._power = power
        self._worked = 0

    def ticks_ms(self):
        return self._power.now & (1 << 30) - 1

    def ticks_us(self):
        return self._power.now * 1000 & (1 << 30) - 1

    def ticks_diff(self, end, start):
        """A round of work takes time, too, though the power's clock does not count it."""
        self._worked += _ROUND_MS
        return (end - start + (1 << 29) & (1 << 30) - 1) - (1 << 29) + self._worked

    def sleep_ms(self, ms):
        self._worked = 0
        self._power.pass_time(ms)

    def run(self, coroutine):
        try:
            while True:
                coroutine.send(None)
        except StopIteration:
            pass


class _Asyncio:
    def __init__(self, clock, power):
        self._power = power
        self.run = clock.run
        self._wait = clock.sleep_ms

    def new_event_loop(self):
        pass

    async def sleep_ms(self, ms):
        self._wait(max(ms, self._power.pace))


class _Os:
    """What picogammon.board wants of `os`: bytes from a seed."""

    def __init__(self, seed):
        self._dice = SeededDice(seed)

    def urandom(self, count):
        return bytes([self._dice.below(65536) >> 7 & 255 for _ in range(count)])


class Port:
    """A serial port: `coming` is read by the board, `gone` is what it sent; `room` for more."""

    def __init__(self):
        self.coming = []
        self.gone = bytearray()
        self.room = 1 << 30

    def read(self):
        return self.coming.pop(0) if self.coming else -1

    def write(self, value):
        if not self.room:
            return False
        self.room -= 1
        self.gone.append(value)
        return True


class Power:
    """A board with a plug, a flash (`disk`), a display, switches and a serial port.

    `run(script)` switches it on and does what the generator `script(power)` says: it yields how
    many ms to wait. At its end, or where it raises Off, the power goes. Returns "off", "reset"
    (the board restarted itself) or "prompt" (it was left by Ctrl-C).
    """

    def __init__(self, seed=1):
        self.disk = Disk()
        self.display = SSD1306Display()
        self.bus = I2C(self.display)
        self.switches = Switches()
        self.lines = {}  # what else is on which pin, see circuit/machine.py
        self.port = Port()
        self.entropy = _Os(seed)
        self.data_on_flash = None  # a function that is called for board_config of the flash
        self.now = 1000
        self.pace = 1  # a pause of the board's loop takes so many ms at least
        self.board = None
        self.alarm = None
        self._script = None
        self._fault = None
        self._until = 0
        self.cut()

    def run(self, script):
        here = machine.here
        here.switches, here.bus, here.lines = self.switches, self.bus, self.lines
        here.wire, here.piezo = Wire(1), PWM()
        self._script = script(self)
        self._until = self.now
        self._fault = None
        clock = Time(self)
        hardware.time = clock
        main.time, main.asyncio, main.serial = clock, _Asyncio(clock, self), lambda: self.port
        main.CHIP = _CHIP
        board.time = clock
        with _watched(self), in_place_of(self.disk, *FILES):
            board.os = self.entropy
            try:
                main.run()
            except Off:
                if self._fault:
                    raise self._fault from None
                return "off"
            except machine.Reset:
                machine.mem32.words = here.at_reset
                return "reset"
            except KeyboardInterrupt:
                return "prompt"
            finally:
                self.now += 1000
                self.switches.down.clear()
        raise AssertionError("main.py came to an end")

    def data(self, own=False):
        """As board_data.load has it."""
        return OWN_DATA if own or self.data_on_flash is None else self.data_on_flash()

    def bite(self):
        """In a script: the board hangs here, and its watchdog resets the chip."""
        machine.reset()

    def cut(self):
        """Power off: what the chip remembers through a reset is gone as well, and what the OLED
        has shown."""
        machine.mem32.words = {}
        self.display.power_on()

    @property
    def watched(self):
        """Whether the watchdog would bite."""
        return bool(machine.mem32[_CONTROL] & 1 << 30)

    @property
    def rgb(self):
        sent = machine.here.wire.sent
        return bytes(sent[-1][3]) if sent else b""

    def pass_time(self, ms):
        self.now += ms
        while self.now >= self._until:
            try:
                self._until += next(self._script)
            except StopIteration:
                raise Off from None
            except Exception as fault:  # a test's, not the board's
                self._fault = fault
                raise Off from None

    def press(self, names):
        """A script's part: `yield from power.press("OK NEXT hold-OK")`."""
        for name in names.split():
            button = _BUTTONS.index(name[name.find("-") + 1 :])
            self.switches.down.add(button)
            yield 700 if name.startswith("hold-") else 60
            self.switches.down.discard(button)
            yield 60

    def choose(self, label):
        """A script's part: walks to a line of the menu that is open and presses OK."""
        for _ in range(40):
            menu = self.view.page
            if menu.items[menu.selected][0] == label:
                yield from self.press("OK")
                return
            yield from self.press("NEXT")
        raise AssertionError("no line '%s' in %s" % (label, self.view.page.items))

    def read(self):
        """A script's part that reads the messages on the display, and whatever lies under them;
        afterwards `told` has (title, lines) of each, top first."""
        self.told = []
        while isinstance(self.view.page, MessageView):
            self.told.append((self.view.page.title, " ".join(self.view.page.lines)))
            yield from self.press("OK")
            yield 50

    def ask(self, line):
        """A script's part that sends a line; afterwards `answer` is what came back."""
        self.port.gone = bytearray()
        self.port.coming += list(line + b"\n")
        quiet = 0
        sent = -1
        while quiet < 20:
            yield 20
            quiet = quiet + 1 if len(self.port.gone) == sent else 0
            sent = len(self.port.gone)
        self.answer = bytes(self.port.gone)

    @property
    def view(self):
        if self.alarm:
            return self.alarm.view
        workshop = self.board.workshop
        return workshop.view if workshop else self.board.navigator.view

    def begin(self, settings):
        """Begins another match at the board, without presses."""
        board = self.board
        board.navigator.begin(self.now, board.session.library.new_match, settings)

    @property
    def match(self):
        return self.board.session.match

    def crash_log(self):
        return bytes(self.disk.files.get("crash.log", b"")).decode()


def taps(count):
    """A script for Power.run: so many short presses of OK."""

    def script(power):
        yield 100
        for _ in range(count):
            yield from power.press("OK")

    return script


def messages(power, prepare=None):
    """Boots after `prepare(power)` and reads what the board says; returns power.told."""

    def script(power):
        if prepare:
            prepare(power)
        yield 100
        yield from power.read()

    assert power.run(script) == "off"
    return power.told


class _watched:
    """`power.board` and `power.alarm` are those that main.py makes meanwhile, of `power.data`."""

    def __init__(self, power):
        self.power = power
        self.makers = board.Board, alarm.Alarm
        self.load = board_data.load

    def __enter__(self):
        power = self.power
        make_board, make_alarm = self.makers
        power.board = power.alarm = None

        def a_board(port):
            power.board = make_board(port)
            return power.board

        def an_alarm(*how):
            power.alarm = make_alarm(*how)
            return power.alarm

        board.Board, alarm.Alarm = a_board, an_alarm
        board_data.load = power.data

    def __exit__(self, kind, error, trace):
        board.Board, alarm.Alarm = self.makers
        board_data.load = self.load
