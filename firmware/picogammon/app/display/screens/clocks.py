"""The tournament clock at the board's left edge, each side's time on its own side.

The line under the running time has a pixel for each second left of the turn's delay.
"""

from micropython import const

from picogammon.app.display.canvas import INVERT
from picogammon.app.display.font import SMALL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import View

_WIDTH = const(17)
_TOPS = (40, 1)  # by side
_LINES = (38, 7)
_LONG = const(6000)  # seconds; from here on only minutes fit
CUBE_TOPS = (20, 10)  # by owner, where the clock leaves room


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws both times."""
    running, delay = view.clocks[2:]
    for side in (0, 1):
        canvas.centred(SMALL, text(view.clocks[side]), 0, _TOPS[side], _WIDTH)
        if side == running and delay:
            canvas.hline(0, _LINES[side], min(delay, _WIDTH))
        elif side == running:
            canvas.box(0, _TOPS[side] - 1, _WIDTH, 7, INVERT)


def text(seconds: int) -> str:
    """A time in five letters at most."""
    minutes = seconds // 60
    return "%d:%02d" % (minutes, seconds % 60) if seconds < _LONG else "%dM" % minutes
