"""A journal and a store that keep things in memory, with the real ones' signatures."""

from fakes.disk import Disk, files_on
from picogammon.devices.files import CARDS, PEOPLE, SETS
from picogammon.devices.slots import Slots
from picogammon.devices.store import Store
from picogammon.devices.table import Table


class MemoryJournal:
    """devices.recent.Recent without a file. With `full` set, nothing more fits."""

    def __init__(self, records=(), damage=None):
        self.records = list(records)
        self.damage = damage
        self.breathe = None
        self.full = False
        self.aside = None
        self.kept = {}  # the matches of a MemoryArchive
        self.serial = 1
        self.serials = {}  # of kept matches
        self._given = 0
        self._spoilt = False

    @property
    def size(self):
        return sum([len(record) + 5 for record in self.records])

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
        """As Recent.cut: the records that count are known, and the others are kept until then."""
        self._spoilt = True

    def mend(self):
        if self._spoilt:
            self.aside = list(self.records)
            self.records = self.records[: self._given]
        self._spoilt = False

    def append(self, record):
        self._room()
        self.mend()
        self.records.append(record)

    def restart(self, records, aside=False, kept=None):
        self._room()
        if self._spoilt:
            self.aside = list(self.records)
        elif kept:
            self.kept[kept] = self.records
            self.serials[kept] = self.serial
        self.serial += 1
        self._spoilt = False
        self.records = list(records)

    @property
    def start(self):
        return 0, 0

    def records_from(self, offset, crc):
        end = 0
        for record in list(self.records):
            begin = end
            end += len(record) + 5
            if begin >= offset:
                yield record, end, 0

    def tidy(self):
        return False

    def _room(self):
        if self.full:
            raise OSError(28)


class MemoryArchive:
    """devices.archive.Archive of the logs that a MemoryJournal kept; cards and people on `disk`."""

    def __init__(self, journal, disk=None):
        """`disk`: a disk.Disk for the tables; by default one of its own."""
        self._journal = journal
        self._kept = journal.kept
        self.urandom = lambda count: bytes(range(1, count + 1))
        self.disk = disk or Disk()

    def cards(self, size):
        return Slots(files_on(self.disk), CARDS, size)

    def sets(self):
        return Store(files_on(self.disk), SETS)

    def names(self):
        return sorted(self._kept, reverse=True)

    def open(self, name):
        return MemoryJournal(self._kept[name])

    def fresh(self):
        names = self.names()
        return "%05d.log" % (int(names[0][:5]) + 1 if names else 1)

    def beside(self):
        return self

    def serial(self, name=None):
        return self._journal.serials[name] if name else self._journal.serial

    def people(self, head, row):
        return Table(files_on(self.disk), PEOPLE, head, row)

    def remove(self, name):
        del self._kept[name]

    def trim(self):
        return False


def _last(records, wanted, end):
    """The index of the last wanted record (as Journal.find's) before `end`; 0 if none."""
    for i in range(end - 1, 0, -1):
        if wanted and records[i][0] == wanted[0] and wanted[1] <= len(records[i]) <= wanted[2]:
            return i
    return 0


class MemoryStore:
    """devices.store.Store without a file."""

    def __init__(self, blob=None, damage=None):
        self.blob = blob
        self.damage = damage
        self.saved = 0

    def load(self):
        return self.blob

    def mend(self):
        self.damage = None

    def reject(self):
        self.damage = "makes no sense"

    def save(self, blob):
        self.saved += 1
        self.blob = blob
