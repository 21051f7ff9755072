"""Rings (logs of matches) on NOR flash and in files, and what a board must find there."""

from binascii import crc32

from fakes.disk import Disk, files_on
from fakes.nor_flash import NorFlash
from picogammon.devices.files import COMING
from picogammon.devices.match_log import LONGEST, Archive, MatchLog
from picogammon.devices.nor import Flash, SectorFiles, SentMatch
from picogammon.devices.ring import IMPORTED, VERSION, Ring, packed_day
from picogammon.devices.transfer import checked, image
from reading.image import Image

SETTINGS = 1  # kinds of records, as in rules/actions.py
GAME = 2
BEGIN = [b"\x01settings", b"\x02game"]
TODAY = 2026, 11, 22


def a_record(number, size=None):
    return bytes((3 + number % 3,)) + bytes((number % 251,)) * ((size or 3 + number % 7) - 1)


LONG = BEGIN + [a_record(i, LONGEST) for i in range(14)]  # almost a sector


class OnNor:
    """A ring of matches in the blocks of a NorFlash, as in our firmware image."""

    def __init__(self, sectors=8, store=None):
        self.store = store or NorFlash(sectors)
        self.sectors = len(self.store.blocks)

    @property
    def content(self):
        return list(self.store.blocks)

    def spoil(self, sector, at, data):
        block = self.store.blocks[sector]
        self.store.blocks[sector] = block[:at] + data + block[at + len(data) :]

    def ring(self):
        return Ring(Flash(self.store, self.sectors), lambda: TODAY)


class OnFiles(OnNor):
    """A ring of matches in files, as on stock MicroPython, a Raspberry Pi and the web page."""

    def __init__(self, sectors=8, store=None):
        self.store = store or Disk()
        self.sectors = sectors

    @property
    def content(self):
        return self.store.copy().files

    def spoil(self, sector, at, data):
        self.store.files["matches/%02d" % sector][at : at + len(data)] = data

    def ring(self):
        return Ring(SectorFiles(files_on(self.store), "matches", self.sectors), lambda: TODAY)


KINDS = OnNor, OnFiles


def found(flash):
    """Returns what a board finds when it starts; asserts that the flash stays unchanged.
    The result is (records of the running match, sorted list of the records of each earlier match,
    reports of damage)."""
    before = flash.content
    ring = flash.ring()
    log = MatchLog(ring)
    running = list(log.open())
    damage = [log.damage] if log.damage else []
    earlier = []
    for run in Archive(ring, None).runs():
        log = MatchLog(ring, run)
        earlier.append(list(log.open()))
        damage += [log.damage] if log.damage else []
    assert flash.content == before, "reading changes nothing"
    return running, sorted(earlier), damage


def as_file(records):
    """Returns a match with these records as bytes in the transfer format."""
    ring = Ring(Image(bytearray(), 8), lambda: TODAY)
    log = MatchLog(ring)
    log.restart(records)
    return b"".join(image(ring, log.run))


def of_version(content, version=VERSION + 1):
    fields = content[4:6] + bytes((version,)) + content[7:32]
    return content[:4] + fields + crc32(fields).to_bytes(4, "big") + content[36:]


def receive(ring, content, day=""):
    for _ in receiving(ring, content, day):
        pass
    return ring.runs()[0]


def receiving(ring, content, day=""):
    """Stores `content`, a match in the transfer format; yields after each step."""
    sent = MatchLog(Ring(SentMatch(files_on(Disk({COMING: content})), COMING)))
    yield from checked(ring, sent)
    records = (record for record, _, _ in sent.records_from(*sent.start))
    yield from MatchLog(ring, 0).write(records, IMPORTED, packed_day(day))


class Life:
    """A board's actions on `flash`; if the flash fails, each action is tried up to `tries` times.

    A state is (records of the running match, sorted list of the records of each earlier match).
    `state` is the state after the last completed action. `maybe` lists the states that may follow
    if a power cut or an error stops the current action.
    """

    def __init__(self, flash, tries=1):
        self.flash = flash
        self.tries = tries
        self.maybe = []
        self.state = found(flash)[:2]
        self.ring = flash.ring()
        self.log = MatchLog(self.ring)
        self.archive = Archive(self.ring, None)

    def check(self, flash):
        running, earlier, damage = found(flash)
        assert not damage, damage
        assert (running, earlier) in [self.state] + self.maybe
        return running, earlier

    def _do(self, maybe, act):
        self.maybe = maybe
        for left in range(self.tries, 0, -1):
            try:
                act()
                break
            except OSError:
                if left == 1:
                    raise
        self.state = maybe[-1]
        if self.tries > 1 and len(maybe) > 1:  # a flash that failed may have kept what was to go
            self.state = self._calm(lambda: self.check(self.flash))
        self.maybe = []

    def _calm(self, look):
        store = self.flash.store
        fault, store.fault = store.fault, None
        result = look()
        store.fault = fault
        return result

    def start(self):
        """Reads the running match; programs again all bits that a power cut left unsteady."""
        list(self.log.open())
        self.log.settle()

    def append(self, record):
        running, earlier = self.state
        self._do([(running + [record], earlier)], lambda: self.log.append(record))

    def restart(self, records, keep=True, over=False):
        running, earlier = self.state
        maybe = [(records, sorted(earlier + [running]) if running else earlier)]
        if not keep:
            maybe.append((records, earlier))
        self._do(maybe, lambda: self.log.restart(records, keep, over))

    def receive(self, records):
        running, earlier = self.state
        content = as_file(records)
        act = lambda: receive(self.ring, content)  # noqa: E731
        self._do([(running, sorted(earlier + [records]))], act)

    def remove(self, run):
        running, earlier = self.state
        left = list(earlier)
        left.remove(self._calm(lambda: list(self.archive.open(run).open())))
        self._do([(running, left)], lambda: self.ring.drop(run))


def switched_on(flash):
    life = Life(flash)
    life.start()
    return life


def aged(kind, sectors=10):
    """Returns a flash of class `kind` with matches; every sector has been written at least once."""
    flash = kind(sectors=sectors)
    life = Life(flash)
    for i in range(sectors):
        life.restart(LONG[: 2 + i % 3], keep=i > sectors - 3)
    return flash


def script(life):
    """Does each kind of action: appends, fills sectors, begins, receives and deletes matches."""
    for i in range(4):
        life.append(a_record(i))
    life.ring.erase_next()
    life.restart(LONG, over=True)
    for i in range(6):
        life.append(a_record(i, LONGEST))
    life.receive(LONG + [a_record(i) for i in range(30)])
    life.append(a_record(7))
    life.ring.erase_next()
    life.restart(BEGIN, keep=False)
    life.remove(life.archive.runs()[-1])
    life.append(a_record(9))


def lived():
    flash = aged(OnNor)
    life = Life(flash)
    script(life)
    return flash.store, life.state


RECORDS = BEGIN + [a_record(i) for i in range(40)]


def written(flash, records):
    log = MatchLog(flash.ring())
    log.restart(records[:2])
    for record in records[2:]:
        log.append(record)
    return log


OLDEST_FIRST = [BEGIN + [bytes((3, i)) for i in range(2 + i)] for i in range(20)]


def full(kind, overs, sectors=8):
    """Returns a flash with one match per item of `overs`; an item is True if the match is over."""
    flash = kind(sectors=sectors)
    log = MatchLog(flash.ring())
    for i in range(len(overs)):
        log.restart(OLDEST_FIRST[i], over=i > 0 and overs[i - 1])
    return flash
