"""What every log keeps: the journal alone, and with the newest records in a file of their own."""

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


def test_a_reader_that_stops_early_loses_nothing():
    for make in _BOTH:
        for stop in range(1, 9):
            disk = written(RECORDS[:9], make)
            log = make(disk)
            records = log.open()
            for _ in range(stop):
                next(records)
            log.append(b"more")
            assert read(disk, make) == (RECORDS[:9] + [b"more"], None)


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
