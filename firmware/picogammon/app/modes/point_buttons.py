"""Presses of places (points, bars, trays), and checkers dragged from one place to another.

This file handles presses and drags for Turn, PlayMode and Watch. Any other mode that uses places
has a method `press_place(place, now)`.

A step is the movement of one checker by one die. A place is a point, bar or tray, with one number
for both sides (see ground.py). A point is the number of a place as the side that plays counts:
1..24, BAR (25), 0 for off, or None for the opponent's bar and tray.
"""

from micropython import const

from picogammon.app.display.view import point_of
from picogammon.app.modes.mode import Watch
from picogammon.app.modes.turn import PlayMode, Turn
from picogammon.app.session.prefs import SEAT
from picogammon.ground import BAR, CUBE, DICE, NEXT, OK, PLACES, opposite
from picogammon.rules import plays

_CHOICE = "must be used"  # in refusals of a step that is legal alone, but not as part of this turn

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.modes.mode import Mode


def press(mode: "Mode", place: int, now: int) -> None:
    """Handles a press on the board while `mode` is on top. `place`: a place, DICE or CUBE."""
    if mode.session.prefs[SEAT] and place < PLACES:
        place = opposite(place)
    if hasattr(mode, "press_place"):
        mode.press_place(place, now)
    elif isinstance(mode, Turn):
        _press_turn(mode, place, now)
    elif isinstance(mode, PlayMode):
        _press_hand(mode, place, now)
    elif isinstance(mode, Watch):
        mode.press(OK, now)
    elif not mode.goes_on:
        mode.navigator.refuse("answer with the buttons")


def _press_turn(mode: Turn, place: int, now: int) -> None:
    if place == DICE:
        mode.press(OK, now)
    elif place != CUBE or mode.opening:
        mode.navigator.refuse("roll first")
    elif mode.may_double:
        mode.press(NEXT, now)
    else:
        mode.navigator.refuse(mode.session.match.no_double() or "")


def _press_hand(mode: PlayMode, place: int, now: int) -> None:
    """Moves a checker from `place` or, if no checker can move from there, to `place`.

    If `place` is DICE or CUBE, commits the play if it is complete.
    """
    hand = mode.hand
    mode.lifted = 0
    if place in (DICE, CUBE):
        if hand.complete:
            mode.press(OK, now)
        else:
            mode.navigator.refuse(plays.MORE)
        return
    point = point_of(mode.side, place)
    leaving = _leaving(hand, point, mode.unwanted)
    making = [] if leaving else _making(hand, point)
    way = leaving or making or _reaching(hand, point)
    if way:
        mode.choose(way, apart=bool(making))
    else:
        mode.navigator.refuse(why_not(hand, point))


def why_not(hand: plays.Hand, point: int | None, to: int | None = None) -> str:
    """Returns why a press of `point`, or a drag from `point` to `to`, moves no checker."""
    if point is None:
        return "not your checker"
    if not hand.dice:
        return "all dice are used"
    sources: "Sequence[int]" = (point,)
    if to is None and not (point and hand.position[point] > 0):
        to = point
        sources = [place for place in range(BAR, 0, -1) if hand.position[place] > 0]
    found = ""
    for place in sources:
        why = _why_not_from(hand, place, to)
        if why and (not found or _CHOICE in why):
            found = why
    # If no die leads there, the position may give a better reason.
    if not found and hand.position[BAR] > 0 and point != BAR:
        found = "enter from the bar first"
    if not found and to == 0 and max(hand.position[7:]) > 0:
        found = "not all checkers are home"
    return found or "no die moves it there"


def _why_not_from(hand: plays.Hand, place: int, to: int | None) -> str:
    """Returns why a checker cannot move from `place` to `to`, or "" if no dice reach `to`.

    `place`: a point. `to`: a point, or None for any point; then, "" can mean that a move is legal.
    """
    found = ""
    dice = hand.dice
    for i in range(1 if dice[0] == dice[-1] else len(dice)):
        a_step = plays.step(place, dice[i])
        there = plays.target(a_step)
        if to is not None and to != there and not _leads(there, to, dice[:i] + dice[i + 1 :]):
            continue
        if a_step not in hand.legal():
            why = hand.why_not(a_step)
        elif there == to or to is None:
            continue
        else:
            hand.make(a_step)
            why = _why_not_from(hand, there, to) or "two ways lead there, so move one die at a time"
            hand.undo()
        if not found or _CHOICE in why:
            found = why
    return found


