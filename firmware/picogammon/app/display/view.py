"""The view: everything that lights and OLED show, as plain data, and functions that fill a View.

A place is a point, a bar or a tray. A View numbers the points as player 0 counts them; a match
numbers them as the player on roll does. `place_of` and `point_of` convert between the two.
"""

from array import array
from micropython import const

from picogammon.app.display import lights_kernel as _kernel
from picogammon.app.display.canvas import USUAL
from picogammon.ground import BAR, OFF_0, OFF_1, PLACES, opposite
from picogammon.rules import plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.rules.match import Match
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

# The values of View.marks.
NO_MARK = const(0)
CAN_MOVE = const(1)
CURSOR = const(2)
LIFTED = const(3)
LANDING = const(4)
LANDING_CURSOR = const(5)
CAME_FROM = const(6)
WENT_TO = const(7)
MARK = const(7)  # mask of the values above
GRADE = const(3)  # the shift of a landing's grade: 1 best, 2 fine, 3 error, 4 blunder, 0 not graded

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .-'&!"  # of a name

_NO_MARKS = bytes((NO_MARK,)) * PLACES
_OFF = (OFF_0, OFF_1)
_counts = array("h", bytes(8))


class View:
    """All that lights and OLED show: the board, the keys' labels, and a page over the board.

    A new View shows an empty board. Pairs have player 0's value first.
    """

    def __init__(self) -> None:
        # Shown on the OLED instead of the board: a MenuView, MessageView, TextView, NameView,
        # ResultView, CodeView or PlaysView.
        self.page: "Any" = None
        # By point as player 0 counts: the number of player 0's checkers, or minus that of player
        # 1's. [25] is player 0's bar, [0] player 1's. The moves of an unfinished play are included.
        self.checkers = array("b", bytes(26))
        self.each = 15  # checkers per side
        self.off = [0, 0]  # checkers borne off
        # By place: NO_MARK .. WENT_TO | the grade of a landing (where a move can end) << GRADE.
        self.marks = bytearray(PLACES)
        self.decider: int | None = None  # the side to act
        self.dice: tuple[int, ...] = ()  # two values, four for a double, or none
        self.dice_used = 0  # bit i is set if dice[i] is used up
        # The side that rolled; None for an opening roll, in which player 0's die is the first.
        self.dice_side: int | None = None
        self.version = ""  # of the firmware, shown instead of dice before a game has begun
        self.cube = 1
        self.owner: int | None = None  # the side that owns the cube; None if it is centred
        self.cube_on = True  # False if the cube is not used
        self.offered_by: int | None = None  # the side that offers to double `cube`
        self.scores = [0, 0]
        self.length = 0  # of the match in points; 0 for money
        self.crawford = False
        # The tournament clock: (seconds left of player 0, of player 1, the side whose time runs or
        # None, seconds left of its delay).
        self.clocks: tuple[int, int, int | None, int] | None = None
        self.pips = [167, 167]
        self.counting = False  # True while the player counts the pips: no text may reveal them
        self.names = ["Amber", "Blue"]  # at most 12 characters each
        self.headline = ""  # the state of the game in at most 20 characters
        # The labels of PREV, NEXT, OK, BACK, at most 7 characters each; "" if a press does nothing.
        self.keys = ["", "", "", ""]
        self.asleep = False  # True after a long time without a press
        self.calm = False  # True if no light may pulse or blink
        self.wooden = False  # True if real checkers lie over the lights
        self.large = False  # True for one side's counts in large type instead of the whole board
        self.turned = False  # True if lights and OLED show player 1, not player 0, below
        self.home_left = False  # True if the lights have the home boards at the left
        self.display = USUAL
        self.palette = 0  # an index into lights.PALETTES
        self.brightness = 3  # 0..4

    def clear_marks(self) -> None:
        self.marks[:] = _NO_MARKS


class MenuView:
    """A menu of `items`: [(label, value or "")].

    `selected`: an item's index, or -1 for none. `walked`: True if the menu scrolls; False if
    a long menu is shown in parts, one after the other. `first`, used if `walked`: the wanted index
    of the first visible item; None keeps the selected item visible. `note`: a line below the title.
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
    """Returns the index of the first visible item in a menu of `count` items and `rows` rows.

    `first`: the wanted index, or None for an index that keeps the `selected` item visible.
    """
    if first is None:
        first = selected - 1 if rows > 2 else selected
    return max(0, min(first, count - rows))


class TextView:
    """A left-aligned text, whose `lines` wrap.

    `first`: the number of rows scrolled away; None to show a long text in parts, one by one.
    """

    def __init__(self, title: str, lines: "Sequence[str]", first: int | None = None) -> None:
        self.title = title
        self.lines = lines
        self.first = first


class MessageView(TextView):
    """A message: a TextView whose lines are centred."""


class NameView:
    """A name that the player edits. `letter`: the highlighted character's index in LETTERS."""

    def __init__(self, title: str, text: str, cursor: int, letter: int) -> None:
        self.title = title
        self.text = text
        self.cursor = cursor
        self.letter = letter


class CodeView:
    """A QR code with text to its right. `code`: its rows (see qr.slices); [] if not made yet."""

    def __init__(self, code: "Sequence[int]", lines: "Sequence[str]") -> None:
        self.code = code
        self.lines = lines


class ResultView:
    """The result of a game. `title` names the winner, `lines` give the points."""

    def __init__(self, title: str, lines: "Sequence[str]") -> None:
        self.title = title
        self.lines = lines


