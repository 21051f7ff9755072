"""A board at the other end of a serial port, as mpremote reaches it."""

import contextlib
import io
import json
import re
import time
from errno import ENOSPC

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from picogammon.devices.guard import WATCHDOGS
from tools.flash import FlashError, ports

NOT_MICROPYTHON = """\
{port} does not answer as MicroPython does. Unplug the board, plug it in again, and try again.
If that does not help, put MicroPython for its Raspberry Pi Pico on it: hold its BOOTSEL button
while plugging it in, and drop the .uf2 file onto the drive RPI-RP2 (on a Pico 2: RP2350)."""
GONE = """\
The connection to the board broke off ({why}). Its saved match is safe.
Plug it in and run {command} again."""
# What a board says when it plays.
PLAYS = re.compile(r"Picogammon \S+ plays on \S+(?=\r?\n)")
FULL = "The board's file system is full. Saved files are untouched; remove some of your own there."

_CHUNK = 1024  # bytes that are written to a file at once
_POLL_S = 0.01

# A watchdog that the interrupted program has left running would cut in: its enable bit, through the
# register's alias that clears bits. And new files deserve to be tried, however often the old ones
# failed: picogammon.devices.guard counts that in SCRATCH0. Data sheets, 2.1.2 or 2.1.3, and
# "Watchdog".
_CALM = f"""
import machine, sys
for _chip, _base in {list(WATCHDOGS.items())}:
    if _chip in sys.implementation._machine:
        machine.mem32[_base + 0x3000] = 1 << 30
        machine.mem32[_base + 12] = 0
"""
_IDENTITY = """
import json, sys
_i = sys.implementation
print(json.dumps([_i.name, _i.version[:3], getattr(_i, "_machine", ""), getattr(_i, "_mpy", 0)]))
"""
# Folders end with a slash. Hashes only of what may be ours: a saved match is nobody's business.
_INVENTORY = """
import gc, hashlib, json, os
from binascii import hexlify
def _hash(path):
    h = hashlib.sha256()
    b = bytearray(512)
    with open(path, "rb") as f:
        n = f.readinto(b)
        while n:
            h.update(memoryview(b)[:n])
            n = f.readinto(b)
    return hexlify(h.digest()).decode()
def _look(folder):
    for entry in os.ilistdir(folder):
        path = folder + entry[0]
        if entry[1] & 0x4000:
            if path + "/" == PACKAGE or folder:
                _files[path + "/"] = (0, "")
                _look(path + "/")
        else:
            ours = folder or path in ROOT
            _files[path] = (os.stat(path)[6], _hash(path) if ours else "")
            gc.collect()  # or the names lie scattered among what the hashing leaves
_files = {}
_look("")
_main = ""
if "main.py" in _files:
    with open("main.py") as f:
        _main = f.readline()
_space = os.statvfs("")
print(json.dumps([_files, _space[1], _space[3] * _space[1], _main]))
"""
_REMOVE = """
import os
for _p in PATHS:
    if _p.endswith("/"):
        os.rmdir(_p[:-1])
    else:
        os.remove(_p)
"""
_MAKE_FOLDERS = """
import os
for _p in PATHS:
    os.mkdir(_p)
"""


class Identity:
    """What a board says it is: `name` of the Python, `version` (a tuple of 3), `machine`, and the
    kind of .mpy (int) that it takes, `mpy`."""

    def __init__(self, name, version, machine, mpy):
        self.name = name
        self.version = tuple(version)
        self.machine = machine
        self.mpy = mpy


class Inventory:
    """What is in a board's file system.

    `files`: {path: (bytes, SHA-256 in hexadecimal digits or "")}, folders end with a slash; `block`
    and `free`: bytes; `main`: the first line of main.py.
    """

    def __init__(self, files, block, free, main):
        self.files = {path: tuple(about) for path, about in files.items()}
        self.block = block
        self.free = free
        self.main = main


