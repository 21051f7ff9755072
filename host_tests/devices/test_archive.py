"""The last matches on flash: a log is kept whole or not at all, and the oldest make room."""

from fakes.disk import Disk, PlugPulled, files_on
from picogammon.devices.archive import Archive, newest_first
from picogammon.devices.recent import Recent
from portable import raises

_LOG = "match.log"
_FLASH = 1 << 20
_OLD = [b"settings", b"old"] + [bytes((i,) * 9) for i in range(20)]
_NEW = [b"settings", b"new"]


def _disk():
    disk = Disk()
    disk.full = _FLASH
    return disk


def _played(disk):
    """The log of a match on that disk, some of it in the small file."""
    log = Recent(files_on(disk), _LOG)
    log.restart(_OLD[:2])
    for record in _OLD[2:]:
        log.append(record)
    return log


def _keep(disk, log):
    log.restart(_NEW, False, Archive(files_on(disk), "matches", _LOG).fresh())


def _state(disk):
    """(what the running log holds, what the matches hold) for a board that starts now."""
    disk.cut = None
    log = Recent(files_on(disk), _LOG)
    running = list(log.open())
    assert log.damage is None
    kept = Archive(files_on(disk), "matches", _LOG)
    return running, [list(kept.open(name).open()) for name in kept.names()]


def test_a_log_is_kept_whole_with_its_newest_records():
    disk = _disk()
    log = _played(disk)
    assert len(disk.files["match.log.newest"]) > 20
    _keep(disk, log)
    log.append(b"first")
    assert _state(disk) == (_NEW + [b"first"], [_OLD])


def test_after_a_cut_at_any_moment_the_log_runs_or_is_kept_and_never_both_or_neither():
    whole = _disk()
    _keep(whole, _played(whole))
    begun = _disk()
    _played(begun)
    seen = []
    for cut in range(begun.steps, whole.steps):
        disk = _disk()
        disk.cut = cut
        try:
            _keep(disk, _played(disk))
            raise AssertionError("it was not cut")
        except PlugPulled:
            pass
        running, kept = _state(disk)
        assert (running, kept) in ((_OLD, []), (_NEW, [_OLD])), cut
        seen.append(running == _NEW)
        log = Recent(files_on(disk), _LOG)  # and it goes on from there
        list(log.open())
        log.append(b"more")
        assert _state(disk) == (running + [b"more"], kept)
    assert True in seen and False in seen


def test_an_error_at_any_operation_loses_neither_log():
    begun = _disk()
    log = _played(begun)
    first = begun.operations
    _keep(begun, log)
    last = begun.operations
    for number in range(first, last):
        disk = _disk()
        disk.fault = number, 5
        log = _played(disk)
        try:
            _keep(disk, log)
        except OSError:
            pass
        disk.fault = None
        running, kept = _state(disk)
        assert (running, kept) in ((_OLD, []), (_NEW, [_OLD])), number


def test_a_log_that_is_damaged_goes_aside_and_not_to_the_matches():
    disk = _disk()
    _played(disk).close()
    disk.files[_LOG][-3] ^= 1
    log = Recent(files_on(disk), _LOG)
    list(log.open())
    _keep(disk, log)
    assert Archive(files_on(disk), "matches", _LOG).names() == []
    assert "match.log.bad" in disk.files
    assert _state(disk) == (_NEW, [])


def _full_of(disk, sizes):
    """Fills the disk with matches that nobody writes: those of a size share it, to fit in a small
    heap."""
    contents = {size: bytearray(size) for size in sizes}
    disk.folders.add("matches")
    for i in range(len(sizes)):
        disk.files["matches/%05d.log" % (i + 1)] = contents[sizes[i]]


def _trimmed(disk):
    """The numbers of the matches that are left."""
    kept = Archive(files_on(disk), "matches", _LOG)
    rounds = 0
    while kept.trim():
        rounds += 1
        assert rounds < 200
    return [int(name.split(".")[0]) for name in kept.names()]


def test_the_oldest_go_when_the_share_is_full():
    disk = Disk()
    disk.full = 24 * 4096  # a third of it is 8 blocks
    _full_of(disk, [5000] * 3 + [100] * 6)
    assert _trimmed(disk) == [9, 8, 7, 6, 5, 4, 3], "6 of a block, and 1 of two"


def test_no_more_are_kept_than_a_list_shows():
    disk = _disk()
    disk.full *= 4
    _full_of(disk, [0] * 70)
    assert _trimmed(disk) == list(range(70, 6, -1))


def test_where_others_fill_the_flash_a_sixteenth_of_it_is_still_for_matches():
    disk = Disk()
    disk.full = 64 * 4096
    _full_of(disk, [100] * 12)
    disk.files["own.bin"] = bytearray(100)
    disk.files["matches/00009.log.new"] = bytearray(10)
    disk.files["matches/notes.txt"] = bytearray(10)
    stat = disk.statvfs
    disk.statvfs = lambda path: stat(path)[:3] + (0,)  # somebody fills it
    assert _trimmed(disk) == [12, 11, 10, 9]
    assert "own.bin" in disk.files and "matches/notes.txt" in disk.files
    assert "matches/00009.log.new" not in disk.files


def test_where_the_folder_cannot_be_listed_no_number_is_given():
    disk = _disk()
    _keep(disk, _played(disk))

    def listdir(path):
        raise OSError(5)

    disk.listdir = listdir
    with raises(OSError, "5"):
        Archive(files_on(disk), "matches", _LOG).fresh()


def test_the_day_of_a_match_is_that_of_its_log_where_the_clock_was_set():
    disk = _disk()
    log = _played(disk)
    _keep(disk, log)
    stat = disk.stat
    disk.stat = lambda path: stat(path)[:8] + (1795305600, 0)
    log.append(b"on a known day")
    _keep(disk, log)
    assert Archive(files_on(disk), "matches", _LOG).names() == ["00002-20261122.log", "00001.log"]


def test_what_is_no_log_or_of_the_first_version_has_no_serial_number():
    head = b"PGJ\x02\x07\x01\x00\x00"
    for data, serial in ((head, 263), (head + b"more", 263), (head[:7], 0), (b"", 0)):
        disk = Disk({_LOG: data})
        assert Archive(files_on(disk), "matches", _LOG).beside().serial() == serial
    for data in (b"PGJ\x01" + bytes(range(9)), b"PGN\x02" + bytes(range(9)), b"hello, you"):
        disk = Disk({_LOG: data})
        assert Archive(files_on(disk), "matches", _LOG).beside().serial() == 0
    assert Archive(files_on(Disk()), "matches", _LOG).beside().serial() == 0


def test_a_match_of_number_0_is_listed():
    names = ["00000.log", "00010-20261122.log", "2.log", "coming.new", "x.log", ".log"]
    assert newest_first(names) == ["00010-20261122.log", "2.log", "00000.log"]
