# ruff: noqa: F821
"""The net as native code for the RP2040; net_twin contains the plain Python.

A row is the weights of one feature. The net keeps the hidden nodes' sums for the next position.
Newly active rows "come": the net adds them to the sums. Rows that are no longer active "go": the
net subtracts them. Of 33 active rows, about 12 change between two plays of a roll.

A row in flash costs another 2,900 cycles if the chip's cache contains none of it, so the rows that
are used most have copies in RAM. When a row without a copy is used, its count of uses is compared
with the count of one copied row; the copied rows take turns. If the copied row's count is lower,
the copy is replaced; if not, the copied row's count falls by one. The output weights of one bucket
(net_twin.features) are copied too.

A word has four weights, each a byte with 128 added. A word of sums has two lanes of 16 bits, so the
four weights are added to two such words. `word & 0x00ff00ff` has the first and the third weight
(the "even" lanes). `word >> 8` has the second + 256 * the third, and the fourth (the "spoilt"
lanes). From these, _second_layer subtracts 256 * the third weights' sum, found in the even lanes.

`work`: the address of Net.work, an array of the numbers and addresses that the functions share.
Each call of `data` inserts an instruction that the assembler lacks; a comment names it.
"""

import micropython
from array import array
from micropython import const

from picogammon.engine.features_kernel import LOST, features
from picogammon.engine.weights import MOST, ROWS, USUAL, net_of

_START = const(1024)  # added to each sum, so that none is ever negative

# The words that the kernels work with. Without a comment, a word is an address.
_WEIGHTS = const(0)
_HIDDEN = const(1)  # number of hidden nodes
_SUMS = const(2)
_COUNTS = const(3)  # of the rows
_KEPT = const(4)  # number of rows in the sums
_COMING = const(5)  # list of the addresses of rows that come
_GOING = const(6)
_KEPT_ROWS = const(7)  # the rows in the sums
_OUTPUT = const(8)  # the five outputs' sums
_START_SUMS = const(13)  # the sums without any row
_ROWS = const(14)  # the active rows
_ESCAPES = const(15)
_LOST = const(16)
_NODES = const(17)  # the hidden nodes' weights
_CONSTANTS = const(18)
_CURVE = const(19)
_USES = const(20)  # by row: how often it came or went, 255 at most
_COPY_OF = const(21)  # by row: the number of its copy, from 1 on, or 0
_ROW_OF = const(22)  # by copy: its row
_COPIES = const(23)  # where copy number 0 would be
_TURN = const(24)  # the copy that was looked at last
_WANTED = const(25)  # row to copy << 8 | number of the copy; 0: none
_NODES_COPY = const(26)  # the copy of a bucket's weights,
_BUCKET = const(27)  # its bucket,
_BUCKET_USES = const(28)  # and how much more often this was used than others
_SEEN = const(29)  # mask of what `features` says about checkers that are off
_WORDS = const(30)

_GONE = const(48)

_NO_BUCKET = const(255)
_MOST_USES = const(48)  # limit of _BUCKET_USES: some plays of a roll
_COPIED = const(64)  # number of rows, 16 KB: with fewer, master is slower than its budget

_NODE_BYTES = const(12)

# On the stack, in bytes from its top. A layer has the words to work with,
_WORK_AT = const(0)
_LIFT_AT = const(0)  # and above them what moves each sum's zero to 2**15;
# LESS has the list of rows, the sums to add them to, and the number of blocks of 16 left.
_LIST_AT = const(0)
_SUMS_AT = const(4)
_BLOCKS_AT = const(8)

# From numbers.
_ONE = const(65536)
_SLOTS = const(5)
_WIN = const(0)
_WIN_GAMMON = const(1)
_LOSE_GAMMON = const(3)


class Net:
    """An evaluator of positions with contact; allocates memory only in the constructor."""

    def __init__(self, weights, kind=USUAL, room=None):
        """Reads the weights. Raises WeightsError if the net of `kind` (USUAL or FEW) is missing.

        `room`: the memory for the copies of rows, for this Net alone; None to allocate the memory.
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
            (_USES, bytearray(ROWS + 1)),  # the last row does not exist: all copies begin as its
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
        # Looked up once, not for each position.
        self._used = (_address(work), features, _compare, _first_layer, _second_layer)

    @micropython.viper
    def outcome(self, pos, out):
        """Fills `out` with the five chances in `pos` of the player who has just moved."""
        work, features_of, compare_to, add_up, weigh = self._used
        at = int(work)  # a number is passed faster than a buffer
        here = ptr32(at)
        found = int(features_of(pos, here[_ROWS], here[_ESCAPES], here[_LOST]))
        bucket = found & 15
        compare_to(at, here[_ROWS], found >> 6)
        add_up(at)
        if here[_WANTED]:  # only now, when nothing reads the old copy any more
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
    data = ptr8(section)
    most = 0
    for i in range(int(len(section))):
        if data[i] > most:
            most = data[i]
    return most


@micropython.viper
def _begin(biases, start, hidden: int):
    """Fills `start` with the biases: the hidden nodes' sums before any row is added."""
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
    """Returns the address of the output weights of `bucket`: in flash, or a new copy in RAM.

    The bucket in RAM stays while it is used more often, since its copy, than all others together.
    """
    here = ptr32(work)
    size = here[_HIDDEN] * _NODE_BYTES
    found = here[_NODES] + bucket * size
    if here[_BUCKET_USES]:
        here[_BUCKET_USES] -= 1
        return found
    here[_BUCKET] = bucket
    _copy_words(here[_NODES_COPY], found, size >> 2)
    return here[_NODES_COPY]


