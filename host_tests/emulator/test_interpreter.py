"""What the image does otherwise than MicroPython: names are looked up and room is found faster."""

HOST_ONLY = True
# Small and large objects come and go, as a generator of numbers says; each keeps what it holds.
_MEMORY = """
import gc
def churn(rounds, slots, most):
    kept = [None] * slots
    number = 1
    for _ in range(rounds):
        number = (number * 1103515245 + 12345) & 0x3FFFFFFF
        slot = (number >> 8) % slots
        size = 1 + (number >> 14) % most
        old = kept[slot]
        if old is not None:
            assert old == bytes((slot,)) * len(old)
            if size & 1:
                old.extend(bytes((slot,)) * (size >> 2))
                continue
            del old
        kept[slot] = bytearray(bytes((slot,)) * size)
    for slot in range(slots):
        assert kept[slot] is None or kept[slot] == bytes((slot,)) * len(kept[slot])
def largest():
    gc.collect()
    size = gc.mem_free()
    while True:
        try:
            return len(bytearray(size))
        except MemoryError:
            size -= 2048
before = largest()
churn(800, 60, 300)
gc.collect()
gc.disable()
churn(60, 20, 100)
gc.enable()
print(before - largest())
"""
# Classes with few and with many attributes, of which some are deleted, hidden or inherited.
_NAMES = """
from collections import OrderedDict
def seen(count):
    names = ["n%d" % i for i in range(count)]
    one = type("One", (), {name: -1 for name in names})
    two = type("Two", (one,), {})()
    ordered = OrderedDict()
    plain = {}
    for i in range(count):
        assert getattr(two, names[i]) == -1
        setattr(two, names[i], i)
        ordered[names[i]] = plain[names[i]] = i
    for i in range(0, count, 3):
        delattr(two, names[i])
        del ordered[names[i]], plain[names[i]]
    for i in range(count):
        gone = i % 3 == 0
        assert getattr(two, names[i]) == (-1 if gone else i)
        assert (names[i] in ordered, names[i] in plain) == (not gone, not gone)
        assert gone or ordered[names[i]] == plain[names[i]] == i
        assert not hasattr(two, "m%d" % i)
    assert list(ordered) == [name for name in names if name in plain]
    for name in names:
        setattr(two, name, name)
        plain[name] = ordered[name] = name
    assert all(getattr(two, name) == plain[name] == ordered[name] == name for name in names)
    return count
print([seen(count) for count in (1, 2, 5, 32, 33, 70)])
"""


def test_memory_is_found_where_it_is_free_and_nowhere_else(board):
    lost = int(board.exec(_MEMORY))
    assert lost <= 2048  # no finer than it is measured


def test_names_are_found_where_they_are(board):
    assert board.exec(_NAMES).strip() == "[1, 2, 5, 32, 33, 70]"
