"""Store, Table and Slots keep files with checksums: a board reads what was written last, or reports
the damage and renames the file. app/test_practice_deck.py has more tests of Slots: damaged cards,
a full flash, and answers that come while the file is rewritten.
"""

from binascii import crc32

from fakes.disk import Disk, PlugPulled, files_on
from picogammon.devices import file_system, transfer
from picogammon.devices.files import Files, Slots, Store, Table
from picogammon.devices.transfer import Unfit
from picogammon.engine.engine import Thought
from portable import raises, some

_PATH = "kept.bin"
_BAD = "kept.bin.bad"
_OLD, _NEW = b"old one", b"a new one"  # of 3 rows


class _Stored:
    damaged = "kept.bin was damaged; it is saved as kept.bin.bad"
    other = b"PGT\x02\x00\x00\x01\x00later"
    told = "kept.bin is of another version; it is saved as kept.bin.bad"

    def __init__(self, disk):
        self.file = Store(files_on(disk), _PATH)
        self.load = self.file.load
        self.save = self.file.save


class _Tabled(_Stored):
    """A blob that a Table saves and loads: a head of five bytes, then rows of one byte each."""

    other = b"PGT\x01\x05\x00\x02\x00head!abcd"

    def __init__(self, disk):
        self.file = Table(files_on(disk), _PATH, 5, 1, 4096)

    def load(self):
        head = Thought(self.file.open()).finish()
        if head is None:
            return None
        blob = bytearray(head)
        for i in range(self.file.count):
            blob.extend(self.file.row(i))
        return blob

    def save(self, blob):
        Thought(self.file.write(blob[:5], (bytes((byte,)) for byte in blob[5:]))).finish()
        assert self.file.keep()


_KINDS = _Stored, _Tabled


def _saved(kind, blob):
    disk = Disk()
    kind(disk).save(blob)
    return disk


def test_what_was_saved_last_is_loaded_from_a_file_as_it_is_described():
    for kind, header in (
        (_Stored, b"PGT\x01\x00\x00\x01\x00"),
        (_Tabled, b"PGT\x01\x05\x00\x01\x00"),
    ):
        disk = Disk()
        kept = kind(disk)
        assert kept.load() is None and disk.files == {}
        for blob in (b"empty", bytes(range(256)) * 9, _OLD):
            kept.save(blob)
            assert kind(disk).load() == blob
        body = header + _OLD
        assert disk.files == {_PATH: body + crc32(body).to_bytes(4, "little")}
        assert disk.synced == 3


def test_any_damage_or_other_version_is_found_and_told_and_the_file_kept_aside():
    for kind in _KINDS:
        whole = bytes(_saved(kind, _OLD).files[_PATH])
        damaged = [whole[:length] for length in range(len(whole))] + [whole + b"x", b"\xff" * 5000]
        for at in range(len(whole)):
            damaged.append(whole[:at] + bytes((whole[at] ^ 4,)) + whole[at + 1 :])
        other = kind.other + crc32(kind.other).to_bytes(4, "little")
        for data in damaged + [other]:
            disk = Disk({_PATH: data})
            kept = kind(disk)
            told = kind.told if data is other else kind.damaged
            assert kept.load() is None and kept.file.damage == told
            assert disk.files == {_PATH: data}, "until somebody has seen it"
            if len(data) % 2:
                kept.file.keep_damaged()
                assert disk.files == {_BAD: data}
            kept.save(_NEW)
            assert disk.files[_BAD] == data
            assert kept.load() == _NEW and kept.file.damage is None


def test_an_accident_in_saving_leaves_the_old_or_the_new_and_it_may_be_tried_again():
    for kind in _KINDS:
        whole = len(_saved(kind, _OLD).files[_PATH])
        cuts = [("cut", number) for number in range(_saved(kind, _NEW).steps)]
        faults = [("fault", (number, 5)) for number in range(40)]
        for what, at in cuts + faults + [("full", whole + 10)]:
            disk = _saved(kind, _OLD).copy()
            kept = kind(disk)
            kept.load()
            if what == "fault":
                at = disk.operations + at[0], 5
            setattr(disk, what, at)
            left = _OLD
            try:
                kept.save(_NEW)
                left = _NEW
                assert what == "fault"
            except PlugPulled:
                kept = kind(disk)
            except OSError as error:
                assert what == "fault" or error.args[0] == 28 and list(disk.files) == [_PATH]
            setattr(disk, what, None)
            assert kind(disk).load() == left
            kept.save(_NEW)
            assert kind(disk).load() == _NEW


