"""The board's data: from the flash or the image, and over them what was set up at the board."""

from json import dumps, loads
from micropython import const

from picogammon.devices.files import SET_UP, Store

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from machine import Pin
    from typing import Any, TypeVar

    from picogammon.devices.files import Files
    from picogammon.host import Host

    Found = dict[str, Any]  # {constant of the board's data: value}
    Made = TypeVar("Made")

_FILE = "board_config.py"  # on the flash
# The constants that the set-up at the board finds.
FOUND = (
    "BUTTON_PINS HOME_LEFT I2C_FREQUENCY LIGHTS_PER_POINT OLED_ADDRESS OLED_DRIVER OLED_FLIP"
    " OLED_HEIGHT OLED_MIRROR PIEZO_PIN PLACE_COLUMN_PINS PLACE_ROW_PINS STRIP_ORDER WIRING"
)
_BUTTONS = const(4)


class Laid:
    """A board's data with `changes` ({constant: value}) laid over them."""

    if _TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, data: "Any", changes: "Found") -> None:
        for name in dir(data):
            if name[0] != "_":
                setattr(self, name, getattr(data, name))
        for name in changes:
            setattr(self, name, changes[name])


def first_of(host: "Host", make: "Callable[[Host, Any], Made]") -> "tuple[Made, str | None]":
    """(make(host, data), None) with the first data that work; else the next, and what was wrong.

    What was set up comes before what is on the flash, and that before the image's own. Raises what
    `make` raised without the set-up, if there are no other data, or if they fail as well.
    """
    changes, trouble = set_up(host.files)
    problem: "Exception | None" = None
    for own in (False, True):
        for laid in (True, False):
            if laid and not changes:
                continue
            try:
                data = host.load_data(own)
                return make(host, Laid(data, changes) if laid else data), trouble
            except Exception as error:
                # A lack of memory is no fault of the data.
                if isinstance(error, MemoryError) and not laid:
                    raise
                if laid:
                    trouble = trouble or "The set-up: " + _words(error)
                elif own:
                    break
                else:
                    problem = error
                    trouble = "%s: %s" % (_FILE, _words(error))
    raise problem  # type: ignore[misc]  # if own data end the loop, others failed before


def _words(error: Exception) -> str:
    return "%s: %s" % (type(error).__name__, error)


def set_up(files: "Files", path: str = SET_UP) -> "tuple[Found, str | None]":
    """({constant: value} that was set up at the board, what was wrong with that or None)."""
    try:
        if files.size(path) < 0:
            return {}, None
        store = Store(files, path)
        blob = store.load()
    except OSError:
        return {}, path + " cannot be read"
    if blob is None:
        return {}, store.damage
    try:
        changes = loads(blob)
        pins = changes.get("BUTTON_PINS")
        known = not set(changes) - set(FOUND.split())
        if known and (pins is None or len(pins) == _BUTTONS):
            return changes, None
    except (AttributeError, TypeError, ValueError, RuntimeError):  # the last: nested too deeply
        pass
    return {}, path + " is not a set-up"


def used_pins(data: "Any", but: str = "") -> "list[int]":
    """The pins that a board's data name, but not under the name `but`."""
    used: "list[int]" = []
    for name in dir(data):
        if "_PIN" in name and name != but:
            pins = getattr(data, name)
            if isinstance(pins, int):
                used.append(pins)
            elif isinstance(pins, (list, tuple)):
                used += pins
    return used


def held_pins(host: "Host") -> "list[Pin]":
    """The image's own buttons that are held down, of those that are none with the set-up.

    Once the board has started, nobody can see whether they are, as their pins may drive something.
    """
    changes = set_up(host.files)[0]
    if not changes:
        return []
    try:
        known = changes.get("BUTTON_PINS") or host.load_data().BUTTON_PINS
    except Exception:
        known = None  # what is on the flash cannot be used
    if not isinstance(known, (list, tuple)):
        known = ()
    used = used_pins(Laid(None, changes), "BUTTON_PINS")
    pin = host.machine.Pin
    pins = [
        pin(number, pin.IN, pin.PULL_UP)
        for number in own_pins(host)
        if number in used or number not in known
    ]
    return [one for one in pins if not one.value()]


def keep(files: "Files", changes: "Found") -> None:
    """Keeps what was set up: a pulled plug leaves the old or the new. Raises OSError."""
    Store(files, SET_UP).save(dumps(changes).encode())


def forget(host: "Host") -> bool:
    """Undoes what was set up; True if there was anything. Raises OSError.

    Data on the flash go aside as well, if the image has its own.
    """
    files = host.files
    found = files.size(SET_UP) >= 0
    if found:
        files.remove(SET_UP)
    if own_pins(host) and is_on_flash(files):
        files.put_aside(_FILE)
        found = True
    if found:
        files.sync()
    return found


def is_on_flash(files: "Files") -> bool:
    """True if the flash has data that come before the image's own."""
    try:
        return files.size(_FILE) >= 0
    except OSError:
        return False


def own_pins(host: "Host") -> "Sequence[int]":
    """The pins of the image's own buttons; () if it has no data."""
    try:
        return host.load_data(True).BUTTON_PINS
    except ImportError:
        return ()
