"""What a page asks of the compiled engine: each function takes the memory that it shares with it.

The memory is bytes [SIZE]. At its beginning are words (int32): where each of SECTIONS begins and
how many bytes it has, then what `prepare` notes. A page puts the sections from TABLES on, each from
a multiple of eight, and calls `prepare` once: it makes tables of them behind them.
"""

import sys

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from picogammon.engine.numbers import SLOTS as NUMBERS
from picogammon.rules.position import SLOTS
from tools.jitted import jitable
from tools.strength import quick_look, quick_rolls
from tools.strength.quick_judge import judge_all
from tools.trainer.features import ESCAPES

SIZE = 3 << 20
QUESTIONS = ("prepare", "outcomes", "reply", "look", "answered")  # and how many numbers each takes:
TAKEN = (0, 1, 2, 0, 2)
SECTIONS = ("NETS", "NETW", "NETB", "NETV", "NETC", "NETP", "NEAR", "HOME", "ROLL", "RACE", "SOON")
OUTCOME = 256  # int32 [5]
AFTER = 276  # int8 [26]: a position that is found
BEFORE = 304  # int8 [26]: one that is asked about
MANY = 512  # int8 [MOST, 26]: positions,
MOST = 64
FOUND = 2304  # int32 [MOST, 5]: and what they are worth
GIVEN = 3584  # int32 [quick_rolls.MOST]: what `answered` is given,
LEFT = 4032  # int32 [quick_rolls.FOUND]: and what it finds
TABLES = 4096
_WORDS = 2 * len(SECTIONS)
_OUTPUT = _WORDS + 1  # of _WORDS: where the next table goes
_CURVE = _OUTPUT + 1
_RACE = _CURVE + 1  # five of them
_HEAD = 64
_ESCAPES = len(ESCAPES)
_WIDTHS = (2, 2, 2, 1, 1)  # bytes of a number in the tables of races


def ask(memory, escapes, what, first, second):
    """Answers a question, by its number in QUESTIONS. `escapes`: a pointer to trainer's ESCAPES."""
    if what == 0:
        return prepare(memory)
    tables = _tables(memory, escapes)
    if what == 1:
        return outcomes(memory, tables, first)
    if what == 2:
        return reply(memory, tables, first, second)
    if what == 3:
        return look(memory, tables)
    return answered(memory, tables, first, second)


def prepare(memory):
    """Makes tables of the sections. Returns 0, or 1 where there is no room for them."""
    head = _head(memory)
    last = 2 * len(SECTIONS) - 2
    head[_WORDS] = (head[last] + head[last + 1] + 7) & ~7
    hidden, buckets = _sizes(memory, head)
    curve = head[2 * 5 + 1] // 2
    needed = 10 * buckets * hidden + 4 * curve + 64
    for i in range(5):
        needed += 8 * head[2 * (6 + i) + 1] // _WIDTHS[i]
    if head[_WORDS] + needed > SIZE:
        return 1
    weights = carray(_at(memory, head[2]), (head[3],), np.uint8)
    for i in range(len(weights)):
        weights[i] ^= 128  # less 128, as a signed byte
    output = carray(_at(memory, head[2 * 3]), (buckets, hidden, 6), np.int16)
    turned_at = _table(head, _OUTPUT, 10 * buckets * hidden)
    turned = carray(_at(memory, turned_at), (buckets, 5, hidden), np.int16)
    for bucket in range(buckets):
        for q in range(5):
            for j in range(hidden):
                turned[bucket, q, j] = output[bucket, j, q]
    narrow = carray(_at(memory, head[2 * 5]), (curve,), np.uint16)
    wide = carray(_at(memory, _table(head, _CURVE, 4 * curve)), (curve,), np.int32)
    for i in range(curve):
        wide[i] = narrow[i]
    for i in range(5):
        count = head[2 * (6 + i) + 1] // _WIDTHS[i]
        table = carray(_at(memory, _table(head, _RACE + i, 8 * count)), (count,), np.int64)
        given = carray(_at(memory, head[2 * (6 + i)]), (count * _WIDTHS[i],), np.uint8)
        for j in range(count):
            if _WIDTHS[i] == 2:
                table[j] = given[2 * j] | np.int64(given[2 * j + 1]) << 8
            else:
                table[j] = given[j]
    return 0


