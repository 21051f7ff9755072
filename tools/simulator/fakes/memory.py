"""A match's log and a store that keep things in memory, with the real ones' signatures."""

from fakes.disk import Disk, files_on
from picogammon.devices.files import CARDS, PEOPLE, SETS, Slots, Store, Table


class MemoryLog:
    """A MatchLog without a ring. With `full` set, nothing more fits.

    `room`: sectors that a board's log may still take. `kept`: {run: records} of earlier matches.
    """

    def __init__(self, records=(), damage=None, run=1):
        self.records = list(records)
        self.damage = damage
        self.full = False
        self.room = 55
        self.kept = {}
        self.run = run
        self.over = set()  # the runs in `kept` that are over
        self._given = 0
        self._spoilt = False

    @property
    def size(self):
        return sum([len(record) + 7 for record in self.records])

    def skim(self, *kinds):
        found = [(record, (end - len(record) - 7, 0)) for record, end, _ in self.records_from(0, 0)]
        yield [one for one in found if one[0][0] in kinds], not self.damage

    def open(self, start=None, head=None):
        first = _last(self.records, start, len(self.records))
        if first:
            top = _last(self.records, head, first)
            yield self.records[top]
        for given in range(first, len(self.records)):
            self._given = given
            yield self.records[given]

    def again(self):
        for record in list(self.records):
            yield record
            yield None

    def cut(self):
        self._spoilt = True

    def settle(self):
        pass

    def feed(self):
        pass

    def keep_damaged(self):
        if self._spoilt:
            self.restart(self.records[: self._given])

    def append(self, record):
        self._room()
        self.keep_damaged()
        self.records.append(record)

    def restart(self, records, keep=True, over=False):
        self._room()
        records = list(records)
        if self.records and (keep or self._spoilt):
            self.kept[self.run] = self.records
            if over:
                self.over.add(self.run)
        self.run += 1
        self._spoilt = False
        self.records = records

    @property
    def start(self):
        return 0, 0

    def records_from(self, offset, crc):
        end = 0
        for record in list(self.records):
            begin = end
            end += len(record) + 7
            if begin >= offset:
                yield record, end, 0

    def _room(self):
        if self.full:
            raise OSError(28)


class MemoryArchive:
    """The Archive of a MemoryLog's earlier matches, and its own `ring`; tables are on `disk`."""

    def __init__(self, log, disk=None):
        self._log = log
        self.urandom = lambda count: bytes(range(1, count + 1))
        self.disk = disk or Disk()
        self.ring = self
        self.worn = self.another = False
        self.reading = 0
        self.sent = set()  # runs that a backup or a file brought

    def running(self):
        return self._log.run

    def runs(self):
        return sorted(self._log.kept, reverse=True)

    def is_played(self, run):
        return run not in self.sent

    def sectors(self, run):
        return [run]

    def room(self, *kept):
        return 56

    def is_over(self, run):
        return run in self._log.over

    def day(self, run):
        return ""

    def open(self, run):
        return MemoryLog(self._log.kept[run], run=run)

    def drop(self, run):
        del self._log.kept[run]

    def people(self, head, row, most):
        return Table(files_on(self.disk), PEOPLE, head, row, most)

    def cards(self, size):
        return Slots(files_on(self.disk), CARDS, size)

    def sets(self):
        return Store(files_on(self.disk), SETS)


def _last(records, kind, end):
    """Returns the index of the last record of a kind before `end`, or 0."""
    for i in range(end - 1, 0, -1):
        if records[i][0] == kind:
            return i
    return 0


class MemoryStore:
    """devices.files.Store without a file."""

    def __init__(self, blob=None):
        self.blob = blob
        self.damage = None
        self.saved = 0

    def load(self):
        return self.blob

    def keep_damaged(self):
        self.damage = None

    def reject(self):
        self.damage = "is invalid"

    def save(self, blob):
        self.saved += 1
        self.blob = blob
