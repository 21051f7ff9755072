"""A log of hundreds of games: only the last is read, and damage before it is no matter."""

from binascii import crc32

from fakes.disk import Disk, files_on
from picogammon.devices.entries import entry_of
from picogammon.devices.recent import Recent
from portable import some

_PATH = "match.log"
_HEADER = b"PGJ\x02\x05\x00\x00\x00"
_GAME = (2, 38, 38)
_AGREED = (1, 12, 34)


def _game(number):
    return b"\x02" + bytes((number & 255,)) * 37


def _agreed(name):
    return b"\x01" + bytes(9) + name


def _log_of(games, changes, header=_HEADER, moves=30):
    """A log of many games; before game number n the settings change to changes[n]."""
    log = bytearray(header)
    crc = crc32(log)
    for number in range(games):
        records = [_agreed(changes[number])] if number in changes else []
        records += [_game(number)] + [bytes((3, i, 0)) for i in range(moves)]
        for record in records:
            entry, crc = entry_of(record, crc)
            log.extend(entry)
    disk = Disk()
    disk.files[_PATH] = log
    return disk


def _read(disk):
    """(the records that resuming is given, what was wrong)."""
    log = Recent(files_on(disk), _PATH)
    records = list(log.open(_GAME, _AGREED))
    return records, log.damage


def _operations(disk):
    """What resuming asks of the disk."""
    before = disk.operations
    list(Recent(files_on(disk), _PATH).open(_GAME, _AGREED))
    return disk.operations - before


def _last(games, moves=30):
    return [_game(games - 1)] + [bytes((3, i, 0)) for i in range(moves)]


def test_the_running_game_is_read_and_nothing_before_it():
    operations = []
    for games in (1, 3, 20, 60):
        disk = _log_of(games, {0: b"Ann and Bob"})
        records, damage = _read(disk)
        assert records == [_agreed(b"Ann and Bob")] + _last(games)
        assert damage is None
        operations.append(_operations(disk))
    assert operations[2] == operations[3], "three times as long, and as much is read"


def test_a_damaged_byte_in_what_was_agreed_first_costs_nothing():
    for games in (1, 3, 60):
        whole = _log_of(games, {0: b"Ann and Bob"})
        sound = _operations(whole)
        agreed = _agreed(b"Ann and Bob")
        for at in some(range(len(_HEADER), len(_HEADER) + len(agreed) + 5)):
            for flipped in (1, 0x42, 0x80, 0xFF):
                disk = whole.copy()
                disk.files[_PATH][at] ^= flipped
                records, damage = _read(disk)
                assert records == [agreed] + _last(games), (games, at)
                assert damage is None
                assert _operations(disk) <= sound + 3, "the log is not searched"


def test_a_damaged_header_costs_nothing():
    agreed = _agreed(b"Ann and Bob")
    for games in (1, 60):
        whole = _log_of(games, {0: b"Ann and Bob"})
        Recent(files_on(whole), _PATH).append(b"\x03\x09\x09")
        for at in some(range(8 * len(_HEADER))):
            disk = whole.copy()
            disk.files[_PATH][at // 8] ^= 1 << at % 8
            records, damage = _read(disk)
            assert records == [agreed] + _last(games) + [b"\x03\x09\x09"], (games, at)
            assert damage is None
            log = Recent(files_on(disk), _PATH)
            log.append(b"\x03\x08\x08")
            log.restart([agreed, _game(1)], False, "kept")
            kept = list(Recent(files_on(disk), "kept").open(_GAME, _AGREED))
            assert kept == records + [b"\x03\x08\x08"]


def test_what_was_agreed_later_is_found_where_the_first_is_lost():
    disk = _log_of(60, {0: b"Ann and Bob", 9: b"Ann, Robert"})
    disk.files[_PATH][10:12] = b"\x01\xff"
    assert _read(disk)[0] == [_agreed(b"Ann, Robert")] + _last(60)


def test_damage_before_the_running_game_is_no_matter():
    games = 40
    whole = _log_of(games, {0: b"Ann and Bob"})
    size = len(whole.files[_PATH])
    start = size - 5 * (len(_last(games)) + 1) - 37 - 3 * 30
    for at in range(0, start - 8, 37):
        disk = whole.copy()
        disk.files[_PATH][at] ^= 0x42
        records, damage = _read(disk)
        if at > 30:  # its header, its settings
            assert damage is None and records[1:] == _last(games), at


def test_damage_in_the_running_game_costs_what_follows_it():
    games = 40
    whole = _log_of(games, {0: b"Ann and Bob", games - 1: b"Ann, Robert"})
    size = len(whole.files[_PATH])
    for at in range(size - 8 * 30, size):
        disk = whole.copy()
        disk.files[_PATH][at] ^= 0x42
        records, damage = _read(disk)
        kept = (at - (size - 8 * 30)) // 8
        assert records == [_agreed(b"Ann, Robert")] + _last(games)[: 1 + kept], at
        assert "were damaged" in damage


def test_a_game_that_began_among_the_newest_records_is_found_there():
    for before in range(5):
        disk = _log_of(3, {0: b"Ann and Bob"})
        added = [bytes((3, i, 1)) for i in range(before)]
        added += [_agreed(b"Bob, Ann")] * (before % 2) + [_game(77), b"\x03\x09\x00"]
        log = Recent(files_on(disk), _PATH)
        for record in added:
            log.append(record)
        records, damage = _read(disk)
        name = b"Bob, Ann" if before % 2 else b"Ann and Bob"
        assert records == [_agreed(name), _game(77), b"\x03\x09\x00"] and damage is None
        log = Recent(files_on(disk), _PATH)
        list(log.open(_GAME, _AGREED))
        log.append(b"\x04")
        everything = list(Recent(files_on(disk), _PATH).open())
        assert everything[-len(added) - 1 :] == added + [b"\x04"]