def _leads(place: int, to: int, dice: list[int]) -> bool:
    """True if some of the equal `dice` span the way from point `place` to `to`, even if blocked."""
    return any(max(0, place - n * dice[0]) == to for n in range(1, len(dice) + 1))


def lift(mode: PlayMode, place: int | None) -> None:
    """Shows a checker on `place` as lifted, and marks the checker's targets.

    If `place` is None, puts the lifted checker down.
    """
    point = place is not None and point_at(mode, place)
    mode.lifted = point if point and mode.hand.position[point] > 0 else 0
    mode.landings = sorted(_ways(mode.hand, mode.lifted))


def drag(mode: PlayMode, source: int, target: int) -> None:
    """Moves a checker from place `source` to place `target`, or shows why this is impossible."""
    mode.lifted = 0
    hand = mode.hand
    start, end = [point_at(mode, place) for place in (source, target)]
    way = _ways(hand, start).get(end)
    if way:
        mode.choose(way)
    else:
        mode.navigator.refuse(why_not(hand, None if end is None else start, end))


def point_at(mode: PlayMode, place: int) -> int | None:
    """Returns the point at `place` for the side of `mode`; None for the opponent's bar and tray.

    `place`: a place of the board as shown; the preference SEAT can turn the board round.
    """
    if mode.session.prefs[SEAT]:
        place = opposite(place)
    return point_of(mode.side, place)


def _leaving(hand: plays.Hand, point: int | None, unwanted: int | None) -> list[int]:
    """Returns a list with the step from `point` by the larger legal die; [] if no step is legal.

    `unwanted`: the step that the player has just taken back, or None. The list has this step only
    if no other legal step leaves `point`.
    """
    found = [a_step for a_step in hand.legal() if plays.source(a_step) == point]
    return found[1:2] if found[1:] and found[0] == unwanted else found[:1]


def _making(hand: plays.Hand, point: int | None) -> list[int]:
    """Returns two steps that make `point`, where the side has no checker; [] if impossible.

    The larger die's step comes last if this order is legal. BACK then takes back this step and
    leaves the smaller die's step. A player who wants only the larger die's step presses the checker
    instead of `point`.
    """
    found = _to(hand, point)
    if not found or not point or hand.position[point] > 0:
        return []
    hand.make(found[0])
    found += _to(hand, point)
    hand.undo()
    if found[-1] in hand.legal():
        found.reverse()
    return found if found[1:] else []


def _reaching(hand: plays.Hand, point: int | None) -> list[int]:
    """Returns steps that bring one checker to `point`, one step if possible; [] if none do."""
    found = _to(hand, point)
    for source in sorted({plays.source(a_step) for a_step in hand.legal()}, reverse=True):
        found = found or _ways(hand, source).get(point, [])
    return found


def _to(hand: plays.Hand, point: int | None) -> list[int]:
    # The first legal step to `point`, if there is one.
    return [a_step for a_step in hand.legal() if plays.target(a_step) == point][:1]


def _ways(hand: plays.Hand, place: int | None) -> "dict[int | None, list[int]]":
    """Returns {target: steps}: a shortest way to each target of a checker on the point `place`.

    Leaves out a target if two shortest ways end in different positions because of a hit.
    """
    found: "dict[int, tuple[list[int], bytes]]" = {}
    _follow(hand, place, [], found)
    return {target: found[target][0] for target in found if found[target][1]}


def _follow(
    hand: plays.Hand,
    place: int | None,
    trail: list[int],
    found: "dict[int, tuple[list[int], bytes]]",
) -> None:
    """Adds to `found`, for each target of a checker on the point `place`, a shortest way there.

    `trail`: the steps that the checker has made so far. `found`: {target: (steps, position after
    the steps)}. If equally short ways lead to different positions, the position is b"".
    """
    for a_step in hand.legal():
        if plays.source(a_step) != place:
            continue
        hand.make(a_step)
        way = trail + [a_step]
        position = bytes(hand.position)
        to = plays.target(a_step)
        known = found.get(to)
        if known is None or len(known[0]) > len(way):
            found[to] = way, position
        elif len(known[0]) == len(way) and known[1] != position:
            found[to] = way, b""
        if to:
            _follow(hand, to, way, found)
        hand.undo()
