"""Means and 95 % intervals by the normal approximation.

The means are of hundreds of independent values or more, however skew their distribution is.
"""

from math import sqrt

_NORMAL_95 = 1.959964


def mean(values):
    """Returns the arithmetic mean of a sequence."""
    return sum(values) / len(values)


def mean_error(values):
    """Returns (mean, its standard error); the error is None for a single value."""
    middle = mean(values)
    if len(values) < 2:
        return middle, None
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return middle, sqrt(variance / len(values))


def mean_interval(values):
    """Returns (mean, half the width of its interval); the half is None for a single value."""
    middle, error = mean_error(values)
    return middle, None if error is None else _NORMAL_95 * error