def test_reading_is_tried_three_times_and_what_cannot_be_read_is_kept_aside():
    for kind in _KINDS:
        for failing in range(4):
            disk = _saved(kind, _OLD)
            before = bytes(disk.files[_PATH])
            kept = kind(disk)
            disk.fault = disk.operations + 2, 5, failing  # its size is known by then
            if failing < 3:
                assert kept.load() == _OLD
            else:
                with raises(OSError, "5"):
                    kept.load()
            kept.save(_NEW)
            kept.save(_OLD)
            away = {_BAD: before} if failing == 3 else {}
            assert disk.files == dict(_saved(kind, _OLD).files, **away)


def test_a_blob_is_not_written_again_and_one_of_more_than_4096_bytes_is_damage():
    disk = _saved(_Stored, _OLD)
    kept = _Stored(disk)
    kept.load()
    steps = disk.steps
    kept.save(_OLD)
    assert disk.steps == steps
    kept.save(_NEW)
    kept.save(_OLD)
    assert _Stored(disk).load() == _OLD
    for size in (4096, 4097):
        disk = _saved(_Stored, bytes(size))
        kept = _Stored(disk)
        assert (kept.load() is None) == (kept.file.damage is not None) == (size > 4096)


def _table(blob):
    disk = _saved(_Tabled, blob)
    table = Table(files_on(disk), _PATH, 5, 1, 4096)
    Thought(table.open()).finish()
    return disk, table


def test_a_row_may_be_read_while_the_table_is_written_and_all_count_at_once():
    disk, table = _table(b"head!" + bytes(range(9)))
    rows = (table.row(i) for i in range(8, 2, -1))
    Thought(table.write(b"again", rows)).finish()
    assert table.count == 9 and table.keep() and table.count == 6
    assert not table.keep() and table.saved == 1
    assert _Tabled(disk).load() == b"again" + bytes(range(8, 2, -1))


def test_a_table_whose_writing_is_given_up_stays():
    disk, table = _table(_OLD)
    before = bytes(disk.files[_PATH])
    Thought(table.write(b"whole", [b"1"])).finish()
    steps = table.write(b"again", [b"1"])
    next(steps)
    Thought(table.open()).finish()
    assert Thought(steps).finish() is None and not table.keep()
    assert disk.files == {_PATH: before}


_STEP = 10
_BODIES = [bytes((i,)) * 6 for i in range(8)]


def _slots(disk):
    slots = Slots(files_on(disk), _PATH, 6)
    assert [body for _, body in slots.read()] == [slots.at(i) for i in range(99) if slots.at(i)]
    return slots


def _filled(count=8):
    disk = Disk()
    slots = _slots(disk)
    for number in range(count):
        assert slots.append(_BODIES[number]) == number
    return disk


def _bodies(disk):
    return [body for _, body in Slots(files_on(disk), _PATH, 6).read()]


def test_slots_are_appended_in_one_write_read_in_order_and_rewritten_as_chosen():
    assert _bodies(Disk()) == []
    disk = _filled()
    slots = _slots(disk)
    assert (slots.count, slots.damaged, slots.changed) == (8, 0, False)
    assert [slots.at(i) for i in range(9)] == _BODIES + [None]
    before = disk.steps
    slots.append(_BODIES[0])
    assert disk.steps == before + _STEP, "and nothing else is written"
    list(slots.rewrite([1, 3]))
    assert _bodies(disk) == [_BODIES[1], _BODIES[3]] and list(disk.files) == [_PATH]


def test_held_slots_are_written_at_once_or_dropped_where_somebody_else_has_written():
    for others in (False, True):
        disk = _filled(2)
        slots = _slots(disk)
        slots.hold()
        before = disk.steps
        assert [slots.append(body) for body in _BODIES[2:5]] == [2, 3, 4]
        assert disk.steps == before and [slots.at(i) for i in range(5)] == _BODIES[:5]
        if others:
            _slots(disk).append(_BODIES[7])
        synced = disk.synced
        assert slots.changed == others and slots.release() != others
        assert disk.synced == synced + (not others)
        assert _bodies(disk) == _BODIES[:2] + (_BODIES[7:] if others else _BODIES[2:5])


