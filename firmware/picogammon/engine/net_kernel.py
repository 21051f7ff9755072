# ruff: noqa: F821
"""The net as native code for the RP2040; net_twin has the same in plain Python.

The hidden nodes' sums are kept from one position to the next, and only the rows that came or went
are added, by net_layers_kernel: of 33 active rows some 12 change between two plays of a roll.

A row in flash takes another 2,900 cycles if none of it is in the chip's cache. So the rows that are
wanted most have copies in RAM. Uses are counted. Whenever a row without a copy is used, one copy is
looked at, all in turn: if its row was used less often it gives way, otherwise it loses one use. One
bucket's weights have a copy as well, and give way when others were used more often.

What the assembler cannot say is given as the instruction's number, and said beside it.
"""

import micropython
from array import array
from micropython import const

from picogammon.engine.features_kernel import LOST, features
from picogammon.engine.net_layers_kernel import copy_words, first_layer, second_layer
from picogammon.engine.weights import MOST, ROWS, USUAL, net_of

_START = const(1024)  # what is added to each sum, so that none is ever negative

# What the kernels work with, words. What a comment does not say is an address.
_WEIGHTS = const(0)
_HIDDEN = const(1)  # how many hidden nodes there are
_SUMS = const(2)
_COUNTS = const(3)  # of the rows
_KEPT = const(4)  # how many rows are in the sums
_COMING = const(5)  # the list of addresses of rows that come
_GOING = const(6)
_KEPT_ROWS = const(7)  # the rows that are in the sums
_OUTPUT = const(8)  # the outputs' sums, five
_START_SUMS = const(13)  # the sums without any row
_ROWS = const(14)  # the active rows
_ESCAPES = const(15)
_LOST = const(16)
_NODES = const(17)  # the hidden nodes' weights
_CONSTANTS = const(18)
_CURVE = const(19)
_USES = const(20)  # by row, how often it came or went, 255 at most
_COPY_OF = const(21)  # by row, which copy is its own, from 1 on, or 0
_ROW_OF = const(22)  # by copy, whose it is
_COPIES = const(23)  # the copies, from where number 0 would be
_TURN = const(24)  # which copy was looked at last
_WANTED = const(25)  # which row is to be copied << 8, and where to; 0 if none is
_NODES_COPY = const(26)  # the copy of a bucket's weights,
_BUCKET = const(27)  # which bucket's,
_BUCKET_USES = const(28)  # and how much more it was used than others
_SEEN = const(29)  # what counts of what features says of checkers that are off
_WORDS = const(30)

_GONE = const(48)

_NO_BUCKET = const(255)
_MOST_USES = const(48)  # of a bucket more than of others: some plays of a roll
_COPIED = const(64)  # so many rows: fewer make master slower than its budget; 16 KB

_NODE_BYTES = const(12)
# As in numbers, where they are explained.
_ONE = const(65536)
_SLOTS = const(5)
_WIN = const(0)
_WIN_GAMMON = const(1)
_LOSE_GAMMON = const(3)


