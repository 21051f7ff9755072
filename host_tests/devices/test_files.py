"""Files are replaced as a whole, or kept aside; over the link they come whole."""

from binascii import crc32

from fakes.disk import Disk, files_on
from picogammon.devices import transfer
from picogammon.devices.files import Files
from picogammon.devices.transfer import Incoming, Unfit
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


def test_errors_in_a_replacement_leave_the_old_content_or_the_new():
    for count in (1, 2):
        failed = 0
        for number in range(9):
            disk = Disk({"a": b"old"})
            disk.fault = number, _EIO, count
            try:
                files_on(disk).replace("a", (b"new", b"er"))
                assert disk.files == {"a": b"newer"}
            except OSError:
                failed += 1
                assert disk.files["a"] == b"old" and (count == 2 or len(disk.files) == 1)
        assert failed > 3


def test_what_is_replaced_is_synced_and_counts_though_that_fails():
    disk = Disk()
    files = files_on(disk)
    files.replace("a", (b"new",))
    assert disk.synced == 1
    disk.fault = 2 * disk.operations - 1, _EIO
    files.replace("a", (b"newer",))
    assert disk.files == {"a": b"newer"} and disk.synced == 1


def test_what_is_put_aside_leaves_what_was_there_before():
    disk = Disk()
    files = files_on(disk)
    for content in (b"1", b"2", b"3"):
        disk.files["a"] = content
        files.put_aside("a")
    assert disk.files == {"a.bad": b"3", "a.bad.old": b"2"}


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
        assert coming.add(_DATA[at : at + step]) == (at + step >= len(_DATA))
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
    for size in (-1, 0, (1 << 20) + 1):
        with raises(Unfit, "no such file"):
            Incoming(files, "settings.bin", size, 0)
    with raises(Unfit, transfer.NO_ROOM):
        Incoming(files, "settings.bin", 1 << 20, 0)


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
            coming.add(data)
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