@micropython.viper
def _copy(work: int):
    """Copies a row to a slot of the cache in RAM. Word _WANTED of `work`: row << 8 | slot."""
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
    _copy_words(here[_COPIES] + number * size, here[_WEIGHTS] + row * size, size >> 2)


@micropython.asm_thumb
def _compare(r0, r1, r2):
    """Lists the rows that come and go. r0: `work`. r1: address of active rows. r2: their number."""
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
    ldr(r4, [r0, 4 * _GOING])  # if more go than stay, starting over is shorter
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
    label(OVER)
    ldr(r6, [r4, 0])
    str(r6, [r3, 0])
    add(r3, r3, 4)
    add(r4, r4, 4)
    sub(r5, r5, 2)
    bne(OVER)
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


@micropython.asm_thumb
def _first_layer(r0):
    """Adds the rows that come to the sums, and subtracts the rows that go. r0: `work`."""
    mov(r4, r8)
    mov(r5, r9)
    mov(r6, r10)
    mov(r7, r11)
    push({r0, r4, r5, r6, r7})
    ldr(r5, [r0, 4 * _GOING])  # sums = rows that come - (rows that go - sums)
    bl(LESS)
    data(2, 0x9800)  # ldr r0, [sp, _WORK_AT]
    ldr(r5, [r0, 4 * _COMING])
    bl(LESS)
    b(END)

    label(LESS)  # sums = rows of the list at r5 - sums
    mov(r1, lr)
    push({r1})
    mov(r1, r5)
    ldr(r2, [r0, 4 * _SUMS])
    ldr(r3, [r0, 4 * _HIDDEN])
    lsr(r3, r3, 4)
    push({r1, r2, r3})
    label(BLOCK)
    data(2, 0x9801)  # ldr r0, [sp, _SUMS_AT]
    data(2, 0xC81E)  # ldm r0!, {r1, r2, r3, r4}
    neg(r1, r1)
    neg(r2, r2)
    neg(r3, r3)
    neg(r4, r4)
    mov(r8, r1)
    mov(r9, r2)
    mov(r10, r3)
    mov(r11, r4)
    data(2, 0xC8D2)  # ldm r0!, {r1, r4, r6, r7}
    neg(r1, r1)
    neg(r4, r4)
    neg(r6, r6)
    neg(r7, r7)
    mov(r12, r1)
    mov(lr, r4)
    mov(r3, 255)  # the mask of the even ones
    lsl(r2, r3, 16)
    orr(r3, r2)
    data(2, 0x9D00)  # ldr r5, [sp, _LIST_AT]
    ldr(r4, [r5, 0])
    cmp(r4, 0)
    beq(STORE)
    label(ROW)
    data(2, 0xCC03)  # ldm r4!, {r0, r1}
    lsr(r2, r0, 8)
    data(2, 0x4490)  # add r8, r2
    and_(r0, r3)
    data(2, 0x4481)  # add r9, r0
    lsr(r2, r1, 8)
    data(2, 0x4492)  # add r10, r2
    and_(r1, r3)
    data(2, 0x448B)  # add r11, r1
    data(2, 0xCC03)  # ldm r4!, {r0, r1}
    lsr(r2, r0, 8)
    data(2, 0x4494)  # add r12, r2
    and_(r0, r3)
    data(2, 0x4486)  # add lr, r0
    lsr(r2, r1, 8)
    add(r6, r6, r2)
    and_(r1, r3)
    add(r7, r7, r1)
    data(2, 0xC510)  # stm r5!, {r4}
    ldr(r4, [r5, 0])
    cmp(r4, 0)
    bne(ROW)
    label(STORE)
    data(2, 0x9801)  # ldr r0, [sp, _SUMS_AT]
    mov(r1, r8)
    mov(r2, r9)
    mov(r3, r10)
    mov(r4, r11)
    data(2, 0xC01E)  # stm r0!, {r1, r2, r3, r4}
    mov(r1, r12)
    mov(r4, lr)
    data(2, 0xC0D2)  # stm r0!, {r1, r4, r6, r7}
    data(2, 0x9001)  # str r0, [sp, _SUMS_AT]
    data(2, 0x9802)  # ldr r0, [sp, _BLOCKS_AT]
    sub(r0, r0, 1)
    data(2, 0x9002)  # str r0, [sp, _BLOCKS_AT]
    bne(BLOCK)
    pop({r0, r1, r2, r3})
    bx(r3)

    label(END)
    pop({r0, r4, r5, r6, r7})
    mov(r8, r4)
    mov(r9, r5)
    mov(r10, r6)
    mov(r11, r7)


