"""Beads on a string: each is the digest of the next, and few of them are kept."""

from hashlib import sha256

from fakes.memory import MemoryStore
from picogammon.app.session import beads
from portable import raises

_SEED = bytes(range(16))


def strung(length):
    """All beads of the seed's string, from the anchor on."""
    found = [sha256(_SEED).digest()]
    for _ in range(length):
        found.append(sha256(found[-1]).digest())
    return found[::-1]


def test_each_bead_is_the_digest_of_the_next():
    for length in (1, 2, 3, 5, 64, 300):
        string = beads.Beads(_SEED, length)
        assert [string.bead(number) for number in range(length + 1)] == strung(length)


def test_beads_come_in_any_order():
    string = beads.Beads(_SEED, 64)
    wanted = strung(64)
    for number in (64, 0, 33, 32, 1, 63, 2):
        assert string.bead(number) == wanted[number]


def test_work_is_done_in_slices():
    string = beads.Beads(_SEED, 100)
    slices = 0
    while not string.work(0, 7):
        slices += 1
    assert slices == 14
    assert string.work(1, 0), "it was kept on the way"


def test_few_digests_a_bead():
    """By the count of `work` that is needed, one digest at a time."""
    string = beads.Beads(_SEED, 256)
    string.bead(0)
    spent = []
    for number in range(1, 257):
        spent.append(0)
        while not string.work(number, 1):
            spent[-1] += 1
    assert sum(spent) <= 256 * 4 and max(spent) <= 128


class Drawn:
    """Seeds, one after another; none once `left` is 0."""

    def __init__(self, left):
        self.left = left

    def __call__(self):
        if not self.left:
            return None
        self.left -= 1
        return bytes([self.left]) * 16


def found(strings, bead):
    """Whether the string with this bead 5 is taken up."""
    strings.take_up(5, bead)
    while strings.work():
        pass
    return not strings.lost


def slices(work):
    """How often `work()` works until all is done."""
    count = 0
    while work():
        count += 1
    return count


def test_digests_are_made_in_slices_before_they_are_needed():
    store = MemoryStore()
    strings = beads.Strings(store, Drawn(2))
    assert slices(strings.prepare) == 4096 // beads.SLICE - 1
    assert store.blob is None, "nobody knows of that seed yet"
    anchor = strings.anchor()
    assert slices(strings.prepare) > 50, "it is another"
    again = beads.Strings(store, Drawn(0))
    again.take_up(0, anchor)
    assert slices(again.work) > 50 and not again.lost
    for number in range(1, 601):
        bead = again.bead(number)
        assert slices(again.work) <= 2048 // beads.SLICE
    again.take_up(600, bead)
    assert slices(again.work) <= 2, "it is the string in use"
    strings.take_up(600, bead)
    assert beads.before(strings.bead(601)) == bead


def test_a_boards_strings_are_found_again_by_a_bead():
    store = MemoryStore()
    strings = beads.Strings(store, Drawn(9), 16)
    told = []
    for _ in range(9):
        strings.anchor()
        told.append(strings.bead(5))
    again = beads.Strings(store, Drawn(0), 16)
    assert [found(again, bead) for bead in told] == [False] + [True] * 8
    assert beads.before(again.bead(6)) == told[-1]
    again.take_up(5, told[3])
    assert beads.before(again.bead(6)) == told[3], "also where nobody has worked before"
    assert not found(again, bytes(32))
    with raises(OSError, "is lost"):
        again.bead(6)
    with raises(OSError, "cannot be used"):
        again.anchor()


def test_a_seed_is_kept_before_its_anchor_is_told():
    store = MemoryStore()
    anchor = beads.Strings(store, Drawn(1), 16).anchor()
    assert sha256(store.blob).digest() == beads.Beads(store.blob, 16).bead(16)
    assert beads.Beads(store.blob, 16).bead(0) == anchor
