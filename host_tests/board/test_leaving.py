"""The board unloads modules, engines and the grader once it no longer needs them."""

import gc
import sys

from fakes.power import Power
from picogammon import leaving

_KB = 1024
_WORD = 8 if sys.maxsize >> 32 else 4  # bytes
_LABELS = ("New match", "Practice", "Players", "Position", "Dice statistics", "Preferences")


def _modules():
    return {name for name in sys.modules if name.startswith("picogammon.")}


def _used():
    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0


def _in_an_image(script):
    """Runs a script on a board that unloads modules, as a firmware image does. Restores all modules
    after the run, because other tests use classes from them."""
    before = {name: module for name, module in sys.modules.items() if "picogammon" in name}

    def in_flash(power):
        power.board.upkeep.in_flash = True
        yield from script(power)

    try:
        power = Power(7)
        assert power.run(in_flash) == "off", power.crash_log()
    finally:
        for name, module in sorted(before.items(), key=lambda item: item[0]):  # packages first
            room, _, leaf = name.rpartition(".")
            sys.modules[name] = module
            if room:
                setattr(sys.modules[room], leaf, module)


def _opens(power, label):
    yield from power.press("hold-OK")
    yield from power.choose(label)
    yield 300
    yield from power.press("NEXT NEXT OK")
    yield 2000


def test_what_the_menu_opened_is_gone_once_it_is_left_and_opens_again():
    def evening(power):
        power.begin(power.match.settings.copy(players=(0, 0), length=3))
        yield 60000
        yield from power.press("OK")
        yield 2000
        for label in _LABELS:  # what stays from the first time, as a library, does not count
            yield from _opens(power, label)
            yield from power.press("hold-BACK")
            yield 1000
        modules, used = _modules(), _used()
        for label in _LABELS:
            yield from _opens(power, label)
            assert _modules() - modules, label
            yield from power.press("hold-BACK")
            yield 1000
            assert _modules() == modules, label
            assert _used() - used < 4 * _KB * _WORD // 4, label

    _in_an_image(evening)


def test_only_the_menu_itself_stays_while_it_is_open():
    def menu(power):
        yield from power.press("hold-OK")
        for first in (True, False):
            modules = _modules()
            for label in _LABELS:
                yield from power.choose(label)
                yield 300
                while power.board.navigator.open_modes[1:]:
                    yield from power.press("BACK")
                yield 1000
                assert first or _modules() == modules, label

    _in_an_image(menu)


def test_each_module_that_is_let_go_of_is_there():
    groups = (leaving.MENU, leaving.LINES, leaving.OPENED, leaving.SETS)
    groups += (leaving.GRADING, leaving.TALKING, leaving.STAY)
    for module in " ".join(groups).split():
        __import__("picogammon." + module)


def test_what_grades_is_loaded_in_slices_again_once_it_was_let_go_of_half_way():
    def parts(power):
        counts = []
        for _ in range(2):
            leaving.load(leaving.GRADING)
            leaving.drop(leaving.GRADING)
            counts.append(1)
            while not leaving.load(leaving.GRADING):
                counts[-1] += 1
        assert counts[0] == counts[1] > 2
        yield 1

    _in_an_image(parts)
