"""A program that speaks UBGI v0.1 at the other end: told what it knows, asked, and checked.

At the start it is tried which of the words that tell a situation the engine knows. What it does not
know it is not told again. docs/ubgi.md says what the extensions are by which an engine answers
doubles and resigns.
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
_TOO = "bestmoveid"  # what some say as well, before or after their bestmove
_LACKS = ("error unknown_command", "error unsupported_feature", "error bad_argument")
# What tells a situation beside its position: the words that are tried at the start.
_TRIED = ("newsession type money", "newgame", "setscore 0 0", "setcube value 1 owner center")
_TRIED += ("setturn p0",)
_WORDS = {
    "take": actions.take,
    "drop": actions.drop,
    "beaver": actions.beaver,
    "raccoon": actions.raccoon,
    "accept": actions.accept,
    "refuse": actions.refuse,
}
_NEEDED = "\nAn engine must speak UBGI v0.1 (docs/ubgi.md)."
_MOST_SAID = 1000  # lines before one that was waited for
_TOLD = 80  # letters of what an engine said


class Client(Player):
    """An engine by its command line. Raises PlayerError where it is none.

    Where the engine has no words for it, it rolls, takes and accepts. `talk`: the Conversation.
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

    @property
    def answers(self):
        """See Player."""
        return "answer" in self._extends

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

    # The decisions.

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
        if not match.offers_double():
            return None
        if not self._cube:
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
        self._one_of(said, tuple(_WORDS))
        return _WORDS[said]()

    # What the engine is told, and asked.

    def _told(self, situation):
        """The lines that tell a situation without dice and offers; only words that it knows."""
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
        """What stands behind `word` in the answer to `go role …`; raises PlayerError."""
        self.talk.send(*lines, f"go role {role}")
        deadline = time.monotonic() + self._patience
        while True:
            line = self.talk.line(deadline)
            if line.startswith(_LACKS):
                raise _Lacking(f"{self.name} says '{line[:_TOLD]}' to 'go role {role}'")
            if line.startswith("error"):
                raise PlayerError(f"{self.name} says '{line[:_TOLD]}' to 'go role {role}'")
            if line.startswith("best") and not line.startswith(_TOO):
                first, _, rest = line.partition(" ")
                if first != word:
                    raise PlayerError(f"{self.name} says '{line[:_TOLD]}', not {word} …")
                return rest.strip()

    def _one_of(self, said, words):
        """The index of what was said among `words`; raises PlayerError."""
        if said not in words:
            raise PlayerError(f"{self.name} says '{said[:_TOLD]}', not {'/'.join(words)}")
        return words.index(said)

    def _greet(self):
        for line in self._until("ubgiok", "ubgi"):
            words = line.split()
            if words[:2] == ["id", "extends"]:
                self._extends = set(words[2:])
        for line in _TRIED:
            if not self._refused(line):
                self._knows.add(line.split()[0])

    def _refused(self, line):
        """Whether a line is answered by an error."""
        said = self._until("readyok", line, "isready")
        return any(answer.startswith("error") for answer in said)

    def _until(self, end, *lines):
        """Sends lines; returns what comes before the line `end`."""
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
    """The engine does not know what it was asked."""