def test_a_slot_that_a_power_cut_interrupts_is_no_damage_and_the_next_one_takes_its_place():
    for count in (0, 2):
        for cut in range(1, _STEP):
            disk = _filled(count)
            disk.cut = disk.steps + cut
            with raises(PlugPulled):
                _slots(disk).append(_BODIES[4])
            disk.cut = None
            slots = _slots(disk)
            assert slots.damaged == 0 and slots.append(_BODIES[3]) == count
            assert _bodies(disk) == _BODIES[:count] + _BODIES[3:4]


def test_an_accident_in_a_rewriting_leaves_the_old_slots_or_the_chosen_ones():
    for damaged in (0, 1):
        for number in some(range(60)):
            for fault in (False, True):
                disk = _filled(4)
                disk.files[_PATH][0] ^= damaged
                before = bytes(disk.files[_PATH])
                slots = _slots(disk)
                if fault:
                    disk.fault = disk.operations + number, 5
                else:
                    disk.cut = disk.steps + number
                try:
                    list(slots.rewrite([1, 3]))
                    assert not damaged or disk.files[_PATH + ".bad"] == before
                except (OSError, PlugPulled):
                    pass
                disk.fault = disk.cut = None
                assert _bodies(disk) in (_BODIES[damaged:4], [_BODIES[1], _BODIES[3]])
                assert _PATH + ".new" not in disk.files


# Plain files: they are replaced as a whole, or kept aside, and read as they were.


def test_a_file_whose_size_cannot_be_read_is_not_taken_for_one_that_is_not_there():
    """Each runtime has its own errno for a missing file, so the test needs real files, too."""
    assert Files().size("no such file") == Files().size("no such folder/file") == -1
    disk = Disk({"a": b"12345"})
    files = files_on(disk)
    assert files.size("a") == 5 and files.size("b") == -1
    disk.fault = disk.operations, 5
    with raises(OSError):
        files.size("a")
    disk.fault = disk.operations, 2
    assert files.size("a") == 5, "no file is what has to be said twice"


def test_what_is_put_aside_leaves_what_was_there_before():
    disk = Disk()
    files = files_on(disk)
    for content in (b"1", b"2", b"3"):
        disk.files["a"] = content
        files.put_aside("a")
    assert disk.files == {"a.bad": b"3", "a.bad.old": b"2"}


def test_a_file_system_that_is_larger_or_does_not_tell_has_as_much_room_as_a_chip():
    disk = Disk()
    for told in ((4096, 4096, 1 << 20, 1 << 19), ()):
        disk.statvfs = lambda path, told=told: told or disk.stat("none")
        assert files_on(disk).room() == 1 << 20


def test_what_was_replaced_meanwhile_is_to_be_asked_for_again():
    data = bytes(range(200)) * 9
    for size, change, left in (
        (1800, lambda file: None, 1800 - 512),
        (1800, lambda file: file.extend(b"more"), 1800 - 512),  # what grows stays the same,
        (9, lambda file: file.extend(data), 0),  # a small one as well
    ):
        disk = Disk({"people.bin": data[:size]})
        read = transfer.pieces(files_on(disk), "people.bin", size)
        start = next(read)
        change(disk.files["people.bin"])
        assert start + b"".join(read) == data[:size] and size - len(start) == left
    read = transfer.pieces(files_on(disk), "people.bin", 1800)
    next(read)
    disk.files["people.bin"][5] ^= 1
    with raises(Unfit, "it has changed: request it again"):
        list(read)


# The flash's size: the number of its chip says whether the image has room.


def test_a_flash_that_is_smaller_than_the_image_needs_lacks_it_unless_its_number_is_no_size():
    for chip, needed in (
        ("Raspberry Pi Pico with RP2040", {0x13: 2, 0x14: 2, 0x15: 0, 0x18: 0}),
        ("Raspberry Pi Pico2 with RP2350", {0x15: 4, 0x16: 0}),
    ):
        for size, lacks in needed.items():
            number = bytes((0xEF, 0x40, size))
            assert file_system.lacking(number, chip) == lacks, (chip, size)
        for number in (b"\x1f\x86\x01", b"\xff\xff\xff", b"\x00\x00\x00"):
            assert file_system.lacking(number, chip) == 0
