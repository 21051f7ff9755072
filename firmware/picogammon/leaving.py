"""Unloads modules that the board loaded for a press or a line from a PC, and no longer uses.

Over an evening these modules would take 58 KB and leave no block of memory large enough for the
coach. Only firmware with frozen modules (an image) unloads them: their code stays in flash, so
the board can load them again quickly.

A module is unloaded only while no object of its classes (such as an open mode or a grader) is in
use. Otherwise a second copy of its classes would exist after the module is loaded again.
"""

import sys
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.modes.mode import Mode

_OURS = "picogammon."
# Groups of modules, without that prefix. First the engine's modules that stay, because other
# modules use their classes.
STAY = "engine.engine engine.levels engine.numbers engine.search_kernel engine.weights"
MENU = "app.modes.main_menu"
DRAWN = "app.display.screens.pages"
LINES = DRAWN + " app.modes.menu"
OPENED = (
    "hardware remote self_test app.advice.pondering app.advice.reasons app.advice.wording"
    " app.display.qr app.modes.advice app.modes.codes app.modes.new_match app.modes.playback"
    " app.modes.practice app.modes.review app.modes.set_up app.session.prefs_words"
    " app.session.recording"
)
SETS = "app.modes.practice_sets app.practice.sets"
GRADING = "app.practice.cards app.session.grading app.session.people"  # a Grader needs them
TALKING = "app.ubgi.asked app.ubgi.protocol rules.notation"  # a Ubgi needs them


def opened(menu: bool) -> None:
    """Unloads modules loaded through the main menu; the menu itself too, unless open (`menu`)."""
    drop(OPENED)
    drop(SETS)
    if not menu:
        drop(MENU)
        drop(LINES)


def menu(modes: "Sequence[Mode]") -> None:
    """Unloads the main menu and page drawing, and practice sets if none of `modes` uses them."""
    drop(MENU)
    drop(DRAWN)
    room = sys.modules.get("picogammon.app.modes.practice_sets")
    if not [mode for mode in modes if getattr(room, type(mode).__name__, None) is type(mode)]:
        drop(SETS)


def engine() -> None:
    """Unloads the engines' modules. Call this only while no engine with the net exists."""
    stay = STAY.split()
    for name in list(sys.modules):
        module = name[len(_OURS) :]
        if name.startswith(_OURS + "engine.") and module not in stay:
            drop(module)


def load(modules: str) -> bool:
    """Imports the first module in `modules` that is not loaded; returns True if all were loaded."""
    for module in modules.split():
        if _OURS + module not in sys.modules:
            __import__(_OURS + module)
            return False
    return True


def drop(modules: str) -> None:
    for module in modules.split():
        name = _OURS + module
        if name in sys.modules:
            room, _, leaf = name.rpartition(".")
            package = sys.modules[room]
            sys.modules[name] = None  # type: ignore[assignment]  # its slot keeps what `del` deletes
            del sys.modules[name]
            if hasattr(package, leaf):
                setattr(package, leaf, None)
                delattr(package, leaf)
