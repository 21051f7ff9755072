"""A board's data: constants about its devices. A file on flash or a set-up can replace them."""

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
# The constants that a set-up at the board finds.
FOUND = (
    "BUTTON_PINS HOME_LEFT I2C_FREQUENCY LIGHTS_PER_POINT OLED_ADDRESS OLED_DRIVER OLED_FLIP"
    " OLED_HEIGHT OLED_MIRROR PIEZO_PIN PLACE_COLUMN_PINS PLACE_ROW_PINS STRIP_ORDER WIRING"
)
_BUTTONS = const(4)


class Laid:
    """A copy of a board's `data`. `changes`, {constant: value}, replace or add constants."""

    if _TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, data: "Any", changes: "Found") -> None:
        for name in dir(data):
            if name[0] != "_":
                setattr(self, name, getattr(data, name))
        for name in changes:
            setattr(self, name, changes[name])


def first_of(host: "Host", make: "Callable[[Host, Any], Made]") -> "tuple[Made, str | None]":
    """Calls `make(host, data)` with several versions of the board's data, until a call succeeds.

    Tries four versions in turn: the data on flash with the changes of the board's set-up, the data
    on flash alone, the firmware image's data with these changes, the image's data alone. Returns
    (the result of `make`, a text about what failed or None). Raises an exception if all calls fail.
    """
    changes, trouble = set_up(host.files)
    problem: "Exception | None" = None
    for own, laid in ((False, True), (False, False), (True, True), (True, False)):
        if laid and not changes:
            continue
        try:
            data = host.load_data(own)
            return make(host, Laid(data, changes) if laid else data), trouble
        except Exception as error:
            if isinstance(error, MemoryError) and not laid:
                raise  # it is no fault of the data
            words = "%s: %s" % (type(error).__name__, error)
            if laid:
                trouble = trouble or "The set-up: " + words
            elif not own:
                problem = error
                trouble = "%s: %s" % (_FILE, words)
    raise problem  # type: ignore[misc]  # the data on flash have failed


def set_up(files: "Files", path: str = SET_UP) -> "tuple[Found, str | None]":
    """Returns (the set-up in the file `path` or {}, a description of the file's fault or None)."""
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


def keep(files: "Files", changes: "Found") -> None:
    """Saves `changes` as the set-up. Raises OSError if the flash cannot be written."""
    Store(files, SET_UP).save(dumps(changes).encode())


def forget(host: "Host") -> bool:
    """Removes the set-up. Returns False if nothing has changed.

    If the firmware image has board data, the file of board data on flash is renamed to `.bad`.
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
    """True if the flash contains a board's data, which replace those in the firmware image."""
    try:
        return files.size(_FILE) >= 0
    except OSError:
        return False


def used_pins(data: "Any", but: str = "") -> "list[int]":
    """Returns the numbers of the pins in `data`, except those of the constant named `but`."""
    used: "list[int]" = []
    for name in dir(data):
        if "_PIN" in name and name != but:
            pins = getattr(data, name)
            if isinstance(pins, int):
                used.append(pins)
            elif isinstance(pins, (list, tuple)):
                used += pins
    return used


def own_pins(host: "Host") -> "Sequence[int]":
    """Returns the button pins in the firmware image's data; () if the image has no data."""
    try:
        return host.load_data(True).BUTTON_PINS
    except ImportError:
        return ()


def held_pins(host: "Host") -> "list[Pin]":
    """Returns the Pins of held buttons that the image's data have, but the data in use lack.

    The data in use come from a set-up or from flash; if the firmware image's own data are in use,
    returns []. Call this before the board starts: afterwards these pins may drive other devices.
    """
    changes = set_up(host.files)[0]
    own = list(own_pins(host)) if changes or is_on_flash(host.files) else []
    if not own:
        return []
    try:
        if changes:
            known = list(changes.get("BUTTON_PINS") or host.load_data().BUTTON_PINS)
        else:
            known = used_pins(host.load_data())
    except Exception:  # the data on flash cannot be used
        known = [] if changes else own
    used = used_pins(Laid(None, changes), "BUTTON_PINS")
    kind = host.machine.Pin
    pins = [
        kind(number, kind.IN, kind.PULL_UP)
        for number in own
        if number in used or number not in known
    ]
    return [pin for pin in pins if not pin.value()]
