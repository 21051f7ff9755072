"""The board's data: board_config on the flash, or else the image's own."""

import sys

OWN = [".frozen"]  # where what came with an image is found
_NAME = "board_config"


def load(own=False):
    """The module; with `own` the image's, whatever is on the flash. Raises what it raises."""
    path = sys.path[:]
    sys.modules.pop(_NAME, None)
    try:
        if own:
            sys.path[:] = OWN
        return __import__(_NAME)
    finally:
        sys.path[:] = path


def first_of(make):
    """(make(data), None) by the first data with which that goes; with the image's own, after those
    of the flash failed, what was wrong with those, in words.

    Raises what was raised with the first where there are no others, or where they fail as well.
    """
    try:
        return make(load()), None
    except MemoryError:  # that is no fault of the data
        raise
    except Exception as error:
        problem = error
    try:
        made = make(load(True))
    except Exception:
        raise problem from None
    return made, "%s.py: %s: %s" % (_NAME, type(problem).__name__, problem)
