"""A saved match's log after appends, restarts, damage, a full disk and a pulled plug.

Of the journal alone, and with the newest records in a file of their own."""

from binascii import crc32

from devices.logs import (
    BEGIN,
    PATH,
    RECORDS,
    a_journal,
    a_recent,
    a_record,
    read,
    written,
)
from fakes.disk import Disk, PlugPulled
from picogammon.devices.entries import entry_of
from portable import raises, some

_BOTH = (a_journal, a_recent)


def test_no_file_is_an_empty_log():
    for make in _BOTH:
        disk = Disk()
        assert read(disk, make) == ([], None)
        assert disk.files == {}


def test_what_was_appended_is_read_back_in_order():
    for make in _BOTH:
        for count in range(2, len(RECORDS)):
            assert read(written(RECORDS[:count], make), make) == (RECORDS[:count], None)


def test_appending_goes_on_after_a_start():
    for make in _BOTH:
        disk = written(RECORDS[:3], make)
        for i in range(3, len(RECORDS)):
            log = make(disk)
            if i % 2:  # append alone reads what is there first
                assert list(log.open()) == RECORDS[:i]
            log.append(RECORDS[i])
        assert read(disk, make) == (RECORDS, None)


def test_longest_and_shortest_record():
    records = BEGIN + [b"\x00", bytes(range(255)), b"\xff", bytes(210), bytes(203)]
    for make in _BOTH:
        assert read(written(records, make), make) == (records, None)


def test_a_record_that_is_empty_or_too_long_is_refused_and_changes_nothing():
    for make in _BOTH:
        disk = written(RECORDS, make)
        log = make(disk)
        for bad in (b"", bytes(256)):
            with raises(ValueError, "1 to 255"):
                log.append(bad)
        log.append(b"good")
        assert read(disk, make) == (RECORDS + [b"good"], None)


def test_a_new_log_that_begins_like_the_old_one_has_nothing_of_it():
    for make in _BOTH:
        disk = written(RECORDS[:9], make)
        log = make(disk)
        log.restart(BEGIN)
        assert list(log.open()) == BEGIN
        log.append(b"three")
        assert list(log.open()) == BEGIN + [b"three"]
        assert read(disk, make) == (BEGIN + [b"three"], None)


def test_a_log_that_someone_else_removed_is_noticed():
    for make in _BOTH:
        disk = written(RECORDS, make)
        log = make(disk)
        list(log.open())
        disk.remove(PATH)
        with raises(OSError, "someone else"):
            log.append(b"x")
        log.restart(RECORDS)
        assert read(disk, make) == (RECORDS, None)


def _tidied(log):
    """The log, with nothing more to tidy. A journal alone never has anything."""
    while hasattr(log, "tidy") and log.tidy():
        pass


def _script(log, done, appended):
    """Appends, tidies, restarts. `done`: the log before and after the commit under way."""
    done[:] = [[], []]
    list(log.open())
    for start in (0, 1, 2):
        for i in range(appended):
            done[1] = done[0] + [a_record(start * appended + i)]
            log.append(done[1][-1])
            done[0] = done[1]
            if i % 6 == 5:
                _tidied(log)
        done[1] = [b"begin", bytes((start,))]
        log.restart(done[1])
        done[0] = done[1]


def test_a_pulled_plug_leaves_the_log_before_or_after_the_commit():
    for make, appended in ((a_journal, 4), (a_recent, 17)):
        disk = Disk()
        done = []
        _script(make(disk), done, appended)
        for cut in some(range(disk.steps)):
            disk = Disk()
            disk.cut = cut
            try:
                _script(make(disk), done, appended)
                raise AssertionError("the plug was not pulled")
            except PlugPulled:
                pass
            disk.cut = None
            records, _ = read(disk, make)
            assert records in done, (cut, records, done)
            make(disk).append(b"and on")
            assert read(disk, make) == (records + [b"and on"], None)
            assert [path for path in disk.files if path.endswith(".new")] == []


_BAD = PATH + ".bad"
_FEW = [a_record(i) for i in range(12)]


def _journal_of(records):
    return written(records, a_journal)


