# The Raspberry Pi Pico 2's chip, its ARM cores. MicroPython's stack has 12 KB there.
set(PICO_BOARD "pico2")
set(PICO_PLATFORM "rp2350")
