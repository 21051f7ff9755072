"""Files are replaced as a whole, or kept aside, and read as they were."""

from fakes.disk import Disk, files_on
from picogammon.devices import transfer
from picogammon.devices.files import Files
from picogammon.devices.transfer import Unfit
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


def test_what_was_replaced_meanwhile_is_to_be_asked_for_again():
    path = "people.bin"
    data = bytes(range(200)) * 9
    size = len(data)
    disk = Disk({path: bytearray(data)})
    assert b"".join(transfer.pieces(files_on(disk), path, size)) == data
    read = transfer.pieces(files_on(disk), path, size)
    next(read)
    disk.files[path].extend(b"more")
    assert len(b"".join(read)) == size - 512, "a file that grows stays the same"
    disk.files[path][9:] = b""
    read = transfer.pieces(files_on(disk), path, 9)
    next(read)
    disk.files[path].extend(data)
    assert list(read) == [], "a small one as well"
    read = transfer.pieces(files_on(disk), path, size)
    next(read)
    disk.files[path][5] ^= 1
    with raises(Unfit, "it has changed meanwhile: ask again"):
        list(read)