def _read_journal(disk):
    return read(disk, a_journal)


def test_every_commit_is_synced():
    disk = Disk()
    log = a_journal(disk)
    for count in range(1, 4):
        log.append(b"x")
        assert disk.synced == count
    log.restart([b"y"])
    assert disk.synced == 4


def test_any_cut_of_the_file_keeps_the_whole_records_and_says_so():
    whole = bytes(_journal_of(_FEW).files[PATH])
    ends = [8]
    for record in _FEW:
        ends.append(ends[-1] + 5 + len(record))
    for length in range(8, len(whole)):
        disk = Disk()
        disk.files[PATH] = bytearray(whole[:length])
        good = max(i for i in range(len(ends)) if ends[i] <= length)
        records, damage = _read_journal(disk)
        assert records == _FEW[:good]
        if length == ends[good]:
            assert damage is None and _BAD not in disk.files
        else:
            lost = length - ends[good]
            told = "byte" if lost == 1 else "%d bytes" % lost
            assert damage.startswith("The last %s of match.log " % told)
            assert "match.log.bad" in damage
        assert disk.files == {PATH: whole[:length]}, "reading changes nothing"
        a_journal(disk).append(b"next")
        assert _read_journal(disk) == (_FEW[:good] + [b"next"], None)
        if damage:
            assert disk.files[_BAD] == whole[:length]


def test_any_changed_byte_is_found():
    whole = bytes(_journal_of(_FEW).files[PATH])
    for at in range(8, len(whole)):
        for flip in (1, 128):
            disk = Disk()
            disk.files[PATH] = bytearray(whole)
            disk.files[PATH][at] ^= flip
            records, damage = _read_journal(disk)
            assert records == _FEW[: len(records)] and len(records) < len(_FEW)
            assert "were damaged" in damage


def test_a_foreign_file_is_kept_aside():
    for garbage in (b"", b"P", b"PGJ", b"hello, I am a text\n" * 9, bytes(100), b"\xff" * 4096):
        disk = Disk()
        disk.files[PATH] = bytearray(garbage)
        log = a_journal(disk)
        assert list(log.open()) == []
        assert "not a saved match" in log.damage
        assert disk.files == {PATH: garbage}
        log.append(b"fresh")
        assert disk.files.get(_BAD, b"") == garbage
        assert _read_journal(disk) == ([b"fresh"], None)


def test_a_log_of_another_version_is_kept_aside():
    disk = _journal_of(_FEW)
    header = b"PGJ\x07" + bytes(4)
    disk.files[PATH][:] = header + entry_of(_FEW[0], crc32(header))[0]
    before = bytes(disk.files[PATH])
    records, damage = _read_journal(disk)
    assert records == [] and "version 7" in damage
    a_journal(disk).append(b"fresh")
    assert disk.files[_BAD] == before


def test_a_failed_append_can_be_tried_again():
    for room in range(0, 25):
        disk = _journal_of(_FEW)
        log = a_journal(disk)
        list(log.open())
        disk.full = len(disk.files[PATH]) + room
        with raises(OSError):
            log.append(bytes(20))
        disk.full = None
        log.append(bytes(20))
        log.append(b"on")
        assert _read_journal(disk) == (_FEW + [bytes(20), b"on"], None)


def test_a_log_that_lost_its_last_byte_is_noticed_before_it_is_added_to():
    disk = _journal_of(_FEW)
    log = a_journal(disk)
    list(log.open())
    disk.files[PATH] = disk.files[PATH][:-1]
    with raises(OSError, "someone else"):
        log.append(b"x")


def test_a_log_that_is_written_anew_breathes_at_least_once_a_sector():
    """Each sector may take 400 ms to erase, and the watchdog waits for five seconds."""
    disk = Disk()
    records = [bytes((i,)) * 200 for i in range(60)]
    seen = [0]

    def breathe():
        seen.append(len(disk.files.get(PATH + ".new", b"")))
        assert seen[-1] - seen[-2] <= 4096

    log = a_journal(disk)
    log.breathe = breathe
    log.restart(records)
    assert len(seen) > 3 and seen[-1] > 4096
    log.close()
    disk.files[PATH] += b"half an entry"
    del seen[1:]
    log.append(b"on")  # which writes all that is good anew
    assert len(seen) > 3 and seen[-1] > 4096


