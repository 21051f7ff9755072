"""The newest records in a file of their own: the log says what a journal alone would say."""

from fakes.disk import Disk, PlugPulled, in_place_of
from picogammon.devices import files, journal, newest
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from portable import raises

_PATH = "match.log"
_NEWEST = "match.log.newest"
_BEGIN = [b"settings", b"checkpoint"]


def _record(i):
    return bytes((i % 256,) * (1 + i % 9))


_RECORDS = _BEGIN + [_record(i) for i in range(40)]


def _on(disk):
    return in_place_of(disk, files, journal, newest)


def _log(ticks=None, sync=None):
    return Recent(Journal(_PATH), _PATH, sync, ticks)


def _written(records):
    """A disk with a log of these records."""
    disk = Disk()
    with _on(disk):
        log = _log()
        log.restart(records[:2])
        for record in records[2:]:
            log.append(record)
    return disk


def _read(disk):
    """(records, damage) as a board that starts now finds them. That changes nothing."""
    with _on(disk):
        log = _log()
        before = disk.copy().files
        records = list(log.open())
        assert disk.files == before or [path for path in before if path.endswith(".new")]
        return records, log.damage


def _mend(disk):
    """What a board does when somebody has seen the damage."""
    with _on(disk):
        log = _log()
        list(log.open())
        log.mend()


def test_no_file_is_an_empty_log():
    disk = Disk()
    assert _read(disk) == ([], None)
    assert disk.files == {}


def test_what_was_appended_is_read_back_in_order():
    for count in range(2, len(_RECORDS)):
        disk = _written(_RECORDS[:count])
        assert _read(disk) == (_RECORDS[:count], None)
        assert len(disk.files.get(_NEWEST, b"")) <= 224
    assert sorted(disk.files) == [_PATH, _NEWEST]


def test_the_journal_is_written_to_a_dozen_records_at_a_time():
    disk = Disk()
    sizes = []
    with _on(disk):
        log = _log()
        for record in _RECORDS:
            log.append(record)
            sizes.append(len(disk.files[_PATH]))
            assert log.size == 8 + sum([5 + len(r) for r in _RECORDS[: len(sizes)]])
    assert 2 <= len(set(sizes)) <= 4


def test_appending_goes_on_after_a_start():
    disk = _written(_RECORDS[:3])
    for i in range(3, len(_RECORDS)):
        with _on(disk):
            log = _log()
            if i % 2:  # append alone reads what is there first
                assert list(log.open()) == _RECORDS[:i]
            log.append(_RECORDS[i])
    assert _read(disk) == (_RECORDS, None)


def test_a_reader_that_stops_early_loses_nothing():
    for stop in range(1, 9):
        disk = _written(_RECORDS[:9])
        with _on(disk):
            log = _log()
            records = log.open()
            for _ in range(stop):
                next(records)
            log.append(b"more")
        assert _read(disk) == (_RECORDS[:9] + [b"more"], None)


def test_the_whole_log_is_read_again_while_it_grows_and_is_tidied():
    disk = _written(_RECORDS)
    with _on(disk):
        log = _log()
        list(log.open((_RECORDS[30][0], 1, 9)))  # from one of its last records on
        found = []
        for record in log.again():
            if record is not None:
                found.append(record)
            elif len(found) % 20 == 0 and len(found) < 40:
                log.append(b"more")
                log.tidy()
        assert found == _RECORDS and len(list(log.open())) > len(found)


def test_read_again_a_log_ends_before_what_is_damaged():
    disk = _written(_RECORDS)
    with _on(disk):
        log = _log()
        list(log.open((_RECORDS[30][0], 1, 9)))
        spoilt = bytearray(disk.files[_PATH])
        spoilt[60] ^= 1
        disk.files[_PATH] = bytes(spoilt)
        found = [record for record in log.again() if record is not None]
        assert 2 <= len(found) < 10 and found == _RECORDS[: len(found)]


