"""Runs on the board: the longest round of its loop while it works on something; see busy.py."""

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
navigator = board.navigator
session = navigator.session
if not session.prefs[TUTOR]:
    session.prefs.change(TUTOR, -1)  # all


def longest():
    """(us, rounds): the longest round of the loop while what is on top works.

    Without erases of flash, which cannot be cut in pieces.
    """
    top = navigator.top
    most = turns = 0
    while navigator.top is top and top.busy and turns < _TURNS:
        while board.journal.tidy():
            pass
        began = time.ticks_us()
        board.run_round(_NOW)
        took = time.ticks_diff(time.ticks_us(), began)
        if navigator.top is top:
            most = max(most, took)
        turns += 1
    return most, turns


def start(text, first, second):
    """Begins a match at a position with a roll, 28 bytes in hexadecimal; who plays: 0 a person."""
    raw = binascii.unhexlify(text)
    navigator.new_match(Settings(length=7, players=(first, second)), _NOW)
    checkpoint = Checkpoint(turn=0, position=array("b", raw[:26]))
    navigator.commit(actions.game(checkpoint), _NOW)
    navigator.commit(actions.roll(raw[26], raw[27]), _NOW)


def thinking(text, level):
    """While that level (1 the weakest) thinks about a play."""
    start(text, level, 0)
    return longest()


def grading(text):
    """While the tutor grades a play, the first that can be made."""
    start(text, 0, 0)
    plays = session.plays
    plays.generate(session.match.position, *session.match.dice)
    navigator.commit(actions.play(plays.steps(0)), _NOW)
    return longest()


def reviewing(text):
    """While a game is reviewed in which a play was made."""
    start(text, 0, 0)
    play = Thought(session.coach.choose(session.match.situation())).finish()
    navigator.commit(actions.play(play), _NOW)
    navigator.close_all(_NOW)
    navigator.commit(actions.roll(6, 5), _NOW)
    session.plays.generate(session.match.position, 6, 5)
    navigator.commit(actions.play(session.plays.steps(0)), _NOW)
    navigator.close_all(_NOW)
    navigator.commit(actions.resign(1), _NOW)
    navigator.commit(actions.accept(), _NOW)
    navigator.tick(_NOW)
    return longest()
