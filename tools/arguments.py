"""Numbers on a command line, for argparse: what is out of range is refused before anything else."""

import argparse
import math


def seconds(text):
    """A time in seconds, more than 0."""
    number = _number(float, text)
    if number is None or not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a time is seconds above 0, as 10, not {text!r}")
    return number


def count(least):
    """What reads a whole number of at least so many."""

    def read(text):
        number = _number(int, text)
        if number is None or number < least:
            raise argparse.ArgumentTypeError(f"a whole number from {least} on, not {text!r}")
        return number

    return read


def _number(kind, text):
    try:
        return kind(text)
    except ValueError:
        return None