class Net:
    """Judges positions. Its working memory, `work`, is its own, so it allocates nothing."""

    def __init__(self, weights, kind=USUAL, room=None):
        """`weights`: a weights.Weights. Raises WeightsError if there is no such net in it.

        `kind`: which net, as weights.py has it. `room`: bytes for the copies of rows, which no
        other Net uses; None: memory of its own.
        """
        hidden, sections = net_of(weights, kind, _greatest)
        start = array("I", bytes(2 * hidden + 8))
        _begin(sections["NETB"], start, hidden)
        sums = array("I", start)
        size = MOST + MOST % 2
        lists = [array("I", bytes(4 * MOST + 4)) for _ in range(2)]
        rows, kept = [array("H", bytes(2 * size)) for _ in range(2)]
        counts = bytearray(ROWS)
        copied = _COPIED * hidden
        copies = room if room and len(room) == copied else bytearray(copied)
        work = array("I", bytes(4 * _WORDS))
        work[_HIDDEN] = hidden
        work[_TURN] = 1
        work[_BUCKET] = _NO_BUCKET
        work[_SEEN] = _GONE if kind == USUAL else 0
        buffers = (
            (_WEIGHTS, sections["NETW"]),
            (_SUMS, sums),
            (_COUNTS, counts),
            (_COMING, lists[0]),
            (_GOING, lists[1]),
            (_KEPT_ROWS, kept),
            (_START_SUMS, start),
            (_ROWS, rows),
            (_ESCAPES, sections["ESCP"]),
            (_LOST, LOST),
            (_NODES, sections["NETV"]),
            (_CONSTANTS, sections["NETC"]),
            (_CURVE, sections["NETP"]),
            (_USES, bytearray(ROWS + 1)),  # the last is never used: whose the copies are at first
            (_COPY_OF, bytearray(ROWS + 1)),
            (_ROW_OF, array("H", [ROWS] * (_COPIED + 1))),
            (_COPIES, copies),
            (_NODES_COPY, bytearray(_NODE_BYTES * hidden)),
        )
        for word, buffer in buffers:
            work[word] = _address(buffer)
        work[_COPIES] -= hidden
        self.work = work
        self._buffers = buffers  # not to be collected
        # Found once, here, and not by its name for each position.
        self._used = (_address(work), features, compare, first_layer, second_layer)

    @micropython.viper
    def outcome(self, pos, out):
        """Fills out (array("i") of five) with the outcome for the player who has just played.

        `pos`: as he sees it; the opponent is to roll.
        """
        work, features_of, compare_to, add_up, weigh = self._used
        at = int(work)  # a number is handed on faster than a buffer
        here = ptr32(at)
        found = int(features_of(pos, here[_ROWS], here[_ESCAPES], here[_LOST]))
        bucket = found & 15
        compare_to(at, here[_ROWS], found >> 6)
        add_up(at)
        if here[_WANTED]:  # now that nothing is read any more from the copy that gives way
            _copy(at)
        nodes = here[_NODES_COPY]
        if bucket != here[_BUCKET]:
            nodes = int(_nodes(at, bucket))
        elif here[_BUCKET_USES] < _MOST_USES:
            here[_BUCKET_USES] += 1
        weigh(at, nodes)
        constant = ptr32(here[_CONSTANTS])
        curve = ptr16(here[_CURVE])
        outcome = ptr32(out)
        i = 0
        while i < _SLOTS:
            odds = here[_OUTPUT + i] + constant[_SLOTS * bucket + i] >> 10
            size = 0 - odds if odds < 0 else odds
            step = size >> 3
            above = 1 << 15
            if step < 255:
                above = curve[step]
                above += (curve[step + 1] - above) * (size & 7) + 4 >> 3
            outcome[i] = (1 << 15) - above if odds < 0 else (1 << 15) + above
            i += 1
        win = outcome[_WIN]
        found &= here[_SEEN]
        most = 0 if found & 32 else win
        i = _WIN_GAMMON
        while i < _SLOTS:
            if i == _LOSE_GAMMON:
                most = 0 if found & 16 else _ONE - win
            if outcome[i] > most:
                outcome[i] = most
            else:
                most = outcome[i]
            i += 1


@micropython.viper
def _greatest(section) -> int:
    """The greatest byte."""
    data = ptr8(section)
    most = 0
    for i in range(int(len(section))):
        if data[i] > most:
            most = data[i]
    return most


@micropython.viper
def _begin(biases, start, hidden: int):
    """Fills in the sums without any row."""
    bias = ptr16(biases)
    lanes = ptr32(start)
    i = 0
    while i < hidden:
        a = (bias[i] + _START) & 0xFFFF
        b = (bias[i + 1] + _START) & 0xFFFF
        c = (bias[i + 2] + _START) & 0xFFFF
        d = (bias[i + 3] + _START) & 0xFFFF
        lanes[i >> 1] = b + (c << 8) + (d << 16)
        lanes[(i >> 1) + 1] = a + (c << 16)
        i += 4


@micropython.viper
def _address(buffer) -> int:
    return int(ptr8(buffer))


@micropython.viper
def _nodes(work: int, bucket: int) -> int:
    """Where the weights of a bucket without a copy are: in flash, or copied now."""
    here = ptr32(work)
    size = here[_HIDDEN] * _NODE_BYTES
    found = here[_NODES] + bucket * size
    if here[_BUCKET_USES]:
        here[_BUCKET_USES] -= 1
        return found
    here[_BUCKET] = bucket
    copy_words(here[_NODES_COPY], found, size >> 2)
    return here[_NODES_COPY]


@micropython.viper
def _copy(work: int):
    """Copies the row that is wanted."""
    here = ptr32(work)
    number = here[_WANTED] & 255
    row = here[_WANTED] >> 8
    here[_WANTED] = 0
    copy_of = ptr8(here[_COPY_OF])
    row_of = ptr16(here[_ROW_OF])
    copy_of[row_of[number]] = 0
    row_of[number] = row
    copy_of[row] = number
    size = here[_HIDDEN]
    copy_words(here[_COPIES] + number * size, here[_WEIGHTS] + row * size, size >> 2)


