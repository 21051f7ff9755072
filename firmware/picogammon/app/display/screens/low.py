"""The board's screen on a display with fewer than 64 rows. Only the lights show the checkers.

    cube | dice | score, pips of player 1
         |      | score, pips of player 0
    headline
    keys

An arrow to the left of a score marks the side to act. If a player owns the cube, an arrow above the
cube (for player 1) or below it (for player 0) shows the owner.
"""

from micropython import const

from picogammon.app.display.canvas import ARROW_DOWN, ARROW_UP, INVERT, WIDTH, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens import board

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import View

_DIE = const(15)
_DIE_STEP = const(16)
_LEFT_DICE = const(18)
_RIGHT_DICE = const(50)
_CUBE_WIDTH = const(17)
_CUBE_HEIGHT = const(11)
_ARROW_RIGHT = b"\x7f\x3e\x1c\x08"
_PANEL_LEFT = const(83)
_SCORE_LEFT = const(89)
_MOST_DELAY = const(17)  # seconds that the line under a running clock can show


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the board's screen without the keys' labels."""
    owner = view.owner
    if view.offered_by is not None:
        left = _LEFT_DICE if view.offered_by else _RIGHT_DICE
        _cube(canvas, left + _DIE_STEP // 2, 2, view.cube * 2)
    else:
        board.dice(view, canvas, _LEFT_DICE, _RIGHT_DICE, 0, _DIE, _DIE_STEP)
        if not view.cube_on:
            pass
        elif view.crawford:
            canvas.text(SMALL, "CRAW", 0, 2)
            canvas.text(SMALL, "FORD", 0, 8)
        elif owner is None:
            _cube(canvas, 0, 2, view.cube)
        else:
            _cube(canvas, 0, 4 if owner else 0, view.cube)
            canvas.bitmap(ARROW_UP if owner else ARROW_DOWN, 6, 0 if owner else 12, 5, 1)
    if view.version:
        canvas.text(SMALL, "PICO", _LEFT_DICE + 3, 2)
        canvas.text(SMALL, "GAMMON", _LEFT_DICE + 3, 8)
        canvas.text(SMALL, view.version, _RIGHT_DICE, 8)
    for side in (0, 1):
        _score(view, canvas, side)
    board.headline(view, canvas)


def _cube(canvas: "Canvas", x: int, y: int, value: int) -> None:
    canvas.rect(x, y, _CUBE_WIDTH, _CUBE_HEIGHT)
    short = board.short_cube(value)
    room = _CUBE_WIDTH - 2
    font = TEXT if text_width(TEXT, short) < room else SMALL
    canvas.centred(font, short, x + 1, y + (2 if font is TEXT else 3), room)


def _score(view: "View", canvas: "Canvas", side: int) -> None:
    """Draws the score of `side`, the match length, and the time or, without a clock, the pips."""
    y = 0 if side else 8
    if view.decider == side:
        canvas.bitmap(_ARROW_RIGHT, _PANEL_LEFT, y, 4, 1)
    score = board.short_score(view.scores[side])
    if view.length:
        score += "/%d" % view.length
    beside = board.clock_text(view.clocks[side]) if view.clocks else str(view.pips[side])
    left = WIDTH - text_width(SMALL, beside) - (1 if view.clocks else 0)
    font = TEXT if _SCORE_LEFT + text_width(TEXT, score) < left - 1 else SMALL
    canvas.text(font, score, _SCORE_LEFT, y if font is TEXT else y + 1)
    canvas.text(SMALL, beside, left, y + 1)
    if view.clocks:
        running, delay = view.clocks[2:]
        if side == running and delay:
            canvas.hline(WIDTH - 1 - _MOST_DELAY, y + 7, min(delay, _MOST_DELAY))
        elif side == running:
            canvas.box(left - 1, y, WIDTH - left + 1, 7, INVERT)
