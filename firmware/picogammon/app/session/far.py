"""A PC's engine as a player: asked over the link, it answers when it likes.

The PC asks with `opponent` several times a second whether there is a decision, so the board knows
that it is there. Its answer is checked before anybody sees it.
"""

from micropython import const

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import RESIGNING, TAKING_BACK, TO_ROLL, Refusal
from picogammon.rules.plays import dice_of, step
from picogammon.rules.position import RulesError
from picogammon.rules.situated import match_of
from picogammon.rules.xgid import to_xgid

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.session.players import Computer
    from picogammon.rules.match import Match

_BAD = "error bad_argument "
_HOW = "write it as in 'play 24/18 18/13' or 'resign gammon'"
_LATE = "error missing_context this is not asked now: write 'opponent'"


class Far:
    """Like players.Computer, but the PC answers.

    `stand_in`: the Computer that plays on if nobody is at the other end. `heard`: set by each line
    from there; its reader resets it. `alone`: True while the stand-in plays, until the next line.
    """

    comparing = 0
    by_net = False

    def __init__(self, stand_in: "Computer | None") -> None:
        self.stand_in = stand_in
        self.heard = False
        self.alone = False
        self.answer: bytes | None = None
        self._answered = False
        self._match: "Match | None" = None  # the match whose decision is asked, or None
        self._asked: tuple[int, int | None] | None = None  # phase and decider of the asked decision
        self._number = 0

    def ask(self, match: "Match") -> None:
        """Makes the PC be asked for the decision that the match waits for."""
        self._answered = match.phase == TAKING_BACK  # a Computer accepts, too
        self.answer = actions.accept() if self._answered else None
        self._match = None if self._answered else match
        self._asked = match.phase, match.decider
        self._number += 1

    def think(self) -> bool:
        """True if the answer is there."""
        return self._answered

    def drop(self) -> None:
        """Drops the question: nobody waits for the answer any more."""
        self._match = None

    def reply(self, words: list[str]) -> str:
        """The line that answers `opponent` and the words after it."""
        self.heard = True
        self.alone = False
        match = self._match
        if match is not None and self._asked != (match.phase, match.decider):
            match = self._match = None  # the match went on without an answer
        if not words:
            return "opponent none" if match is None else self._question(match)
        if match is None or words[0] != str(self._number):
            return _LATE
        try:
            action = _action(words[1:], match)
        except (Refusal, RulesError) as error:
            return _BAD + str(error)
        except (ValueError, IndexError):
            return _BAD + _HOW
        self.answer = action
        self._answered = True
        self._match = None
        return "opponent ok"

    def _question(self, match: "Match") -> str:
        if match.settings.checkers != positions.CHECKERS:
            name = positions.name_of(match.settings.variant)
            return "error unsupported_feature a PC engine cannot be told that it is %s" % name
        offer = ""
        if match.phase == RESIGNING:
            offer = "resign %s " % actions.MULTIPLES[match.resigned]
        try:
            return "opponent ask %d %s%s" % (self._number, offer, to_xgid(match.situation()))
        except RulesError as error:  # for example a score that no XGID can have
            return "error unsupported_feature %s" % error


def _action(words: list[str], match: "Match") -> bytes | None:
    """The action in the words, which is legal now; None to roll.

    Raises Refusal, RulesError, ValueError or IndexError.
    """
    word = words[0]
    if word == "roll" and match.phase == TO_ROLL:
        return None
    if word == "play":
        action = actions.play(_steps(words[1:], dice_of(match.dice or ())))
    elif word == "pass":
        action = actions.play()
    elif word == "resign":
        action = actions.resign(actions.MULTIPLES.index(words[1]))
    elif word in actions.WORDS[actions.DOUBLE : actions.RESIGN] + ("accept", "refuse"):
        action = bytes((actions.WORDS.index(word),))
    else:
        raise RulesError("'%s' is no answer here" % word[:20])
    again = match_of(match.situation())
    if match.phase == RESIGNING:
        again.apply(actions.resign(match.resigned))
    again.apply(action)
    return action


def _steps(words: list[str], left: list[int]) -> list[int]:
    """The steps of words like 24/18, bar/22 and 6/off; `left`: the dice."""
    found = []
    for word in words:
        source, target = word.split("/")
        place = 25 if source == "bar" else int(source)
        if target == "off":
            die = place if place in left else max(left)
        else:
            die = place - int(target)
        left.remove(die)
        found.append(step(place, die))
    return found
