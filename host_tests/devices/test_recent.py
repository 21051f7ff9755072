"""The newest records in a file of their own: the log says what a journal alone would say."""

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
from fakes.disk import Disk

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


def test_there_are_two_files_and_the_newest_is_small():
    for count in range(2, len(RECORDS)):
        disk = _written(RECORDS[:count])
        assert len(disk.files.get(_NEWEST, b"")) <= 224
    assert sorted(disk.files) == [PATH, _NEWEST]


def test_the_journal_is_written_to_a_dozen_records_at_a_time():
    disk = Disk()
    sizes = []
    log = a_recent(disk)
    for record in RECORDS:
        log.append(record)
        sizes.append(len(disk.files[PATH]))
        assert log.size == 8 + sum([5 + len(r) for r in RECORDS[: len(sizes)]])
    assert 2 <= len(set(sizes)) <= 4


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


def test_read_again_a_log_ends_before_what_is_damaged():
    disk = _written(RECORDS)
    log = a_recent(disk)
    list(log.open((RECORDS[30][0], 1, 9)))
    spoilt = bytearray(disk.files[PATH])
    spoilt[60] ^= 1
    disk.files[PATH] = bytes(spoilt)
    found = [record for record in log.again() if record is not None]
    assert 2 <= len(found) < 10 and found == RECORDS[: len(found)]


def test_a_journal_of_its_own_is_taken_up():
    disk = Disk()
    for record in RECORDS[:20]:
        a_journal(disk).append(record)
    log = a_recent(disk)
    assert list(log.open()) == RECORDS[:20]
    log.append(RECORDS[20])
    assert _read(disk) == (RECORDS[:21], None)


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


def test_a_damaged_small_file_is_kept_whatever_fails_when_the_next_record_comes():
    for at in (5, -3):  # in its head, in its last entry
        whole = _written(RECORDS[:12])
        whole.files[_NEWEST][at] ^= 1
        damaged = bytes(whole.files[_NEWEST])
        good = _read(whole)[0]
        for number in range(16):
            disk = whole.copy()
            log = a_recent(disk)
            list(log.open())
            disk.fault = disk.operations + number, 5
            records = good
            try:
                log.append(b"one")
                records = good + [b"one"]
            except OSError:
                pass
            disk.fault = None
            log.append(b"two")
            assert damaged in disk.files.values(), (at, number)
            assert _read(disk) == (records + [b"two"], None), (at, number)


def test_a_log_that_is_cut_is_kept_aside_where_the_cut_is():
    for at in range(1, len(RECORDS) - 1):  # if nothing is good, the file stays for a new match
        disk = _written(RECORDS[:-1])
        before = {path: bytes(data) for path, data in disk.files.items()}
        in_journal = len(_read_journal(disk))
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


def _read_journal(disk):
    return list(a_journal(disk).open())


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


def test_with_the_journal_s_end_damaged_what_followed_is_kept_aside():
    disk = _written(RECORDS[:30])
    newest = bytes(disk.files[_NEWEST])
    disk.files[PATH][-1] ^= 1
    records, damage = _read(disk)
    assert 2 <= len(records) < 30 and records == RECORDS[: len(records)]
    assert "match.log were damaged" in damage
    damaged = bytes(disk.files[PATH])
    _mend(disk)
    assert disk.files["match.log.bad"] == damaged
    assert disk.files["match.log.newest.bad"] == newest
    assert _read(disk) == (records, None)


def test_records_that_moved_half_way_are_whole():
    whole = _written(RECORDS[:12])
    kept = whole.files[PATH]
    log = a_recent(whole)
    list(log.open())
    newest = bytes(whole.files[_NEWEST])
    log.append(bytes(200))
    moved = whole.files[PATH][:-205]
    for length in range(len(kept), len(moved) + 1):
        disk = Disk()
        disk.files = {PATH: bytearray(moved[:length]), _NEWEST: bytearray(newest)}
        assert _read(disk) == (RECORDS[:12], None), length
        log = a_recent(disk)
        log.append(b"next")
        log.append(b"and next")
        assert _read(disk) == (RECORDS[:12] + [b"next", b"and next"], None)


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


def test_a_flash_that_never_takes_long_is_left_in_peace():
    disk = Disk()
    clock = Clock(1 << 20)
    log = a_recent(disk, clock)
    log.restart(BEGIN)
    tidied = 0
    while log.tidy():
        tidied += 1
    assert tidied < 50 and not log.tidy()