def outcomes(memory, tables, count):
    """Fills FOUND for the first `count` of MANY. Returns count."""
    many = carray(_at(memory, MANY), (MOST, SLOTS), np.int8)
    found = carray(_at(memory, FOUND), (MOST, NUMBERS), np.int32)
    judge_all(many[:count], tables[0], tables[1], found[:count])
    return count


def reply(memory, tables, first, second):
    """Fills AFTER and OUTCOME for the best play of a roll at BEFORE; see quick_look.reply."""
    before, after = _position(memory, BEFORE), _position(memory, AFTER)
    outcome = carray(_at(memory, OUTCOME), (NUMBERS,), np.int32)
    space = quick_look.room()
    return quick_look.reply(before, first, second, tables, space, after, outcome)


def look(memory, tables):
    """Fills OUTCOME for BEFORE; see quick_look.look."""
    outcome = carray(_at(memory, OUTCOME), (NUMBERS,), np.int32)
    before = _position(memory, BEFORE)
    return quick_look.look(before, tables, quick_look.room(), outcome)


def answered(memory, tables, first, second):
    """Fills LEFT for a roll at BEFORE; see quick_rolls.answered. Returns 0."""
    given = carray(_at(memory, GIVEN), (quick_rolls.MOST,), np.int32)
    left = carray(_at(memory, LEFT), (quick_rolls.FOUND,), np.int32)
    before, space = _position(memory, BEFORE), quick_look.room()
    quick_rolls.answered(before, first, second, tables, space, given, left)
    return 0


@intrinsic
def _at(_context, memory, offset):
    """The pointer to what lies there."""

    def code(_compiler, builder, _signature, given):
        return builder.gep(given[0], [given[1]])

    return types.voidptr(memory, offset), code


def _head(memory):
    return carray(_at(memory, 0), (_HEAD,), np.int32)


def _position(memory, where):
    return carray(_at(memory, where), (SLOTS,), np.int8)


def _table(head, word, size):
    """Where the next `size` bytes for a table are; notes it at that word."""
    start = head[_WORDS]
    head[word] = start
    head[_WORDS] = (start + size + 7) & ~7
    return start


def _sizes(memory, head):
    """(how many hidden units the net has, how many buckets)."""
    sizes = carray(_at(memory, head[0]), (3,), np.uint16)
    return np.int64(sizes[0]), np.int64(sizes[2])


def _tables(memory, escapes):
    """A QuickJudge's tables."""
    head = _head(memory)
    hidden, buckets = _sizes(memory, head)
    net = (
        carray(_at(memory, head[2]), (head[3] // hidden, hidden), np.int8),
        carray(_at(memory, head[2 * 2]), (hidden,), np.int16),
        carray(_at(memory, head[_OUTPUT]), (buckets, 5, hidden), np.int16),
        carray(_at(memory, head[2 * 4]), (buckets, 5), np.int32),
        carray(_at(memory, head[_CURVE]), (head[2 * 5 + 1] // 2,), np.int32),
        carray(escapes, (_ESCAPES,), np.uint8),
    )
    race = (
        _race(memory, head, 0, 2),
        _race(memory, head, 1, 2),
        _race(memory, head, 2, 2),
        _race(memory, head, 3, 1),
        _race(memory, head, 4, 1),
    )
    return net, race


def _race(memory, head, number, width):
    count = head[2 * (6 + number) + 1] // width
    return carray(_at(memory, head[_RACE + number]), (count,), np.int64)


jitable(
    sys.modules[__name__],
    "prepare outcomes reply look answered _head _position _table _sizes _tables _race",
)
