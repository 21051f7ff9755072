"""The page's serial port, joined to whatever answers: a function `usb` that the test exposes."""

import base64
from binascii import crc32

from mpremote.transport import TransportExecError

from picogammon.devices.transfer import BACKUP
from tools.matches.places import Place
from tools.virtual_board.driver import VirtualBoard, on_manual_time

ARCHIVED = "matches/00007-20261122.log"
_RAW = "raw REPL; CTRL-B to exit\r\n>"
_NAMES = "set name 0 Amber\r\nset name 1 Blue\r\nset end\r\n"
_MIRROR = "mirror board pico 0.1.0\r\nmirror said Roll to start.\r\n%smirror end\r\n"
# `usb` gets what is written and returns what is answered, both in base64. `pullOut()` pulls the
# cable out; then a port may be chosen again.
PORT = """
const made = () => {
    let sink = null;
    window.pullOut = () => { sink.close(); sink = null; };
    return {
        async open() {},
        async close() {},
        async setSignals() {},
        readable: new ReadableStream({ start: (stream) => (sink = stream) }),
        writable: new WritableStream({
            async write(bytes) {
                const answer = atob(await window.usb(btoa(String.fromCharCode(...bytes))));
                sink?.enqueue(Uint8Array.from(answer, (letter) => letter.charCodeAt(0)));
            },
        }),
    };
};
Object.defineProperty(navigator, "serial", { value: { requestPort: async () => made() } });
"""


class Copied(Place):
    """A board's files, in memory: {path: bytes}."""

    def __init__(self, files=()):
        self._files = dict(files)

    @property
    def files(self):
        return dict(self._files)

    def names(self, folder=""):
        found = [path.rpartition("/") for path in self._files]
        return [name for where, _, name in found if where == folder]

    def read(self, path):
        return self._files.get(path)

    def put(self, path, content):
        self._files[path] = content

    def remove(self, path):
        self._files.pop(path, None)


class CabledBoard:
    """A board that plays, until Ctrl-C, and then its prompt, which is the pretended Pico's.

    `board`: a Copied, for its files while it plays; the Pico's, if there is one, are read alone.
    """

    def __init__(self, pico=None):
        self.pico = pico
        self.board = Copied()
        self.restarts = 0
        self.plays = True
        self.stops = 0
        self._raw = False
        self.begun = ""  # what has come of a line that has no end yet
        self.played = None  # the "GAME STOP" of ARCHIVED that is played back
        self.report = "error unsupported_feature this board lacks the memory for that\r\n"

    def __call__(self, coded):
        return base64.b64encode(self.answer(base64.b64decode(coded).decode()).encode()).decode()

    def answer(self, text):
        if text == "\r\x03\x03":
            self.plays = False
            self.stops += 1
            return "\r\nCtrl-A: MicroPython's raw REPL. Else the match goes on.\r\n"
        if self.plays:
            *lines, self.begun = (self.begun + text).split("\r\n")
            return "".join(self.told(line) for line in lines if line)
        if text in ("\r\x01", "\r\x02"):
            self._raw = text == "\r\x01"
            return _RAW if self._raw else "\r\n>>> "
        if text == "\x04":
            self.plays = not self._raw
            start = _RAW if self._raw else "info string Picogammon 0.1.0 plays on pico\r\n"
            return "MPY: soft reboot\r\n" + start
        try:
            return "OK%s\x04\x04>" % self.pico.exec(text.removesuffix("\x04")).decode()
        except TransportExecError as problem:
            return "OK\x04%s\x04>" % problem.error_output

    def told(self, line):
        """What the board answers while it plays."""
        if line.startswith("hardware"):
            return self.report
        if line.startswith("set played") and self.played:
            self.played = line.strip().removeprefix("set played ")
        if line.startswith("set"):
            return _NAMES if line.split() == ["set"] else "set end\r\n"
        if line.startswith("mirror"):
            return _MIRROR % (self.played and f"mirror played {ARCHIVED} {self.played}\r\n" or "")
        verb, *words = line.split()
        if not hasattr(self, f"_{verb}"):
            return f"error unknown_command '{verb}' is no command\r\n"
        return "".join(f"{row}\r\n" for row in getattr(self, f"_{verb}")(*words))

    def _clock(self, *when):
        assert len(when) == 7
        return ["clock end"]

    def _files(self, folder=""):
        return [*(f"files {name}" for name in self.board.names(folder)), "files end"]

    def _get(self, path):
        content = (files_of(self.pico) if self.pico else self.board.files).get(path)
        if content is None:
            return ["get none"]
        data = [f"get data {base64.b64encode(content).decode()}"] if content else []
        return [*data, f"get end {len(content)} {crc32(content)}"]

    def _put(self, path, size, crc):
        if path.startswith("matches/0") and path in self.board.files:
            return ["error unsupported_feature there is one already: give it another number"]
        self._coming = path, int(size), int(crc), b""
        return ["put on"]

    def _data(self, piece):
        assert len(f"data {piece}") <= 160
        path, size, crc, content = self._coming
        content += base64.b64decode(piece)
        self._coming = path, size, crc, content
        if len(content) < size:
            return ["data on"]
        assert crc32(content) == crc
        self.board.put(path, content)
        return ["data end"]

    def _restore(self):
        content = self.board.read(BACKUP)
        self.board.remove(BACKUP)
        return [*(f"restore note {note}" for note in self.board.restore(content)), "restore end"]

    def _restart(self):
        self.restarts += 1
        return ["restart end", "info string Picogammon 0.1.0 plays on pico"]


def connect(page, address, board):
    """Opens the page and connects a board, called with what it is sent, as a CabledBoard is.

    The VirtualBoard of it. Its time is manual, and so is its patience with the board at the cable,
    which takes as long as it takes.
    """
    page.expose_function("usb", board)
    page.add_init_script(PORT)
    opened = VirtualBoard(page, on_manual_time(address))
    page.get_by_role("button", name="Connect a board").click()
    page.get_by_text("pico, firmware").wait_for()
    return opened


def files_of(pico):
    """{path: bytes} of the files of a PretendedPico."""
    return {path: data for path, data in pico.files().items() if not path.endswith("/")}
