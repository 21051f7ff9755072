"""Checked files, a blob (Store) or rows (Table): what was written last, or none."""

from binascii import crc32

from fakes.disk import Disk, PlugPulled, files_on
from picogammon.devices.checked_files import Store, Table
from portable import raises, some

_SETTINGS = "settings.bin"
_BAD = "settings.bin.bad"


def _load(disk):
    return Store(files_on(disk), _SETTINGS).load()


def _saved(blob):
    disk = Disk()
    Store(files_on(disk), _SETTINGS).save(blob)
    return disk


def test_nothing_saved_is_none():
    disk = Disk()
    assert _load(disk) is None
    assert disk.files == {}


def test_what_was_saved_is_loaded():
    for blob in (b"", b"\x00", bytes(range(256)) * 16):
        assert _load(_saved(blob)) == blob


def test_saving_replaces():
    disk = _saved(b"old")
    Store(files_on(disk), _SETTINGS).save(b"new one")
    assert _load(disk) == b"new one"
    assert list(disk.files) == [_SETTINGS]


def test_the_same_blob_is_not_written_again():
    disk = _saved(b"same")
    settings = Store(files_on(disk), _SETTINGS)
    settings.load()
    steps = disk.steps
    settings.save(b"same")
    assert disk.steps == steps
    settings.save(b"other")
    settings.save(b"same")
    assert _load(disk) == b"same"


class _Shaky(Disk):
    """Opening a file fails so many times."""

    failing = 0

    def open(self, path, mode="r"):
        if self.failing:
            self.failing -= 1
            raise OSError(5)
        return Disk.open(self, path, mode)


def test_what_cannot_be_read_is_tried_three_times():
    for failing in range(4):
        disk = _Shaky(_saved(b"blob").files)
        disk.failing = failing
        if failing < 3:
            assert _load(disk) == b"blob"
        else:
            with raises(OSError, "5"):
                _load(disk)
        assert disk.failing == 0


def test_settings_of_another_version_are_told_from_damaged_ones():
    body = b"PGS\x02later"
    disk = Disk({_SETTINGS: body + crc32(body).to_bytes(4, "little")})
    settings = Store(files_on(disk), _SETTINGS)
    assert settings.load() is None
    assert settings.damage == (
        "settings.bin is of version 2, not 1; it is kept in settings.bin.bad"
    )


def test_too_much_is_refused():
    disk = _saved(b"kept")
    with raises(ValueError, "4096"):
        Store(files_on(disk), _SETTINGS).save(bytes(4097))
    assert _load(disk) == b"kept"


def test_any_damage_is_found_kept_aside_and_told():
    whole = bytes(_saved(b"settings").files[_SETTINGS])
    damaged = [whole[:length] for length in range(len(whole))] + [whole + b"x", b"\xff" * 5000]
    for at in range(len(whole)):
        damaged.append(whole[:at] + bytes((whole[at] ^ 4,)) + whole[at + 1 :])
    for data in damaged:
        disk = Disk()
        disk.files[_SETTINGS] = bytearray(data)
        settings = Store(files_on(disk), _SETTINGS)
        assert settings.load() is None
        assert "settings.bin was damaged" in settings.damage
        assert disk.files == {_SETTINGS: data}, "until somebody has seen it"
        if len(data) % 2:
            settings.mend()
            assert disk.files == {_BAD: data}
        settings.save(b"again")
        assert disk.files[_BAD] == data
        assert settings.load() == b"again" and settings.damage is None


def test_a_pulled_plug_leaves_the_old_or_the_new():
    steps = _saved(b"the new settings").steps
    for cut in range(steps):
        disk = _saved(b"the old ones")
        disk.cut = disk.steps + cut
        try:
            Store(files_on(disk), _SETTINGS).save(b"the new settings")
            raise AssertionError("the plug was not pulled")
        except PlugPulled:
            pass
        disk.cut = None
        assert _load(disk) == b"the old ones"
    assert _load(_saved(b"the new settings")) == b"the new settings"


def test_a_full_disk_keeps_the_old_and_may_be_tried_again():
    disk = _saved(b"old")
    settings = Store(files_on(disk), _SETTINGS)
    settings.load()
    disk.full = len(disk.files[_SETTINGS]) + 10
    with raises(OSError):
        settings.save(b"new and longer")
    disk.full = None
    assert settings.load() == b"old"
    settings.save(b"new and longer")
    assert _load(disk) == b"new and longer"


def test_what_cannot_be_read_is_kept_aside_when_it_is_replaced():
    for before in (bytes(_saved(b"blob").files[_SETTINGS]), b""):
        disk = _Shaky({_SETTINGS: before})
        settings = Store(files_on(disk), _SETTINGS)
        disk.failing = 3
        with raises(OSError):
            settings.load()
        settings.save(b"new")
        assert disk.files["settings.bin.bad"] == before and _load(disk) == b"new"
        settings.save(b"newer")
        assert len(disk.files) == 2


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


def _written_table(rows):
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
        disk = _written_table(rows)
        head, damage, table = _said(disk.files[_PATH])
        assert (head, damage, table.count) == (_HEAD, None, len(rows))
        assert [table.row(i) for i in range(table.count)] == rows
        assert list(disk.files) == [_PATH] and disk.synced == 1


def test_its_file_is_as_it_is_described():
    body = b"PGT\x01\x05\x00\x03\x00" + _HEAD + b"".join(_ROWS)
    assert bytes(_written_table(_ROWS).files[_PATH][:-4]) == body


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
    whole = bytes(_written_table(_ROWS * 200).files[_PATH])
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


class _ShakyTable(Disk):
    """Opening a file to read fails so many times."""

    failing = 0

    def open(self, path, mode="r"):
        if self.failing and mode == "rb":
            self.failing -= 1
            raise OSError(5)
        return Disk.open(self, path, mode)


def test_reading_is_tried_three_times_and_what_replaces_it_then_keeps_it_aside():
    whole = bytes(_written_table(_ROWS).files[_PATH])
    for failing in range(4):
        disk = _ShakyTable({_PATH: whole})
        disk.failing = failing
        table = _table(disk)
        if failing < 3:
            assert _through(table.open()) == _HEAD
        else:
            with raises(OSError):
                _through(table.open())
        _through(table.write(_HEAD, _ROWS[:2]))
        assert table.keep() and table.count == 2
        assert (bytes(disk.files.get("people.bin.bad", b"")) == whole) == (failing == 3)


def test_a_row_may_be_read_while_the_table_is_written():
    disk = _written_table(_ROWS)
    table = _table(disk)
    _through(table.open())
    rows = (table.row(i) for i in range(table.count - 1, -1, -1))
    _through(table.write(b"again", rows))
    table.keep()
    head, _, table = _said(disk.files[_PATH])
    assert head == b"again" and [table.row(i) for i in range(9)] == list(reversed(_ROWS))


def test_what_is_given_up_leaves_the_table_and_nothing_beside_it():
    disk = _written_table(_ROWS)
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
