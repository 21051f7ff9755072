"""The journal's search, byte for byte, and a journal that nobody can read put away."""

from devices.logs import PATH, a_journal, on, written


def test_a_record_that_lies_across_two_windows_of_the_search_is_found():
    wanted = b"\x01" + bytes(33)
    for behind in range(2000, 2040):
        filler = [b"\x02" * 251] * 7
        filler.append(b"\x02" * (behind - 7 * 256 - 5))
        disk = written([b"\x03", wanted] + filler, a_journal)
        with on(disk):
            log = a_journal()
            log.look()
            offset = log.find((1, 12, 34), log.total)[0]
            assert offset == 8 + 6 and log.total - offset == behind + 39


def test_whether_the_file_holds_bytes_is_told_of_many_as_well():
    disk = written([bytes(range(200))] * 9, a_journal)
    whole = bytes(disk.files[PATH])
    with on(disk):
        log = a_journal()
        log.look()
        assert log.holds(0, whole) and log.holds(8, whole[8:])
        assert not log.holds(0, whole + b"x") and not log.holds(1, whole)
        assert not log.holds(0, whole[:-1] + b"x")


def test_what_cannot_be_read_is_put_away_and_a_new_log_begins():
    disk = written([b"one", b"two"], a_journal)
    disk.files[PATH].extend(b"torn")
    unread = bytes(disk.files[PATH])
    with on(disk):
        log = a_journal()
        assert list(log.open()) == [b"one", b"two"] and log.damage
        log.put_away()
        assert bytes(disk.files["match.log.unread1"]) == unread and PATH not in disk.files
        assert (log.damage, log.size, log.total) == (None, 0, 0)
        log.put_away()
        assert list(disk.files) == ["match.log.unread1"]
        log.append(b"new")
        assert list(a_journal().open()) == [b"new"]
