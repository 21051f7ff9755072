"""What a page asks of the compiled engine: each function takes the memory that it shares with it.

The memory is bytes [SIZE]. At its beginning are words (int32): where each of SECTIONS begins and how
many bytes it has, from WORDS on what `prepare` makes of them. A page puts the sections from TABLES
on, each from a multiple of eight, and calls `prepare` once.
"""

import numpy as np
from numba import carray

from picogammon.engine.numbers import SLOTS as NUMBERS
from picogammon.rules.position import SLOTS
from tools.strength import quick_look
from tools.strength.quick_judge import judge_all
from tools.jitted import jitable
from tools.trainer.features import ESCAPES

SIZE = 3 << 20
SECTIONS = ("NETS", "NETW", "NETB", "NETV", "NETC", "NETP", "NEAR", "HOME", "ROLL", "RACE", "SOON")
OUTCOME = 256  # int32 [5]
BEFORE = 288  # int8 [26]: a position that is asked about
AFTER = 320  # int8 [26]: one that is found
MANY = 512  # int8 [MOST, 26]: positions,
MOST = 64
FOUND = 2304  # int32 [MOST, 5]: and what they are worth
TABLES = 4096
_WORDS = 2 * len(SECTIONS)
_OUTPUT = _WORDS + 1  # of _WORDS: where the next table goes
_CURVE = _OUTPUT + 1
_RACE = _CURVE + 1  # five of them
_HEAD = 64
_WIDTHS = (2, 2, 2, 1, 1)  # bytes of a number in the tables of races


def prepare(memory):
    """Makes tables of the sections. Returns 0, or 1 where there is no room for them."""
    room = carray(memory, (SIZE,))
    head = room[: 4 * _HEAD].view(np.int32)
    last = 2 * len(SECTIONS) - 2
    head[_WORDS] = (head[last] + head[last + 1] + 7) & ~7
    hidden, buckets = _sizes(room, head)
    weights = _section(room, head, 1)
    output = _section(room, head, 3).view(np.int16).reshape((buckets, hidden, 6))
    curve = _section(room, head, 5).view(np.uint16)
    needed = 2 * output.size + 4 * curve.size + 64
    for i in range(5):
        needed += 8 * head[2 * (6 + i) + 1] // _WIDTHS[i]
    if head[_WORDS] + needed > SIZE:
        return 1
    for i in range(len(weights)):
        weights[i] ^= 128  # less 128, as a signed byte
    turned = _table(room, head, _OUTPUT, 10 * buckets * hidden).view(np.int16)
    turned = turned.reshape((buckets, 5, hidden))
    for bucket in range(buckets):
        for q in range(5):
            for j in range(hidden):
                turned[bucket, q, j] = output[bucket, j, q]
    wide = _table(room, head, _CURVE, 4 * len(curve)).view(np.int32)
    for i in range(len(curve)):
        wide[i] = curve[i]
    for i in range(5):
        count = head[2 * (6 + i) + 1] // _WIDTHS[i]
        table = _table(room, head, _RACE + i, 8 * count).view(np.int64)
        given = _section(room, head, 6 + i)
        for j in range(count):
            if _WIDTHS[i] == 2:
                table[j] = given[2 * j] | given[2 * j + 1] << 8
            else:
                table[j] = given[j]
    return 0


def outcomes(memory, count):
    """Fills FOUND for the first `count` of MANY. Returns count."""
    room = carray(memory, (SIZE,))
    many = room[MANY : MANY + MOST * SLOTS].view(np.int8).reshape((MOST, SLOTS))
    found = room[FOUND : FOUND + 4 * MOST * NUMBERS].view(np.int32).reshape((MOST, NUMBERS))
    net, race = _tables(room)
    judge_all(many[:count], net, race, found[:count])
    return count


def reply(memory, first, second):
    """Fills AFTER and OUTCOME for the best play of a roll at BEFORE; see quick_look.reply."""
    room = carray(memory, (SIZE,))
    before, after, outcome = _asked(room)
    space = quick_look.room()
    return quick_look.reply(before, first, second, _tables(room), space, after, outcome)


def look(memory):
    """Fills OUTCOME for BEFORE; see quick_look.look."""
    room = carray(memory, (SIZE,))
    before, _, outcome = _asked(room)
    return quick_look.look(before, _tables(room), quick_look.room(), outcome)


def _section(room, head, number):
    start = head[2 * number]
    return room[start : start + head[2 * number + 1]]


def _table(room, head, word, size):
    """The next `size` bytes for a table, noted at that word."""
    start = head[_WORDS]
    head[word] = start
    head[_WORDS] = (start + size + 7) & ~7
    return room[start : start + size]


def _sizes(room, head):
    """(how many hidden units the net has, how many buckets)."""
    sizes = _section(room, head, 0).view(np.uint16)
    return np.int64(sizes[0]), np.int64(sizes[2])


def _asked(room):
    before = room[BEFORE : BEFORE + SLOTS].view(np.int8)
    after = room[AFTER : AFTER + SLOTS].view(np.int8)
    return before, after, room[OUTCOME : OUTCOME + 4 * NUMBERS].view(np.int32)


def _tables(room):
    """A QuickJudge's tables."""
    head = room[: 4 * _HEAD].view(np.int32)
    hidden, buckets = _sizes(room, head)
    weights = _section(room, head, 1).view(np.int8)
    output = room[head[_OUTPUT] : head[_OUTPUT] + 10 * buckets * hidden].view(np.int16)
    curve = room[head[_CURVE] : head[_CURVE] + 2 * head[2 * 5 + 1]].view(np.int32)
    net = (
        weights.reshape((len(weights) // hidden, hidden)),
        _section(room, head, 2).view(np.int16),
        output.reshape((buckets, 5, hidden)),
        _section(room, head, 4).view(np.int32).reshape((buckets, 5)),
        curve,
        ESCAPES,
    )
    race = (
        _race(room, head, 0, 2),
        _race(room, head, 1, 2),
        _race(room, head, 2, 2),
        _race(room, head, 3, 1),
        _race(room, head, 4, 1),
    )
    return net, race


def _race(room, head, number, width):
    start = head[_RACE + number]
    return room[start : start + 8 * (head[2 * (6 + number) + 1] // width)].view(np.int64)
