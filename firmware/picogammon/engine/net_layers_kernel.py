# ruff: noqa: F821
"""The net's two layers as native code for the RP2040: the sums, and what comes of them.

A word of four weights, each a byte with 128 added, is added in two goes. `word & 0x00ff00ff` gives
lanes for the first and the third weight ("even"), `word >> 8` lanes for the second and the fourth,
spoilt by the third in between ("spoilt"), whose sum is known from the even ones: 29 cycles for 16
weights of a row. What the assembler cannot say is given as the instruction's number, and said
beside it.
"""

import micropython
from micropython import const

_START = const(1024)  # what is added to each sum, so that none is ever negative
_NODE_BYTES = const(12)

# Of the words that net_kernel works with.
_HIDDEN = const(1)
_SUMS = const(2)
_KEPT = const(4)
_COMING = const(5)
_GOING = const(6)
_OUTPUT = const(8)

# What is on the stack, in bytes from its top: in a layer the words to work with,
_WORK_AT = const(0)
_LIFT_AT = const(0)  # and above them what brings each sum to where 2**15 is none,
# or in LESS the list of rows, the sums that they are added to, and how many blocks of 16 are left.
_LIST_AT = const(0)
_SUMS_AT = const(4)
_BLOCKS_AT = const(8)


@micropython.asm_thumb
def first_layer(r0):
    """Adds up the rows that come and go. Work."""
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
def second_layer(r0, r1):
    """Computes the outputs' sums, without their constants. Work, the bucket's weights."""
    mov(r4, r8)
    mov(r5, r9)
    mov(r6, r10)
    mov(r7, r11)
    push({r0, r4, r5, r6, r7})
    mov(r6, r1)
    ldr(r7, [r0, 4 * _SUMS])
    ldr(r1, [r0, 4 * _KEPT])  # so much brings each sum to where 2**15 is none: -1024 - 128 * rows
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
def copy_words(r0, r1, r2):
    """Copies so many words, a multiple of four. Where to, where from, how many."""
    label(MORE)
    data(2, 0xC978)  # ldm r1!, {r3, r4, r5, r6}
    data(2, 0xC078)  # stm r0!, {r3, r4, r5, r6}
    sub(r2, r2, 4)
    bgt(MORE)
