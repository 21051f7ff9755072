"""A whole board at the other end of a cable: main.py in a process of its own, its flash a Disk; and
images of a board's flash."""

import multiprocessing

from littlefs import LittleFS

from fakes.disk import PlugPulled
from fakes.power import Power
from tools.boards.chips import RP2040
from tools.image import uf2
from tools.ubgi.port import Unreachable

_FORK = multiprocessing.get_context("fork")
_BLOCK = 4096
_STEP_MS = 5
_LONG_MS = 60000


class LinkedBoard:
    """What tools.ubgi.port.Port is, without a port, for a board with that Disk. Its time goes on
    while it is asked.

    With the Disk's `cut` set the plug is pulled there, and the cable is dead. `close` switches it
    off; `disk` is as it is left.
    """

    def __init__(self, disk, seed=3):
        self.disk = disk
        self._here, there = _FORK.Pipe()
        self._process = _FORK.Process(target=_board, args=(disk, seed, there), daemon=True)
        self._process.start()
        there.close()

    def ask(self, line):
        """The lines that answer a line, one by one. Raises Unreachable."""
        try:
            self._here.send(line)
            said = self._here.recv()
        except (EOFError, OSError):
            said = None
        if not isinstance(said, list):
            self._left(said)
            raise Unreachable("the cable came out")
        yield from said

    def close(self):
        """Switches the board off."""
        if self._process is None:
            return
        try:
            self._here.send(None)
            self._left(self._here.recv())
        except (EOFError, OSError):
            self._left(None)

    def _left(self, disk):
        if self._process is None:
            return
        if disk is not None:
            self.disk.__dict__.update(disk.__dict__)
        self._process.join()
        self._process = None


def _board(disk, seed, pipe):
    """Plays until it is switched off or the plug is pulled; then sends the Disk."""
    power = Power(seed)
    power.disk = disk
    try:
        ended = power.run(lambda power: _served(power, pipe))
        while ended == "reset" and not _is_cut(disk):
            ended = power.run(lambda power: _served(power, pipe))
    except PlugPulled:
        pass
    assert _is_cut(disk) or power.crash_log() == "", power.crash_log()
    pipe.send(disk)


def _is_cut(disk):
    return disk.cut is not None and disk.steps >= disk.cut


def _served(power, pipe):
    yield 500
    while True:
        line = pipe.recv()
        if line is None:
            return
        power.port.gone = bytearray()
        power.port.coming += list(line + b"\n")
        waited = 0
        while power.port.coming or power.board.link.busy or not power.port.gone:
            yield _STEP_MS
            waited += _STEP_MS
            assert waited < _LONG_MS, line
        pipe.send([text for text in power.port.gone.decode().split("\r\n") if _counts(text)])


def _counts(text):
    return text and not text.startswith("info string ")


def flash_image(path, found, chip=RP2040):
    """The path (.bin or .uf2) of an image of a chip's flash, with those files of a board."""
    disk = LittleFS(block_size=_BLOCK, block_count=(chip.end - chip.start) // _BLOCK)
    for name, content in found.items():
        disk.makedirs(name.rpartition("/")[0] or "/", exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(content)
    flash = (b"\xff" * chip.start) + bytes(disk.context.buffer)
    flash += b"\xff" * (chip.flash - chip.end)
    path.write_bytes(uf2.pack(flash, chip) if path.suffix == ".uf2" else flash)
    return path
