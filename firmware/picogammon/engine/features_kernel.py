# ruff: noqa: F821
"""The net's features as native code for the RP2040; net_twin contains the plain Python.

A row is the weights of one feature (see net_twin). `features` lists the same rows as net_twin, but
in another order: points 1 to 24 first, then the bar. Each call of `data` inserts an instruction
that the assembler lacks; a comment names the instruction.
"""

import micropython
from micropython import const

# The pips that a checker loses on a place: 25 less the place. The index is the upper five bits of
# 0x077cb531 times the place's bit.
LOST = (
    b"\x19\x18\x00\x17\x00\x0b\x01\x16\x00\x03\x05\x0a\x00\x08\x15\x11"
    b"\x00\x00\x0c\x02\x04\x06\x09\x12\x00\x0d\x07\x13\x0e\x14\x0f\x10"
)

# A side's rows, from net_twin, which explains them.
_SIDE = const(462)
_BAR = const(96)
_OFF = const(99)
_HOME = const(114)
_BACK = const(178)
_PIPS = const(210)
_ESCAPE = const(258)
_ESCAPE_NEXT = const(295)
_ENTER = const(332)
_TIMING = const(353)
_BEHIND = const(377)
_HIT = const(393)
_RISK = const(430)
_CHECKERS = const(15)
_BAR_AT = const(25)
_BACK_FROM = const(20)
_OUTSIDE = const(18)
_ADDED = const(255)  # the most that one instruction adds

# On the stack, in bytes from its top. A sum is checkers << 16 | their pips.
_MET_SUM = const(0)  # up to the first opposing checker
_MET_AT = const(4)  # the place of that checker
_NEAR_SUM = const(8)  # of the places up to _OUTSIDE
_FACTOR = const(12)
_THEIRS_ON_BAR = const(16)  # opposing checkers on the bar
_FIRST_ROW = const(20)  # of the side
_OURS_ON_BAR = const(24)
_ROWS_END = const(24)  # the same word later, once the bar is done: the end of the rows
_SIDES = const(28)  # three bits for each side: 4 * off | depth
_POS = const(32)  # from here on, the arguments
_ROWS_AT = const(36)
_ESCAPES = const(40)
_LOST = const(44)
_STACK = const(48)


