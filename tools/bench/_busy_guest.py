"""Runs on the board: the longest turn of its loop while it is working on something; see busy.py."""

import binascii
import time
from array import array

from picogammon.app.session.prefs import TUTOR
from picogammon.board import Board
from picogammon.engine.engine import Thought
from picogammon.rules import actions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings

_TURNS = 2000  # at most: a review's luck would go on for minutes
_NOW = 1000

board = Board(None)
board.start(_NOW)
app = board.app
if not app.prefs[TUTOR]:
    app.prefs.change(TUTOR, -1)  # all


def longest():
    """(us, turns): the longest turn of the loop while what is on top works.

    Without erases of flash, which cannot be cut in pieces.
    """
    top = app.top
    most = turns = 0
    while app.top is top and top.busy and turns < _TURNS:
        while board.journal.tidy():
            pass
        began = time.ticks_us()
        board.turn(_NOW)
        took = time.ticks_diff(time.ticks_us(), began)
        if app.top is top:
            most = max(most, took)
        turns += 1
    return most, turns


def start(text, first, second):
    """Begins a match at a position with a roll, 28 bytes in hexadecimal; who plays: 0 a person."""
    raw = binascii.unhexlify(text)
    app.new_match(Settings(length=7, players=(first, second)), _NOW)
    checkpoint = Checkpoint(turn=0, position=array("b", raw[:26]))
    app.commit(actions.game(checkpoint), _NOW)
    app.commit(actions.roll(raw[26], raw[27]), _NOW)


def thinking(text, level):
    """While that level (1 the weakest) thinks about a play."""
    start(text, level, 0)
    return longest()


def grading(text):
    """While the tutor grades a play, the first that can be made."""
    start(text, 0, 0)
    plays = app.plays
    plays.generate(app.match.position, *app.match.dice)
    app.commit(actions.play(plays.steps(0)), _NOW)
    return longest()


def reviewing(text):
    """While a game is reviewed in which a play was made."""
    start(text, 0, 0)
    play = Thought(app.coach.choose(app.match.situation())).finish()
    app.commit(actions.play(play), _NOW)
    app.close_all()
    app.commit(actions.roll(6, 5), _NOW)
    app.plays.generate(app.match.position, 6, 5)
    app.commit(actions.play(app.plays.steps(0)), _NOW)
    app.close_all()
    app.commit(actions.resign(1), _NOW)
    app.commit(actions.accept(), _NOW)
    app.tick(_NOW)
    return longest()