class _Transport(SerialTransport):
    """mpremote's, which would give up after 10 seconds without an answer, waiting for longer."""

    def __init__(self, port, patience):
        super().__init__(port, timeout=patience)
        self._patience = patience

    def exec_raw(self, command, timeout=None, data_consumer=None):
        return super().exec_raw(command, timeout or self._patience, data_consumer)


def connect(port, patience, command=ports.COMMAND):
    """A Board on the port, its program interrupted; waits for `patience` seconds at most.

    `command` is what a person runs to get here. Raises FlashError.
    """
    try:
        transport = _Transport(port, patience)
    except (TransportError, OSError, ValueError) as problem:
        raise FlashError(ports.why_closed(port)) from problem
    said = io.StringIO()
    try:
        # mpremote prints what it does not understand.
        with contextlib.redirect_stdout(said):
            transport.enter_raw_repl(timeout_overall=patience)
    except TransportError as problem:
        transport.close()
        raise FlashError(NOT_MICROPYTHON.format(port=port)) from problem
    except OSError as problem:
        raise FlashError(GONE.format(why=problem, command=command)) from problem
    return Board(transport, command)


class Board:
    """A board whose raw REPL answers. All methods raise FlashError if it no longer does."""

    def __init__(self, transport, command=ports.COMMAND):
        self._transport = transport
        self._command = command

    def close(self):
        """Lets go of the port."""
        with contextlib.suppress(OSError):
            self._transport.close()

    def identity(self):
        """The board's Identity; a watchdog that runs is stopped, failures are forgotten."""
        found = Identity(*json.loads(self._run(_IDENTITY)))
        if found.name == "micropython":
            self._run(_CALM)
        return found

    def inventory(self, package, root):
        """The board's Inventory, with hashes of the files `root` and all in folder `package`."""
        names = f"PACKAGE = {package + '/'!r}\nROOT = {tuple(root)!r}\n"
        return Inventory(*json.loads(self._run(names + _INVENTORY)))

    def rename(self, old, new):
        """Renames a file."""
        self._run(f"import os\nos.rename({old!r}, {new!r})")

    def remove(self, paths):
        """Removes files, and folders (which end with a slash) that are empty then, in order."""
        self._run(f"PATHS = {tuple(paths)!r}\n{_REMOVE}")

    def make_folders(self, paths):
        """Makes folders, in order."""
        self._run(f"PATHS = {tuple(paths)!r}\n{_MAKE_FOLDERS}")

    def write(self, path, data):
        """Writes a file. Raises FlashError."""
        with self._told():
            self._transport.fs_writefile(path, data, chunk_size=_CHUNK)

    def restart(self, is_up, patience):
        """Restarts the board into its program and listens.

        Returns (True, what it said) as soon as `is_up(text)` holds of what it said, (False, what it
        said) if it comes back to the prompt or says no more for `patience` seconds.
        """
        with self._told():
            port = self._transport.serial
            self._transport.exit_raw_repl()
            port.write(b"\x04")
            said = ""
            heard_at = time.monotonic()
            while True:
                waiting = port.inWaiting()
                if not waiting:
                    if time.monotonic() - heard_at >= patience:
                        return False, said
                    time.sleep(_POLL_S)
                    continue
                heard_at = time.monotonic()
                said += port.read(waiting).decode(errors="replace")
                _, restarted, since = said.partition("soft reboot")
                if restarted and is_up(since):
                    return True, since
                if restarted and since.endswith("\n>>> "):
                    return False, since.removesuffix(">>> ")

    def _run(self, code):
        with self._told():
            return self._transport.exec(code)

    @contextlib.contextmanager
    def _told(self):
        try:
            yield
        except TransportExecError as problem:
            if "ENOSPC" in problem.error_output or "OSError: 28" in problem.error_output:
                raise FlashError(FULL) from problem
            raise FlashError(f"On the board:\n{problem.error_output}") from problem
        except (TransportError, serial.SerialException) as problem:
            raise FlashError(GONE.format(why=problem, command=self._command)) from problem
        except OSError as problem:
            if problem.errno == ENOSPC:
                raise FlashError(FULL) from problem
            raise FlashError(GONE.format(why=problem, command=self._command)) from problem
