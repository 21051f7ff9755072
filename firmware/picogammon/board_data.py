"""The board's data: board_config on the flash, or else the image's own; and what was set up at the
board itself, which lies over them."""

import sys

from picogammon.devices import files
from picogammon.devices.store import Store

OWN = [".frozen"]  # where what came with an image is found
_NAME = "board_config"
_SET_UP = "board.bin"


class Laid:
    """A board's data with `changes` ({constant: value}) laid over them."""

    def __init__(self, data, changes):
        for name in dir(data):
            if name[0] != "_":
                setattr(self, name, getattr(data, name))
        for name in changes:
            setattr(self, name, changes[name])


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
    """(make(data), None) by the first data with which that goes; by the next best, after those
    failed, what was wrong with them, in words.

    What was set up comes before what is on the flash, and that before the image's own. Raises what
    was raised without what was set up, where there are no others, or where they fail as well.
    """
    changes, trouble = set_up()
    problem = None
    for own in (False, True):
        for laid in (True, False):
            if laid and not changes:
                continue
            try:
                data = load(own)
                return make(Laid(data, changes) if laid else data), trouble
            except MemoryError:  # that is no fault of the data
                raise
            except Exception as error:
                if laid:
                    trouble = trouble or "What was set up: " + _words(error)
                elif own:
                    break
                else:
                    problem = error
                    trouble = "%s.py: %s" % (_NAME, _words(error))
    raise problem


def _words(error):
    return "%s: %s" % (type(error).__name__, error)


def set_up():
    """({constant: value} that was set up at the board, what was wrong with that or None)."""
    try:
        if files.size(_SET_UP) < 0:
            return {}, None
        store = Store(_SET_UP)
        blob = store.load()
    except OSError:
        return {}, _SET_UP + " cannot be read"
    if blob is None:
        return {}, store.damage
    from json import loads  # time, where nothing was set up

    return loads(blob), None


def keep(changes, sync=None):
    """Keeps what was set up: after a pulled plug the old or the new. Raises OSError."""
    from json import dumps

    Store(_SET_UP, sync).save(dumps(changes).encode())


def forget(sync=None):
    """Undoes what was set up; whether anything was. Raises OSError."""
    if files.size(_SET_UP) < 0:
        return False
    files.remove(_SET_UP)
    if sync:
        sync()
    return True
