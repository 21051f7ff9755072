"""The journal: what a log says after appends, restarts, damage, a full disk and a pulled plug, and
how its records are found."""

from binascii import crc32

from devices.logs import PATH, a_journal, a_record, read, written
from fakes.disk import Disk, PlugPulled
from picogammon.devices.entries import entry_of
from portable import raises

_BAD = PATH + ".bad"
_RECORDS = [a_record(i) for i in range(12)]


def _written(records):
    return written(records, a_journal)


def _read(disk):
    return read(disk, a_journal)


def test_restart_begins_a_new_log():
    disk = _written(_RECORDS)
    log = a_journal(disk)
    log.restart([b"one", b"two"])
    log.append(b"three")
    assert list(log.open()) == [b"one", b"two", b"three"]
    log.restart([])
    assert _read(disk) == ([], None)
    assert list(disk.files) == [PATH]


def test_every_commit_is_synced():
    disk = Disk()
    log = a_journal(disk)
    for count in range(1, 4):
        log.append(b"x")
        assert disk.synced == count
    log.restart([b"y"])
    assert disk.synced == 4


def test_any_cut_of_the_file_keeps_the_whole_records_and_says_so():
    whole = bytes(_written(_RECORDS).files[PATH])
    ends = [8]
    for record in _RECORDS:
        ends.append(ends[-1] + 5 + len(record))
    for length in range(8, len(whole)):
        disk = Disk()
        disk.files[PATH] = bytearray(whole[:length])
        good = max(i for i in range(len(ends)) if ends[i] <= length)
        records, damage = _read(disk)
        assert records == _RECORDS[:good]
        if length == ends[good]:
            assert damage is None and _BAD not in disk.files
        else:
            lost = length - ends[good]
            told = "byte" if lost == 1 else "%d bytes" % lost
            assert damage.startswith("The last %s of match.log " % told)
            assert "match.log.bad" in damage
        assert disk.files == {PATH: whole[:length]}, "reading changes nothing"
        a_journal(disk).append(b"next")
        assert _read(disk) == (_RECORDS[:good] + [b"next"], None)
        if damage:
            assert disk.files[_BAD] == whole[:length]


def test_any_changed_byte_is_found():
    whole = bytes(_written(_RECORDS).files[PATH])
    for at in range(8, len(whole)):
        for flip in (1, 128):
            disk = Disk()
            disk.files[PATH] = bytearray(whole)
            disk.files[PATH][at] ^= flip
            records, damage = _read(disk)
            assert records == _RECORDS[: len(records)] and len(records) < len(_RECORDS)
            assert "were damaged" in damage


def test_a_record_counts_only_in_its_place():
    disk = _written([b"same"] * 3)
    entry = 5 + 4
    data = disk.files[PATH]
    disk.files[PATH] = data[:8] + data[8 + entry :]  # the first one is missing
    records, damage = _read(disk)
    assert records == [] and damage


def test_the_damage_is_cut_so_that_appending_goes_on():
    disk = _written(_RECORDS)
    disk.files[PATH].extend(b"\x05garbage")
    log = a_journal(disk)
    assert list(log.open()) == _RECORDS
    log.append(b"next")
    assert _read(disk) == (_RECORDS + [b"next"], None)


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
        assert _read(disk) == ([b"fresh"], None)


def test_a_log_of_another_version_is_kept_aside():
    disk = _written(_RECORDS)
    header = b"PGJ\x07" + bytes(4)
    disk.files[PATH][:] = header + entry_of(_RECORDS[0], crc32(header))[0]
    before = bytes(disk.files[PATH])
    records, damage = _read(disk)
    assert records == [] and "version 7" in damage
    a_journal(disk).append(b"fresh")
    assert disk.files[_BAD] == before


def test_a_full_disk_refuses_and_loses_nothing():
    for room in range(0, 25):
        disk = _written(_RECORDS)
        size = len(disk.files[PATH])
        disk.full = size + room
        log = a_journal(disk)
        with raises(OSError):
            log.append(bytes(20))
        disk.full = None
        assert list(a_journal(disk).open()) == _RECORDS
        disk.full = size + room
        with raises(OSError):
            log.restart([bytes(200)] * 9)
        disk.full = None
        log.append(b"room again")
        assert _read(disk) == (_RECORDS + [b"room again"], None)


def test_a_failed_append_can_be_tried_again():
    for room in range(0, 25):
        disk = _written(_RECORDS)
        log = a_journal(disk)
        list(log.open())
        disk.full = len(disk.files[PATH]) + room
        with raises(OSError):
            log.append(bytes(20))
        disk.full = None
        log.append(bytes(20))
        log.append(b"on")
        assert _read(disk) == (_RECORDS + [bytes(20), b"on"], None)


