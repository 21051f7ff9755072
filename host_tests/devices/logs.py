"""A saved match's log on a disk, as tests write and read it: the journal alone, or with Recent."""

from fakes.disk import Disk, files_on
from picogammon.devices.files import bad
from picogammon.devices.journal import Journal

PATH = "match.log"
BEGIN = [b"settings", b"checkpoint"]


def a_record(i):
    return bytes((i % 256,) * (1 + i % 9))


RECORDS = BEGIN + [a_record(i) for i in range(40)]


class Alone(Journal):
    """A journal without newest records beside it, which reads before it writes as Recent does."""

    whole = False  # it was read to its end

    def open(self):
        self.whole = False
        for record in Journal.open(self):
            yield record
        self.whole = True

    def append(self, record):
        if not self.whole:
            for _ in self.open():
                pass
        if self.size:
            self.extend((record,))
        else:
            kept = bad(PATH) if self.total else None
            self.restart((record,), self.serial + 1, kept)


def a_journal(disk):
    return Alone(files_on(disk), PATH)


def a_recent(disk, ticks=None, witness=None):
    from picogammon.devices.recent import Recent  # memory, where a test needs no more

    return Recent(files_on(disk), PATH, ticks, witness)


def written(records, make):
    """A disk with a log of these records."""
    disk = Disk()
    log = make(disk)
    log.restart(records[:2])
    for one in records[2:]:
        log.append(one)
    return disk


def read(disk, make):
    """(records, damage) as a board that starts now finds them. That changes nothing."""
    log = make(disk)
    before = disk.copy().files
    records = list(log.open())
    assert disk.files == before or [path for path in before if path.endswith(".new")]
    return records, log.damage
