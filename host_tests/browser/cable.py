"""A serial port for the page, and boards that answer at it."""

import base64
from types import SimpleNamespace

from mpremote.transport import TransportExecError

from fakes.disk import Disk, files_on
from fakes.sitting import Sitting
from picogammon.devices.files import SETTINGS, Store
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.devices.ring import SECTORS, Ring
from picogammon.filing import Filing
from picogammon.server import FILED
from reading.image import Image
from tools.browser import VirtualBoard, on_manual_time

_RAW = "raw REPL; CTRL-B to exit\r\n>"
_NAMES = "set name 0 Amber\r\nset name 1 Blue\r\nset end\r\n"
_MIRROR = "mirror board pico 0.1.0\r\nmirror said Roll to start.\r\n%smirror end\r\n"
TWICE = "(button) => { button.click(); button.click(); }"
# `usb`, which a test exposes, gets what the page writes and returns the answer, both in base64.
# `pullOut()` pulls the cable out; then a port may be chosen again.
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


class Board:
    """The firmware's answers about matches and files, as a tools.ubgi.port.Port."""

    def __init__(self, played=(), earlier=(), files=()):
        """`played`: the records of the running match; `earlier`: of others, the oldest first."""
        self.disk = Disk(files)
        self.ring = Ring(Image(bytearray(), SECTORS), lambda: (2026, 11, 22))
        log = MatchLog(self.ring)
        for records in (*earlier, played):
            if records:
                log.restart(records)
        files = files_on(self.disk)
        store = Store(files, SETTINGS)
        sitting = Sitting(log=log, store=store, archive=Archive(self.ring, files))
        host = SimpleNamespace(files=files, ring=self.ring, machine=None)
        self._filing = Filing(host, sitting.navigator)

    def ask(self, line):
        return [said for said in self._filing.lines(line.decode().split()) if said]

    def close(self):
        pass

    def matches(self):
        """Returns [(kind, day, records)], the latest first."""
        rows = [row.split()[1:] for row in self.ask(b"matches")[:-1]]
        logs = [list(MatchLog(self.ring, int(run)).open()) for run, _, _ in rows]
        return [(what, day, log) for (_, what, day), log in zip(rows, logs, strict=True)]


class CabledBoard:
    """A board that plays, and after Ctrl-C shows its prompt, a pretended Pico's.

    `board`: answers about matches and files; with a Pico, about its files.
    """

    restarts = stops = 0
    plays = True
    begun = ""  # a line without its end
    played = None  # the "RUN GAME STOP" of a match that is played back
    report = "error unsupported_feature this board lacks the memory for that\r\n"
    _raw = False

    def __init__(self, pico=None):
        self.pico = pico
        self.board = Board()

    def __call__(self, coded):
        return base64.b64encode(self.answer(base64.b64decode(coded).decode()).encode()).decode()

    def answer(self, text):
        if text == "\r\x03\x03":
            self.plays = False
            self.stops += 1
            return (
                "\r\nEnter, then Ctrl-A: MicroPython's raw REPL. "
                "Anything else resumes the match.\r\n"
            )
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
        """Returns the answer to a line while the board plays."""
        if line.startswith("hardware"):
            return self.report
        if line.startswith("set played") and self.played:
            self.played = self.played.split()[0] + line.strip().removeprefix("set played")
        if line.startswith("set"):
            return _NAMES if line.split() == ["set"] else "set end\r\n"
        if line.startswith("mirror"):
            return _MIRROR % (self.played and f"mirror played {self.played}\r\n" or "")
        verb = line.split()[0]
        if verb not in FILED:
            return f"error unknown_command '{verb}' is not one of: ubgi\r\n"
        assert len(line) <= 160
        if self.pico:
            self.board.disk.files = files_of(self.pico)
        rows = self.board.ask(line.encode())
        if verb == "restart":
            self.restarts += 1
            rows.append("info string Picogammon 0.1.0 plays on pico")
        return "".join(f"{row}\r\n" for row in rows)


def connect(page, address, board):
    """Opens the page on manual time and connects a board, such as a CabledBoard, as `usb`.

    Returns the VirtualBoard.
    """
    page.expose_function("usb", board)
    page.add_init_script(PORT)
    opened = VirtualBoard(page, on_manual_time(address))
    page.locator("#connect").evaluate("(button) => button.click()")
    page.get_by_text("pico, firmware").wait_for()
    return opened


def files_of(pico):
    """Returns {path: bytes} of a PretendedPico."""
    return {path: data for path, data in pico.files().items() if not path.endswith("/")}
