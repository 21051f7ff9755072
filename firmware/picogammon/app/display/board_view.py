"""Fills the view's plain data from the match, and converts between points and places.

Points in the view are numbered as player 0 counts them; the match counts them as the player on roll
does.
"""

from array import array
from micropython import const

from picogammon.app.display import lights_kernel as _kernel
from picogammon.app.display.view import CAME_FROM, WENT_TO
from picogammon.ground import OFF_0, OFF_1
from picogammon.rules import plays
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.display.view import View
    from picogammon.rules.match import Match
    from picogammon.rules.situation import Situation

_OFF = (OFF_0, OFF_1)
_counts = array("h", bytes(8))


def place_of(side: int, point: int) -> int:
    """The view's place of a point (1..24, 25 the bar, 0 off), as `side` counts it."""
    if point == 0:
        return _OFF[side]
    return positions.BAR - point if side else point


def point_of(side: int, place: int) -> int | None:
    """The point (1..24, 25 the bar, 0 off) at a place of the view, as `side` counts it.

    None for the other side's bar or off, and for DICE and CUBE.
    """
    if place >= OFF_0:
        return 0 if place == _OFF[side] else None
    return (positions.BAR - place if side else place) or None


def show_position(view: "View", pos: "positions.Position", side: int) -> None:
    """Shows the checkers of pos; `side` is on roll."""
    _kernel.see(pos, view.checkers, _counts, side)
    other = 1 - side
    left, other_left, view.pips[side], view.pips[other] = _counts
    # Fewer than none where a position is being set up.
    view.off[side] = max(0, view.each - left)
    view.off[other] = max(0, view.each - other_left)


def show_played(
    view: "View", pos: "positions.Position", side: int, play_steps: "Sequence[int]"
) -> None:
    """Shows the position after a play of `side` from pos, with marks on the places it changed."""
    after = array("b", pos)
    for a_step in play_steps:
        plays.make(after, a_step)
    show_position(view, after, side)
    view.clear_marks()
    for a_step in play_steps:
        view.marks[place_of(side, plays.source(a_step))] = CAME_FROM
    for a_step in play_steps:
        view.marks[place_of(side, plays.target(a_step))] = WENT_TO


def show_dice(
    view: "View", roll: "Sequence[int]", side: int | None, left: "Sequence[int] | None" = None
) -> None:
    """Shows the roll of `side`; `left` lists the dice still to be played, None: none are.

    In an opening roll, whose `side` is None, each side has one die, equal or not.
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


def show_match(view: "View", match: "Match") -> None:
    """Shows all of the match: checkers, cube, scores, and the side to act."""
    settings = match.settings
    view.page = None
    view.each = settings.checkers
    show_position(view, match.position, match.turn or 0)
    view.clear_marks()
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


def show_situation(view: "View", situation: "Situation") -> None:
    """Shows a situation with its cube, scores and used dice; the names stay as they are."""
    turn = situation.turn
    view.each = situation.checkers
    show_position(view, situation.position, turn)
    view.clear_marks()
    view.decider = turn
    view.cube = situation.cube
    view.owner = situation.owner
    view.offered_by = None
    if situation.doubled:
        answers = situation.beavered - situation.raccooned  # then the doubler decides again
        view.decider = turn if answers else 1 - turn
        view.offered_by = 1 - view.decider
        view.cube <<= situation.beavered + situation.raccooned
        if situation.beavered:
            view.owner = 1 - turn
    view.cube_on = situation.cube_on and situation.length != 1
    view.scores[0], view.scores[1] = situation.scores
    view.length = situation.length
    view.crawford = situation.crawford
    view.dice = ()
    if situation.dice:
        show_dice(view, situation.dice, turn)
