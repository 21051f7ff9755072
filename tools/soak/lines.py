"""Guest: spoilt lines over the link of a board that plays.

usage: micropython lines.py COUNT SEED

Random bytes, and lines that make sense with bytes changed, left out, doubled and put in; none of
them 3, which is Ctrl-C. The match must be untouched, each line answered, the heap as free as
before.
"""

import gc
import json
import sys
from array import array

gc.threshold(16384)  # what is imported stays close together, and large blocks find room

from fakes.late_modules import import_late_modules  # noqa: E402
from fakes.power import Power  # noqa: E402
from fakes.sitting import SeededDice  # noqa: E402
from picogammon.app.ubgi.protocol import TOLD  # noqa: E402

_XGIDS = (
    b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    b"XGID=-b----E-C---eE---c-e----B-:0:0:-1:66:0:0:0:0:10",
    b"XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:2:0:7:10",
    b"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10",
    b"XGID=aBBBBB----A-----------bbddA:0:0:1:64:0:0:0:0:10",
    b"XGID=-------------------bbbbbbA:0:0:1:31:0:0:0:0:10",
    b"XGID=-BCDC-A-----------------bbd-:2:-1:1:52:4:4:0:5:10",
)
_COMMANDS = (
    b"ubgi",
    b"isready",
    b"stop",
    b"quit",
    b"plays",
    b"eval",
    b"position",
    b"position gnubgid 4HPwATDgc/ABMA",
    b"position gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAA",
    b"dice 3 1",
    b"newgame",
    b"newsession type match length 7 crawford on",
    b"newsession type money jacoby on beavers raccoons",
    b"setoption name EvalMode value cubeless",
    b"setscore 6 3",
    b"setcube value 2 owner p1",
    b"setturn p1",
    b"setoffer double",
    b"setoffer none",
    b"setoffer gammon",
    b"go role chequer movetime 100",
    b"go role cube",
    b"go role turn",
    b"go role answer",
    b"go role resign",
    b"",
)
_BEFORE = (b"plays ", b"eval ", b"position xgid ", b"")
_SILENT = tuple([word.encode() for word in TOLD]) + (b"setoption", b"stop", b"quit")
_ENDS = b"\x03\n\r"
_BATCH = 500


class Fuzz:
    """Makes lines; the same ones for a seed."""

    def __init__(self, seed):
        self.below = SeededDice(seed).below

    def line(self):
        """Bytes without 3, CR and LF."""
        below = self.below
        what = below(8)
        if what == 0:
            line = self._bytes(below(40), 256, 0)
        elif what == 1:
            line = self._bytes(below(300), 95, 32)
        else:
            line = bytearray(_BEFORE[below(len(_BEFORE))])
            line.extend(_XGIDS[below(len(_XGIDS))])
            if what < 5:
                line = bytearray(_COMMANDS[below(len(_COMMANDS))])
            for _ in range(below(4)):
                line = self._spoilt(line)
        for at in range(len(line)):
            if line[at] in _ENDS:
                line[at] = 63
        return line

    def _bytes(self, count, kinds, first):
        """`count` bytes from `first` on; a list of them would not fit the heap."""
        line = bytearray(count)
        for at in range(count):
            line[at] = self.below(kinds) + first
        return line

    def _spoilt(self, line):
        below = self.below
        at = below(len(line) + 1)
        what = below(6)
        byte = bytes((below(256),))
        if what == 0:
            return line[:at] + byte + line[at + 1 :]
        if what == 1:
            return (
                line[:at] + bytes((line[below(len(line) or 1)] if line else 45,)) + line[at + 1 :]
            )
        if what == 2:
            return line[:at] + byte + line[at:]
        if what == 3:
            return line[:at] + line[at + 1 :]
        if what == 4:
            return line[:at] + line[at:] + line[at:]
        return line[:at]


class Run:
    """The script for Power: `count` lines, and what was seen."""

    def __init__(self, count, seed):
        self.count = count
        self.fuzz = Fuzz(seed)
        self.free = array("l", [0] * ((count + _BATCH - 1) // _BATCH))
        self.replies = self.refused = self.sent = 0

    def script(self, power):
        yield 100
        while power.match.dice is None:
            yield from power.press("OK")
        yield 5000
        before = power.match.state()
        flash = [(path, bytes(data)) for path, data in power.disk.files.items()]
        while self.sent < self.count:
            for _ in range(min(_BATCH, self.count - self.sent)):
                yield from self._ask(power)
                self.sent += 1
            gc.collect()
            self.free[(self.sent - 1) // _BATCH] = gc.mem_free()
        assert power.match.state() == before, "the match was touched"
        files = [(path, bytes(data)) for path, data in power.disk.files.items()]
        assert files == flash, "the flash was touched"

    def _ask(self, power):
        """One line, and all that comes back; the next only then, so that each has its answer."""
        line = self.fuzz.line()
        port = power.port
        port.gone = bytearray()
        port.coming.extend(line + b"\n")
        while port.coming or power.board.link.busy:
            yield 5
        replies = bytes(port.gone).split(b"\r\n")
        assert replies.pop() == b"", replies
        self.replies += len(replies)
        word = (line.split() or [b""])[0]
        if not word:
            assert not replies, replies  # an empty line ends what a stranger has begun
        elif word in _SILENT:
            assert not replies or replies[0].startswith(b"error "), (line, replies)
        else:
            assert replies, line
        for reply in replies:
            assert len(reply) <= 200 and b"went wrong" not in reply, (line, reply)
            self.refused += reply.startswith(b"error ")


def main():
    import_late_modules()
    gc.collect()
    code = gc.mem_alloc()
    count = int(sys.argv[1])
    run = Run(count, int(sys.argv[2]))
    found = {"code": code}
    if count:
        power = Power()
        assert power.run(run.script) == "off", power.crash_log()
        assert power.crash_log() == "", power.crash_log()
        found["lines"] = run.sent
        found["replies"] = run.replies
        found["refused"] = run.refused
        found["free"] = list(run.free)
    print(json.dumps(found))


main()
