"""Slots: what was appended is there, a damaged one costs none of the others."""

from fakes.disk import Disk, files_on
from picogammon.devices.checked_files import Slots

_PATH = "cards.bin"
_SIZE = 6
_STEP = _SIZE + 4
_BODIES = [bytes((i,)) * _SIZE for i in range(8)]


def _slots(disk):
    return Slots(files_on(disk), _PATH, _SIZE)


def _written(bodies=_BODIES):
    disk = Disk()
    slots = _slots(disk)
    list(slots.read())
    for number in range(len(bodies)):
        assert slots.append(bodies[number]) == number
    return disk


def _opened(disk):
    slots = _slots(disk)
    list(slots.read())
    return slots


def test_what_was_appended_is_read_in_order_and_by_number():
    slots = _slots(_written())
    assert list(slots.read()) == list(enumerate(_BODIES))
    assert (slots.count, slots.damaged, slots.changed) == (8, 0, False)
    assert [slots.at(i) for i in range(8)] == _BODIES and slots.at(8) is None


def test_no_file_is_no_slot():
    slots = _opened(Disk())
    assert (slots.count, slots.damaged) == (0, 0)


def test_a_damaged_slot_is_counted_and_costs_none_of_the_others():
    disk = _written()
    for damaged, number in enumerate((2, 5), 1):
        disk.files[_PATH][number * _STEP + 3] ^= 16
        slots = _slots(disk)
        left = [i for i, _ in slots.read()]
        assert len(left) == 8 - damaged and number not in left
        assert (slots.count, slots.damaged) == (8, damaged)
        assert slots.at(number) is None and slots.at(number + 1) == _BODIES[number + 1]


def test_one_that_was_torn_is_no_damage_and_gives_way_to_the_next():
    for torn in range(1, _STEP):
        disk = _written(_BODIES[:3])
        disk.files[_PATH].extend(bytes(torn))
        slots = _opened(disk)
        assert (slots.count, slots.damaged) == (3, 0)
        assert slots.append(_BODIES[3]) == 3
        assert list(_slots(disk).read()) == list(enumerate(_BODIES[:4]))
        assert len(disk.files[_PATH]) == 4 * _STEP


def test_an_append_writes_its_slot_and_nothing_else():
    disk = _written()
    slots = _opened(disk)
    before = disk.steps
    slots.append(_BODIES[0])
    assert disk.steps == before + _STEP


def test_what_is_held_is_written_at_once_when_it_is_released():
    disk = _written(_BODIES[:2])
    slots = _opened(disk)
    slots.hold()
    before = disk.steps
    assert [slots.append(body) for body in _BODIES[2:5]] == [2, 3, 4]
    assert disk.steps == before and not slots.changed
    assert [slots.at(i) for i in range(5)] == _BODIES[:5] and slots.count == 5
    synced = disk.synced
    assert slots.release() and disk.synced == synced + 1
    assert slots.append(_BODIES[5]) == 5
    assert list(_slots(disk).read()) == list(enumerate(_BODIES[:6]))


def test_what_is_held_is_dropped_where_somebody_else_has_written():
    disk = _written(_BODIES[:2])
    slots = _opened(disk)
    slots.hold()
    slots.append(_BODIES[2])
    _opened(disk).append(_BODIES[7])
    assert slots.changed and not slots.release()
    assert list(_slots(disk).read()) == list(enumerate(_BODIES[:2] + [_BODIES[7]]))


def test_rewritten_the_file_has_the_chosen_ones_alone():
    disk = _written()
    slots = _opened(disk)
    for _ in slots.rewrite([1, 4, 6]):
        assert len(disk.files[_PATH]) == 8 * _STEP, "the old file stays until it is done"
    chosen = [_BODIES[1], _BODIES[4], _BODIES[6]]
    assert slots.count == 3 and [slots.at(i) for i in range(3)] == chosen
    assert list(disk.files) == [_PATH]
    assert slots.append(_BODIES[0]) == 3
    assert list(_slots(disk).read()) == list(enumerate(chosen + _BODIES[:1]))


def test_rewritten_with_damage_the_old_file_is_kept():
    disk = _written()
    disk.files[_PATH][0] ^= 1
    before = bytes(disk.files[_PATH])
    slots = _opened(disk)
    list(slots.rewrite([0, 1, 2]))
    assert bytes(disk.files[_PATH + ".bad"]) == before
    assert (slots.count, slots.damaged) == (2, 0)
    assert list(_slots(disk).read()) == list(enumerate(_BODIES[1:3]))


def test_a_rewriting_that_is_given_up_changes_nothing():
    disk = _written()
    before = bytes(disk.files[_PATH])
    slots = _opened(disk)
    steps = slots.rewrite([1, 2])
    next(steps)
    assert _PATH + ".new" in disk.files
    steps.close()
    assert disk.files == {_PATH: before} and slots.count == 8
    steps = slots.rewrite([1, 2])
    next(steps)
    _opened(disk).append(_BODIES[0])
    list(steps)
    assert len(disk.files[_PATH]) == 9 * _STEP and list(disk.files) == [_PATH]


def test_a_rewriting_that_was_cut_off_is_finished_or_removed():
    whole = _written()
    disk = Disk({_PATH + ".new": whole.files[_PATH]})
    assert len(list(_slots(disk).read())) == 8 and list(disk.files) == [_PATH]
    disk = Disk({_PATH: whole.files[_PATH], _PATH + ".new": b"half"})
    assert len(list(_slots(disk).read())) == 8 and list(disk.files) == [_PATH]
