"""Guest: a board that plays against itself, with fingers on its buttons and lines at its cable.

usage: micropython games.py COUNT SEED FOLDER LINES

Menus, take-backs, doubles, names, positions set up: whatever random presses come to. Its files are
real, in FOLDER. LINES is a file of texts as JSON, some of which come over the cable, each with a
few bytes changed: they are answered, and touch no match. After each game the free heap is noted.
"""

import gc
import json
import os
import sys
from array import array

gc.threshold(16384)  # what is imported stays close together, and large blocks find room

import picogammon  # noqa: E402
from fakes.bench import Desk  # noqa: E402
from fakes.circuit import Circuit  # noqa: E402
from fakes.power import Port  # noqa: E402
from fakes.sitting import SeededDice  # noqa: E402
from fakes.wires import PWM, Wire  # noqa: E402
from picogammon.board import Board  # noqa: E402
from picogammon.rules import match as matches  # noqa: E402
from picogammon.rules.records import record_text  # noqa: E402
from picogammon.rules.settings import Settings  # noqa: E402

_ROUND_MS = 35
_LENGTHS = (0, 0, 1, 3, 5, 7)
_BUTTONS = (0, 1, 1, 2, 2, 2, 3)
_TALKS = 5  # a round of mischief
_CONTROL_C = b"\x03"
_ON_CHIP = ("kernel.py", "matrix_program.py")  # what only a chip can run
_ROOMS = ("", ".rules", ".engine", ".devices", ".app.ubgi", ".app.advice", ".app.display")
_ROOMS += (".app.display.screens", ".app.modes", ".app.session")


class Table:
    """The board, its time, and the fingers."""

    def __init__(self, seed):
        circuit = Circuit()
        circuit.begin(Wire(0))
        circuit.piezo = Quiet()
        self.below = SeededDice(seed).below
        self.port = Port()
        self.port.gone = self.heard = Heard()
        self.lines = 0
        self.board = Board(Desk(circuit, self.port))
        self.switches = circuit.switches
        self.now = 0
        self.games = 0
        self.kinds = {}
        self.points = 0
        self.was_over = False
        self.board.start(self.now)
        navigator = self.board.navigator
        navigator.workshop = None  # to set a board up has a soak of its own
        session = navigator.session
        commit = navigator.commit

        def counted(action, now):
            name = record_text(action)
            name = "take back" if name.startswith("take back") else name.split(" ")[0]
            self.kinds[name] = self.kinds.get(name, 0) + 1
            return commit(action, now)

        navigator.commit = counted
        session.prefs.change(3, 1)
        self.deal()

    def deal(self):
        """A new match of the computer against itself."""
        length = _LENGTHS[self.below(len(_LENGTHS))]
        settings = Settings(length=length, players=(1, 1), beavers=0 if length else 2)
        library = self.board.session.library
        self.board.navigator.begin(self.now, library.new_match, settings)

    def rounds(self, count):
        for _ in range(count):
            self.now = self.now + _ROUND_MS & (1 << 30) - 1
            self.board.run_round(self.now)
            over = self.board.session.match.result is not None
            if over and not self.was_over:
                self.games += 1
            self.was_over = over

    def finger(self):
        """A press, short or long, of any button."""
        button = _BUTTONS[self.below(len(_BUTTONS))]
        self.switches.down.add(button)
        self.rounds(20 if self.below(6) == 0 else 2)
        self.switches.down.discard(button)
        self.rounds(2)

    def mischief(self):
        """Some presses, and then hands off: menus are left, the match goes on."""
        for _ in range(self.below(12)):
            self.finger()
        self.switches.down.add(3)
        self.rounds(20)
        self.switches.down.discard(3)
        self.rounds(2)
        for _ in range(self.below(3)):
            self.finger()
        over = self.board.session.match.phase == matches.MATCH_OVER
        if over or tuple(self.board.session.match.settings.players) != (1, 1):
            self.deal()

    def talk(self, texts):
        """Sends one of the texts, spoilt, and waits for all that comes back."""
        text = bytearray(texts[self.below(len(texts))])
        for _ in range(self.below(4)):
            text[self.below(len(text))] = self.below(256)
        text = bytes(text).replace(_CONTROL_C, b"?")
        before = self.board.session.match.state()
        link = self.board.link
        # An empty line ends what a stranger has begun.
        self.port.coming.extend(text + b"\n\nisready\n")
        while self.port.coming or link.busy:
            link.run_round(self.now)
        assert self.heard.last == b"readyok\r\n", (text, self.heard.last)
        assert self.board.session.match.state() == before, (text, "the match was touched")
        self.lines += 1 + text.count(b"\n")


class Quiet(PWM):
    def duty_u16(self, value=None):
        pass


class Heard:
    """What the link sends: lines that are short enough, and none says that something broke."""

    def __init__(self):
        self.line = bytearray()
        self.last = b""
        self.replies = self.refused = 0

    def append(self, value):
        self.line.append(value)
        if value == 10:
            line = bytes(self.line)
            assert len(line) <= 202 and b"went wrong" not in line and b"error internal" not in line
            self.replies += 1
            self.refused += line.startswith(b"error ")
            self.line = bytearray()
            self.last = line


def import_late_modules():
    """Imports what a board imports where it first needs it: on a Pico that is in flash, and
    takes no heap but here."""
    for room in _ROOMS:
        for name in os.listdir(picogammon.__path__ + room.replace(".", "/")):
            if name.endswith(".py") and not name.endswith(_ON_CHIP):
                __import__("picogammon" + room + "." + name[:-3])


def main():
    import_late_modules()
    gc.collect()
    code = gc.mem_alloc()
    count = int(sys.argv[1])
    os.chdir(sys.argv[3])
    found = {"code": code}
    if count:
        table = Table(int(sys.argv[2]))
        with open(sys.argv[4]) as file:
            texts = [text.encode() for text in json.load(file)]
        free = array("l", [0] * count)  # made beforehand: it shall not look like a leak
        stuck = 0
        while table.games < count:
            before = table.games
            table.rounds(table.below(150))
            table.mischief()
            for _ in range(table.below(_TALKS)):
                table.talk(texts)
            stuck += 1
            if stuck == 400:  # a board full of points that nobody leaves, or a person's turn
                table.deal()
            if table.games != before:
                stuck = 0
                gc.collect()
                free[before] = gc.mem_free()
        found["games"] = table.games
        found["actions"] = table.kinds
        found["lines"] = table.lines
        found["replies"] = table.heard.replies
        found["refused"] = table.heard.refused
        found["free"] = [bytes_free for bytes_free in free if bytes_free]
        found["hours"] = table.now // 3600000
    print(json.dumps(found))


main()
