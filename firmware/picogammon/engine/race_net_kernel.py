# ruff: noqa: F821
"""The net for races as native code for the RP2040; net_twin contains the plain Python.

Each checker selects a row: a byte for each hidden node, the weight plus 128. A word of sums has the
16-bit sums of two nodes, so one addition adds two weights: word & 0x00FF00FF (bytes 0 and 2) to the
sums of nodes 0 and 1, then word >> 8 & 0x00FF00FF (bytes 1 and 3) to those of nodes 2 and 3. So the
bytes of a row's first word belong to the nodes 0, 2, 1, 3. The next words go on likewise.
"""

import micropython
from micropython import const

# From net_twin, which explains them.
_HOME_POINTS = const(6)
_POINTS = const(24)
_RACE_NODES = const(48)
_RACE_OUTPUTS = const(4)
_EACH_POINT = const(4)
_RACE_ROWS_AT = const(504)
_SECOND_AT = const(48)
_DIRECT_AT = const(240)
_ZERO = const(32768)
# The words to work in: the sums, the number of rows, the rows' addresses; the outputs.
_COUNT = const(24)
_LIST = const(25)
_OUTPUT = const(48)


@micropython.viper
def race_net(side, weights, words):
    """Estimates a side's rolls in a race; words[-4:] are the result (see net_twin.race_net)."""
    here = ptr8(side)
    work = ptr32(words)
    base = int(ptr8(weights))
    pips = outside = checkers = 0
    place = 1
    row = base + _RACE_ROWS_AT
    while place <= _POINTS:
        count = here[place]
        if count:
            pips += place * count
            if place > _HOME_POINTS:
                outside += (place - _HOME_POINTS) * count
            k = 0
            while k < count:
                kind = k if k < _EACH_POINT else _EACH_POINT - 1
                work[_LIST + checkers] = row + _RACE_NODES * kind
                checkers += 1
                k += 1
        row += _EACH_POINT * _RACE_NODES
        place += 1
    work[_COUNT] = checkers
    weight = ptr16(weights)
    at = _DIRECT_AT
    k = 0
    while k < _RACE_OUTPUTS:
        total = (weight[at] - _ZERO) * 256
        total += (weight[at + 1] - _ZERO) * pips + (weight[at + 2] - _ZERO) * outside
        work[_OUTPUT + k] = total << 2
        at += 3
        k += 1
    _first_layer(work, base)
    _second_layer(work, base + 2 * _SECOND_AT, _ZERO + checkers * 128)
    k = 0
    while k < _RACE_OUTPUTS:
        total = work[_OUTPUT + k] + 1024 >> 11
        work[_OUTPUT + k] = total if total > 0 else 0
        k += 1


@micropython.asm_thumb
def _first_layer(r0, r1):
    """Sets the sums to biases plus checkers' rows. r0, r1: the addresses of `words`, `weights`."""
    mov(r2, r0)
    mov(r3, _RACE_NODES >> 1)
    label(BIAS)
    ldr(r4, [r1, 0])
    str(r4, [r2, 0])
    add(r1, r1, 4)
    add(r2, r2, 4)
    sub(r3, r3, 1)
    bne(BIAS)
    mov(r7, 255)  # 0x00ff00ff
    lsl(r3, r7, 16)
    add(r7, r7, r3)
    ldr(r6, [r2, 0])  # r2 points to the count, which the addresses follow
    add(r2, r2, 4)
    label(ROW)
    ldr(r1, [r2, 0])
    add(r2, r2, 4)
    push({r2, r6})
    mov(r2, r0)
    mov(r3, _RACE_NODES >> 2)
    label(FOUR)
    ldr(r4, [r1, 0])
    mov(r5, r4)
    and_(r5, r7)
    lsr(r4, r4, 8)
    and_(r4, r7)
    ldr(r6, [r2, 0])
    add(r6, r6, r5)
    str(r6, [r2, 0])
    ldr(r6, [r2, 4])
    add(r6, r6, r4)
    str(r6, [r2, 4])
    add(r1, r1, 4)
    add(r2, 8)
    sub(r3, r3, 1)
    bne(FOUR)
    pop({r2, r6})
    sub(r6, r6, 1)
    bne(ROW)


@micropython.asm_thumb
def _second_layer(r0, r1, r2):
    """Adds the nodes' positive values, times the output weights, to the four outputs in words[48:].

    r0, r1: addresses of `words` and output weights. r2: the offsets in a sum; a value is sum - r2.
    """
    mov(r3, 1)
    lsl(r3, r3, 15)
    mov(r4, r0)
    add(r4, 4 * _OUTPUT)
    label(OUTPUT)
    ldr(r5, [r4, 0])
    push({r4})
    mov(r4, r0)
    label(NODE)
    ldrh(r6, [r4, 0])
    sub(r6, r6, r2)
    ble(BELOW)
    ldrh(r7, [r1, 0])
    sub(r7, r7, r3)
    mul(r7, r6)
    add(r5, r5, r7)
    label(BELOW)
    add(r1, r1, 2)
    add(r4, r4, 2)
    sub(r6, r4, r0)
    cmp(r6, 2 * _RACE_NODES)
    bne(NODE)
    pop({r4})
    str(r5, [r4, 0])
    add(r4, r4, 4)
    sub(r6, r4, r0)
    cmp(r6, 4 * (_OUTPUT + _RACE_OUTPUTS))
    bne(OUTPUT)
