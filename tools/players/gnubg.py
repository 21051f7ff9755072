"""GNU Backgammon: a player and a judge by its Python console, and guests, which run inside it.

The console answers a line with a line. A board is 25 numbers a side, points 1 to 24 and the bar,
each as its owner counts. Equities for money are points at the cube's value; in a match they are
normalised so that a drop is 1.
"""

import copy
import os
import subprocess
import tempfile
import time
from array import array
from ast import literal_eval
from contextlib import ExitStack, contextmanager
from pathlib import Path

from picogammon.engine.numbers import ONE
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import BEAVERED, DOUBLED
from reading.plays import PlayError, parse_play
from tools import HOST_PATH, children
from tools.machine import cores, locked
from tools.players import Analyst, PlayerError, deeper
from tools.players.conversation import Conversation
from tools.typed import setup_or

COMMAND = ("/usr/games/gnubg", "--tty", "--quiet", "--no-rc")
# It answers in English, and its Python prints at once.
ENVIRONMENT = {**os.environ, "LC_ALL": "C", "PYTHONUNBUFFERED": "1"}
MISSING = (
    f"GNU Backgammon is not installed: {setup_or('install it')} "
    "(on Debian and Ubuntu: apt install gnubg)"
)
_START_S = 60
_MARK = "picogammon "
# cubeful where there is a cube, plies, deterministic, unpruned, no noise
_EVALUATION = "gnubg.evalcontext(%d, %d, 1, 0, 0.0)"


class MissingError(Exception):
    """gnubg is not installed; the message says what to install."""


def is_here():
    """True if gnubg is installed."""
    return os.access(COMMAND[0], os.X_OK)


