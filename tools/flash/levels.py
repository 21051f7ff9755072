"""Which of the computer's levels a board with stock MicroPython can play at, and why not at all."""

from picogammon.engine import levels, weights
from tools import ROOT

_WEIGHTS = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
_FIRMWARE_KB = 217  # of the heap, once it is loaded
_NOTE = """\
Levels that fit stock MicroPython: {fit}.
For {others} and {last} the board needs a table of {table} KB.
Stock MicroPython would have to load it into its {heap} KB of memory, of which the firmware takes
{firmware}. Picogammon's own image (make uf2) reads it from flash."""


def that_fit():
    """The names of the levels that need no weights, weakest first."""
    return [name for name in levels.levels() if _needs_none(name)]


def note(chip):
    """What somebody should know before the firmware goes onto stock MicroPython on a chips.Chip."""
    fit = that_fit()
    *others, last = [name for name in levels.levels() if name not in fit]
    return _NOTE.format(
        fit=", ".join(fit),
        others=", ".join(others),
        last=last,
        table=_WEIGHTS.stat().st_size // 1024,
        heap=chip.stock_heap // 1024,
        firmware=_FIRMWARE_KB,
    )


def _needs_none(name):
    try:
        levels.make(name, judge_of=_no_judge)
    except weights.TooLarge:
        return False
    return True


def _no_judge():
    raise weights.TooLarge
