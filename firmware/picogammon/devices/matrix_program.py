"""The program of the PIO's state machine that scans a matrix of buttons (matrix.py).

A cycle takes 1/3200 s. A press counts after 32 cycles (10 ms). It ends after 16 scans of 6 cycles
(30 ms) that find all columns open. Before the start, X must be a mask of the rows' pins, the output
levels must be low, and in_base must be the first column.
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