@micropython.asm_thumb
def features(r0, r1, r2, r3):
    """Lists a position's active rows; returns their number in bits 6 and up.

    Bit 5: the opponent has borne off a checker. Bit 4: the player has. Bits 0-3: the bucket
    (net_twin). r0 to r3: addresses of the position, the list to fill, section ESCP, and LOST above.
    """
    mov(r4, r8)
    mov(r5, r9)
    mov(r6, r10)
    mov(r7, r11)
    push({r4, r5, r6, r7})
    push({r0, r1, r2, r3})
    push({r0, r1, r2, r3, r4, r5, r6, r7})
    mov(r4, 0)
    data(2, 0x9407)  # str r4, [sp, _SIDES]
    mov(r4, 0x07)
    lsl(r4, r4, 8)
    add(r4, 0x7C)
    lsl(r4, r4, 8)
    add(r4, 0xB5)
    lsl(r4, r4, 8)
    add(r4, 0x31)
    data(2, 0x9403)  # str r4, [sp, _FACTOR]
    ldrb(r3, [r0, 0])
    data(2, 0xB25B)  # sxtb r3, r3
    neg(r3, r3)
    mov(r2, r0)
    add(r2, _BAR_AT)
    ldrb(r2, [r2, 0])
    add(r0, r0, 1)
    mov(r4, 1)  # forward, and own checkers are positive
    mov(r5, 0)

    label(SIDE)  # r0 place 1, r1 rows, r2 own and r3 opposing on the bar, r4 +1 or -1, r5 base
    data(2, 0x9304)  # str r3, [sp, _THEIRS_ON_BAR]
    data(2, 0x9505)  # str r5, [sp, _FIRST_ROW]
    data(2, 0x9206)  # str r2, [sp, _OURS_ON_BAR]
    mov(r8, r4)
    sub(r5, r5, 5)  # k checkers on d: row 4 * d + k from here
    mov(r9, r5)
    mov(r7, 0)  # checkers << 16, and pips
    mov(r10, r7)  # made points
    mov(r11, r7)  # blots
    mov(r12, r7)  # points that the opponent has made, as 25 - place
    mov(lr, r7)  # the side's places so far, the last in the lowest byte
    data(2, 0x9700)  # str r7, [sp, _MET_SUM]
    data(2, 0x9701)  # str r7, [sp, _MET_AT]
    mov(r6, 0)  # the opponent's places
    cmp(r3, 0)
    beq(NONE_WAITS)
    mov(r6, 1)
    label(NONE_WAITS)
    mov(r4, 1)
    label(PLACE)
    ldrb(r2, [r0, 0])
    data(2, 0x4440)  # add r0, r8
    cmp(r2, 0)
    beq(EMPTY)
    data(2, 0xB252)  # sxtb r2, r2
    mov(r3, r8)
    mul(r2, r3)
    bmi(OTHERS)
    mov(r5, 1)
    lsl(r3, r5, 16)
    add(r3, r3, r4)
    mul(r3, r2)
    add(r7, r7, r3)
    lsl(r5, r4)
    mov(r3, lr)
    lsl(r3, r3, 8)
    orr(r3, r4)
    mov(lr, r3)
    lsl(r3, r4, 2)
    data(2, 0x444B)  # add r3, r9
    cmp(r2, 1)
    bne(MADE)
    data(2, 0x44AB)  # add r11, r5
    b(COUNTED)
    label(MADE)
    data(2, 0x44AA)  # add r10, r5
    b(AT_MOST)
    label(MORE)
    add(r5, r3, 4)
    strh(r5, [r1, 0])
    add(r1, r1, 2)
    sub(r2, r2, 1)
    label(AT_MOST)
    cmp(r2, 3)
    bhi(MORE)
    label(COUNTED)
    add(r3, r3, r2)
    strh(r3, [r1, 0])
    add(r1, r1, 2)
    b(EMPTY)
    label(OTHERS)
    cmp(r6, 0)
    bne(NOT_FIRST)
    data(2, 0x9700)  # str r7, [sp, _MET_SUM]
    data(2, 0x9401)  # str r4, [sp, _MET_AT]
    label(NOT_FIRST)
    mov(r5, 1)
    mov(r3, r5)
    lsl(r3, r4)
    orr(r6, r3)
    add(r2, r2, 1)
    beq(EMPTY)
    mov(r3, _BAR_AT)
    sub(r3, r3, r4)
    lsl(r5, r3)
    data(2, 0x44AC)  # add r12, r5
    label(EMPTY)
    cmp(r4, _OUTSIDE)
    bne(NOT_YET)
    data(2, 0x9702)  # str r7, [sp, _NEAR_SUM]
    label(NOT_YET)
    add(r4, r4, 1)
    cmp(r4, _BAR_AT)
    bne(PLACE)

    data(2, 0x9D05)  # ldr r5, [sp, _FIRST_ROW]
    data(2, 0x9A06)  # ldr r2, [sp, _OURS_ON_BAR]
    cmp(r2, 0)
    beq(ENTERED)
    mov(r3, 1)
    lsl(r3, r3, 16)
    add(r3, r3, r4)
    mul(r3, r2)
    add(r7, r7, r3)
    mov(r3, lr)
    lsl(r3, r3, 8)
    orr(r3, r4)
    mov(lr, r3)
    cmp(r2, 3)
    bls(FEW)
    mov(r2, 3)
    label(FEW)
    add(r3, r5, r2)
    add(r3, _BAR - 1)
    strh(r3, [r1, 0])
    mov(r4, 7)
    mul(r4, r2)
    add(r4, r4, r5)
    add(r4, _ADDED)
    add(r4, _ENTER - 7 - _ADDED)
    mov(r3, r12)
    lsl(r3, r3, 25)
    label(SHUT)
    lsl(r3, r3, 1)
    bcc(OPEN)
    add(r4, r4, 1)
    label(OPEN)
    cmp(r3, 0)
    bne(SHUT)
    strh(r4, [r1, 2])
    add(r1, r1, 4)
    label(ENTERED)

    lsr(r2, r7, 16)  # all checkers
    mov(r0, 0)
    cmp(r2, _CHECKERS)
    bge(ALL_ON)
    mov(r0, 4)
    mov(r3, _OFF + _CHECKERS - 1)
    sub(r3, r3, r2)
    add(r3, r3, r5)
    strh(r3, [r1, 0])
    add(r1, r1, 2)
    label(ALL_ON)
    mov(r3, r10)  # the home boards
    lsl(r4, r3, 25)
    lsr(r4, r4, 26)
    add(r4, r4, r5)
    add(r4, _HOME)
    strh(r4, [r1, 0])
    lsr(r4, r3, _BACK_FROM)
    add(r4, r4, r5)
    add(r4, _BACK)
    strh(r4, [r1, 2])
    data(2, 0xB2BC)  # uxth r4, r7: pips
    lsr(r4, r4, 2)
    cmp(r4, _ESCAPE - _PIPS - 1)
    bls(NEAR)
    mov(r4, _ESCAPE - _PIPS - 1)
    label(NEAR)
    add(r4, r4, r5)
    add(r4, _PIPS)
    strh(r4, [r1, 4])
    data(2, 0x9C02)  # ldr r4, [sp, _NEAR_SUM]: timing
    data(2, 0xB2A4)  # uxth r4, r4
    mov(r3, 171)  # a sixth
    mul(r4, r3)
    lsr(r4, r4, 10)
    cmp(r4, _BEHIND - _TIMING - 1)
    bls(SHORT)
    mov(r4, _BEHIND - _TIMING - 1)
    label(SHORT)
    add(r4, r4, r5)
    add(r4, _ADDED)
    add(r4, _TIMING - _ADDED)
    strh(r4, [r1, 6])
    data(2, 0x9C00)  # ldr r4, [sp, _MET_SUM]: checkers beyond the opponent
    lsr(r4, r4, 16)
    sub(r4, r2, r4)
    add(r4, r4, r5)
    add(r4, _ADDED)
    add(r4, _BEHIND - _ADDED)
    strh(r4, [r1, 8])
    add(r1, 10)
    data(2, 0x9C02)  # ldr r4, [sp, _NEAR_SUM]: those in the opponent's home
    lsr(r4, r4, 16)
    sub(r4, r2, r4)
    beq(DEEP)
    add(r0, r0, 1)
    cmp(r4, 3)
    blt(DEEP)
    add(r0, r0, 1)
    label(DEEP)
    data(2, 0x9C07)  # ldr r4, [sp, _SIDES]
    lsl(r4, r4, 3)
    orr(r4, r0)
    data(2, 0x9407)  # str r4, [sp, _SIDES]

    mov(r3, lr)
    data(2, 0x9A01)  # ldr r2, [sp, _MET_AT]
    data(2, 0xB2DC)  # uxtb r4, r3: the rearmost
    cmp(r4, r2)
    bls(PASSED)
    mov(r0, _BAR_AT + 1)
    sub(r0, r0, r4)
    mov(r4, r12)
    lsr(r4, r0)
    lsl(r4, r4, 20)
    lsr(r4, r4, 20)
    data(2, 0x980A)  # ldr r0, [sp, _ESCAPES]
    add(r4, r4, r0)
    ldrb(r4, [r4, 0])
    add(r4, r4, r5)
    add(r4, _ADDED)
    add(r4, _ESCAPE - _ADDED)
    strh(r4, [r1, 0])
    add(r1, r1, 2)
    lsl(r3, r3, 16)
    lsr(r4, r3, 24)  # the next
    cmp(r4, r2)
    bls(PASSED)
    mov(r0, _BAR_AT + 1)
    sub(r0, r0, r4)
    mov(r4, r12)
    lsr(r4, r0)
    lsl(r4, r4, 20)
    lsr(r4, r4, 20)
    data(2, 0x980A)  # ldr r0, [sp, _ESCAPES]
    add(r4, r4, r0)
    ldrb(r4, [r4, 0])
    add(r4, r4, r5)
    add(r4, _ADDED)
    add(r4, _ESCAPE_NEXT - _ADDED)
    strh(r4, [r1, 0])
    add(r1, r1, 2)
    label(PASSED)

    mov(r7, 0)  # rolls that hit, and pips lost << 6
    mov(r2, r11)
    cmp(r2, 0)
    beq(SAFE)
    data(2, 0x9106)  # str r1, [sp, _ROWS_END]
    mov(r8, r2)  # the blots
    lsl(r6, r6, 8)
    lsr(r6, r6, 8)
    mov(r3, 0)
    mvn(r3, r3)
    lsr(r3, r3, 7)
    mov(r4, r10)
    eor(r3, r4)  # where the opponent may land
    data(2, 0x9804)  # ldr r0, [sp, _THEIRS_ON_BAR]
    mov(r4, 0)  # the others that may move once one has entered,
    mov(r5, r3)  # and where they may land
    cmp(r0, 0)
    beq(NONE_ON_BAR)
    lsr(r4, r6, 1)
    lsl(r4, r4, 1)
    mov(r6, 1)
    cmp(r0, 1)
    beq(NONE_ON_BAR)
    mov(r5, 0)
    label(NONE_ON_BAR)
    mov(r9, r5)
    mov(r10, r4)
    mov(r11, r6)  # those that may move first
    mov(r12, r3)
    mov(r1, 1)
    label(DIE)
    mov(r2, r11)
    lsl(r2, r1)
    mov(r3, r12)
    and_(r2, r3)  # moved by this die
    mov(r4, r2)
    mov(r3, r2)
    beq(BLOCKED)
    mov(r5, r10)
    orr(r3, r5)
    mov(r6, r9)
    mov(r5, r3)
    lsl(r5, r1)
    and_(r5, r6)
    orr(r4, r5)
    lsl(r5, r1)
    and_(r5, r6)
    orr(r4, r5)
    lsl(r5, r1)
    and_(r5, r6)
    orr(r4, r5)
    label(BLOCKED)
    mov(r6, r8)
    and_(r4, r6)
    beq(NO_HIT)
    bl(HIT)
    add(r7, r7, r4)
    label(NO_HIT)
    sub(r0, r1, 1)
    beq(NEXT_DIE)
    label(OTHER_DIE)
    mov(r5, r11)
    lsl(r5, r0)
    mov(r6, r12)
    and_(r5, r6)  # moved by the other die
    mov(r4, r3)
    lsl(r4, r0)
    cmp(r5, 0)
    beq(OTHER_BLOCKED)
    mov(r6, r10)
    orr(r6, r5)
    lsl(r6, r1)
    orr(r4, r6)
    label(OTHER_BLOCKED)
    mov(r6, r9)
    and_(r4, r6)
    orr(r4, r5)
    orr(r4, r2)
    mov(r6, r8)
    and_(r4, r6)
    beq(MISSED)
    bl(HIT)
    lsl(r4, r4, 1)
    add(r7, r7, r4)
    label(MISSED)
    sub(r0, r0, 1)
    bne(OTHER_DIE)
    label(NEXT_DIE)
    add(r1, r1, 1)
    cmp(r1, 7)
    bne(DIE)
    data(2, 0x9906)  # ldr r1, [sp, _ROWS_END]
    label(SAFE)
    data(2, 0x9D05)  # ldr r5, [sp, _FIRST_ROW]
    lsl(r4, r7, 26)
    lsr(r4, r4, 26)
    add(r4, r4, r5)
    add(r4, _ADDED)
    add(r4, _HIT - _ADDED)
    strh(r4, [r1, 0])
    add(r1, r1, 2)
    lsr(r4, r7, 6)
    beq(NO_RISK)
    lsr(r4, r4, 1)
    mov(r3, 57)  # a ninth of the half: an eighteenth
    mul(r4, r3)
    lsr(r4, r4, 9)
    cmp(r4, _SIDE - _RISK - 1)
    bls(RISK)
    mov(r4, _SIDE - _RISK - 1)
    label(RISK)
    add(r4, r4, r5)
    add(r4, _ADDED)
    add(r4, _RISK - _ADDED)
    strh(r4, [r1, 0])
    add(r1, r1, 2)
    label(NO_RISK)
    cmp(r5, 0)
    bne(BOTH)
    data(2, 0x9808)  # ldr r0, [sp, _POS]
    ldrb(r2, [r0, 0])
    data(2, 0xB252)  # sxtb r2, r2
    neg(r2, r2)
    add(r0, _BAR_AT - 1)
    ldrb(r3, [r0, 1])
    mov(r4, 0)
    mvn(r4, r4)  # backward, and own checkers are negative
    mov(r5, _SIDE >> 1)
    lsl(r5, r5, 1)
    b(SIDE)

    label(HIT)  # returns in r4: 1 | the pips that the lowest bit of r4 costs << 6
    neg(r5, r4)
    and_(r4, r5)
    data(2, 0x9D03)  # ldr r5, [sp, _FACTOR]
    mul(r4, r5)
    lsr(r4, r4, 27)
    data(2, 0x9D0B)  # ldr r5, [sp, _LOST]
    add(r4, r4, r5)
    ldrb(r4, [r4, 0])
    lsl(r4, r4, 6)
    add(r4, r4, 1)
    bx(lr)

    label(BOTH)
    data(2, 0x9809)  # ldr r0, [sp, _ROWS_AT]
    sub(r0, r1, r0)
    lsl(r0, r0, 5)
    data(2, 0x9C07)  # ldr r4, [sp, _SIDES]
    mov(r2, 4)
    and_(r2, r4)
    lsl(r2, r2, 3)
    orr(r0, r2)
    mov(r2, 32)
    and_(r2, r4)
    lsr(r2, r2, 1)
    orr(r0, r2)
    lsl(r2, r4, 27)
    lsr(r2, r2, 30)
    mov(r3, 3)
    mul(r2, r3)
    and_(r4, r3)
    add(r2, r2, r4)
    orr(r0, r2)
    data(2, 0xB00C)  # add sp, _STACK
    pop({r4, r5, r6, r7})
    mov(r8, r4)
    mov(r9, r5)
    mov(r10, r6)
    mov(r11, r7)
