"""The page's serial port, joined to whatever answers: a function `usb` that the test exposes."""

import base64

from mpremote.transport import TransportExecError

from tools.matches.places import Place

ARCHIVED = "matches/00007-20261122.log"
_RAW = "raw REPL; CTRL-B to exit\r\n>"
_NAMES = "set name 0 Amber\r\nset name 1 Blue\r\nset end\r\n"
_MIRROR = "mirror board pico 0.1.0\r\nmirror said Roll to start.\r\n%smirror end\r\n"
# `usb` gets what is written and returns what is answered, both in base64.
PORT = """
let sink = null;
const port = {
    async open() {},
    async close() {},
    async setSignals() {},
    readable: new ReadableStream({ start: (made) => (sink = made) }),
    writable: new WritableStream({
        async write(bytes) {
            const answer = atob(await window.usb(btoa(String.fromCharCode(...bytes))));
            sink.enqueue(Uint8Array.from(answer, (letter) => letter.charCodeAt(0)));
        },
    }),
};
Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
"""


class Copied(Place):
    """A board's files, in memory."""

    def __init__(self):
        self._files = {}

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
    """A board that plays, until Ctrl-C, and then its prompt, which is the pretended Pico's."""

    def __init__(self, pico):
        self.pico = pico
        self.plays = True
        self.stops = 0
        self._raw = False
        self.played = None  # the "GAME STOP" of ARCHIVED that is played back
        self.report = "error unsupported_feature this board lacks the memory for that\r\n"

    def __call__(self, coded):
        return base64.b64encode(self.answer(base64.b64decode(coded).decode()).encode()).decode()

    def answer(self, text):
        if text == "\r\x03\x03":
            self.plays = False
            self.stops += 1
            return "KeyboardInterrupt:\r\n>>> "
        if self.plays:
            return self.told(text)
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
        if not line.startswith("file"):
            return _MIRROR % (self.played and f"mirror played {ARCHIVED} {self.played}\r\n" or "")
        content = files_of(self.pico).get(line.split()[1])
        if content is None:
            return "file none\r\n"
        return f"file data {base64.b64encode(content).decode()}\r\nfile end\r\n"


def files_of(pico):
    """{path: bytes} of the files of a PretendedPico."""
    return {path: data for path, data in pico.files().items() if not path.endswith("/")}
