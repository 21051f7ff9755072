"""A saved match's log on a disk, as tests write and read it: the journal alone, or with Recent."""

from fakes.disk import Disk, in_place_of
from picogammon.devices import files, journal
from picogammon.devices.journal import Journal

PATH = "match.log"
FILES = {files, journal}  # and newest and littlefs, where there are Recents
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
            kept = files.bad(PATH) if self.total else None
            self.restart((record,), self.serial + 1, kept)


def a_journal(sync=None):
    return Alone(PATH, sync)


def a_recent(ticks=None, sync=None, witness=None):
    from picogammon.devices.recent import Recent  # memory, where a test needs no more

    return Recent(Journal(PATH), PATH, sync, ticks, witness)


def on(disk):
    return in_place_of(disk, *FILES)


def written(records, make):
    """A disk with a log of these records."""
    disk = Disk()
    with on(disk):
        log = make()
        log.restart(records[:2])
        for one in records[2:]:
            log.append(one)
    return disk


def read(disk, make):
    """(records, damage) as a board that starts now finds them. That changes nothing."""
    with on(disk):
        log = make()
        before = disk.copy().files
        records = list(log.open())
        assert disk.files == before or [path for path in before if path.endswith(".new")]
        return records, log.damage
