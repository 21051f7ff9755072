"""A table at which GNU Backgammon plays cubeless money games: against us, or against itself.

We sit at it by gnubg's external player protocol (`set player 0 external HOST:PORT`), as version
1.07 speaks it: gnubg connects to us, sends `board:` and FIBS's numbers in one line and a NUL after
it whenever it is our turn, also where nothing can be played, and waits for a line with our steps.
With the cube out of use it asks nothing else. What it cannot play it takes for no play at all, and
does not say so: so each position is held against the play before.

gnubg reads all its commands from a file and writes into another, so that neither side ever waits
for the other but at the board. Each game's dice follow from its seed alone.
"""

import re
import socket
import subprocess
import tempfile

from picogammon.rules import position as positions
from picogammon.rules import steps
from picogammon.rules.situation import Situation
from tools import children, gnubg

US = "us"
THEM = "gnubg"
_SETTINGS = (
    "set player 0 name {names[0]}",
    "set player 1 name {names[1]}",
    "set cube use off",
    "set jacoby off",
    "set automatic game off",
    "set automatic roll on",
    "set automatic move on",
    "set automatic bearoff on",
    "set display off",
    "set confirm new off",
    "set confirm save off",
    "set rng mersenne",
    "set player {them} gnubg",
    "set player {them} chequer evaluation plies 0",
    "set player {them} chequer evaluation cubeful off",
)
_RESULT = re.compile(
    rf"^({US}|{THEM}) wins a (?:single game|gammon|backgammon) and (\d) points?\.$", re.MULTILINE
)
# Where what is in a board: line: the 26 numbers come after the names, the length and the scores.
_BOARD = 6
_TURN = 32
_DICE = 33
_START = [max(n, 0) for n in positions.start()]
QUIET = 120  # seconds without a word of gnubg's are too many


class TableError(Exception):
    """gnubg did not play as it should; the message has what it said last."""


class Table:
    """One gnubg process that plays the games of some seeds, us in seat 0 or 1.

    `rival`: None where we play by the protocol; or gnubg's commands, each after `set player N`,
    for the one who sits there in our place.
    """

    def __init__(self, seat, seeds, rival=None):
        self.seat = seat
        self.seeds = list(seeds)
        self._door = None
        self._talk = None
        self._rest = b""
        self._own = None  # our checkers after our last play
        if rival is None:
            self._door = socket.create_server(("127.0.0.1", 0))
            rival = [f"external 127.0.0.1:{self._door.getsockname()[1]}"]
        self._out = tempfile.TemporaryFile("w+")
        with tempfile.TemporaryFile("w+") as script:
            script.write("\n".join(self._commands(rival)))
            script.seek(0)
            self._process = children.start(
                gnubg.COMMAND,
                stdin=script,
                stdout=self._out,
                stderr=subprocess.STDOUT,
                env=gnubg.environment(),
            )

    def _commands(self, rival):
        names = (US, THEM) if self.seat == 0 else (THEM, US)
        them = 1 - self.seat
        commands = [line.format(names=names, them=them) for line in _SETTINGS]
        commands += [f"set player {self.seat} {words}" for words in rival]
        for seed in self.seeds:
            commands += [f"set seed {seed}", "new game"]
        return [*commands, "quit", "y", ""]

    def sit_down(self):
        """Waits until gnubg has connected; returns the socket, to be watched for its questions."""
        self._door.settimeout(QUIET)
        try:
            self._talk, _ = self._door.accept()
        except TimeoutError as error:
            raise TableError(f"gnubg did not connect:\n{self._said()[-500:]}") from error
        self._talk.settimeout(QUIET)
        self._talk.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._talk

    def answer(self, player):
        """Answers what gnubg has sent; returns whether it goes on playing."""
        sent = self._talk.recv(4096)
        if not sent:
            return False
        *lines, self._rest = (self._rest + sent).split(b"\n")
        for line in lines:
            situation = situation_of(line.decode().strip("\0"))
            self._check(situation.position)
            play = player.play(situation)
            self._talk.sendall((written(play) + "\n").encode())
            for step in play:
                steps.make(situation.position, step)
            self._own = _own_checkers(situation.position)
        return True

    def _check(self, pos):
        """Raises TableError unless our checkers are where we left them, or were hit, or at home."""
        now = _own_checkers(pos)
        if now == _START:
            return
        before = self._own or _START
        hit = [before[i] - now[i] for i in range(1, positions.BAR)]
        if min(hit) < 0 or sum(hit) != now[positions.BAR] - before[positions.BAR]:
            raise TableError(f"gnubg has not played what we said: {list(pos)} after {before}")

    def results(self):
        """Waits for the end; our points in each game, in the seeds' order. Raises TableError."""
        try:
            self._process.wait(QUIET * (1 if self._door else len(self.seeds)))
        except subprocess.TimeoutExpired as error:
            raise TableError(f"gnubg does not end:\n{self._said()[-500:]}") from error
        said = self._said()
        points = [int(n) if who == US else -int(n) for who, n in _RESULT.findall(said)]
        if len(points) != len(self.seeds):
            raise TableError(
                f"gnubg ended {len(points)} games of {len(self.seeds)}:\n{said[-500:]}"
            )
        return points

    def close(self):
        """Ends gnubg if it still runs, and lets go of all that the table needed."""
        children.end(self._process)
        for thing in (self._out, self._talk, self._door):
            if thing:
                thing.close()

    def _said(self):
        self._out.seek(0)
        return self._out.read()


def situation_of(line):
    """The Situation of a `board:` line; raises TableError where that is not a play to choose.

    Its numbers are a position as seat 1 sees it: his checkers positive and from 24 to 1, the bars
    at the ends. The turn is 1 for him and -1 for seat 0; each names the points of his own play from
    his own side.
    """
    fields = line.split(":")
    if fields[0] != "board" or len(fields) < _DICE + 2:
        raise TableError(f"gnubg asked: {line}")
    dice = (int(fields[_DICE]), int(fields[_DICE + 1]))
    if not dice[0]:
        raise TableError(f"gnubg asked before the roll: {line}")
    pos = positions.of(int(n) for n in fields[_BOARD : _BOARD + positions.SLOTS])
    if fields[_TURN] == "-1":
        positions.swap(pos)
    return Situation(position=pos, dice=dice, cube_on=False)


def _own_checkers(pos):
    return [max(n, 0) for n in pos]


def written(play):
    """Steps as gnubg reads them: `bar/22 6/off`; nothing where nothing can be played."""
    words = []
    for step in play:
        source = steps.source(step)
        words.append(
            f"{'bar' if source == positions.BAR else source}/{steps.target(step) or 'off'}"
        )
    return " ".join(words)
