"""The view: what there is to see now, as plain data.

The app fills a `View`; `screens` turns it into pixels and `lights` into colours. Nothing in here
knows a rule, and nothing that draws knows the match. Points are numbered as player 0 counts them,
whoever is on roll.
"""

from array import array
from micropython import const

from picogammon.app.display.canvas import USUAL
from picogammon.ground import PLACES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# The values of View.marks.
NO_MARK = const(0)
CAN_MOVE = const(1)
CURSOR = const(2)
LIFTED = const(3)
LANDING = const(4)
LANDING_CURSOR = const(5)
CAME_FROM = const(6)
WENT_TO = const(7)
MARK = const(7)  # the bits of these
GRADE = const(3)  # from this bit on: how good a landing is, 1 best .. 4 a blunder; 0: nobody says

_NO_MARKS = bytes((NO_MARK,)) * PLACES


class View:
    """The board, the keys, and the page over the board; the defaults are an empty board.

    | attribute | holds |
    | --- | --- |
    | page | what the OLED shows in place of the board: a MenuView, MessageView, TextView, |
    | | NameView, ResultView, CodeView or PlaysView; None: the board. The lights show it anyway |
    | checkers | array of 26: points 1..24 as player 0 sees them (own +, the other's -), |
    | | [25] player 0's bar, [0] -(player 1's bar); a half-built play included |
    | each | how many checkers a side has |
    | off | [player 0's, player 1's] checkers borne off |
    | marks | bytearray of 28, by place: 1..24, BAR_0, BAR_1, OFF_0, OFF_1; NO_MARK .. WENT_TO, |
    | | and a landing's grade above GRADE |
    | decider | the side to act: 0, 1 or None |
    | dice | two values, four of a double, or () if no dice lie there |
    | dice_used | bit i is set if dice[i] is used up |
    | dice_side | who rolled: 0, 1, or None for an opening roll, player 0's die first |
    | version | the firmware's, before a game has begun and while no dice lie there; else '' |
    | cube, owner, cube_on | its value, its owner (0, 1, None: centre), True if there is one |
    | offered_by | 0 or 1 while that side's double is on offer; `cube` is as before it |
    | scores, length | points won; match length, 0 = money |
    | crawford | True in the Crawford game |
    | clocks | None, or the tournament clock: (seconds left of player 0, of player 1, the side |
    | | whose time runs or None, seconds left of its delay) |
    | pips | [player 0's, player 1's] pip counts |
    | counting | True while somebody shall count the pips, and is not told |
    | names | [player 0's, player 1's], 12 letters at most |
    | headline | what is going on, 20 letters at most |
    | keys | what PREV, NEXT, OK, BACK do now, 7 letters each at most, '' for nothing |
    | asleep | True if nothing has been pressed for long |
    | calm | True if no light may pulse or blink |
    | large | True if the OLED shows one side's counts in large type, not the whole board |
    | wooden | True if real checkers lie over the lights |
    | turned | True if lights and OLED show the board to player 1, who then sits below |
    | home_left | True if the home boards lie at the left; the lights' wiring knows that itself |
    | display | the Display that it is shown on |
    | palette, brightness | an index into lights.PALETTES; 0..4, the brightest |
    """

    def __init__(self) -> None:
        self.page: "Any" = None  # what draws one kind of page gets that kind
        self.checkers = array("b", bytes(26))
        self.each = 15
        self.off = [0, 0]
        self.marks = bytearray(PLACES)
        self.decider: int | None = None
        self.dice: tuple[int, ...] = ()
        self.dice_used = 0
        self.dice_side: int | None = None
        self.version = ""
        self.cube = 1
        self.owner: int | None = None
        self.cube_on = True
        self.offered_by: int | None = None
        self.scores = [0, 0]
        self.length = 0
        self.crawford = False
        self.clocks: tuple[int, int, int | None, int] | None = None
        self.pips = [167, 167]
        self.counting = False
        self.names = ["Amber", "Blue"]
        self.headline = ""
        self.keys = ["", "", "", ""]
        self.asleep = False
        self.calm = False
        self.wooden = False
        self.large = False
        self.turned = False
        self.home_left = False
        self.display = USUAL
        self.palette = 0
        self.brightness = 3

    def clear_marks(self) -> None:
        """Takes every mark away."""
        self.marks[:] = _NO_MARKS


class MenuView:
    """A menu. `items`: (label, value or '') each. `selected`: an item's index, or -1.

    `walked`: PREV and NEXT walk over it; if not, what does not fit is leafed through. `first`: as
    for `first_row`. `note`: a small line below the title, or "".
    """

    def __init__(
        self,
        title: str,
        items: "Sequence[tuple[str, str]]",
        selected: int = 0,
        walked: bool = True,
        first: int | None = None,
        note: str = "",
    ) -> None:
        self.title = title
        self.items = items
        self.selected = selected
        self.walked = walked
        self.first = first
        self.note = note


def first_row(selected: int, count: int, rows: int, first: int | None = None) -> int:
    """The index of the item on the first of so many rows of a menu.

    `first`: the one that shall be there, if it is not `selected` that decides.
    """
    if first is None:
        first = selected - 1 if rows > 2 else selected
    return max(0, min(first, count - rows))


class TextView:
    """A text to read, from the left: `lines`, which wrap.

    If they do not fit, `first` rows are scrolled away. None: nobody scrolls, and what does not fit
    is leafed through.
    """

    def __init__(self, title: str, lines: "Sequence[str]", first: int | None = None) -> None:
        self.title = title
        self.lines = lines
        self.first = first


class MessageView(TextView):
    """A message, which is shown in the middle."""


class NameView:
    """A name that is edited.

    `text`: the name; `cursor`: the cursor's index in it; `letter`: the index of the chosen letter
    in LETTERS of screens/name.py.
    """

    def __init__(self, title: str, text: str, cursor: int, letter: int) -> None:
        self.title = title
        self.text = text
        self.cursor = cursor
        self.letter = letter


class CodeView:
    """A QR code and a few lines beside it, which wrap.

    `code`: its rows, as qr.slices returns them; empty until it is done. `lines`: texts.
    """

    def __init__(self, code: "Sequence[int]", lines: "Sequence[str]") -> None:
        self.code = code
        self.lines = lines


class ResultView:
    """The result: who won (`title`; `winner` is 0, 1 or None), and how much (`lines`)."""

    def __init__(self, title: str, lines: "Sequence[str]", winner: int | None) -> None:
        self.title = title
        self.lines = lines
        self.winner = winner


class PlaysView:
    """Plays that are compared. The title may be ''.

    `items`: (play, detail at the left, detail at the right) each. `selected`: an item's index.
    `note`: as of a MenuView.
    """

    def __init__(
        self,
        title: str,
        items: "Sequence[tuple[str, str, str]]",
        selected: int = 0,
        note: str = "",
    ) -> None:
        self.title = title
        self.items = items
        self.selected = selected
        self.note = note
