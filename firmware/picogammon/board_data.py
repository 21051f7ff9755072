"""The board's data: from the flash or the image, and over them what was set up at the board."""

import sys
from json import dumps, loads

from picogammon.devices import files
from picogammon.devices.store import Store

OWN = [".frozen"]  # sys.path for the modules of the image
_NAME = "board_config"
_FILE = _NAME + ".py"  # on the flash
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
    """The module board_config; with `own` the image's. Raises whatever its import raises."""
    path = sys.path[:]
    sys.modules.pop(_NAME, None)
    try:
        if own:
            sys.path[:] = OWN
        return __import__(_NAME)
    finally:
        sys.path[:] = path


def first_of(make):
    """(make(data), None) with the first data that work; else with the next, and what was wrong.

    What was set up comes before what is on the flash, and that before the image's own. Raises what
    `make` raised without the set-up, if there are no other data, or if they fail as well.
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
            except Exception as error:
                # A lack of memory is no fault of the data.
                if isinstance(error, MemoryError) and not laid:
                    raise
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


def set_up(path=_SET_UP):
    """({constant: value} that was set up at the board, what was wrong with that or None)."""
    try:
        if files.size(path) < 0:
            return {}, None
        store = Store(path)
        blob = store.load()
    except OSError:
        return {}, path + " cannot be read"
    if blob is None:
        return {}, store.damage
    try:
        changes = loads(blob)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        changes = None
    return (changes, None) if isinstance(changes, dict) else ({}, path + " is no set-up")


def keep(changes, sync=None):
    """Keeps what was set up: a pulled plug leaves the old or the new. Raises OSError."""
    Store(_SET_UP, sync).save(dumps(changes).encode())


def forget(sync=None):
    """Undoes what was set up; True if there was anything. Raises OSError.

    Data on the flash go aside as well, if the image has its own.
    """
    found = files.size(_SET_UP) >= 0
    if found:
        files.remove(_SET_UP)
    if own_pins() and is_on_flash():
        files.put_aside(_FILE, files.bad(_FILE))
        found = True
    if found and sync:
        sync()
    return found


def is_on_flash():
    """True if the flash has data that come before the image's own."""
    try:
        return files.size(_FILE) >= 0
    except OSError:
        return False


def own_pins():
    """The pins of the image's own buttons; () if it has no data."""
    try:
        return load(True).BUTTON_PINS
    except ImportError:
        return ()