def test_a_journal_of_its_own_is_taken_up():
    disk = Disk()
    with _on(disk):
        for record in _RECORDS[:20]:
            Journal(_PATH).append(record)
        log = _log()
        assert list(log.open()) == _RECORDS[:20]
        log.append(_RECORDS[20])
    assert _read(disk) == (_RECORDS[:21], None)


def test_a_long_record_goes_to_the_journal_itself():
    records = _RECORDS[:5] + [bytes(range(255)), b"and on", bytes(210), bytes(203)]
    assert _read(_written(records)) == (records, None)


def test_a_record_that_is_empty_or_too_long_is_refused_and_changes_nothing():
    disk = _written(_RECORDS)
    with _on(disk):
        log = _log()
        for bad in (b"", bytes(256)):
            with raises(ValueError, "1 to 255"):
                log.append(bad)
        log.append(b"good")
    assert _read(disk) == (_RECORDS + [b"good"], None)


def test_a_new_log_that_begins_like_the_old_one_has_nothing_of_it():
    disk = _written(_RECORDS[:9])
    with _on(disk):
        log = _log()
        log.restart(_BEGIN)
        assert list(log.open()) == _BEGIN
        log.append(b"three")
        assert list(log.open()) == _BEGIN + [b"three"]
    assert _read(disk) == (_BEGIN + [b"three"], None)


def test_a_full_disk_refuses_and_loses_nothing():
    for room in range(0, 60):
        for count in range(2, 30, 3):
            disk = _written(_RECORDS[:count])
            kept = _RECORDS[:count]
            with _on(disk):
                log = _log()
                for _ in range(2):
                    disk.full = sum([len(data) for data in disk.files.values()]) + room
                    try:
                        log.append(bytes(20))
                        kept = kept + [bytes(20)]
                    except OSError:
                        disk.full = None
                        assert list(_log().open()) == kept, (room, count)
                disk.full = None
                log.append(b"room again")
            assert _read(disk)[0] == kept + [b"room again"]


def test_after_a_commit_that_failed_anywhere_the_next_one_stands_where_it_should():
    """What the failed one left in the small file, all of it at worst, does not count."""
    for count in (3, 9, 20):
        kept = _RECORDS[:count]
        failed = 0
        for number in range(20):
            disk = _written(kept)
            with _on(disk):
                log = _log(sync=disk.operate)
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
                assert list(_log().open()) == records + [b"two"], (count, number)
        assert 3 <= failed < 20


def test_a_log_that_someone_else_removed_is_noticed():
    disk = _written(_RECORDS)
    with _on(disk):
        log = _log()
        list(log.open())
        disk.remove(_PATH)
        with raises(OSError, "someone else"):
            log.append(b"x")
        log.restart(_RECORDS)
    assert _read(disk) == (_RECORDS, None)


def _script(log, done):
    """Appends, tidies, restarts. `done`: the log before and after the commit under way."""
    done[:] = [[], []]
    list(log.open())
    for start in (0, 1, 2):
        for i in range(17):
            done[1] = done[0] + [_record(start * 17 + i)]
            log.append(_record(start * 17 + i))
            done[0] = done[1]
            if i % 6 == 5:
                while log.tidy():
                    pass
        done[1] = list(_BEGIN)
        log.restart(done[1])
        done[0] = done[1]


def test_a_pulled_plug_leaves_the_log_before_or_after_the_commit():
    disk = Disk()
    done = []
    with _on(disk):
        _script(_log(), done)
    for cut in range(0, disk.steps):
        disk = Disk()
        disk.cut = cut
        try:
            with _on(disk):
                _script(_log(), done)
            raise AssertionError("the plug was not pulled")
        except PlugPulled:
            pass
        disk.cut = None
        records, _ = _read(disk)
        assert records in done, (cut, records, done)
        with _on(disk):
            _log().append(b"and on")
        assert _read(disk) == (records + [b"and on"], None)
        assert [path for path in disk.files if path.endswith(".new")] == []


