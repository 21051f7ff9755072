"""The store: the settings as last saved, or none, whatever happens to the file."""

from binascii import crc32

from fakes.disk import Disk, PlugPulled, files_on
from picogammon.devices.store import Store
from portable import raises

_PATH = "settings.bin"
_BAD = "settings.bin.bad"


def _load(disk):
    return Store(files_on(disk), _PATH).load()


def _saved(blob):
    disk = Disk()
    Store(files_on(disk), _PATH).save(blob)
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
    Store(files_on(disk), _PATH).save(b"new one")
    assert _load(disk) == b"new one"
    assert list(disk.files) == [_PATH]


def test_the_same_blob_is_not_written_again():
    disk = _saved(b"same")
    settings = Store(files_on(disk), _PATH)
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
    disk = Disk({_PATH: body + crc32(body).to_bytes(4, "little")})
    settings = Store(files_on(disk), _PATH)
    assert settings.load() is None
    assert settings.damage == (
        "settings.bin is of version 2, not 1; it is kept in settings.bin.bad"
    )


def test_too_much_is_refused():
    disk = _saved(b"kept")
    with raises(ValueError, "4096"):
        Store(files_on(disk), _PATH).save(bytes(4097))
    assert _load(disk) == b"kept"


def test_any_damage_is_found_kept_aside_and_told():
    whole = bytes(_saved(b"settings").files[_PATH])
    damaged = [whole[:length] for length in range(len(whole))] + [whole + b"x", b"\xff" * 5000]
    for at in range(len(whole)):
        damaged.append(whole[:at] + bytes((whole[at] ^ 4,)) + whole[at + 1 :])
    for data in damaged:
        disk = Disk()
        disk.files[_PATH] = bytearray(data)
        settings = Store(files_on(disk), _PATH)
        assert settings.load() is None
        assert "settings.bin was damaged" in settings.damage
        assert disk.files == {_PATH: data}, "until somebody has seen it"
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
            Store(files_on(disk), _PATH).save(b"the new settings")
            raise AssertionError("the plug was not pulled")
        except PlugPulled:
            pass
        disk.cut = None
        assert _load(disk) == b"the old ones"
    assert _load(_saved(b"the new settings")) == b"the new settings"


def test_a_full_disk_keeps_the_old_and_may_be_tried_again():
    disk = _saved(b"old")
    settings = Store(files_on(disk), _PATH)
    settings.load()
    disk.full = len(disk.files[_PATH]) + 10
    with raises(OSError):
        settings.save(b"new and longer")
    disk.full = None
    assert settings.load() == b"old"
    settings.save(b"new and longer")
    assert _load(disk) == b"new and longer"


def test_what_cannot_be_read_is_put_away_when_it_is_replaced():
    for before in (bytes(_saved(b"blob").files[_PATH]), b""):
        disk = _Shaky({_PATH: before})
        settings = Store(files_on(disk), _PATH)
        disk.failing = 3
        with raises(OSError):
            settings.load()
        settings.save(b"new")
        assert disk.files["settings.bin.unread1"] == before and _load(disk) == b"new"
        settings.save(b"newer")
        assert len(disk.files) == 2
