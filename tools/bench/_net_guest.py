"""Runs on the board: what the net says of positions, how long that takes; see net.py."""

import binascii
import gc
import micropython
import time
from array import array

from picogammon.engine import net_kernel, weights
from picogammon.engine.net import Net


def _free():
    gc.collect()
    return gc.mem_free()


def _since(began):
    return time.ticks_diff(time.ticks_us(), began)


_before = _free()
_began = time.ticks_us()
found = weights.load()
load_us = _since(_began)
load_ram = _before - _free()
net = Net(found)
ram = _before - _free()
out = array("i", [0] * 5)


def setting_up():
    """(us to check the weights, bytes of RAM for that, bytes of RAM with the net)."""
    return load_us, load_ram, ram


def outcomes(text):
    """[(us, the outcome)] of positions, 26 bytes each in hexadecimal; none may allocate."""
    raw = binascii.unhexlify(text)
    told = []
    for i in range(0, len(raw), 26):
        pos = array("b", raw[i : i + 26])
        micropython.heap_lock()
        began = time.ticks_us()
        net.outcome(pos, out)
        spent = _since(began)
        micropython.heap_unlock()
        told.append((spent, list(out)))
    return told


def times(text):
    """[(us for the features, for comparing rows, the first layer, the second)] of positions.

    Each takes some microseconds more than within the whole.
    """
    raw = binascii.unhexlify(text)
    work = net.work
    rows, escapes, lost, nodes = work[14:18]
    told = []
    for i in range(0, len(raw), 26):
        pos = array("b", raw[i : i + 26])
        began = time.ticks_us()
        known = net_kernel.features(pos, rows, escapes, lost)
        features = _since(began)
        began = time.ticks_us()
        net_kernel.compare(work, rows, known >> 6)
        compare = _since(began)
        began = time.ticks_us()
        net_kernel.first_layer(work)
        first = _since(began)
        address = nodes + 12 * work[1] * (known & 15)
        began = time.ticks_us()
        net_kernel.second_layer(work, address)
        told.append((features, compare, first, _since(began)))
    return told
