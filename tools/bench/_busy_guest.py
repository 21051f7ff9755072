"""Runs on the board: measures the longest round of its loop while it works; see busy.py."""

import binascii
import gc
import time
from array import array

from picogammon.app.session.prefs import TUTOR
from picogammon.board import Board
from picogammon.devices.link import Link
from picogammon.engine.engine import Thought
from picogammon.ground import OK
from picogammon.host import of_chip
from picogammon.rules import actions
from picogammon.rules.notation import to_xgid
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Checkpoint, Situation

_ROUNDS = 600  # at most: a review's luck would go on for minutes
_SPARK_MS = 9  # as busy.py makes them
_DROPPING_MS = 100

host = of_chip(False)
board = Board(host)
board.start(time.ticks_ms())
navigator = board.navigator
panel = board.panel
buttons = panel.buttons
idle = panel.idle
_NEVER = -1
_noted = [_NEVER]  # buttons.noted at the start of a round that lasts until a button is touched


def _watched():
    noted = buttons.noted
    long = idle()
    _noted[0] = noted if long else _NEVER
    return long


scan = panel.scan
_scanned = [0]  # us at which the last scan ended: a press takes a scan anyway


def _scan(now):
    press = scan(now)
    _scanned[0] = time.ticks_us()
    return press


panel.idle = _watched
panel.scan = _scan
session = navigator.session
if not session.prefs[TUTOR]:
    session.prefs.change(TUTOR, -1)  # all


def longest(works=None):
    """Returns (us, rounds): the longest wait of a press for the end of a round.

    Rounds run while the top mode works, or while `works()`. A round that a press cuts short counts
    from the press. Erases of flash, which no press can cut short, come between rounds.
    """
    _tidy()
    top = navigator.top
    works = works or (lambda: top.busy)
    most = rounds = 0
    while navigator.top is top and works() and rounds < _ROUNDS:
        _tidy()
        _noted[0] = _NEVER
        board.run_round(time.ticks_ms())
        took = time.ticks_diff(time.ticks_us(), _scanned[0])
        if _noted[0] != _NEVER:
            took = _since_touched(buttons.noted - _noted[0])
        if navigator.top is top:
            most = max(most, took)
        rounds += 1
    return most, rounds


def _tidy():
    """Erases what is due, so that no round does, and drops what the sparks did meanwhile."""
    if host.ring.erase_due:
        host.ring.erase_next()
        began = time.ticks_ms()
        while time.ticks_diff(time.ticks_ms(), began) < _DROPPING_MS:
            scan(time.ticks_ms())


def _since_touched(times):
    """Returns the most microseconds since the first of that many edges; 0 without one."""
    if not times:
        return 0
    since = time.ticks_diff(time.ticks_ms(), buttons.since[OK]) + 1
    return 1000 * (since if times == 1 else since + _SPARK_MS)


def start(text, first, second, **agreed):
    """Begins a match at a position with a roll, 28 bytes in hexadecimal.

    `first`, `second`: the players, 0 for a person.
    """
    now = time.ticks_ms()
    raw = binascii.unhexlify(text)
    settings = Settings(length=7, players=(first, second), **agreed)
    navigator.begin(now, navigator.session.new_match, settings)
    checkpoint = Checkpoint(turn=0, position=array("b", raw[:26]))
    navigator.commit(actions.game(checkpoint), now)
    navigator.commit(actions.roll(raw[26], raw[27]), now)


def thinking(text, level):
    """Measures a level (1: the weakest) that thinks about a play."""
    start(text, level, 0)
    return longest()


def pondering(text):
    """Measures the coach, who looks at a roll that a person thinks about."""
    start(text, 0, 0)
    navigator.close_all(time.ticks_ms())  # the grade of the roll that was no double
    return longest()


def grading(text):
    """Measures the tutor, who grades the first legal play."""
    start(text, 0, 0)
    plays = session.players.plays
    plays.generate(session.match.position, *session.match.dice)
    navigator.close_all(time.ticks_ms())
    navigator.commit(actions.play(plays.steps(0)), time.ticks_ms())
    return longest()


def reviewing(text):
    """Measures the review of a game."""
    _play(text)
    for _ in range(_ROUNDS):
        if navigator.top.busy:
            break
        navigator.tick(time.ticks_ms())  # the result is shown, and the review begins when it can
    return longest()


class _Port:
    """The other end of the link: sends a line; `wrote` is True once the board has answered."""

    def __init__(self, line):
        self.unread = (line + "\n").encode()
        self.wrote = False

    def read(self):
        if not self.unread:
            return -1
        byte = self.unread[0]
        self.unread = self.unread[1:]
        return byte

    def write(self, byte):
        self.wrote = True
        return True


def answering(text):
    """Measures the answer to an engine's line: the best play of a position."""
    raw = binascii.unhexlify(text)
    situation = Situation(position=array("b", raw[:26]), dice=(raw[26], raw[27]))
    port = _Port(to_xgid(situation))
    board.link = Link(port, board.answers)
    return longest(lambda: port.unread or board.link.busy)


def reporting(text):
    """Measures the rounds until the report of the hardware has begun."""
    port = _Port("hardware")
    board.link = Link(port, board.answers)
    return longest(lambda: not port.wrote)


def filing(text):
    """Measures the grading of a game for its players' records.

    Rounds that write cards or records do not count: they may erase flash.
    """
    _play(text, names=["Ann", "Bob"])
    grader = session.grader
    writing = set()

    def marked(what, write):
        def written(game):
            writing.add(what)
            yield from write(game)
            writing.discard(what)

        return written

    collector = grader.listeners[0]
    collector.graded = marked("cards", collector.graded)
    grader.people.add_game = marked("records", grader.people.add_game)
    most = rounds = 0
    while rounds < _ROUNDS:
        gc.collect()  # a board does so in a round of its own, long before memory runs out
        noted = buttons.noted
        grader.work(time.ticks_ms, 80, buttons)
        if "records" in writing:
            break
        if "cards" not in writing:
            most = max(most, _since_touched(buttons.noted - noted))
        rounds += 1
    return most, rounds


def _play(text, **agreed):
    """Plays a game from a position and a roll: a good play, a poor one, and the other resigns."""
    start(text, 0, 0, **agreed)
    play = Thought(session.players.coach.choose(session.match.situation())).finish()
    navigator.commit(actions.play(play), time.ticks_ms())
    navigator.close_all(time.ticks_ms())
    navigator.commit(actions.roll(6, 5), time.ticks_ms())
    session.players.plays.generate(session.match.position, 6, 5)
    navigator.commit(actions.play(session.players.plays.steps(0)), time.ticks_ms())
    navigator.close_all(time.ticks_ms())
    navigator.commit(actions.resign(1), time.ticks_ms())
    navigator.commit(actions.accept(), time.ticks_ms())
    navigator.close_all(time.ticks_ms())
