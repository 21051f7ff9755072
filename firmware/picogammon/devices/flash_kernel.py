"""Reads of memory, for the time that they take: MicroPython's viper."""

import micropython


@micropython.viper
def read(address: int, words: int, step: int, rounds: int):
    """Reads every `step`-th of so many words (of four bytes) from an address on, in rounds."""
    memory = ptr32(address)  # noqa: F821
    while rounds:
        at = 0
        while at < words:
            memory[at]
            at += step
        rounds -= 1
