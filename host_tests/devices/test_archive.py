"""The last matches on flash: a log is kept whole or not at all, and the oldest make room."""

from fakes.disk import Disk, PlugPulled, in_place_of
from picogammon.devices import archive, files, journal, newest
from picogammon.devices.archive import Archive
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent

_LOG = "match.log"
_FLASH = 1 << 20
_OLD = [b"settings", b"old"] + [bytes((i,) * 9) for i in range(20)]
_NEW = [b"settings", b"new"]


def _on(disk):
    return in_place_of(disk, files, journal, newest, archive)


def _disk():
    disk = Disk()
    disk.full = _FLASH
    return disk


def _played(disk):
    """The log of a match on that disk, some of it in the small file."""
    log = Recent(Journal(_LOG, disk.sync), _LOG, disk.sync)
    log.restart(_OLD[:2])
    for record in _OLD[2:]:
        log.append(record)
    return log


def _keep(disk, log):
    log.restart(_NEW, False, Archive("matches", _LOG).fresh())


def _state(disk):
    """(what the running log holds, what the matches hold) for a board that starts now."""
    disk.cut = None
    with _on(disk):
        log = Recent(Journal(_LOG), _LOG)
        running = list(log.open())
        assert log.damage is None
        kept = Archive("matches", _LOG)
        return running, [list(kept.open(name).open()) for name in kept.names()]


def test_a_log_is_kept_whole_with_its_newest_records():
    disk = _disk()
    with _on(disk):
        log = _played(disk)
        assert len(disk.files["match.log.newest"]) > 20
        _keep(disk, log)
        log.append(b"first")
    assert _state(disk) == (_NEW + [b"first"], [_OLD])


def test_after_a_cut_at_any_moment_the_log_runs_or_is_kept_and_never_both_or_neither():
    whole = _disk()
    with _on(whole):
        _keep(whole, _played(whole))
    begun = _disk()
    with _on(begun):
        _played(begun)
    seen = []
    for cut in range(begun.steps, whole.steps):
        disk = _disk()
        disk.cut = cut
        with _on(disk):
            try:
                _keep(disk, _played(disk))
                raise AssertionError("it was not cut")
            except PlugPulled:
                pass
        running, kept = _state(disk)
        assert (running, kept) in ((_OLD, []), (_NEW, [_OLD])), cut
        seen.append(running == _NEW)
        with _on(disk):  # and it goes on from there
            log = Recent(Journal(_LOG), _LOG)
            list(log.open())
            log.append(b"more")
        assert _state(disk) == (running + [b"more"], kept)
    assert True in seen and False in seen


def test_an_error_at_any_operation_loses_neither_log():
    begun = _disk()
    with _on(begun):
        log = _played(begun)
        first = begun.operations
        _keep(begun, log)
        last = begun.operations
    for number in range(first, last):
        disk = _disk()
        disk.fault = number, 5
        with _on(disk):
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
    with _on(disk):
        _played(disk).close()
        disk.files[_LOG][-3] ^= 1
        log = Recent(Journal(_LOG), _LOG)
        list(log.open())
        _keep(disk, log)
        assert Archive("matches", _LOG).names() == []
        assert "match.log.bad" in disk.files
    assert _state(disk) == (_NEW, [])


def _full_of(disk, sizes):
    disk.folders.add("matches")
    for i in range(len(sizes)):
        disk.files["matches/%05d.log" % (i + 1)] = bytearray(sizes[i])


def _trimmed(disk):
    """The numbers of the matches that are left."""
    with _on(disk):
        kept = Archive("matches", _LOG)
        rounds = 0
        while kept.trim():
            rounds += 1
            assert rounds < 200
        return [int(name[:5]) for name in kept.names()]


def test_the_oldest_go_when_the_share_is_full():
    disk = _disk()
    _full_of(disk, [9000] * 30)  # three blocks each: 21 of them are a quarter of 256
    assert _trimmed(disk) == list(range(30, 9, -1))
    disk = _disk()
    _full_of(disk, [100] * 70)
    assert _trimmed(disk) == list(range(70, 6, -1)), "64 at most"


def test_the_oldest_go_when_the_flash_is_nearly_full_and_other_files_stay():
    disk = _disk()
    _full_of(disk, [4000] * 3)
    disk.files["own.bin"] = bytearray(_FLASH * 7 // 8 - 4096)
    disk.files["matches/00009.log.new"] = bytearray(10)
    disk.files["matches/notes.txt"] = bytearray(10)
    assert _trimmed(disk) == []
    assert sorted(disk.files) == ["matches/notes.txt", "own.bin"]


def test_the_day_of_a_match_is_that_of_its_log_where_the_clock_was_set():
    disk = _disk()
    with _on(disk):
        log = _played(disk)
        _keep(disk, log)
        stat = disk.stat
        disk.stat = lambda path: stat(path)[:8] + (1795305600, 0)
        log.append(b"on a known day")
        _keep(disk, log)
        assert Archive("matches", _LOG).names() == ["00002-20261122.log", "00001.log"]