def test_what_cannot_be_read_is_put_away_and_a_new_log_begins():
    disk = _journal_of([b"one", b"two"])
    disk.files[PATH].extend(b"torn")
    unread = bytes(disk.files[PATH])
    log = a_journal(disk)
    assert list(log.open()) == [b"one", b"two"] and log.damage
    log.put_away()
    assert bytes(disk.files["match.log.unread1"]) == unread and PATH not in disk.files
    assert (log.damage, log.size, log.total) == (None, 0, 0)
    log.put_away()
    assert list(disk.files) == ["match.log.unread1"]
    log.append(b"new")
    assert list(a_journal(disk).open()) == [b"new"]


def test_a_new_log_takes_its_place_only_if_it_is_whole():
    whole = bytes(_journal_of(_FEW).files[PATH])
    for data in (whole[:-1], whole[:20], whole + b"x", whole[:8], b"garbage", b""):
        disk = Disk({PATH + ".new": data})
        assert list(a_journal(disk).open()) == []
        assert disk.files == {PATH + ".new": data}
    disk = Disk({PATH + ".new": whole})
    assert list(a_journal(disk).open()) == _FEW and list(disk.files) == [PATH]


_NEWEST = PATH + ".newest"


def _written(records):
    return written(records, a_recent)


def _read(disk):
    return read(disk, a_recent)


def _mend(disk):
    """What a board does when somebody has seen the damage."""
    log = a_recent(disk)
    list(log.open())
    log.mend()


def test_the_whole_log_is_read_again_while_it_grows_and_is_tidied():
    disk = _written(RECORDS)
    log = a_recent(disk)
    list(log.open((RECORDS[30][0], 1, 9)))  # from one of its last records on
    found = []
    for record in log.again():
        if record is not None:
            found.append(record)
        elif len(found) % 20 == 0 and len(found) < 40:
            log.append(b"more")
            log.tidy()
    assert found == RECORDS and len(list(log.open())) > len(found)


def test_a_full_disk_refuses_and_loses_nothing():
    for room in range(0, 60):
        for count in range(2, 30, 3):
            disk = _written(RECORDS[:count])
            kept = RECORDS[:count]
            log = a_recent(disk)
            for _ in range(2):
                disk.full = sum([len(data) for data in disk.files.values()]) + room
                try:
                    log.append(bytes(20))
                    kept = kept + [bytes(20)]
                except OSError:
                    disk.full = None
                    assert list(a_recent(disk).open()) == kept, (room, count)
            disk.full = None
            log.append(b"room again")
            assert _read(disk)[0] == kept + [b"room again"]


def test_after_a_commit_that_failed_anywhere_the_next_one_stands_where_it_should():
    """What the failed one left in the small file, all of it at worst, does not count."""
    for count in (3, 9, 20):
        kept = RECORDS[:count]
        failed = 0
        for number in range(20):
            disk = _written(kept)
            log = a_recent(disk)
            list(log.open())
            disk.fault = (disk.operations + number, 5)
            records = kept
            try:
                log.append(b"one")
                records = kept + [b"one"]
            except OSError:
                failed += 1
            disk.fault = None
            log.append(b"two")
            assert list(a_recent(disk).open()) == records + [b"two"], (count, number)
        assert 3 <= failed < 20


def test_any_changed_byte_of_the_small_file_is_found():
    whole = _written(RECORDS[:12])
    for at in range(len(whole.files[_NEWEST])):
        for flip in (1, 128):
            disk = Disk()
            disk.files = {path: bytearray(data) for path, data in whole.files.items()}
            disk.files[_NEWEST][at] ^= flip
            records, damage = _read(disk)
            assert records == RECORDS[: len(records)] and 2 <= len(records) < 12
            assert damage.endswith(" damaged; the file is kept as match.log.newest.bad")
            assert _read(disk) == (records, damage), "until it is mended"
            damaged = bytes(disk.files[_NEWEST])
            _mend(disk)
            assert disk.files["match.log.newest.bad"] == damaged
            assert _read(disk) == (records, None)
            a_recent(disk).append(b"next")
            assert _read(disk) == (records + [b"next"], None)