@micropython.asm_thumb
def _second_layer(r0, r1):
    """Writes the outputs, without biases, to Net.work. r0: `work`. r1: output weights' address."""
    mov(r4, r8)
    mov(r5, r9)
    mov(r6, r10)
    mov(r7, r11)
    push({r0, r4, r5, r6, r7})
    mov(r6, r1)
    ldr(r7, [r0, 4 * _SUMS])
    ldr(r1, [r0, 4 * _KEPT])  # -1024 - 128 * rows moves each sum's zero to 2**15
    lsl(r1, r1, 7)
    mov(r2, (1 << 15) - _START >> 10)
    lsl(r2, r2, 10)
    sub(r1, r2, r1)
    lsl(r2, r1, 16)
    add(r1, r1, r2)
    push({r1})
    mov(r0, 0)
    mov(r8, r0)
    mov(r9, r0)
    mov(r10, r0)
    mov(r11, r0)
    mov(r12, r0)
    label(WORD)
    data(2, 0xCF30)  # ldm r7!, {r4, r5}: the spoilt and the even lanes
    cmp(r5, 0)
    beq(END)
    lsr(r0, r5, 16)
    lsl(r0, r0, 8)
    sub(r4, r4, r0)
    data(2, 0x9800)  # ldr r0, [sp, _LIFT_AT]
    add(r4, r4, r0)
    add(r5, r5, r0)
    lsl(r0, r5, 17)
    bcc(SECOND)
    bl(NODE)
    label(SECOND)
    add(r6, _NODE_BYTES)
    lsl(r0, r4, 17)
    bcc(THIRD)
    bl(NODE)
    label(THIRD)
    add(r6, _NODE_BYTES)
    lsl(r0, r5, 1)
    bcc(FOURTH)
    bl(NODE)
    label(FOURTH)
    add(r6, _NODE_BYTES)
    lsl(r0, r4, 1)
    bcc(LAST)
    bl(NODE)
    label(LAST)
    add(r6, _NODE_BYTES)
    b(WORD)

    label(NODE)  # its sum in the upper bits of r0, its five weights at r6
    lsr(r0, r0, 17)
    cmp(r0, 255)
    bls(SQUARE)
    mov(r0, 255)
    label(SQUARE)
    mul(r0, r0)
    lsr(r0, r0, 6)
    data(2, 0xCE06)  # ldm r6!, {r1, r2}
    data(2, 0xB20B)  # sxth r3, r1
    mul(r3, r0)
    data(2, 0x4498)  # add r8, r3
    asr(r1, r1, 16)
    mul(r1, r0)
    data(2, 0x4489)  # add r9, r1
    data(2, 0xB213)  # sxth r3, r2
    mul(r3, r0)
    data(2, 0x449A)  # add r10, r3
    asr(r2, r2, 16)
    mul(r2, r0)
    data(2, 0x4493)  # add r11, r2
    ldr(r1, [r6, 0])
    data(2, 0xB209)  # sxth r1, r1
    mul(r1, r0)
    data(2, 0x448C)  # add r12, r1
    sub(r6, 8)
    bx(lr)

    label(END)
    pop({r0})
    data(2, 0x9800)  # ldr r0, [sp, _WORK_AT]
    add(r0, 4 * _OUTPUT)
    mov(r1, r8)
    mov(r2, r9)
    mov(r3, r10)
    mov(r4, r11)
    data(2, 0xC01E)  # stm r0!, {r1, r2, r3, r4}
    mov(r1, r12)
    str(r1, [r0, 0])
    pop({r0, r4, r5, r6, r7})
    mov(r8, r4)
    mov(r9, r5)
    mov(r10, r6)
    mov(r11, r7)


@micropython.asm_thumb
def _copy_words(r0, r1, r2):
    """Copies r2 words, a multiple of four, from the address r1 to the address r0."""
    label(MORE)
    data(2, 0xC978)  # ldm r1!, {r3, r4, r5, r6}
    data(2, 0xC078)  # stm r0!, {r3, r4, r5, r6}
    sub(r2, r2, 4)
    bgt(MORE)