class PlaysView:
    """Plays to compare: `items` are [(play, detail at the left, detail at the right)].

    `selected`: an item's index. `note`: a small line below the title.
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


def place_of(side: int, point: int) -> int:
    """Returns the number that a View gives to a place (see ground.py).

    `point`: 1..24 as `side` counts points, 25 for the bar of `side`, 0 for the tray of `side`.
    """
    if point == 0:
        return _OFF[side]
    return BAR - point if side else point


def point_of(side: int, place: int) -> int | None:
    """Returns the number that `side` gives to the View's `place`.

    1..24 for a point, 25 for the bar of `side`, 0 for the tray of `side`, otherwise None.
    """
    if place >= OFF_0:
        return 0 if place == _OFF[side] else None
    return (BAR - place if side else place) or None


def show_position(view: View, pos: "Position", side: int) -> None:
    """Shows the checkers of `pos`, a position as `side` sees it, and both pip counts."""
    _kernel.see(pos, view.checkers, _counts, side)
    other = 1 - side
    left, other_left, view.pips[side], view.pips[other] = _counts
    # A position that is being set up may have too many checkers.
    view.off[side] = max(0, view.each - left)
    view.off[other] = max(0, view.each - other_left)


def show_played(view: View, pos: "Position", side: int, play_steps: "Sequence[int]") -> None:
    """Shows the position after a play of `side` in `pos`, and marks where checkers moved."""
    show_position(view, plays.after_steps(pos, play_steps), side)
    view.clear_marks()
    for a_step in play_steps:
        view.marks[place_of(side, plays.source(a_step))] = CAME_FROM
    for a_step in play_steps:
        view.marks[place_of(side, plays.target(a_step))] = WENT_TO


def show_dice(
    view: View, roll: "Sequence[int]", side: int | None, left: "Sequence[int] | None" = None
) -> None:
    """Shows the dice of `roll`. Dice that are not in `left` appear as used.

    `side`: the side that rolled, or None for an opening roll. `left`: None if all dice are used.
    """
    first, second = roll
    view.dice = (first,) * 4 if first == second and side is not None else (first, second)
    view.dice_side = side
    left = list(left) if left else []
    used = 0
    for i in range(len(view.dice)):
        if view.dice[i] in left:
            left.remove(view.dice[i])
        else:
            used |= 1 << i
    view.dice_used = used


def show_match(view: View, match: "Match") -> None:
    """Shows the whole match except its dice: checkers, cube, scores, and the side to act."""
    settings = match.settings
    view.page = None
    view.each = settings.checkers
    show_position(view, match.position, match.turn or 0)
    view.clear_marks()
    view.dice = ()
    view.dice_used = 0
    view.decider = match.decider
    view.cube = match.cube
    view.owner = match.owner
    view.cube_on = settings.cube_on and settings.length != 1
    view.offered_by = None
    view.scores[0], view.scores[1] = settings.shown(match.scores)
    view.length = settings.length
    view.crawford = match.crawford
    view.names = settings.names
    view.counting = False
    view.headline = ""


def show_situation(view: View, situation: "Situation") -> None:
    """Shows a Situation with its cube, scores and used dice; leaves the names unchanged."""
    turn = situation.turn
    view.each = situation.checkers
    show_position(view, situation.position, turn)
    view.clear_marks()
    view.decider = turn
    view.cube = situation.cube
    view.owner = situation.owner
    view.offered_by = None
    if situation.doubled:
        answers = situation.beavered - situation.raccooned  # 1 if the doubler answers a beaver
        view.decider = turn if answers else 1 - turn
        view.offered_by = 1 - view.decider
        view.cube <<= situation.beavered + situation.raccooned
        if situation.beavered:
            view.owner = 1 - turn
    view.cube_on = situation.cube_on and situation.length != 1
    view.scores[0], view.scores[1] = situation.scores
    view.length = situation.length
    view.crawford = situation.crawford
    view.clocks = None
    view.dice = ()
    if situation.dice:
        show_dice(view, situation.dice, turn)


def seen_from_seat(view: View) -> View:
    """Returns a copy of `view` for screens that draw player 0 below and home boards at the right.

    The copy swaps the two sides if view.turned, and mirrors the points if view.home_left.
    """
    seen = View()
    for names in (
        ("headline", "keys", "large", "asleep", "version", "clocks", "length", "crawford"),
        ("dice", "dice_used", "dice_side", "cube", "cube_on", "owner", "offered_by"),
        ("decider", "off", "scores", "pips"),
    ):
        for name in names:
            setattr(seen, name, getattr(view, name))
    turned = view.turned
    for place in range(PLACES):
        to = opposite(place) if turned else place
        if view.home_left and 1 <= to <= 24:
            to = 13 - to if to <= 12 else 37 - to
        seen.marks[to] = view.marks[place]
        if place < OFF_0:
            seen.checkers[to] = -view.checkers[place] if turned else view.checkers[place]
    if turned:
        for name in ("off", "scores", "pips"):
            setattr(seen, name, getattr(view, name)[::-1])
        for name in ("decider", "dice_side", "owner", "offered_by"):
            setattr(seen, name, _opponent(getattr(view, name)))
        if view.clocks:
            first, second, running, delay = view.clocks
            seen.clocks = second, first, _opponent(running), delay
    return seen


def _opponent(side: int | None) -> int | None:
    return None if side is None else 1 - side