def test_a_damaged_log_does_not_become_an_earlier_match():
    disk = _written(RECORDS[:30])
    disk.files[PATH][-1] ^= 1
    damaged = bytes(disk.files[PATH])
    log = a_recent(disk)
    list(log.open())
    disk.fault = disk.operations, 5
    log.append(b"one")  # though it could not be mended
    disk.fault = None
    log.restart(BEGIN, False, "kept.log")
    assert _read(disk) == (BEGIN, None)
    assert disk.files[PATH + ".bad"] == damaged and "kept.log" not in disk.files


class Clock:
    """Each commit takes 1 ms, every `often` 50: the one that erases."""

    def __init__(self, often):
        self.now = (1 << 30) - 5
        self.often = often
        self.asked = 0
        self.slow = 0

    def __call__(self):
        self.asked += 1
        if self.asked % 2 == 0:
            erases = self.asked // 2 % self.often == 0
            self.slow += erases
            self.now += 50 if erases else 1
        return self.now & (1 << 30) - 1


def test_erases_come_while_nobody_waits():
    disk = Disk()
    clock = Clock(15)
    log = a_recent(disk, clock)
    log.restart(BEGIN)
    while log.tidy():
        pass
    assert clock.slow == 1, "right after the start"
    for i in range(90):
        before = clock.slow
        log.append(a_record(i))
        assert clock.slow == before, "while somebody waits"
        while log.tidy():
            pass
        asked = clock.asked
        assert not log.tidy() and clock.asked == asked
    assert 6 <= clock.slow <= 12
    assert len(_read(disk)[0]) == 92


def test_a_small_file_of_another_log_is_not_joined_and_one_of_a_newer_log_is_said():
    disk = _written(RECORDS[:9])
    newest = bytes(disk.files[_NEWEST])
    log = a_recent(disk)
    log.restart(BEGIN)
    older = bytes(disk.files[PATH])
    disk.files[_NEWEST] = bytearray(newest)
    assert _read(disk) == (BEGIN, None), "what was left of the log before"
    log = a_recent(disk)
    log.restart(BEGIN)
    log.append(b"newer")
    disk.files[PATH] = bytearray(older)
    records, damage = _read(disk)
    assert records == BEGIN and "match.log.newest follows is gone" in damage


def test_a_log_that_is_cut_is_kept_aside_where_the_cut_is():
    for at in range(1, len(RECORDS) - 1):  # if nothing is good, the file stays for a new match
        disk = _written(RECORDS[:-1])
        before = {path: bytes(data) for path, data in disk.files.items()}
        in_journal = len(_read_journal(disk)[0])
        log = a_recent(disk)
        given = log.open()
        for _ in range(at + 1):
            next(given)
        log.cut()
        assert log.damage == "The log makes no sense"
        log.mend()
        assert _read(disk) == (RECORDS[:at], None), at
        aside = [path for path in before if disk.files.get(path + ".bad") == before[path]]
        assert aside == ([PATH, _NEWEST] if at <= in_journal else [_NEWEST]), at


def test_other_records_than_were_noted_are_told_by_their_crc():
    """In the small file, and in the journal, which has the first two."""
    for before in (BEGIN, BEGIN[:1]):
        for noted, found in ((b"one", b"two"), (b"one", b"one")):
            note = _Note()
            log = a_recent(_written(before + [noted]), witness=note)
            list(log.open())
            while log.tidy():
                pass
            assert note.said[:2] == (1, log.size)
            log = a_recent(_written(before + [found]), witness=note)
            list(log.open())
            assert (log.damage is None) == (noted == found), (before, found)


class _Note:
    """A Witness that says what it was told last."""

    def __init__(self):
        self.said = None

    def read(self):
        return self.said

    def note(self, said):
        changed = said != self.said
        self.said = said
        return changed
