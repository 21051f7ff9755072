"""A board to deploy to: real MicroPython with a real littlefs, reached by mpremote's own code."""

import ast
import subprocess
from pathlib import Path

import serial
from mpremote.transport import Transport, TransportExecError

from picogammon import VERSION
from tools import runtimes

_GUEST = Path(__file__).with_name("guest.py")
_END = b"\x04"
_END_S = 60
_BLOCKS = 64
PLAYS = f"\r\nMPY: soft reboot\r\ninfo Picogammon {VERSION} plays on pico\r\n"


class Port:
    """A serial port: what is written to it, and `coming`, text that can be read."""

    def __init__(self):
        self.written = b""
        self.coming = PLAYS

    def write(self, data):
        self.written += data

    def inWaiting(self):
        return len(self.coming.encode())

    def read(self, size=1):
        data = self.coming.encode()
        self.coming = data[size:].decode()
        return data[:size]


class PretendedPico(Transport):
    """mpremote's transport to MicroPython's unix port. A context manager.

    `executed` counts pieces of code; before number `cut` (from 0) the cable is pulled.
    """

    def __init__(self, blocks=_BLOCKS):
        self.serial = Port()
        self.executed = 0
        self.cut = None
        self._process = subprocess.Popen(
            runtimes.unix_command(_GUEST, [blocks], heapsize="8M"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=runtimes.unix_env(),
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(_END_S)
        finally:
            self._process.kill()

    def exec(self, command, data_consumer=None):
        if self.executed == self.cut:
            raise serial.SerialException("device disconnected")
        self.executed += 1
        code = command if isinstance(command, bytes) else command.encode()
        self._process.stdin.write(b"%d\n%s" % (len(code), code))
        self._process.stdin.flush()
        printed, problem = self._until_end(), self._until_end()
        if problem:
            raise TransportExecError(printed, problem.decode())
        if data_consumer:
            data_consumer(printed)
        return printed

    def eval(self, expression, parse=True):
        printed = self.exec(f"print(repr({expression}))").decode()
        return ast.literal_eval(printed) if parse else printed

    def exit_raw_repl(self):
        self.serial.write(b"\r\x02")

    def _until_end(self):
        said = b""
        while not said.endswith(_END):
            byte = self._process.stdout.read(1)
            assert byte, "the pretended board has ended"
            said += byte
        return said[: -len(_END)]

    # What tests look at, without counting.

    def files(self):
        """Returns {path: bytes} of all that is on the board."""
        found = {}
        folders = [""]
        while folders:
            folder = folders.pop()
            for name, mode, *_ in self._uncounted(self.fs_listdir, folder or "/"):
                path = folder + name
                if mode & 0x4000:
                    folders.append(path + "/")
                    found[path + "/"] = b""
                else:
                    found[path] = bytes(self._uncounted(self.fs_readfile, path))
        return found

    def put(self, files):
        """Puts files ({path: bytes}) onto the board; their folders are made."""
        for path, data in files.items():
            parts = path.split("/")[:-1]
            for i in range(len(parts)):
                folder = "/".join(parts[: i + 1])
                if not self._uncounted(self.fs_exists, folder):
                    self._uncounted(self.fs_mkdir, folder)
            self._uncounted(self.fs_writefile, path, data)

    def _uncounted(self, method, *arguments):
        executed, cut = self.executed, self.cut
        self.cut = None
        try:
            return method(*arguments)
        finally:
            self.executed, self.cut = executed, cut
