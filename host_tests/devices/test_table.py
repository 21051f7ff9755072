"""A table: its rows are those that were written last, or none, whatever happens to the file."""

from fakes.disk import Disk, files_on
from picogammon.devices.table import Table
from portable import raises, some

_PATH = "people.bin"
_HEAD = b"head!"
_ROWS = [bytes((i, 255 - i, 7)) for i in range(9)]


def _table(disk):
    return Table(files_on(disk), _PATH, len(_HEAD), 3)


def _through(steps):
    """What a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def _written(rows):
    disk = Disk()
    table = _table(disk)
    _through(table.write(_HEAD, rows))
    assert table.keep() and table.count == len(rows)
    return disk


def _said(data):
    """(the head, the damage, the table) of a file with that content."""
    table = _table(Disk({_PATH: data}))
    head = _through(table.open())
    return head, table.damage, table


def test_what_was_written_is_read():
    for rows in ([], _ROWS[:1], _ROWS, _ROWS * 200):
        disk = _written(rows)
        head, damage, table = _said(disk.files[_PATH])
        assert (head, damage, table.count) == (_HEAD, None, len(rows))
        assert [table.row(i) for i in range(table.count)] == rows
        assert list(disk.files) == [_PATH] and disk.synced == 1


def test_its_file_is_as_it_is_described():
    body = b"PGT\x01\x05\x00\x03\x00" + _HEAD + b"".join(_ROWS)
    assert bytes(_written(_ROWS).files[_PATH][:-4]) == body


def test_rows_are_counted_at_once():
    table = _table(Disk())
    _through(table.write(_HEAD, _ROWS))
    assert table.count == 0 and table.keep()
    assert [table.row(i) for i in range(table.count)] == _ROWS
    assert table.saved == 1 and not table.keep()


def test_no_file_is_no_table():
    table = _table(Disk())
    assert _through(table.open()) is None
    assert table.damage is None and table.count == 0


def test_any_damage_is_found_told_and_kept_aside():
    whole = bytes(_written(_ROWS * 200).files[_PATH])
    damaged = [whole[:length] for length in some(range(0, 40))] + [whole[:-1], whole + b"x"]
    for at in list(some(range(0, 40))) + [2047, 2048, 4095, 4096, len(whole) - 5, len(whole) - 1]:
        damaged.append(whole[:at] + bytes((whole[at] ^ 4,)) + whole[at + 1 :])
    for data in damaged:
        head, damage, table = _said(data)
        assert head is None and table.count == 0
        assert damage == "people.bin was damaged; it is kept in people.bin.bad"
    disk = Disk({_PATH: whole[:-1]})
    table = _table(disk)
    _through(table.open())
    _through(table.write(_HEAD, _ROWS))
    assert bytes(disk.files[_PATH]) == whole[:-1], "until it is replaced"
    assert table.keep() and table.damage is None
    assert bytes(disk.files[_PATH + ".bad"]) == whole[:-1]
    assert _said(disk.files[_PATH])[0] == _HEAD


def test_a_sound_one_of_other_rows_is_told_from_a_damaged_one():
    disk = Disk()
    other = Table(files_on(disk), _PATH, len(_HEAD), 2)
    _through(other.write(_HEAD, [b"ab", b"cd"]))
    other.keep()
    head, damage, _ = _said(disk.files[_PATH])
    assert head is None
    assert damage == "people.bin is of another version; it is kept in people.bin.bad"


class _Shaky(Disk):
    """Opening a file to read fails so many times."""

    failing = 0

    def open(self, path, mode="r"):
        if self.failing and mode == "rb":
            self.failing -= 1
            raise OSError(5)
        return Disk.open(self, path, mode)


def test_reading_is_tried_three_times_and_what_replaces_it_then_keeps_it_aside():
    whole = bytes(_written(_ROWS).files[_PATH])
    for failing in range(4):
        disk = _Shaky({_PATH: whole})
        disk.failing = failing
        table = _table(disk)
        if failing < 3:
            assert _through(table.open()) == _HEAD
        else:
            with raises(OSError):
                _through(table.open())
        _through(table.write(_HEAD, _ROWS[:2]))
        assert table.keep() and table.count == 2
        assert (bytes(disk.files.get("people.bin.unread1", b"")) == whole) == (failing == 3)


def test_a_row_may_be_read_while_the_table_is_written():
    disk = _written(_ROWS)
    table = _table(disk)
    _through(table.open())
    rows = (table.row(i) for i in range(table.count - 1, -1, -1))
    _through(table.write(b"again", rows))
    table.keep()
    head, _, table = _said(disk.files[_PATH])
    assert head == b"again" and [table.row(i) for i in range(9)] == list(reversed(_ROWS))


def test_what_is_given_up_leaves_the_table_and_nothing_beside_it():
    disk = _written(_ROWS)
    before = bytes(disk.files[_PATH])
    table = _table(disk)
    _through(table.open())
    steps = table.write(_HEAD, _ROWS[:1])
    next(steps)
    _through(table.open())
    assert _through(steps) is None and not table.keep()
    assert disk.files == {_PATH: before}
    disk.full = len(before) + 10
    with raises(OSError):
        _through(table.write(_HEAD, _ROWS))
    assert disk.files == {_PATH: before} and not table.keep()
