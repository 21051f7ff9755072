"""main.py on a circuit board that is not there: switched on, pressed, talked to, and cut off.

Its flash is a Disk and its time is counted, so a boot is the same each time and takes no longer
than the work in it.
"""

import main
from fakes.bench import Bench
from fakes.circuit import Circuit, Reset
from fakes.disk import Disk, PlugPulled
from fakes.nor_flash import NorFlash
from fakes.sitting import SeededDice
from fakes.wires import Wire
from picogammon.alarm import Alarm
from picogammon.app.display.view import MessageView
from picogammon.devices.files import CRASHES
from picogammon.devices.ring import SECTORS

_BUTTONS = ("PREV", "NEXT", "OK", "BACK")


class Entropy:
    """Bytes from a seed."""

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
    """A board with a plug, a flash, a display, switches and a serial port.

    `disk` is the part of the flash that holds the files, `flash` that of the matches; with
    `in_files` these are files as well, as on stock MicroPython.

    `run(script)` switches it on and does what the generator `script(power)` says: it yields how
    many ms to wait. At its end, or where it raises PlugPulled, the power goes. Returns "off",
    "reset" (the board restarted itself) or "prompt" (it was left by Ctrl-C).
    """

    def __init__(self, seed=1):
        self.disk = Disk()
        self.flash = NorFlash(SECTORS)
        self.in_files = False
        self.counts_starts = False  # True on a chip
        self.jedec = None  # the flash chip's number, three bytes, if it can be asked
        self.circuit = Circuit()
        self.display = self.circuit.display
        self.bus = self.circuit.bus
        self.switches = self.circuit.switches
        self.port = Port()
        self.entropy = Entropy(seed)
        self.file_system = None  # in place of devices/file_system.py, if that has mounted the flash
        self.data_on_flash = None  # a function that is called for board_config of the flash
        self.today = 2026, 11, 22
        self.now = 1000
        self.pace = 1  # a pause of the board's loop takes so many ms at least
        self.host = None
        self.board = None
        self.alarm = None
        self._script = None
        self._fault = None
        self._until = 0
        self._interrupted = False
        self._was_cut = ()
        self.hears_ctrl_c = True  # whether Ctrl-C interrupts nothing
        self.handed_back = []  # bytes that the prompt reads
        self.cut()

    def run(self, script):
        self.circuit.begin(Wire(1))
        self.host = Bench(self)
        self.board = self.alarm = None
        self._script = script(self)
        self._until = self.now
        self._fault = None
        self.hears_ctrl_c = True
        self.handed_back = []
        try:
            main.run(self.host)
        except PlugPulled:
            if self._was_cut != ():
                self.disk.cut, self._was_cut = self._was_cut, ()
            if self._fault:
                raise self._fault from None
            return "off"
        except Reset:
            self.circuit.after_reset()
            return "reset"
        except KeyboardInterrupt:
            return "prompt"
        finally:
            self.now += 1000
            self.switches.down.clear()
        raise AssertionError("main.py came to an end")

    def shown(self, shows):
        """Is told of the Board or the Alarm that has shown something."""
        if isinstance(shows, Alarm):
            self.alarm = shows
        else:
            self.board, self.alarm = shows, None

    def bite(self):
        """In a script: the board hangs here, and its watchdog resets the chip."""
        self.circuit.reset()

    def cut(self):
        """Power off: what the chip remembers through a reset is gone as well, and what the OLED
        has shown."""
        self.circuit.mem32.words = {}
        self.display.power_on()

    @property
    def watched(self):
        """Whether the watchdog would bite."""
        return self.circuit.watched

    @property
    def rgb(self):
        sent = self.circuit.wire.sent
        return bytes(sent[-1][3]) if sent else b""

    def pass_time(self, ms):
        self.now += ms
        while self.now >= self._until:
            try:
                self._until += next(self._script)
            except StopIteration:
                self._pull()
            except Exception as fault:  # a test's, not the board's
                self._fault = fault
                self._pull()
            if self._interrupted:
                self._interrupted = False
                raise KeyboardInterrupt

    def _pull(self):
        self._was_cut, self.disk.cut = self.disk.cut, self.disk.steps  # `finally` still runs
        raise PlugPulled from None

    def interrupt(self):
        """A script's part: Ctrl-C."""
        if self.hears_ctrl_c:
            self.port.coming.append(3)
        else:
            self._interrupted = True
        yield 10

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
        board.navigator.begin(self.now, board.session.new_match, settings)

    def play_on(self, settings):
        """A script's part: begins another match and presses OK until somebody has played."""
        self.begin(settings)
        while self.board.session.fresh:
            yield from self.press("OK")

    @property
    def match(self):
        return self.board.session.match

    def crash_log(self):
        return bytes(self.disk.files.get(CRASHES, b"")).decode()


def at_board(seed=1, ends="off", make=None):
    """Turns a script into a test: a board runs it, ends that way, and nothing crashes.

    `make`: gives the Power, where that of a seed will not do.
    """

    def test_of(script):
        def test():
            ran(script, make() if make else Power(seed), ends)

        return test

    return test_of


def ran(script, power=None, ends="off"):
    """The Power, by default a new one, after a script that ends that way while nothing crashes."""
    power = power or Power()
    before = power.crash_log()
    assert power.run(script) == ends, power.crash_log()
    assert power.crash_log() == before
    return power


def taps(count):
    """A script for Power.run: so many short presses of OK."""

    def script(power):
        yield 100
        for _ in range(count):
            yield from power.press("OK")

    return script


def messages(power):
    """Boots and reads what the board says; returns power.told."""

    def script(power):
        yield 100
        yield from power.read()

    assert power.run(script) == "off"
    return power.told
