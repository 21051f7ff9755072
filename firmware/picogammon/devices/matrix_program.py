"""The program of the state machine that looks at a matrix of buttons (matrix.py).

A cycle takes 1/3200 s, so 32 cycles take 10 ms, and 16 looks of six cycles take 30 ms. Before the
start, set X to a mask of the rows' pins, all output levels to low, and in_base to the first column.
"""

from rp2 import asm_pio

HZ = 3200


@asm_pio()
def looking():
    wrap_target()
    label("open")
    mov(isr, invert(null))
    in_(pins, 6)
    mov(y, invert(isr))
    jmp(not_y, "open")
    mov(isr, invert(null))[31]
    in_(pins, 6)
    mov(y, invert(isr))
    jmp(not_y, "open")  # a spark
    push(noblock)  # ones, then the levels of the columns
    mov(osr, invert(x))
    out(pindirs, 32)[1]
    in_(pins, 32)
    push(noblock)  # the levels of all pins, rows included
    mov(osr, x)
    out(pindirs, 32)[1]
    label("closed")
    mov(osr, null)
    label("still open")
    mov(isr, invert(null))
    in_(pins, 6)
    mov(y, invert(isr))
    jmp(y_dec, "closed")
    out(null, 2)  # OSR is empty after 16 of these
    jmp(not_osre, "still open")
    wrap()