@micropython.asm_thumb
def compare(r0, r1, r2):
    """Lists the rows that come and those that go. Work, the rows, how many."""
    push({r1, r2})
    ldr(r7, [r0, 4 * _COUNTS])
    ldr(r3, [r0, 4 * _KEPT_ROWS])  # these are counted
    ldr(r6, [r0, 4 * _KEPT])
    push({r3, r6})
    cmp(r6, 0)
    beq(COUNTED)
    label(COUNT)
    ldrh(r4, [r3, 0])
    add(r4, r4, r7)
    ldrb(r5, [r4, 0])
    add(r5, r5, 1)
    strb(r5, [r4, 0])
    add(r3, r3, 2)
    sub(r6, r6, 1)
    bne(COUNT)
    label(COUNTED)
    pop({r3, r4})
    pop({r1, r2})
    push({r1, r2, r3, r4})
    ldr(r3, [r0, 4 * _COMING])
    label(NEW)  # a row that is not counted comes; the others are counted down
    ldrh(r4, [r1, 0])
    add(r1, r1, 2)
    add(r5, r4, r7)
    ldrb(r6, [r5, 0])
    sub(r6, r6, 1)
    bcc(COMES)
    strb(r6, [r5, 0])
    sub(r2, r2, 1)
    bne(NEW)
    b(ALL_COME)
    label(COMES)
    bl(LIST)
    sub(r2, r2, 1)
    bne(NEW)
    label(ALL_COME)
    str(r2, [r3, 0])
    pop({r1, r2, r4, r5})
    push({r1, r2})
    ldr(r3, [r0, 4 * _GOING])
    cmp(r5, 0)
    beq(ALL_GONE)
    mov(r1, r4)
    mov(r2, r5)
    label(OLD)  # a row that is still counted goes
    ldrh(r4, [r1, 0])
    add(r1, r1, 2)
    add(r5, r4, r7)
    ldrb(r6, [r5, 0])
    sub(r6, r6, 1)
    bcc(STAYS)
    strb(r6, [r5, 0])
    bl(LIST)
    label(STAYS)
    sub(r2, r2, 1)
    bne(OLD)
    label(ALL_GONE)
    mov(r4, 0)
    str(r4, [r3, 0])
    ldr(r4, [r0, 4 * _GOING])  # if more go than stay, it is shorter to begin anew
    sub(r3, r3, r4)
    lsr(r3, r3, 1)
    ldr(r5, [r0, 4 * _KEPT])
    cmp(r3, r5)
    bls(FEW)
    mov(r5, 0)
    str(r5, [r4, 0])
    ldr(r3, [r0, 4 * _SUMS])
    ldr(r4, [r0, 4 * _START_SUMS])
    ldr(r5, [r0, 4 * _HIDDEN])
    label(ANEW)
    ldr(r6, [r4, 0])
    str(r6, [r3, 0])
    add(r3, r3, 4)
    add(r4, r4, 4)
    sub(r5, r5, 2)
    bne(ANEW)
    pop({r1, r2})
    push({r1, r2})
    ldr(r3, [r0, 4 * _COMING])
    label(ALL)
    ldrh(r4, [r1, 0])
    add(r1, r1, 2)
    bl(LIST)
    sub(r2, r2, 1)
    bne(ALL)
    str(r2, [r3, 0])
    label(FEW)
    pop({r1, r2})  # the rows are those that are kept
    str(r2, [r0, 4 * _KEPT])
    ldr(r3, [r0, 4 * _KEPT_ROWS])
    label(KEEP)
    ldr(r4, [r1, 0])
    str(r4, [r3, 0])
    add(r1, r1, 4)
    add(r3, r3, 4)
    sub(r2, r2, 2)
    bgt(KEEP)
    b(END)

    label(LIST)  # writes the address of row r4 to the list at r3
    ldr(r5, [r0, 4 * _USES])
    add(r5, r5, r4)
    ldrb(r6, [r5, 0])
    cmp(r6, 255)
    beq(NO_MORE)
    add(r6, r6, 1)
    strb(r6, [r5, 0])
    label(NO_MORE)
    push({r6})
    ldr(r5, [r0, 4 * _COPY_OF])
    add(r5, r5, r4)
    ldrb(r5, [r5, 0])
    ldr(r6, [r0, 4 * _COPIES])
    cmp(r5, 0)
    bne(LISTED)
    push({r1, r2, r4})
    ldr(r1, [r0, 4 * _TURN])
    sub(r1, r1, 1)
    bne(TURN)
    mov(r1, _COPIED)
    label(TURN)
    str(r1, [r0, 4 * _TURN])
    ldr(r2, [r0, 4 * _ROW_OF])
    add(r2, r2, r1)
    add(r2, r2, r1)
    ldrh(r2, [r2, 0])
    ldr(r6, [r0, 4 * _USES])
    add(r2, r2, r6)
    ldrb(r5, [r2, 0])
    data(2, 0x9E03)  # ldr r6, [sp, 12]: the uses of this row
    cmp(r5, r6)
    bcc(WANTED)
    sub(r5, r5, 1)
    strb(r5, [r2, 0])
    b(IN_FLASH)
    label(WANTED)
    lsl(r4, r4, 8)
    orr(r4, r1)
    str(r4, [r0, 4 * _WANTED])
    label(IN_FLASH)
    pop({r1, r2, r5})
    ldr(r6, [r0, 4 * _WEIGHTS])
    label(LISTED)  # number r5 of what is at r6
    ldr(r4, [r0, 4 * _HIDDEN])
    mul(r4, r5)
    add(r4, r4, r6)
    str(r4, [r3, 0])
    add(r3, r3, 4)
    pop({r6})
    bx(lr)

    label(END)
