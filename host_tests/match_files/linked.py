"""A whole board at the other end of a cable: main.py in a process of its own; and images of a
board's flash."""

import multiprocessing

from littlefs import LittleFS

from fakes.disk import Disk, PlugPulled
from fakes.nor_flash import NorFlash
from fakes.power import Power
from picogammon.app.modes.waiting import Think
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SECTOR, Flash
from picogammon.devices.ring import SECTORS, Ring
from reading.image import Image
from tools.boards.chips import RP2040
from tools.image import uf2
from tools.ubgi.port import Unreachable

_FORK = multiprocessing.get_context("fork")
_STEP_MS = 5
_LONG_MS = 60000
_NO_DAY = (0, 0, 0)


class Off:
    """A board without power: `disk` has its files, `flash` its matches.

    `matches`: the records of each, the oldest first; the last is the one that is played.
    """

    def __init__(self, files=(), matches=()):
        self.disk = Disk(files)
        self.flash = NorFlash(SECTORS)
        for records in matches:
            keep(self.ring, records)

    @property
    def ring(self):
        return Ring(Flash(self.flash, SECTORS), lambda: _NO_DAY)

    def running(self):
        """The records of the match that is played."""
        log = MatchLog(self.ring)
        records = list(log.open())
        assert log.damage is None
        return records

    def earlier(self):
        """The records of each other match, the one that was played last first."""
        ring = self.ring
        runs = [run for run in ring.runs() if run != ring.running()]
        return [list(MatchLog(ring, run).open()) for run in runs]


def keep(ring, records):
    """Begins a match with these records, the last four of them appended one by one."""
    log = MatchLog(ring)
    late = max(1, len(records) - 4)
    log.restart(records[:late])
    for record in records[late:]:
        log.append(record)


class LinkedBoard:
    """What tools.ubgi.port.Port is, without a port, for a board that was Off.

    Its time goes on while it is asked; its levels think for ever.

    With the flash's `cut` set the plug is pulled there, and the cable is dead. `close` switches it
    off; `off` is as it is left.
    """

    def __init__(self, off, seed=3):
        self.off = off
        self._here, there = _FORK.Pipe()
        self._process = _FORK.Process(target=_board, args=(off, seed, there), daemon=True)
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

    def _left(self, off):
        if self._process is None:
            return
        if off is not None:
            self.off.__dict__.update(off.__dict__)
        self._process.join()
        self._process = None


def _board(off, seed, pipe):
    """Plays until it is switched off or the plug is pulled; then sends the Off."""
    Think.tick = lambda self, now: None  # in this process alone
    power = Power(seed)
    power.disk, power.flash = off.disk, off.flash
    cut = False
    try:
        ended = power.run(lambda power: _served(power, pipe))
        while ended == "reset":
            ended = power.run(lambda power: _served(power, pipe))
    except PlugPulled:
        cut = True
    assert cut or power.crash_log() == "", power.crash_log()
    pipe.send(off)


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


def flash_image(path, found=(), matches=(), chip=RP2040, stock=False):
    """The path (.bin or .uf2) of an image of a chip's flash, with a board's files and matches.

    `matches`: as for Off. `stock`: whether stock MicroPython runs there.
    """
    ring = Image(bytearray(), SECTORS)
    for records in matches:
        keep(Ring(ring, lambda: _NO_DAY), records)
    start, end = (chip.stock_start, chip.flash) if stock else (chip.start, chip.end)
    disk = LittleFS(block_size=SECTOR, block_count=(end - start) // SECTOR)
    sectors = [bytes(ring.content[at : at + SECTOR]) for at in range(0, SECTORS * SECTOR, SECTOR)]
    files = dict(found)
    if stock:
        used = [content.rstrip(b"\xff") for content in sectors]
        files |= {f"matches/{number:02}": content for number, content in enumerate(used) if content}
    for name, content in files.items():
        disk.makedirs(name.rpartition("/")[0] or "/", exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(content)
    before = b"" if stock else b"".join(sectors)
    flash = b"\xff" * (start - len(before)) + before + bytes(disk.context.buffer)
    flash += b"\xff" * (chip.flash - end)
    path.write_bytes(uf2.pack(flash, chip) if path.suffix == ".uf2" else flash)
    return path
