"""The conversation with a board: what it asks goes to a Player, whose answers go back.

`opponent` is said several times a second, while the Player thinks as well: so the board knows that
somebody is there. docs/ubgi.md has the lines.
"""

import threading
import time

from picogammon.rules import actions, plays, situated, xgid
from picogammon.rules.match import Refusal
from picogammon.rules.position import RulesError
from picogammon.rules.records import record_text
from tools.players import PlayerError, decide
from tools.ubgi.port import NoBoard, older

POLL_S = 0.3
_AGAIN_S = 1  # from one try to reach a board to the next
_HELLO = b"opponent"


class Thinking:
    """A Player that decides in a thread of its own. `answer` is None until it has."""

    def __init__(self, player, number, question):
        self.number = number
        self.answer = None
        self.error = None
        self._player = player
        self._question = question
        self._thread = threading.Thread(target=self._think, daemon=True)
        self._thread.start()

    @property
    def done(self):
        """Whether it has decided, or failed to."""
        return self.answer is not None or self.error is not None

    def is_of(self, number, question):
        """Whether it thinks about this."""
        return (self.number, self._question) == (number, question)

    def join(self):
        """Waits until it has decided."""
        self._thread.join()

    def _think(self):
        try:
            self.answer = words(decide(self._player, match_of(self._question)))
        except (PlayerError, RulesError, Refusal) as error:
            self.error = error


class Opponent:
    """Serves one board after another that `reach()` gives: a tools.ubgi.port.Port, or NoBoard.

    `say` is called with a line for the user where something changes.
    """

    def __init__(self, player, reach, say, wait=time.sleep):
        self._player = player
        self._reach = reach
        self._say = say
        self._wait = wait
        self._port = None
        self._missed = None
        self._thinking = None

    def serve(self, rounds=None):
        """Plays on for ever, or for so many rounds. Raises PlayerError where the engine fails."""
        while rounds is None or rounds > 0:
            rounds = None if rounds is None else rounds - 1
            try:
                self._wait(self._round())
            except NoBoard as trouble:
                self._lose(str(trouble))
                self._wait(_AGAIN_S)

    def join(self):
        """Waits until the Player has decided what it thinks about, if it does."""
        if self._thinking:
            self._thinking.join()

    def close(self):
        """Lets go of the board."""
        if self._port:
            self._port.close()

    def _round(self):
        """One exchange; returns how long to wait for the next."""
        if self._port is None:
            self._port = self._reach()
            self._missed = None
            self._say(f"{self._player.name} plays: choose 'PC engine' on the board for a side.")
        reply = self._ask(_HELLO)
        parts = reply.split(" ", 3)
        if parts[:2] == ["opponent", "ask"] and len(parts) == 4:
            return self._answer(parts[2], parts[3])
        if reply.startswith("error unknown_command"):
            raise PlayerError(older())
        if reply.startswith("error"):
            raise PlayerError(f"the board says: {reply}")
        return POLL_S

    def _answer(self, number, question):
        thinking = self._thinking
        if thinking and not thinking.done:
            return POLL_S  # about another question, perhaps: a player decides one thing at a time
        if thinking is None or not thinking.is_of(number, question):
            self._thinking = Thinking(self._player, number, question)
            return POLL_S / 10
        if thinking.error:
            raise thinking.error
        self._thinking = None
        reply = self._ask(f"opponent {number} {thinking.answer}".encode())
        self._say(f"  {thinking.answer}")
        if reply.startswith("error bad_argument"):
            raise PlayerError(f"{self._player.name}: '{thinking.answer}' at {question}: {reply}")
        return 0

    def _ask(self, line):
        return next(iter(self._port.ask(line)))

    def _lose(self, why):
        if self._port is not None:
            self._port.close()
            self._port = None
            self._missed = None
        if why != self._missed:
            self._missed = why
            self._say(f"{why} (waiting for the board)")


def match_of(question):
    """The Match of what a board asks: `XGID=…`, perhaps with `resign gammon` before it.

    Raises RulesError or Refusal.
    """
    *offer, text = question.split(" ")
    match = situated.match_of(xgid.from_xgid(text))
    if offer:
        match.apply(actions.resign(actions.MULTIPLES.index(offer[-1])))
    return match


def words(action):
    """An action as a board reads it; None is a roll."""
    if action is None:
        return "roll"
    if actions.kind_of(action) == actions.PLAY:
        steps = plays.format_steps(actions.steps_of(action))
        return f"play {steps}" if steps else "pass"
    return record_text(action)
