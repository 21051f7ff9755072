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
    from collections.abc import Sequence

    from picogammon.app.modes.base import Mode

_ENGINE = "picogammon.engine."
# Of the engine these stay: others have their classes, or import them when the board starts.
_STAY = ("classes", "classes_kernel", "engine", "evaluator", "levels", "numbers", "weights")
MENU = ("picogammon.app.modes.main_menu",)
LINES = ("picogammon.app.display.screens.menu", "picogammon.app.modes.menu")
OPENED = (
    "picogammon.app.advice.cube_reasons",
    "picogammon.app.advice.dice_statistics",
    "picogammon.app.advice.equities",
    "picogammon.app.advice.pondering",
    "picogammon.app.advice.reasons",
    "picogammon.app.advice.tutor",
    "picogammon.app.display.qr",
    "picogammon.app.display.screens.code",
    "picogammon.app.display.screens.curve",
    "picogammon.app.display.screens.name",
    "picogammon.app.display.screens.plays",
    "picogammon.app.modes.advice",
    "picogammon.app.modes.board_menu",
    "picogammon.app.modes.codes",
    "picogammon.app.modes.new_match",
    "picogammon.app.modes.playback",
    "picogammon.app.modes.practice",
    "picogammon.app.modes.review",
    "picogammon.app.modes.set_up",
    "picogammon.app.session.prefs_words",
    "picogammon.app.session.recording",
    "picogammon.app.workshop",
    "picogammon.benches",
    "picogammon.devices.gauges",
    "picogammon.hardware",
    "picogammon.keyboard",
    "picogammon.rules.gnu_id",
    "picogammon.self_test",
)
SETS = (
    "picogammon.app.modes.practice_sets",
    "picogammon.app.practice.set_deck",
    "picogammon.app.practice.sets",
    "picogammon.app.practice.sets_table",
)
GRADING = (
    "picogammon.app.practice.cards",
    "picogammon.app.practice.collecting",
    "picogammon.app.practice.deck",
    "picogammon.app.session.grading",
    "picogammon.app.session.people",
)
TALKING = (
    "picogammon.app.ubgi.context",
    "picogammon.app.ubgi.decisions",
    "picogammon.app.ubgi.options",
    "picogammon.app.ubgi.protocol",
    "picogammon.app.ubgi.words",
    "picogammon.rules.records",
    "picogammon.rules.situated",
    "picogammon.rules.xgid",
)


def opened(menu: bool) -> None:
    """Drops what the menu opens, and unless it is open the menu itself."""
    _drop(OPENED)
    _drop(SETS)
    if not menu:
        _drop(MENU)
        _drop(LINES)


def menu(modes: "Sequence[Mode]") -> None:
    """Drops the main menu, which is none of the open `modes`, and the practice sets, if they are no
    menu or round of these."""
    _drop(MENU)
    room = sys.modules.get(SETS[0])
    if not [mode for mode in modes if getattr(room, type(mode).__name__, None) is type(mode)]:
        _drop(SETS)


def engine() -> None:
    """Drops what plays and grades by the net. No engine may be left."""
    for name in list(sys.modules):
        if name.startswith(_ENGINE) and name[len(_ENGINE) :] not in _STAY:
            _drop((name,))


def grading() -> None:
    """Drops what grades for the records. No grader may be left."""
    _drop(GRADING)


def talking() -> None:
    """Drops what answers an engine's lines. No conversation may be left."""
    _drop(TALKING)


def _drop(names: "tuple[str, ...]") -> None:
    for name in names:
        if name in sys.modules:
            room, _, leaf = name.rpartition(".")
            package = sys.modules[room]
            sys.modules[name] = None  # type: ignore[assignment]  # its slot keeps what `del` deletes
            del sys.modules[name]
            if hasattr(package, leaf):
                setattr(package, leaf, None)
                delattr(package, leaf)