def test_tidying_a_full_disk_fails_quietly():
    disk = _written(RECORDS[:24])
    log = a_recent(disk, Clock(15))
    list(log.open())
    disk.full = 0
    while log.tidy():
        pass
    disk.full = None
    assert _read(disk) == (RECORDS[:24], None)


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


def test_other_records_than_were_noted_are_told_by_their_crc():
    for noted, found in ((b"one", b"two"), (b"one", b"one")):
        disk = _written(BEGIN + [found])
        note = _Note()
        log = a_recent(_written(BEGIN + [noted]), witness=note)
        list(log.open())
        while log.tidy():
            pass
        assert note.said[:2] == (1, log.size)
        log = a_recent(disk, witness=note)
        list(log.open())
        assert (log.damage is None) == (noted == found)


def test_a_note_for_which_the_memory_lacks_is_written_after_a_later_record():
    note = _Note()
    note.lacks = True
    log = a_recent(_written(BEGIN + [b"one"]), witness=note)
    list(log.open())
    assert not log.tidy() and note.said is None
    note.lacks = False
    log.append(b"two")
    while log.tidy():
        pass
    assert note.said[1] == log.size


def test_a_new_log_has_the_next_serial_number_or_that_after_the_one_that_was_noted():
    for noted, serial in ((None, 2), ((1, 9999, 5), 2), ((7, 9999, 5), 8)):
        note = _Note()
        log = a_recent(_written(BEGIN), witness=note)
        list(log.open())
        note.said = noted
        log.restart(BEGIN)
        assert log.journal.serial == serial


def test_nothing_is_tidied_while_damage_has_not_been_seen_nor_without_need():
    disk = _written(BEGIN + [bytes((3,)) * 70] * 2)
    disk.files[_NEWEST].extend(b"garbage")
    before = disk.copy().files
    log = a_recent(disk)
    list(log.open())
    assert log.damage and not log.tidy() and disk.files == before
    log.mend()
    assert log.tidy() and log.untidy, "many records move"
    while log.tidy():
        pass
    operations = disk.operations
    assert not log.untidy and not log.tidy() and disk.operations == operations


class _Note:
    """A Witness that says what it was told last. `lacks`: True if it cannot open a file."""

    lacks = False

    def __init__(self):
        self.said = None

    def read(self):
        return self.said

    def note(self, said):
        if self.lacks:
            raise MemoryError
        changed = said != self.said
        self.said = said
        return changed


def test_the_small_file_is_filled_to_its_last_byte():
    disk = _written(BEGIN)
    before = len(disk.files[PATH])
    log = a_recent(disk)
    log.append(bytes(199))
    assert (len(disk.files[_NEWEST]), len(disk.files[PATH])) == (224, before)
    assert _read(disk) == (BEGIN + [bytes(199)], None)
    disk = _written(BEGIN)
    a_recent(disk).append(bytes(200))
    assert len(disk.files[PATH]) == before + 205, "one that has no room there"


def test_how_much_of_the_small_file_was_damaged_is_told():
    for torn, told in (
        (b"garbage", "The last 7 bytes of match.log.newest were damaged; "),
        (b"g", "The last byte of match.log.newest was damaged; "),
    ):
        disk = _written(RECORDS[:6])
        disk.files[_NEWEST].extend(torn)
        records, damage = _read(disk)
        assert records == RECORDS[:6]
        assert damage == told + "the file is kept as match.log.newest.bad"


def test_a_small_file_that_a_pulled_plug_kept_from_its_place_counts():
    disk = _written(RECORDS[:6])
    disk.files[_NEWEST + ".new"] = disk.files.pop(_NEWEST)
    assert _read(disk) == (RECORDS[:6], None)
    a_recent(disk).append(b"next")
    assert _read(disk) == (RECORDS[:6] + [b"next"], None)


def test_a_sound_log_that_another_takes_the_place_of_is_not_kept_unless_asked_for():
    disk = _written(RECORDS[:6])
    log = a_recent(disk)
    list(log.open())
    log.restart([b"new"])
    assert list(disk.files) == [PATH] and _read(disk) == ([b"new"], None)
    log.restart([b"newer"], True)
    assert sorted(disk.files) == [PATH, PATH + ".bad"]
