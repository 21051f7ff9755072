"""The questions of a page to the compiled engine: functions of the memory that both share.

The memory is bytes [SIZE]. It begins with words (int32): for each of SECTIONS where it begins and
its number of bytes, then where the table begins that `prepare` makes. A page puts the sections from
TABLES on, each at a multiple of eight, and calls `prepare` once.
"""

import sys

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from picogammon.engine.numbers import SLOTS as NUMBERS
from picogammon.rules.position import SLOTS
from tools.fast_engine import look as looking
from tools.fast_engine.judge import judge_all
from tools.fast_engine.kernels import jitable
from tools.fast_engine.net import ESCAPES

SIZE = 3 << 20
QUESTIONS = ("prepare", "outcomes", "reply", "look", "answered")  # and how many numbers each takes:
TAKEN = (0, 1, 2, 0, 2)
SECTIONS = ("NETS", "NETW", "NETB", "NETV", "NETC", "NETP", "NEAR", "HOME", "ROLL", "RACE", "SOON")
OUTCOME = 256  # int32 [5]
AFTER = 276  # int8 [26]: a position that is found
BEFORE = 304  # int8 [26]: one that is asked about
MANY = 512  # int8 [MOST, 26]: positions,
MOST = 64
FOUND = 2304  # int32 [MOST, 5]: and their outcomes
GIVEN = 3584  # int32 [look.MOST]: what `answered` is given,
LEFT = 4032  # int32 [look.FOUND]: and what it finds
TABLES = 4096
_OUTPUT = 2 * len(SECTIONS)
_HEAD = _OUTPUT + 1  # words
_ESCAPES = len(ESCAPES)


def ask(memory, escapes, what, first, second):
    """Answers a question, by its number in QUESTIONS. `escapes`: a pointer to ESCAPES."""
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
    """Makes the sections ready for use. Returns 0, or 1 if there is no room."""
    head = _head(memory)
    head[_OUTPUT] = (head[_OUTPUT - 2] + head[_OUTPUT - 1] + 7) & ~7
    hidden, buckets = _sizes(memory)
    if head[_OUTPUT] + 10 * buckets * hidden > SIZE:
        return 1
    weights = _section(memory, 1, np.uint8)
    for i in range(len(weights)):
        weights[i] ^= 128  # less 128, as a signed byte
    output = carray(_at(memory, head[2 * 3]), (buckets, hidden, 6), np.int16)
    turned = carray(_at(memory, head[_OUTPUT]), (buckets, 5, hidden), np.int16)
    for bucket in range(buckets):
        for q in range(5):
            for j in range(hidden):
                turned[bucket, q, j] = output[bucket, j, q]
    return 0


def outcomes(memory, tables, count):
    """Fills FOUND for the first `count` of MANY. Returns count."""
    many = carray(_at(memory, MANY), (MOST, SLOTS), np.int8)
    found = carray(_at(memory, FOUND), (MOST, NUMBERS), np.int32)
    judge_all(many[:count], tables, found[:count])
    return count


def reply(memory, tables, first, second):
    """Fills AFTER and OUTCOME for the best play of a roll at BEFORE; see look.reply."""
    before, after = _position(memory, BEFORE), _position(memory, AFTER)
    outcome = carray(_at(memory, OUTCOME), (NUMBERS,), np.int32)
    space = looking.room()
    return looking.reply(before, first, second, tables, space, after, outcome)


def look(memory, tables):
    """Fills OUTCOME for BEFORE; see look.ahead."""
    outcome = carray(_at(memory, OUTCOME), (NUMBERS,), np.int32)
    before = _position(memory, BEFORE)
    return looking.ahead(before, tables, looking.room(), outcome)


def answered(memory, tables, first, second):
    """Fills LEFT for a roll at BEFORE; see look.answered. Returns 0."""
    given = carray(_at(memory, GIVEN), (looking.MOST,), np.int32)
    left = carray(_at(memory, LEFT), (looking.FOUND,), np.int32)
    before, space = _position(memory, BEFORE), looking.room()
    looking.answered(before, first, second, tables, space, given, left)
    return 0


@intrinsic
def _at(_context, memory, offset):
    """Returns the pointer to an offset."""

    def code(_compiler, builder, _signature, given):
        return builder.gep(given[0], [given[1]])

    return types.voidptr(memory, offset), code


def _head(memory):
    return carray(_at(memory, 0), (_HEAD,), np.int32)


def _section(memory, number, kind):
    """Returns a section as an array."""
    head = _head(memory)
    section = carray(_at(memory, head[2 * number]), (head[2 * number + 1],), np.uint8)
    return section.view(kind)


def _sizes(memory):
    """Returns the net's numbers of hidden nodes and of buckets."""
    sizes = _section(memory, 0, np.uint16)
    return np.int64(sizes[0]), np.int64(sizes[2])


def _tables(memory, escapes):
    """Returns a QuickJudge's tables."""
    head = _head(memory)
    hidden, buckets = _sizes(memory)
    net = (
        carray(_at(memory, head[2]), (head[3] // hidden, hidden), np.int8),
        _section(memory, 2, np.int16),
        carray(_at(memory, head[_OUTPUT]), (buckets, 5, hidden), np.int16),
        carray(_at(memory, head[2 * 4]), (buckets, 5), np.int32),
        _section(memory, 5, np.uint16),
        carray(escapes, (_ESCAPES,), np.uint8),
    )
    race = (
        _section(memory, 6, np.uint8),
        _section(memory, 7, np.uint8),
        _section(memory, 8, np.uint8),
        _section(memory, 9, np.uint8),
        _section(memory, 10, np.uint8),
    )
    return net, race


def _position(memory, where):
    return carray(_at(memory, where), (SLOTS,), np.int8)


jitable(
    sys.modules[__name__],
    "prepare outcomes reply look answered _head _section _sizes _tables _position",
)