def test_any_changed_byte_of_the_small_file_is_found():
    whole = _written(_RECORDS[:12])
    for at in range(len(whole.files[_NEWEST])):
        for flip in (1, 128):
            disk = Disk()
            disk.files = {path: bytearray(data) for path, data in whole.files.items()}
            disk.files[_NEWEST][at] ^= flip
            records, damage = _read(disk)
            assert records == _RECORDS[: len(records)] and 2 <= len(records) < 12
            assert "match.log.newest were damaged; they are kept in match.log.newest.bad" in damage
            assert _read(disk) == (records, damage), "until it is mended"
            damaged = bytes(disk.files[_NEWEST])
            _mend(disk)
            assert disk.files["match.log.newest.bad"] == damaged
            assert _read(disk) == (records, None)
            with _on(disk):
                _log().append(b"next")
            assert _read(disk) == (records + [b"next"], None)


def test_with_the_journal_s_end_damaged_what_followed_is_kept_aside():
    disk = _written(_RECORDS[:30])
    newest = bytes(disk.files[_NEWEST])
    disk.files[_PATH][-1] ^= 1
    records, damage = _read(disk)
    assert 2 <= len(records) < 30 and records == _RECORDS[: len(records)]
    assert "match.log were damaged" in damage
    damaged = bytes(disk.files[_PATH])
    _mend(disk)
    assert disk.files["match.log.bad"] == damaged
    assert disk.files["match.log.newest.bad"] == newest
    assert _read(disk) == (records, None)


def test_records_that_moved_half_way_are_whole():
    whole = _written(_RECORDS[:12])
    kept = whole.files[_PATH]
    with _on(whole):
        log = _log()
        list(log.open())
        newest = bytes(whole.files[_NEWEST])
        log.append(bytes(200))
    moved = whole.files[_PATH][:-205]
    for length in range(len(kept), len(moved) + 1):
        disk = Disk()
        disk.files = {_PATH: bytearray(moved[:length]), _NEWEST: bytearray(newest)}
        assert _read(disk) == (_RECORDS[:12], None), length
        with _on(disk):
            log = _log()
            log.append(b"next")
            log.append(b"and next")
        assert _read(disk) == (_RECORDS[:12] + [b"next", b"and next"], None)


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
    with _on(disk):
        log = _log(clock)
        log.restart(_BEGIN)
        while log.tidy():
            pass
        assert clock.slow == 1, "right after the start"
        for i in range(90):
            before = clock.slow
            log.append(_record(i))
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
    with _on(disk):
        log = _log(clock)
        log.restart(_BEGIN)
        tidied = 0
        while log.tidy():
            tidied += 1
        assert tidied < 50 and not log.tidy()


def test_tidying_a_full_disk_fails_quietly():
    disk = _written(_RECORDS[:24])
    with _on(disk):
        log = _log(Clock(15))
        list(log.open())
        disk.full = 0
        while log.tidy():
            pass
        disk.full = None
    assert _read(disk) == (_RECORDS[:24], None)


def test_a_small_file_of_another_log_is_not_joined_and_one_of_a_newer_log_is_said():
    disk = _written(_RECORDS[:9])
    newest = bytes(disk.files[_NEWEST])
    with _on(disk):
        log = _log()
        log.restart(_BEGIN)
    older = bytes(disk.files[_PATH])
    disk.files[_NEWEST] = bytearray(newest)
    assert _read(disk) == (_BEGIN, None), "what was left of the log before"
    with _on(disk):
        log = _log()
        log.restart(_BEGIN)
        log.append(b"newer")
    disk.files[_PATH] = bytearray(older)
    records, damage = _read(disk)
    assert records == _BEGIN and "match.log.newest follows is gone" in damage


def test_other_records_than_were_noted_are_told_by_their_crc():
    for noted, found in ((b"one", b"two"), (b"one", b"one")):
        disk = _written(_BEGIN + [found])
        with in_place_of(_written(_BEGIN + [noted]), files, journal, newest):
            log = _log()
            list(log.open())
            crc = log._newest.crc
        with _on(disk):
            log = Recent(Journal(_PATH), _PATH, None, None, _Note((1, log.size, crc)))
            list(log.open())
            assert (log.damage is None) == (noted == found)


class _Note:
    """A Witness that says what it is told."""

    def __init__(self, said):
        self.said = said

    def read(self):
        return self.said
