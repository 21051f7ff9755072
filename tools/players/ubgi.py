"""An engine that speaks UBGI v0.1, as a player.

At the start the client finds out which words for a situation the engine knows; it sends no others.
docs/ubgi.md describes the extensions by which an engine answers doubles and resigns.
"""

import time

from picogammon.app.ubgi.asked import PASS
from picogammon.rules import actions, notation
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
)
from reading.plays import PlayError, parse_play
from tools.players import Player, PlayerError
from tools.players.conversation import Conversation

_START_S = 120  # an engine may compile itself first, perhaps on a busy PC
_SIDES = ("p0", "p1")
_SWITCH = ("off", "on")
_BEAVERS = ("off", "on", "raccoons")
_OFFERS = {DOUBLED: "double", BEAVERED: "beaver", RACCOONED: "raccoon"}
_TOO = "bestmoveid"  # some engines send it before or after their bestmove
_LACKS = ("error unknown_command", "error unsupported_feature", "error bad_argument")
# The words for a situation, apart from its position.
_TRIED = (
    "newsession type money",
    "newgame",
    "setscore 0 0",
    "setcube value 1 owner center",
    "setturn p0",
)
_ANSWERS = ("take", "drop", "beaver", "raccoon", "accept", "refuse")  # functions of actions
_NEEDED = "\nAn engine must speak UBGI v0.1 (docs/ubgi.md)."
_MOST_SAID = 1000  # lines before the expected line
_TOLD = 80  # letters of an engine's line in an error


class Client(Player):
    """An engine by its command line; raises PlayerError if it is none.

    Without words for a decision, the engine rolls, takes or accepts. `talk`: the Conversation.
    """

    def __init__(self, name, command, patience):
        self.name = name
        self._patience = patience
        self._knows = set()
        self._extends = set()
        self._cube = True
        self._resigned = None
        self.talk = Conversation(name, command)
        try:
            self._greet()
        except PlayerError:
            self.close()
            raise
        self.answers = "answer" in self._extends

    def close(self):
        """See Player."""
        self.talk.close()

    def decide(self, match):
        """See Player."""
        phase = match.phase
        if phase == TAKING_BACK:
            return actions.accept()
        if phase == TO_PLAY:
            return self._play(match)
        if phase == TO_ROLL:
            return self._before_roll(match)
        if phase == RESIGNING or phase in _OFFERS:
            return self._answer(match)
        return None

    def _play(self, match):
        situation = match.situation()
        said = self._ask(self._told(situation) + ["dice %d %d" % match.dice], "chequer", "bestmove")
        text = "" if said == PASS else said
        try:
            return actions.play(parse_play(text, situation.position, *match.dice))
        except PlayError as problem:
            where = notation.to_xgid(situation)
            raise PlayerError(f"{self.name} plays '{said[:_TOLD]}' at {where}: {problem}") from None

    def _before_roll(self, match):
        situation = match.situation()
        if "resign" in self._extends and self._resigned != situation.position:
            said = self._ask(self._told(situation), "resign", "bestresign")
            if said != "none":
                self._resigned = situation.position  # once: the other side may want to play on
                return actions.resign(self._one_of(said, actions.MULTIPLES))
        if not self._cube or not match.offers_double():
            return None
        try:
            said = self._ask(self._told(situation), "cube", "bestcube")
        except _Lacking:
            self._cube = False
            return self._before_roll(match)
        return actions.double() if self._one_of(said, ("nodouble", "double")) else None

    def _answer(self, match):
        if not self.answers:
            return actions.accept() if match.phase == RESIGNING else actions.take()
        situation = match.situation()
        offer = _OFFERS.get(match.phase) or actions.MULTIPLES[match.resigned]
        said = self._ask([*self._told(situation), f"setoffer {offer}"], "answer", "bestanswer")
        self._one_of(said, _ANSWERS)
        return getattr(actions, said)()

    def _told(self, situation):
        """Returns the lines for a situation without dice and offers, of words that it knows."""
        session = "newsession type %s" % ("match" if situation.length else "money")
        if situation.length:
            session += f" length {situation.length} crawford {_SWITCH[situation.crawford_rule]}"
        else:
            session += f" jacoby {_SWITCH[situation.jacoby]}"
            if "beavers" in self._extends:
                session += f" beavers {_BEAVERS[situation.beavers]}"
        score = "setscore %d %d" % tuple(situation.scores)
        if "crawford" in self._extends and situation.length > 1:
            score += f" crawford {_SWITCH[situation.crawford]}"
        owner = "center" if situation.owner is None else _SIDES[situation.owner]
        lines = [
            session,
            score,
            f"setcube value {situation.cube} owner {owner}",
            f"setturn {_SIDES[situation.turn]}",
        ]
        lines = [line for line in lines if line.split()[0] in self._knows]
        return [*lines, f"position gnubgid {notation.position_id(situation.position)}"]

    def _ask(self, lines, role, word):
        """Sends the lines and `go role …`; returns the text after `word` in the answer."""
        self.talk.send(*lines, f"go role {role}")
        deadline = time.monotonic() + self._patience
        while True:
            line = self.talk.line(deadline)
            if line.startswith("error"):
                error = _Lacking if line.startswith(_LACKS) else PlayerError
                raise error(f"{self.name} says '{line[:_TOLD]}' to 'go role {role}'")
            if line.startswith("best") and not line.startswith(_TOO):
                first, _, rest = line.partition(" ")
                if first != word:
                    raise PlayerError(f"{self.name} says '{line[:_TOLD]}', not {word} …")
                return rest.strip()

    def _one_of(self, said, words):
        if said not in words:
            raise PlayerError(f"{self.name} says '{said[:_TOLD]}', not {'/'.join(words)}")
        return words.index(said)

    def _greet(self):
        for line in self._until("ubgiok", "ubgi"):
            words = line.split()
            if words[:2] == ["id", "extends"]:
                self._extends = set(words[2:])
        for line in _TRIED:
            said = self._until("readyok", line, "isready")
            if not any(answer.startswith("error") for answer in said):
                self._knows.add(line.split()[0])

    def _until(self, end, *lines):
        """Sends lines; returns the lines before the line `end`."""
        deadline = time.monotonic() + _START_S
        found = []
        try:
            self.talk.send(*lines)
            while len(found) < _MOST_SAID:
                said = self.talk.line(deadline)
                if said == end:
                    return found
                found.append(said)
            raise PlayerError(f"{self.name} sends too many lines: '{found[-1][:_TOLD]}'")
        except PlayerError as problem:
            raise PlayerError(f"{problem}{_NEEDED}") from None


class _Lacking(PlayerError):
    """The engine does not know the question."""
