"""Reads the running game from its records: where it stands, the last roll and the last play."""

from array import array
from micropython import const

from picogammon.rules import actions, checkpoint, steps
from picogammon.rules import position as positions

_TURNS = const(2)  # the last turn may be decided and not yet played


class Play:
    """A play that was made.

    `side`: its player. `before`: the position before it (26 numbers, that side's view). `dice`: the
    roll. `steps`: its steps.
    """

    def __init__(self, side, before, dice, play_steps):
        self.side = side
        self.before = before
        self.dice = dice
        self.steps = play_steps


class Past:
    """A game as far as its records go.

    `records`: from GAME on, or those that follow `before`, a match of its own that is used up.
    `position`: as `side` sees it (player 0 in the opening). `side`: the side on roll, None in the
    opening. `dice`: to be played, or None. `play`: the last Play, or None. `roll`: ((d1, d2), side)
    of the last roll, or None; the side is None for equal dice in the opening.
    """

    def __init__(self, records, before=None):
        self.position = self.side = self.dice = self.play = self.roll = None
        if before is not None:
            self.position = before.position
            self.side = before.turn
            self.dice = before.dice
            if self.dice:
                self.roll = (self.dice, self.side)
        for record in records:
            kind = actions.kind_of(record)
            if kind == actions.GAME:
                start = checkpoint.unpack(record[1:])
                self.side = start.turn
                self.position = start.position
            elif kind == actions.ROLL:
                self._rolled(actions.dice_of(record))
            elif kind == actions.PLAY:
                self._played(actions.steps_of(record))

    def _rolled(self, dice):
        if self.side is None and dice[0] != dice[1]:
            self.side = 0 if dice[0] > dice[1] else 1
            if self.side:
                positions.swap(self.position)
        self.roll = (dice, self.side)
        self.dice = None if self.side is None else dice

    def _played(self, play_steps):
        pos = self.position
        self.play = Play(self.side, array("b", pos), self.dice, play_steps)
        for a_step in play_steps:
            steps.make(pos, a_step)
        positions.swap(pos)
        self.side = 1 - self.side
        self.dice = None


def latest(match):
    """The Past of a match's running game; reads only its end, which is quick in a long game."""
    turns = min(_TURNS, match.turns_back())
    if not turns:
        return Past(match.records())
    return Past(match.latest(turns), match.before(turns))
