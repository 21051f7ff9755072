"""Lets go of the modules that were opened, once nothing uses them any more.

What a press opens is imported as it is opened. It would stay, 58 KB of it in an evening, and leave
no room in one piece for the coach. So what is left is dropped, and imported again by the next press
that opens it, which takes no longer than the first time. Only an image does so, whose code lies in
flash.

A module goes only while no object of its classes is in use: a mode that is open or waits below, a
conversation over the link, a grader. Two copies of a class would be two classes.
"""

import sys
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from picogammon.app.modes.mode import Mode

_ENGINE = "picogammon.engine"
# Of the engine these stay: others have their classes, or import them when the board starts.
_STAY = ("engine", "levels", "numbers", "search_kernel", "weights")
# By package, the modules that go together.
MENU = ("picogammon.app.modes: main_menu",)
DRAWN = ("picogammon.app.display.screens: pages",)
LINES = DRAWN + ("picogammon.app.modes: menu",)
OPENED = (
    "picogammon: hardware self_test",
    "picogammon.app.advice: pondering reasons wording",
    "picogammon.app.display: qr",
    "picogammon.app.modes: advice codes new_match playback practice",
    "picogammon.app.modes: review set_up",
    "picogammon.app.session: recording",
)
SETS = (
    "picogammon.app.modes: practice_sets",
    "picogammon.app.practice: sets",
)
GRADING = (
    "picogammon.app.practice: cards",
    "picogammon.app.session: grading people",
)
TALKING = (
    "picogammon.app.ubgi: asked protocol",
    "picogammon.rules: notation",
)


def opened(menu: bool) -> None:
    """Drops what the menu opens, and unless it is open the menu itself."""
    _drop(OPENED)
    _drop(SETS)
    if not menu:
        _drop(MENU)
        _drop(LINES)


def menu(modes: "Sequence[Mode]") -> None:
    """Drops the main menu, which none of the open `modes` is, what draws pages, and the practice
    sets unless one of these modes is theirs."""
    _drop(MENU)
    _drop(DRAWN)
    room = sys.modules.get("picogammon.app.modes.practice_sets")
    if not [mode for mode in modes if getattr(room, type(mode).__name__, None) is type(mode)]:
        _drop(SETS)


def engine() -> None:
    """Drops what plays and grades by the net. No engine may be left."""
    for name in list(sys.modules):
        if name.startswith(_ENGINE + ".") and name[len(_ENGINE) + 1 :] not in _STAY:
            _drop((_ENGINE + ": " + name[len(_ENGINE) + 1 :],))


def grading() -> None:
    """Drops what grades for the records. No grader may be left."""
    _drop(GRADING)


def talking() -> None:
    """Drops what answers an engine's lines. No conversation may be left."""
    _drop(TALKING)


def load(rows: "Sequence[str]") -> bool:
    """Imports the first of these modules that is not there; returns True if all are."""
    for package, leaf in names(rows):
        if package + "." + leaf not in sys.modules:
            __import__(package + "." + leaf)
            return False
    return True


def names(rows: "Sequence[str]") -> "Iterator[tuple[str, str]]":
    """Yields (package, module) of each module in rows such as OPENED."""
    for row in rows:
        package, _, leaves = row.partition(": ")
        for leaf in leaves.split():
            yield package, leaf


def _drop(rows: "Sequence[str]") -> None:
    for room, leaf in names(rows):
        name = room + "." + leaf
        if name in sys.modules:
            package = sys.modules[room]
            sys.modules[name] = None  # type: ignore[assignment]  # its slot keeps what `del` deletes
            del sys.modules[name]
            if hasattr(package, leaf):
                setattr(package, leaf, None)
                delattr(package, leaf)
