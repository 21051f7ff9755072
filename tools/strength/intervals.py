"""Means and how sure they are: 95 % intervals by the normal approximation.

The means here are of hundreds of independent values or more, so that the central limit theorem
carries them; their own distribution may be as skew as it likes.
"""

from math import sqrt

_NORMAL_95 = 1.959964


def mean(values):
    """The arithmetic mean of a sequence."""
    return sum(values) / len(values)


def mean_error(values):
    """(mean, its standard error); the error is None for a single value."""
    middle = mean(values)
    if len(values) < 2:
        return middle, None
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return middle, sqrt(variance / len(values))


def mean_interval(values):
    """(mean, half the width of its 95 % interval); the half is None for a single value."""
    middle, error = mean_error(values)
    return middle, None if error is None else _NORMAL_95 * error


def paired(ours, theirs):
    """mean_interval of what our values are more than theirs, pair by pair."""
    if len(ours) != len(theirs):
        raise ValueError(f"{len(ours)} and {len(theirs)} values are not pairs")
    return mean_interval([our - their for our, their in zip(ours, theirs)])