def run_guest(guest, settings, given=b""):
    """Returns the bytes that a guest, the path of a program, writes.

    The guest finds the settings in its environment, as GUEST_NAME. GUEST_TO is the number of the
    open file to write to, as gnubg's own output has other lines; GUEST_FROM of one with the bytes
    `given`. The guest may import the firmware. Raises MissingError, and RuntimeError if the guest
    fails.
    """
    if not is_here():
        raise MissingError(MISSING)
    reading, writing = os.pipe()
    with (
        open(reading, "rb") as written,
        tempfile.TemporaryFile() as said,
        tempfile.TemporaryFile() as asked,
        _core() as core,
    ):
        asked.write(given)
        asked.seek(0)
        settings = {**settings, "TO": writing, "FROM": asked.fileno()}
        guests = {f"GUEST_{name}": str(value) for name, value in settings.items()}
        try:
            process = children.start(
                [*COMMAND, "-p", str(guest)],
                env={**os.environ, **guests, "PYTHONPATH": os.pathsep.join(map(str, HOST_PATH))},
                pass_fds=[writing, asked.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
            )
        finally:
            os.close(writing)
        try:
            os.sched_setaffinity(process.pid, {core})  # only then does gnubg answer fast
            data = written.read()
            process.wait()
        finally:
            children.end(process)
        if process.returncode or not data:
            said.seek(0)
            told = said.read().decode(errors="replace")[-2000:]
            raise RuntimeError(f"gnubg did not accept {settings}. It said:\n{told}")
    return data


@contextmanager
def _core():
    """Gives the number of a core that no other guest on this machine uses, if there is one."""
    numbers = cores()
    for number in numbers:
        path = Path(tempfile.gettempdir()) / f"picogammon-core-{os.getuid()}-{number}"
        with ExitStack() as held:
            try:
                held.enter_context(locked(path, wait=False))
            except OSError:
                continue
            yield number
            return
    yield numbers[os.getpid() % len(numbers)]


class Gnubg(Analyst):
    """gnubg that looks `plies` rolls ahead. Raises PlayerError if it does not start."""

    def __init__(self, plies, patience):
        self.name = f"gnubg {plies}"
        self._patience = patience
        self._plies = plies
        self._rules = None
        self._talk = Conversation(self.name, COMMAND, ENVIRONMENT)
        try:
            self._value("1", _START_S)
        except PlayerError:
            self.close()
            raise

    def close(self):
        """See Player."""
        self._talk.close("quit\ny")

    def steps(self, situation):
        """Returns the steps of its play. Raises PlayerError."""
        dice = situation.dice
        found = self._judged("findbestmove", situation, str(tuple(dice)))
        hops = [f"{source}/{target}" for source, target in zip(found[::2], found[1::2]) if source]
        try:
            return parse_play(" ".join(hops), situation.position, *dice)
        except PlayError as problem:
            raise PlayerError(f"{self.name} plays {found}: {problem}") from None

    def doubles(self, situation):
        """True if it doubles."""
        _, hold, take, drop, _, _ = self._cube(situation)
        return min(take, drop) > hold

    def answer(self, match, situation):
        """Returns its answer to a double, or to a beaver or raccoon."""
        _, _, take, drop, _, _ = self._cube(situation)
        if match.phase == DOUBLED:
            if match.can_beaver() and take < 0:
                return actions.beaver()
            return actions.take() if take <= drop else actions.drop()
        worth = take if match.phase == BEAVERED else -take
        if match.phase == BEAVERED and match.can_raccoon() and worth > 0:
            return actions.raccoon()
        # Played on it is worth that at twice the stake; dropped, the stake as it stands is lost.
        return actions.drop() if worth < -1 else actions.take()

    def worth_of_other(self, situation):
        """Returns what the side that is not on roll wins at least, in points."""
        win, _, _, gammon, backgammon = self._judged("evaluate", situation)[:5]
        return (1 - win) + gammon + backgammon - win

    def weigh(self, situation):
        """Returns (no double, a double that is taken, the five chances) of the side to roll, in
        1/65536.
        """
        _, hold, take, _, _, _ = self._cube(situation)
        chances = self._judged("evaluate", situation)[:5]
        return _units(hold), _units(take), tuple([_units(chance) for chance in chances])

    def _cube(self, situation):
        return self._judged("cfevaluate", situation)

    def _judged(self, function, situation, *more):
        """Returns the result of one of gnubg's functions."""
        self._agree(situation)
        board = self._board(situation.position)
        evaluation = _EVALUATION % (situation.cube_on, self._plies)
        given = ", ".join([str(board), _cube_info(situation), evaluation, *more])
        return self._value(f"gnubg.{function}({given})")

    def _agree(self, situation):
        """Sets the rules that gnubg's cube-infos lack."""
        rules = (bool(situation.jacoby), situation.beavers)
        if rules != self._rules:
            self._rules = rules
            self._talk.send(
                f"set jacoby {'on' if rules[0] else 'off'}",
                f"set beavers {0 if situation.length else min(rules[1], 2)}",
            )

    def _board(self, pos):
        ours = tuple(max(n, 0) for n in pos[1:])
        theirs = tuple(max(-pos[positions.BAR - i], 0) for i in range(1, positions.SLOTS))
        return (theirs, ours)

    def _value(self, expression, patience=None):
        """Returns the value of a Python expression there. Raises PlayerError."""
        deadline = time.monotonic() + (patience or self._patience)
        self._talk.send(f">print('{_MARK}' + repr({expression}))")
        while True:
            line = self._talk.line(deadline)
            at = line.find(_MARK)
            if at >= 0:
                return _numbers(line[at + len(_MARK) :])
            if "Error" in line or "Exception" in line:
                raise PlayerError(f"{self.name} says {line[:200]}")


class Ahead(deeper.Ahead):
    """Asks `player`, a Gnubg, about cubes and plays. Raises PlayerError."""

    most = 8
    margin = 4 * ONE  # all of these, however bad our engine finds them

    def __init__(self, player):
        self._player = player

    def weigh(self, situation, side, pos):
        """See deeper.Ahead."""
        yield
        asked = copy.copy(situation)
        asked.position, asked.turn, asked.dice, asked.doubled = array("b", pos), side, None, False
        return self._player.weigh(asked)


def _units(number):
    return round(number * ONE)


def _numbers(text):
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError):
        raise PlayerError(f"gnubg says {text[:200]}") from None


def _cube_info(situation):
    """Its player 0 is who is on turn."""
    turn = situation.turn
    owner = -1 if situation.owner is None else int(situation.owner != turn)
    scores = (situation.scores[turn], situation.scores[1 - turn])
    info = (situation.cube, owner, 0, situation.length, scores, int(situation.crawford), 0)
    return f"gnubg.cubeinfo{info}"
