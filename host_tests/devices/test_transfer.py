"""Files over the link: which may come and go, how many bytes, and what has changed meanwhile."""

from binascii import crc32

from fakes.disk import Disk, files_on
from picogammon.devices import transfer
from picogammon.devices.transfer import BACKUP, MOST_BYTES, Incoming, Unfit
from portable import raises

_MATCH = "matches/00007-20261122.log"
_COMING = "matches/coming.new"
_SPARE = 32768
_DATA = bytes(range(200))


def _disk():
    disk = Disk()
    disk.folders.add("matches")
    return disk


def _comes(disk, path, data=_DATA, step=64):
    """Sends it; the Incoming."""
    coming = Incoming(files_on(disk), path, len(data), crc32(data))
    ends = [coming.add(data[at : at + step]) for at in range(0, len(data), step)]
    assert ends == [False] * (len(ends) - 1) + [True]
    return coming


def test_the_longest_name_of_a_match():
    longest = "matches/" + "0" * 28 + ".log"
    assert len(longest) == 40 and transfer.is_match(longest)
    assert not transfer.is_match(longest.replace("/", "/0"))
    for name in ("matches/x1.log", "matches/-.log", "matches/1.txt", "other/1.log", "1.log"):
        assert not transfer.is_match(name)


def test_what_comes_takes_its_place_once_it_is_whole():
    for path in (_MATCH, BACKUP, "settings.bin"):
        disk = Disk()
        coming = _comes(disk, path)
        assert coming.waits == (path == BACKUP)
        assert disk.files == {path: _DATA}


def test_nothing_else_and_nothing_too_large_may_come():
    files = files_on(_disk())
    for path in ("main.py", "crash.log", "seal.bin", "match.log", "matches/../main.log"):
        with raises(Unfit, "no such file"):
            Incoming(files, path, 1, 0)
    for size in (-1, 0, MOST_BYTES + 1):
        with raises(Unfit, "no such file"):
            Incoming(files, _MATCH, size, 0)
    with raises(Unfit, transfer.NO_ROOM):
        Incoming(files, _MATCH, MOST_BYTES, 0)


class _Roomy(Disk):
    """So many bytes are free."""

    free = 0

    def statvfs(self, path):
        return 1, 1, 1 << 20, self.free


def test_what_just_fits_beside_what_the_board_needs_may_come():
    disk = _Roomy()
    disk.free = _SPARE + len(_DATA)
    _comes(disk, _MATCH)
    disk.free -= 1
    with raises(Unfit, transfer.NO_ROOM):
        _comes(disk, BACKUP)
    assert disk.files == {_MATCH: _DATA}


def test_a_damaged_one_is_to_be_sent_again():
    disk = _disk()
    for data, crc in ((_DATA, crc32(_DATA) ^ 1), (_DATA + b"x", crc32(_DATA + b"x"))):
        coming = Incoming(files_on(disk), _MATCH, len(_DATA), crc)
        with raises(Unfit) as refused:
            coming.add(data)
        assert str(refused.error) == "it came damaged: send it again"
        coming.drop()
        assert list(disk.files) == [_COMING]
    _comes(disk, _MATCH)
    assert disk.files == {_MATCH: _DATA}


def test_a_match_never_takes_anothers_place_and_settings_do():
    disk = _disk()
    for path in (_MATCH, BACKUP, "settings.bin"):
        disk.files[path] = bytearray(b"before")
    with raises(Unfit) as refused:
        _comes(disk, _MATCH)
    assert str(refused.error) == "there is one of that number already"
    _comes(disk, BACKUP)
    _comes(disk, "settings.bin")
    assert disk.files[_MATCH] == b"before"
    assert disk.files[BACKUP] == disk.files["settings.bin"] == _DATA


def test_what_was_replaced_meanwhile_is_to_be_asked_for_again():
    disk = Disk({"match.log": bytearray(_DATA * 9)})
    size = len(_DATA) * 9
    assert b"".join(transfer.pieces(files_on(disk), "match.log", size)) == _DATA * 9
    read = transfer.pieces(files_on(disk), "match.log", size)
    next(read)
    disk.files["match.log"].extend(b"more")
    assert len(b"".join(read)) == size - 512, "a log that grows stays the same file"
    read = transfer.pieces(files_on(disk), "match.log", size)
    next(read)
    disk.files["match.log"][5] ^= 1
    with raises(Unfit, "it has changed meanwhile: ask again"):
        list(read)


def test_the_secrets_are_named_and_not_read():
    disk = Disk({"seal.bin": b"1", "settings.bin": b"3", "main.py": b"4"})
    assert sorted(transfer.names(files_on(disk), "")) == ["seal.bin", "settings.bin"]
    assert transfer.names(files_on(disk), "matches") == []
    assert not transfer.is_readable("seal.bin")
    assert transfer.is_readable("match.log.bad") and not transfer.is_readable("match.log/x")
