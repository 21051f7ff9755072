"""Unloads modules that a press or a line has loaded, once nothing uses them any more.

In an evening these modules would take 58 KB, and leave no room in one piece for the coach. The next
press that needs one imports it again, in the same time as at first. Only an image unloads modules,
as its code is in flash.

A module goes only while no object of its classes is in use: an open mode or one below, a
conversation over the link, a grader. Two copies of a module would have two copies of each class.
"""

import sys
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from picogammon.app.modes.mode import Mode

# Rows: "package: modules".
# The engine's modules that stay: others hold their classes, or import them at the board's start.
STAY = ("picogammon.engine: engine levels numbers search_kernel weights",)
# Modules that go together.
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
    """Drops the modules that the menu opens, and the menu's own unless it is open."""
    _drop(OPENED)
    _drop(SETS)
    if not menu:
        _drop(MENU)
        _drop(LINES)


def menu(modes: "Sequence[Mode]") -> None:
    """Drops the main menu, which is not among the open `modes`, and the screens of pages.

    The practice sets go as well, unless one of these modes is theirs.
    """
    _drop(MENU)
    _drop(DRAWN)
    room = sys.modules.get("picogammon.app.modes.practice_sets")
    if not [mode for mode in modes if getattr(room, type(mode).__name__, None) is type(mode)]:
        _drop(SETS)


def engine() -> None:
    """Drops the engines' modules. No engine by the net may be left."""
    stay = [leaf for _, leaf in names(STAY)]
    for name in list(sys.modules):
        package, _, leaf = name.rpartition(".")
        if package == "picogammon.engine" and leaf not in stay:
            _drop((package + ": " + leaf,))


def grading() -> None:
    """Drops the grader's modules. No grader may be left."""
    _drop(GRADING)


def talking() -> None:
    """Drops UBGI's modules. No conversation may be left."""
    _drop(TALKING)


def load(rows: "Sequence[str]") -> bool:
    """Imports the first of these modules that is not loaded; returns True if all are."""
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
