"""Files are replaced as a whole, or kept aside; over the link they come whole."""

from binascii import crc32

from fakes.disk import Disk, PlugPulled, files_on
from picogammon.devices import transfer
from picogammon.devices.files import Files
from picogammon.devices.transfer import MOST_BYTES, Incoming, Unfit
from portable import raises

_EIO = 5


def test_a_file_that_nobody_can_ask_about_is_not_taken_for_one_that_is_not_there():
    disk = Disk({"a": b"12345"})
    files = files_on(disk)
    assert files.size("a") == 5 and files.size("b") == -1
    disk.fault = disk.operations, _EIO
    with raises(OSError):
        files.size("a")
    disk.fault = disk.operations, 2
    assert files.size("a") == 5, "no file is what has to be said twice"


def test_a_replacement_that_fails_leaves_the_old_content_and_nothing_beside_it():
    for kept in (None, "a.bad"):
        number = 0
        while True:
            disk = Disk({"a": b"old"})
            files = files_on(disk)
            disk.fault = number, _EIO
            try:
                assert files.replace("a", (b"new", b"er"), kept) == 5
            except OSError:
                assert disk.files == {"a": b"old"}, number
            else:
                assert disk.files["a"] == b"newer" and "a.new" not in disk.files
                if disk.operations <= number:
                    break
            number += 1
        assert number > 4
        assert disk.files.get("a.bad", b"old") == b"old"


def test_two_faults_in_a_row_leave_the_old_content_and_a_file_in_its_place_or_for_it():
    for kept in (None, "a.bad"):
        for number in range(12):
            disk = Disk({"a": b"old"})
            files = files_on(disk)
            disk.fault = number, _EIO, 2
            try:
                files.replace("a", (b"new", b"er"), kept)
            except OSError:
                assert b"old" in disk.files.values(), number
                assert "a" in disk.files or disk.files["a.new"] == b"newer", number


def test_what_is_replaced_is_synced_and_counts_though_that_fails():
    for kept in (None, "a.bad"):
        disk = Disk({"a": b"old"})
        files = files_on(disk)
        assert files.replace("a", (b"new",), kept) == 3
        assert disk.synced == 1
        before = disk.operations
        assert files.replace("a", (b"newer",), kept) == 5
        last = disk.operations  # the sync comes last
        disk.fault = 2 * last - before - 1, _EIO
        assert files.replace("a", (b"newest",), kept) == 6
        assert disk.files["a"] == b"newest" and disk.operations == 2 * last - before


def test_what_is_put_aside_leaves_what_was_there_before():
    disk = Disk({"a": b"1"})
    files = files_on(disk)
    for content in (b"2", b"3"):
        files.replace("a", (content,), "a.bad")
    files.put_aside("a", "a.bad")
    assert disk.files == {"a.bad": b"3", "a.bad.old": b"2"}


def test_a_pulled_plug_leaves_the_old_content_somewhere():
    for cut in range(9):
        disk = Disk({"a": b"old"})
        files = files_on(disk)
        disk.cut = cut
        try:
            files.replace("a", (b"new", b"er"), "a.bad")
            break
        except PlugPulled:
            assert b"old" in disk.files.values()
            assert disk.files.get("a") == b"old" or disk.files["a.new"] == b"newer"
    assert disk.files == {"a": b"newer", "a.bad": b"old"}


def test_what_is_put_away_never_takes_the_place_of_anything():
    disk = Disk()
    files = files_on(disk)
    for i in range(1, 10):
        disk.files["a"] = bytearray((i,))
        assert files.put_away("a") == "a.unread%d" % i
    disk.files["a"] = bytearray(b"x")
    with raises(OSError, "no name left"):
        files.put_away("a")
    kept = [bytes((i,)) for i in range(1, 10)] + [b"x"]
    assert sorted([bytes(data) for data in disk.files.values()]) == kept


def test_a_file_that_is_not_there_has_no_size_on_any_runtime():
    """On the runtime's own file system: each has its own number for what is not there."""
    files = Files()
    assert files.size("no such file") == files.size("no such folder/file") == -1


def test_a_file_system_that_is_larger_or_does_not_tell_has_as_much_room_as_a_chip():
    class Larger(Disk):
        def statvfs(self, path):
            return 4096, 4096, 1 << 20, 1 << 19

    class Silent(Disk):
        def statvfs(self, path):
            raise OSError(38)

    for disk in (Larger(), Silent()):
        assert files_on(disk).room() == (1 << 20, 1 << 20)


_SPARE = 32768
_DATA = bytes(range(200))


def _comes(disk, path="settings.bin", step=64):
    """Sends it; the Incoming."""
    coming = Incoming(files_on(disk), path, len(_DATA), crc32(_DATA))
    for at in range(0, len(_DATA), step):
        assert list(coming.add(_DATA[at : at + step])) == [at + step >= len(_DATA)]
    return coming


def test_what_comes_takes_its_place_once_it_is_whole():
    for path in transfer.KEPT:
        disk = Disk({path: b"before"})
        _comes(disk, path)
        assert disk.files == {path: _DATA} and disk.synced == 1


def test_nothing_else_and_nothing_too_large_may_come():
    files = files_on(Disk())
    for path in ("main.py", "crash.log", "seal.bin", "matches/00", "matches/../main.log"):
        with raises(Unfit, "no such file"):
            Incoming(files, path, 1, 0)
    for size in (-1, 0, MOST_BYTES + 1):
        with raises(Unfit, "no such file"):
            Incoming(files, "settings.bin", size, 0)
    with raises(Unfit, transfer.NO_ROOM):
        Incoming(files, "settings.bin", MOST_BYTES, 0)


class _Roomy(Disk):
    """So many bytes are free."""

    free = 0

    def statvfs(self, path):
        return 1, 1, 1 << 20, self.free


def test_what_just_fits_beside_what_the_board_needs_may_come():
    disk = _Roomy()
    disk.free = _SPARE + len(_DATA)
    _comes(disk)
    disk.free -= 1
    with raises(Unfit, transfer.NO_ROOM):
        _comes(disk)


def test_a_damaged_one_is_to_be_sent_again():
    disk = Disk()
    for data, crc in ((_DATA, crc32(_DATA) ^ 1), (_DATA + b"x", crc32(_DATA + b"x"))):
        coming = Incoming(files_on(disk), "settings.bin", len(_DATA), crc)
        with raises(Unfit, "it came damaged: send it again"):
            list(coming.add(data))
        coming.drop()
        assert disk.files == {}
    _comes(disk)
    assert disk.files == {"settings.bin": _DATA}


def test_what_was_replaced_meanwhile_is_to_be_asked_for_again():
    path = "people.bin"
    disk = Disk({path: bytearray(_DATA * 9)})
    size = len(_DATA) * 9
    assert b"".join(transfer.pieces(files_on(disk), path, size)) == _DATA * 9
    read = transfer.pieces(files_on(disk), path, size)
    next(read)
    disk.files[path].extend(b"more")
    assert len(b"".join(read)) == size - 512, "a file that grows stays the same"
    read = transfer.pieces(files_on(disk), path, size)
    next(read)
    disk.files[path][5] ^= 1
    with raises(Unfit, "it has changed meanwhile: ask again"):
        list(read)


def test_the_secrets_are_named_and_not_read():
    disk = Disk({"seal.bin": b"1", "settings.bin": b"3", "main.py": b"4", "matches": b""})
    assert sorted(transfer.names(files_on(disk))) == ["seal.bin", "settings.bin"]
    assert not transfer.is_readable("seal.bin") and transfer.is_readable("crash.log")
