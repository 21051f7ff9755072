"""main.py on a simulated board, which scripts switch on, press, send lines to, and cut off.

Its flash is a Disk and its time is counted: each boot is the same, and waiting takes no time.
"""

import main
from fakes.bench import Bench
from fakes.circuit import Circuit, Reset
from fakes.disk import Disk, PlugPulled
from fakes.nor_flash import NorFlash
from fakes.sitting import SeededDice
from fakes.wires import Port, Wire
from picogammon.alarm import Alarm
from picogammon.app.display.view import MessageView
from picogammon.devices.files import CRASHES
from picogammon.devices.ring import SECTORS

_BUTTONS = ("PREV", "NEXT", "OK", "BACK")


class Entropy:
    def __init__(self, seed):
        self._dice = SeededDice(seed)

    def urandom(self, count):
        return bytes([self._dice.below(65536) >> 7 & 255 for _ in range(count)])


class Power:
    """A board with a plug, a flash, a display, switches and a serial port.

    `disk` has the files and `flash` the matches, unless these are `in_files`, as on stock
    MicroPython. A script's part is a generator that yields the ms to wait.
    """

    def __init__(self, seed=1):
        self.disk = Disk()
        self.flash = NorFlash(SECTORS)
        self.in_files = False
        self.counts_starts = False  # True on a chip
        self.jedec = None  # the flash chip's number, three bytes, or None
        self.circuit = Circuit()
        self.display = self.circuit.display
        self.bus = self.circuit.bus
        self.switches = self.circuit.switches
        self.port = Port()
        self.entropy = Entropy(seed)
        self.file_system = None  # a stand-in for devices/file_system.py with a mounted flash
        self.data_on_flash = None  # a function that makes the board_config of the flash
        self.today = 2026, 11, 22
        self.now = 1000
        self.pace = 1  # the least ms of a pause in the board's loop
        self.host = None
        self.board = None
        self.alarm = None
        self._script = None
        self._fault = None
        self._until = 0
        self._interrupted = False
        self._was_cut = ()
        self.hears_ctrl_c = True  # True if the board reads Ctrl-C as a byte
        self.handed_back = []  # bytes that the prompt reads
        self.cut()

    def run(self, script):
        """Switches on, follows `script(power)`, and cuts the power at its end or at PlugPulled.

        Returns "off", "reset" (the board restarted itself) or "prompt" (Ctrl-C).
        """
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
        """Takes the Board or the Alarm that has shown something."""
        if isinstance(shows, Alarm):
            self.alarm = shows
        else:
            self.board, self.alarm = shows, None

    def cut(self):
        """Cuts the power: the chip's registers and the OLED lose their contents."""
        self.circuit.mem32.words = {}
        self.display.power_on()

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
        """Types Ctrl-C, as a script's part."""
        if self.hears_ctrl_c:
            self.port.coming.append(3)
        else:
            self._interrupted = True
        yield 10

    def press(self, names):
        """Presses buttons in turn, as a script's part: `yield from power.press("OK hold-OK")`."""
        for name in names.split():
            button = _BUTTONS.index(name[name.find("-") + 1 :])
            self.switches.down.add(button)
            yield 700 if name.startswith("hold-") else 60
            self.switches.down.discard(button)
            yield 60

    def choose(self, label):
        """Walks to a line of the open menu and presses OK, as a script's part."""
        for _ in range(40):
            menu = self.view.page
            if menu.items[menu.selected][0] == label:
                yield from self.press("OK")
                return
            yield from self.press("NEXT")
        raise AssertionError("no line '%s' in %s" % (label, self.view.page.items))

    def read(self):
        """Reads all messages, as a script's part: then `told` has each (title, text)."""
        self.told = []
        while isinstance(self.view.page, MessageView):
            self.told.append((self.view.page.title, " ".join(self.view.page.lines)))
            yield from self.press("OK")
            yield 50

    def ask(self, line):
        """Sends a line, as a script's part: then `answer` is what came back."""
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
        """Begins another match and presses OK up to the first play, as a script's part."""
        self.begin(settings)
        while self.board.session.fresh:
            yield from self.press("OK")

    @property
    def match(self):
        return self.board.session.match

    def crash_log(self):
        return bytes(self.disk.files.get(CRASHES, b"")).decode()


class planted:
    """A bug: in `with planted(owner, name, count):` call number `count` of the method raises."""

    def __init__(self, owner, name, count=0, error=ZeroDivisionError):
        self.owner = owner
        self.name = name
        self.left = count
        self.error = error
        self.good = getattr(owner, name)

    def __enter__(self):
        def bad(*args, **named):
            if self.left == 0:
                raise self.error("planted in " + self.name)
            self.left -= 1
            return self.good(*args, **named)

        setattr(self.owner, self.name, bad)

    def __exit__(self, kind, error, trace):
        setattr(self.owner, self.name, self.good)


def at_board(seed=1, ends="off", make=None):
    """Turns a script into a test: the board ends in the way of `ends`, without a crash.

    `make`: makes the Power, if a seed alone is not enough.
    """

    def test_of(script):
        def test():
            ran(script, make() if make else Power(seed), ends)

        return test

    return test_of


def ran(script, power=None, ends="off"):
    """Runs a script, which must end in the way of `ends` without a crash; returns the Power."""
    power = power or Power()
    before = power.crash_log()
    assert power.run(script) == ends, power.crash_log()
    assert power.crash_log() == before
    return power


def taps(count):
    """Returns a script for Power.run: `count` short presses of OK."""

    def script(power):
        yield 100
        for _ in range(count):
            yield from power.press("OK")

    return script


def messages(power):
    """Boots and reads the board's messages; returns power.told."""

    def script(power):
        yield 100
        yield from power.read()

    assert power.run(script) == "off"
    return power.told