def test_a_log_that_lost_its_last_byte_is_noticed_before_it_is_added_to():
    disk = _written(_RECORDS)
    log = a_journal(disk)
    list(log.open())
    disk.files[PATH] = disk.files[PATH][:-1]
    with raises(OSError, "someone else"):
        log.append(b"x")


def test_the_last_of_a_kind_is_found_from_the_end_wherever_it_is():
    others = [bytes((3 + i % 5,)) * (1 + i % 120) for i in range(400)]
    for at in (0, 1, 7, 57, 58, 59, 200, 398, 399):
        records = others[:at] + [b"\x01wanted"] + others[at + 1 :]
        for before in ([], [b"\x01wanted", b"\x02"]):
            log = a_journal(_written(before + records))
            log.look()
            place, crc = log.find((1, 7, 7), log.total)
            found = log.records(place, crc, log.total)
            for record in records[at:]:
                assert next(found)[0] == record
            assert next(found, None) is None
            assert log.find((1, 8, 9), log.total) == (0, 0)
            assert log.find((1, 1, 6), log.total) == (0, 0)
            assert log.find((9, 1, 255), log.total) == (0, 0)


def test_what_only_looks_like_a_record_is_not_found():
    hidden = bytes((7,)) + b"\x01wanted" + bytes(4)
    disk = _written([b"\x02", hidden * 20])
    log = a_journal(disk)
    log.look()
    assert log.find((1, 7, 7), log.total) == (0, 0)


def test_a_plug_pulled_during_the_repair_leaves_the_good_records():
    for damaged in (bytes(_written(_RECORDS).files[PATH]) + b"\x03torn", b"garbage" * 30):
        want = _RECORDS if damaged[:3] == b"PGJ" else []
        steps = 1
        cut = 0
        while cut < steps:
            disk = Disk()
            disk.files[PATH] = bytearray(damaged)
            if cut == 0:
                _repair(disk)
                steps = disk.steps
                disk = Disk()
                disk.files[PATH] = bytearray(damaged)
            disk.cut = cut
            try:
                _repair(disk)
                raise AssertionError("the plug was not pulled")
            except PlugPulled:
                pass
            disk.cut = None
            records = _read(disk)[0]
            assert records in (want, want + [b"next"])
            assert damaged in [bytes(data) for data in disk.files.values()]
            a_journal(disk).append(b"and on")
            assert _read(disk) == (records + [b"and on"], None)
            cut += 1


def _repair(disk):
    a_journal(disk).append(b"next")


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


def test_a_record_that_lies_across_two_windows_of_the_search_is_found():
    wanted = b"\x01" + bytes(33)
    for behind in range(2000, 2040):
        filler = [b"\x02" * 251] * 7
        filler.append(b"\x02" * (behind - 7 * 256 - 5))
        disk = _written([b"\x03", wanted] + filler)
        log = a_journal(disk)
        log.look()
        offset = log.find((1, 12, 34), log.total)[0]
        assert offset == 8 + 6 and log.total - offset == behind + 39


def test_whether_the_file_holds_bytes_is_told_of_many_as_well():
    disk = _written([bytes(range(200))] * 9)
    whole = bytes(disk.files[PATH])
    log = a_journal(disk)
    log.look()
    assert log.holds(0, whole) and log.holds(8, whole[8:])
    assert not log.holds(0, whole + b"x") and not log.holds(1, whole)
    assert not log.holds(0, whole[:-1] + b"x")


def test_what_cannot_be_read_is_put_away_and_a_new_log_begins():
    disk = _written([b"one", b"two"])
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


def test_a_record_ends_where_its_crc_stands_and_nowhere_else():
    disk = _written(_RECORDS)
    log = a_journal(disk)
    assert not log.passes(0, 0), "before it was looked at"
    log.look()
    assert log.passes(log.begin, log.base) and not log.passes(log.begin, log.base ^ 1)
    end = log.begin
    for record, crc in log.records(log.begin, log.base, log.total):
        end += len(record) + 5
        assert log.passes(end, crc)
        assert not log.passes(end, crc ^ 1) and not log.passes(end + 1, crc)
    assert end == log.total and not log.passes(4, log.base)


def test_a_new_log_takes_its_place_only_if_it_is_whole():
    whole = bytes(_written(_RECORDS).files[PATH])
    for data in (whole[:-1], whole[:20], whole + b"x", whole[:8], b"garbage", b""):
        disk = Disk({PATH + ".new": data})
        assert list(a_journal(disk).open()) == []
        assert disk.files == {PATH + ".new": data}
    disk = Disk({PATH + ".new": whole})
    assert list(a_journal(disk).open()) == _RECORDS and list(disk.files) == [PATH]
