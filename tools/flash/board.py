"""A board at a serial port, reached by mpremote."""

import contextlib
import io
import json
import re
import time
from collections import namedtuple
from errno import ENOSPC

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from picogammon.devices.guard import WATCHDOGS
from tools.flash import FlashError, ports

_NOT_MICROPYTHON = """\
{port} does not answer as MicroPython does. Unplug the board, plug it in again, and try again.
If that does not help, put MicroPython for its Raspberry Pi Pico on it: hold its BOOTSEL button
while plugging it in, and drop the .uf2 file onto the drive RPI-RP2 (on a Pico 2: RP2350)."""
_GONE = """\
The connection to the board broke off ({why}). Its saved match is safe.
Plug it in and run {command} again."""
_PLAYS = re.compile(r"Picogammon \S+ plays on \S+(?=\r?\n)")
_FULL = "The board's file system is full. Saved files are untouched; remove some of your own there."

_CHUNK = 1024  # bytes
_POLL_S = 0.01

# A watchdog that the interrupted program started would reset the board: this clears its enable bit.
# The new files get the usual number of attempts: picogammon.devices.guard counts failures in
# SCRATCH0. Data sheets, 2.1.2 or 2.1.3, and "Watchdog".
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
# Folders end with a slash. Only files that may be ours get a hash.
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
            gc.collect()  # or the names are scattered among what the hashing leaves
_files = {}
_look("")
_main = ""
if "main.py" in _files:
    with open("main.py") as f:
        _main = f.readline()
_space = os.statvfs("")
print(json.dumps([_files, _space[1], _space[3] * _space[1], _main]))
"""

# `name` of the Python, its `version` (a tuple of 3), `machine`; `mpy`: the kind of .mpy (int) that
# the board takes.
Identity = namedtuple("Identity", ("name", "version", "machine", "mpy"))

# What the file system has. `files`: {path: (bytes, SHA-256 in hexadecimal digits or "")}, folders
# end with a slash; `block` and `free`: bytes; `main`: the first line of main.py.
Inventory = namedtuple("Inventory", ("files", "block", "free", "main"))


class _Transport(SerialTransport):
    """mpremote's, with our patience in place of 10 seconds."""

    def __init__(self, port, patience):
        super().__init__(port, timeout=patience)
        self._patience = patience

    def exec_raw(self, command, timeout=None, data_consumer=None):
        return super().exec_raw(command, timeout or self._patience, data_consumer)


def connect(port, patience):
    """Interrupts the board's program, within `patience` seconds; returns the Board.

    Raises FlashError.
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
        raise FlashError(_NOT_MICROPYTHON.format(port=port)) from problem
    except OSError as problem:
        raise FlashError(_GONE.format(why=problem, command=ports.COMMAND)) from problem
    return Board(transport)


class Board:
    """A board at its raw REPL. Methods raise FlashError if it stops answering."""

    def __init__(self, transport):
        self._transport = transport

    def close(self):
        """Closes the port."""
        with contextlib.suppress(OSError):
            self._transport.close()

    def identity(self):
        """Stops a running watchdog, and forgets failures; returns the Identity."""
        name, version, machine, mpy = json.loads(self._run(_IDENTITY))
        if name == "micropython":
            self._run(_CALM)
        return Identity(name, tuple(version), machine, mpy)

    def inventory(self, package, root):
        """Returns the Inventory, with hashes of the files `root` and all in folder `package`."""
        names = f"PACKAGE = {package + '/'!r}\nROOT = {tuple(root)!r}\n"
        return Inventory(*json.loads(self._run(names + _INVENTORY)))

    def rename(self, old, new):
        """Renames a file."""
        self._run(f"import os\nos.rename({old!r}, {new!r})")

    def remove(self, paths):
        """Removes files and empty folders (which end with a slash), in order."""
        self._each(paths, "os.rmdir(p[:-1]) if p.endswith('/') else os.remove(p)")

    def make_folders(self, paths):
        """Makes folders, in order."""
        self._each(paths, "os.mkdir(p)")

    def _each(self, paths, code):
        self._run(f"import os\nfor p in {tuple(paths)!r}:\n    {code}")

    def write(self, path, data):
        """Writes a file."""
        with self._told():
            self._transport.fs_writefile(path, data, chunk_size=_CHUNK)

    def restart(self, patience):
        """Restarts the board into its program; returns (its line that it plays, all that it said).

        The line is None if a prompt comes, or nothing for `patience` seconds.
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
                        return None, said
                    time.sleep(_POLL_S)
                    continue
                heard_at = time.monotonic()
                said += port.read(waiting).decode(errors="replace")
                _, restarted, since = said.partition("soft reboot")
                plays = restarted and _PLAYS.search(since)
                if plays:
                    return plays[0], since
                if restarted and since.endswith("\n>>> "):
                    return None, since.removesuffix(">>> ")

    def _run(self, code):
        with self._told():
            return self._transport.exec(code)

    @contextlib.contextmanager
    def _told(self):
        try:
            yield
        except TransportExecError as problem:
            full = "ENOSPC" in problem.error_output or "OSError: 28" in problem.error_output
            told = _FULL if full else f"On the board:\n{problem.error_output}"
            raise FlashError(told) from problem
        except (TransportError, OSError) as problem:
            full = getattr(problem, "errno", None) == ENOSPC
            told = _FULL if full else _GONE.format(why=problem, command=ports.COMMAND)
            raise FlashError(told) from problem
