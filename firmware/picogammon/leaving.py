"""Unloads modules that a press or a line has loaded, once the board no longer uses them.

Over an evening these modules would take 58 KB and leave no block of memory large enough for the
coach. Only an image unloads modules, because their code stays in flash.

A module is unloaded only while no object of its classes is in use, such as an open mode or a
grader. Otherwise two copies of the module and of its classes would exist.
"""

import sys
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from picogammon.app.modes.mode import Mode

# Rows: "package: modules".
# The engine's modules that stay, because other modules use their classes.
STAY = ("picogammon.engine: engine levels numbers search_kernel weights",)
# Modules that are unloaded together.
MENU = ("picogammon.app.modes: main_menu",)
DRAWN = ("picogammon.app.display.screens: pages",)
LINES = DRAWN + ("picogammon.app.modes: menu",)
OPENED = (
    "picogammon: hardware remote self_test",
    "picogammon.app.advice: pondering reasons wording",
    "picogammon.app.display: qr",
    "picogammon.app.modes: advice codes new_match playback practice",
    "picogammon.app.modes: review set_up",
    "picogammon.app.session: prefs_words recording",
)
SETS = (
    "picogammon.app.modes: practice_sets",
    "picogammon.app.practice: sets",
)
GRADING = (  # a Grader needs them
    "picogammon.app.practice: cards",
    "picogammon.app.session: grading people",
)
TALKING = (  # a Ubgi needs them
    "picogammon.app.ubgi: asked protocol",
    "picogammon.rules: notation",
)


def opened(menu: bool) -> None:
    """Unloads the modules that the main menu has loaded, and its own unless the `menu` is open."""
    drop(OPENED)
    drop(SETS)
    if not menu:
        drop(MENU)
        drop(LINES)


def menu(modes: "Sequence[Mode]") -> None:
    """Unloads the closed main menu, and the practice sets unless one of the open `modes` is theirs.

    Unloads the screens of pages, too.
    """
    drop(MENU)
    drop(DRAWN)
    room = sys.modules.get("picogammon.app.modes.practice_sets")
    if not [mode for mode in modes if getattr(room, type(mode).__name__, None) is type(mode)]:
        drop(SETS)


def engine() -> None:
    """Unloads the engines' modules. No engine with the net may exist."""
    stay = [leaf for _, leaf in names(STAY)]
    for name in list(sys.modules):
        package, _, leaf = name.rpartition(".")
        if package == "picogammon.engine" and leaf not in stay:
            drop((package + ": " + leaf,))


def load(rows: "Sequence[str]") -> bool:
    """Imports the first module in `rows` that is not loaded; True if all were loaded before."""
    for package, leaf in names(rows):
        if package + "." + leaf not in sys.modules:
            __import__(package + "." + leaf)
            return False
    return True


def names(rows: "Sequence[str]") -> "Iterator[tuple[str, str]]":
    """Yields (package, module) for each module in `rows`, which are like OPENED."""
    for row in rows:
        package, _, leaves = row.partition(": ")
        for leaf in leaves.split():
            yield package, leaf


def drop(rows: "Sequence[str]") -> None:
    for room, leaf in names(rows):
        name = room + "." + leaf
        if name in sys.modules:
            package = sys.modules[room]
            sys.modules[name] = None  # type: ignore[assignment]  # its slot keeps what `del` deletes
            del sys.modules[name]
            if hasattr(package, leaf):
                setattr(package, leaf, None)
                delattr(package, leaf)
