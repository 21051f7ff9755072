"""What happened last in the running game: its last play and its last roll."""

from array import array
from micropython import const

from picogammon.rules import actions
from picogammon.rules.match import Match

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    Roll = tuple[tuple[int, int], int | None]

_TURNS = const(2)  # the last turn may be decided and not yet played


class Play:
    """A play that was made.

    `side`: its player. `before`: the position before it (26 numbers, that side's view). `dice`: the
    roll. `steps`: its steps.
    """

    def __init__(self, match: Match, record: bytes) -> None:
        """`match`: the Match before the PLAY `record`."""
        self.side = match.turn
        self.before = array("b", match.position)
        self.dice = match.dice
        self.steps = actions.steps_of(record)


def latest(match: Match) -> "tuple[Play | None, Roll | None]":
    """(the last Play or None, the last roll or None) of a match's running game.

    A roll is ((d1, d2), side); the side is None for equal dice in the opening. Only the game's end
    is replayed, which is quick in a long game.
    """
    play = roll = None
    if not match.rolls_made():
        return play, roll
    turns = min(_TURNS, match.decided_turns())
    if turns:
        past, records = match.before(turns), match.latest(turns)
        if past.dice:
            roll = past.dice, past.turn
    else:
        past, records = Match(match.settings), match.records()
    for record in records:
        kind = actions.kind_of(record)
        if kind == actions.PLAY:
            play = Play(past, record)
        past.apply(record, True)
        if kind == actions.ROLL:
            roll = actions.dice_of(record), past.turn
    return play, roll
