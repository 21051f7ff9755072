"""A match: whose move it is, what may be done, and what the score is.

A match is its log. `Match.apply` takes one action after another and refuses what the rules do not
allow. Everything that a match shows is derived from the actions that were applied. `replay` makes a
match of its log again.

    >>> match = Match(Settings(length=1))
    >>> match.apply(actions.roll(3, 1))
    >>> match.turn, match.dice
    (0, (3, 1))
"""

from array import array
from micropython import const

from picogammon.rules import actions, doubling, scoring
from picogammon.rules.checkpoint import opening
from picogammon.rules.errors import RulesError
from picogammon.rules.game import Game
from picogammon.rules.log import Refusal
from picogammon.rules.phases import (  # noqa: F401 (a match's phases are read with it)
    BEAVERED,
    DOUBLED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
)
from picogammon.rules.settings import Settings, unpack
from picogammon.rules.situation import Situation

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Match(Game):
    """A match in progress, from its Settings (copied); its first game waits for a roll.

    Attributes, to be read only:

    `settings`: the Settings. `phase`: OPENING ... MATCH_OVER.
    `turn`: 0, 1, or None in the opening.
    `position`: array('b', 26) as `turn` sees it, or as player 0 does in the opening.
    `dice`: (d1, d2) to be played, or None.
    `cube`, `owner` (None: the middle): while an offered double or beaver waits for its answer, both
    are as they would be if it is dropped.
    `scores`: [points of 0, points of 1]. `crawford`: this game is without doubling.
    `automatic`: automatic doubles so far.
    `resigned`: the multiple on offer (1, 2, 3) while RESIGNING.
    `asked`: the turns to go back while TAKING_BACK; actions.LAST for the last decision.
    `result`: a scoring.Result once the game is over, else None.
    `notes`: {topic: body} of the last NOTE on each topic, which the rules do not read.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        settings = Settings() if settings is None else settings.copy()
        Game.__init__(self, settings, opening(settings))

    def can_double(self) -> bool:
        """True if the player on turn may double now."""
        return self.phase == TO_ROLL and doubling.no_double(self) is None

    def offers_double(self) -> bool:
        """True if the player on turn may double and the cube is not dead for him (R26)."""
        return self.no_double() is None

    def no_double(self) -> str | None:
        """Why the player on turn is not offered to double; None if he is."""
        if self.phase != TO_ROLL:
            return "doubling comes before the roll"
        length = self.settings.length
        why = doubling.no_double(self)
        if not why and length and self.scores[self.turn or 0] + self.cube >= length:
            why = "a double gains nothing now"
        return why

    def can_beaver(self) -> bool:
        """True if the doubled side may beaver (R28)."""
        return self.phase == DOUBLED and doubling.no_beaver(self) is None

    def can_raccoon(self) -> bool:
        """True if the beavered side may raccoon (R28)."""
        return self.phase == BEAVERED and doubling.no_raccoon(self) is None

    def helped(self, side: int | None = None) -> bool:
        """True if all help is allowed now to a side, or (None) to both; after the game it is (R34).

        Who has a limit of hints gets these alone: app/advice/hints.py counts them.
        """
        limits = self.settings.hints
        if side is not None:
            limits = limits >> 2 * side & 3
        return not (limits or self.settings.no_hints) or self.result is not None

    def before(self, turns: int) -> "Match":
        """A match of its own, as this one was that many turns ago (1..decided_turns()).

        With actions.LAST: as it was before the last decision.
        """
        past = Match(self.settings)
        past.return_to(self, turns)
        return past

    def situation(self) -> "Situation":
        """This moment as a Situation. Before the opening roll its `turn` is 0."""
        phase = self._before if self.phase == TAKING_BACK else self.phase
        raccooned = phase == RACCOONED
        beavered = raccooned or phase == BEAVERED
        return Situation(
            position=array("b", self.position),
            turn=self.turn or 0,
            dice=self.dice,
            doubled=beavered or phase == DOUBLED,
            cube=self.cube // (4 if raccooned else 2 if beavered else 1),
            owner=self._doubled_as if beavered else self.owner,
            scores=self.scores,
            length=self.settings.length,
            crawford=self.crawford,
            crawford_rule=self.settings.crawford,
            jacoby=self.settings.jacoby and not self.settings.length,
            beavers=0 if self.settings.length else self.settings.beavers,
            cube_on=self.settings.cube_on,
            max_cube=self.settings.max_cube,
            variant=self.settings.variant,
            beavered=beavered,
            raccooned=raccooned,
            over=self.result is not None,
        )

    def state(self) -> tuple[object, ...]:
        """The whole state as a tuple; two matches are the same if their states are equal."""
        return (
            self.settings.pack(),
            (self.phase, self._before, self._asking, self.asked),
            (self.turn, self.decider, self.dice, self.result),
            bytes(self.position),
            (self.cube, self.owner, self._doubled_as, tuple(self.scores), self.crawford),
            (self.automatic, self.resigned, self._decided),
            (bytes(self._line.buffer), tuple(self._line.marks)),
            (bytes(self._rolls.kept), self._rolls.made),
            tuple(sorted(self.notes.items())),
        )

    def next_game(self) -> bytes:
        """The GAME record that starts the next game; raises Refusal unless this one is over."""
        if self.phase != GAME_OVER:
            over = self.phase == MATCH_OVER
            raise Refusal("the match is over" if over else "the game is not over")
        crawford = scoring.next_is_crawford(self.settings, self._scores_before, self.scores)
        return actions.game(opening(self.settings, self.scores, crawford))


def begun(record: bytes) -> Match:
    """The match that a log with this first record begins. Raises Refusal."""
    if actions.kind_of(record) != actions.SETTINGS:
        raise Refusal("a match's log begins with its settings")
    try:
        return Match(unpack(record[1:]))
    except RulesError as error:
        raise Refusal(str(error)) from None


def replay(records: "Iterable[bytes]", match: Match | None = None) -> "Iterator[Match]":
    """Yields the match after each record of a log; with `match`, after each that follows on it.

    It is always the same Match, which goes on: look at it before asking for the next one. Raises
    Refusal at a record that makes no sense there; the match stays as it was before it.
    """
    for record in records:
        if match is None:
            match = begun(record)
        else:
            match.apply(record, True)
        yield match
