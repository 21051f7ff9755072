"""One moment of a match without its history (a Situation), and the start of a game (a Checkpoint).

XGID, GNU IDs and the engine work with situations. `Match.situation` makes a Situation from a match,
and `match_of` (rules/match.py) makes a match from a Situation.

A Checkpoint, stored as a GAME record, begins each game of a match. It also begins the play from a
position that was set up by hand. A match can resume from the settings and the last Checkpoint.
"""

from array import array
from micropython import const

from picogammon.rules import position as positions
from picogammon.rules.position import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from picogammon.rules.settings import Settings

MOST_POINTS = const(32767)  # the most that a Match ID's 15 bits hold for a length or a score
MOST_CUBE_POWER = const(20)
CHECKPOINT_KEYS = ("scores", "crawford", "turn", "cube", "owner", "automatic", "position")

_BODY = const(37)  # bytes of a packed Checkpoint
_NOBODY = const(2)  # the byte for no side in a packed Checkpoint
_MAX_SCORE = const((1 << 24) - 1)


class SituationError(RulesError):
    """The error for an impossible situation or start of a game; the message gives the reason."""


class Situation:
    """One moment of a match, as plain attributes.

    `position`: array('b', 26) as `turn` sees it. `turn`: the player on roll, or the doubler while a
    double is offered. `dice`: the dice (d1, d2) still to be played, or None.

    `doubled`: True if `turn` has offered a double; `cube` and `owner` are then as before the offer.
    `beavered`: True if the opponent beavered the double; `turn` has to answer, unless `raccooned`.
    `raccooned`: True if `turn` answered the beaver with a raccoon; the opponent has to answer.

    `owner`: the cube's owner, None if centred. `length`: points to play to, 0 for money.
    `crawford`: True if this is the Crawford game. `crawford_rule`: True if the match is played with
    the Crawford rule (R26), even if the Crawford game is over or to come. `scores`: the points of
    both players. `over`: True if the game is over. The other attributes are as in Settings.
    """

    def __init__(
        self,
        position: "positions.Position | None" = None,
        turn: int = 0,
        dice: tuple[int, int] | None = None,
        doubled: bool = False,
        cube: int = 1,
        owner: int | None = None,
        scores: tuple[int, int] | list[int] = (0, 0),
        length: int = 0,
        crawford: bool = False,
        jacoby: bool = False,
        beavers: int = 0,
        cube_on: bool = True,
        max_cube: int = 10,
        beavered: bool = False,
        raccooned: bool = False,
        over: bool = False,
        crawford_rule: bool = True,
        variant: int = positions.BACKGAMMON,
    ) -> None:
        self.position = positions.start(variant) if position is None else position
        self.turn = turn
        self.dice = dice
        self.doubled = doubled
        self.beavered = beavered
        self.raccooned = raccooned
        self.over = over
        self.cube = cube
        self.owner = owner
        self.scores = list(scores)
        self.length = length
        self.crawford = crawford
        self.crawford_rule = crawford_rule
        self.jacoby = jacoby
        self.beavers = beavers
        self.cube_on = cube_on
        self.max_cube = max_cube
        self.variant = variant

    @property
    def checkers(self) -> int:
        """The number of checkers that each side has in this variant."""
        return positions.checkers_of(self.variant)

    @property
    def jacoby_now(self) -> bool:
        """True if gammons do not count yet, because the cube has not been turned (rule R27)."""
        return self.jacoby and not self.length and self.cube_on and self.owner is None

    def wins_match(self, side: int, multiple: int) -> bool:
        """True if `side` wins the match by winning this game. `multiple`: 1, 2 (gammon) or 3."""
        return self.length > 0 and self.scores[side] + multiple * self.cube >= self.length

    def copy(self, **changes: "Any") -> "Situation":
        """Returns a copy with `changes`; the copy shares the position unless `changes` has one."""
        made = Situation(self.position)
        for name, value in self.__dict__.items():
            setattr(made, name, changes.get(name, value))
        made.scores = list(made.scores)
        return made

    def check(self) -> None:
        """Raises PositionError or SituationError if no game can reach this situation."""
        if self.over:
            raise SituationError("the game is over")
        positions.validate(self.position)
        _check_values(self, MOST_POINTS)
        if not 0 <= self.length <= MOST_POINTS:
            most = (MOST_POINTS, self.length)
            raise SituationError("a match goes to at most %d points, not %s" % most)
        _check_stakes(self, self, self.crawford and self.length != 1)
        offered = self.doubled or self.beavered or self.raccooned
        if self.dice is not None:
            for die in self.dice:
                if not 1 <= die <= 6:
                    raise SituationError("a die shows 1 to 6, not %s" % die)
            if len(self.dice) != 2:
                raise SituationError("a roll is two dice, not %d" % len(self.dice))
            if offered:
                raise SituationError("a double has been offered, but the dice are rolled")
        if offered:
            self._check_double()

    def _check_double(self) -> None:
        stake = self.cube * (8 if self.raccooned else 4 if self.beavered else 2)
        if not self.cube_on or self.crawford or self.length == 1:
            raise SituationError("a double has been offered in a game without doubling")
        if self.owner not in (None, self.turn):
            raise SituationError("a double has been offered, but the opponent owns the cube")
        if stake > 1 << self.max_cube:
            raise SituationError("a double has been offered above the cube's limit")
        if self.beavered and (self.length or not self.beavers):
            raise SituationError("a beaver in a game without beavers")
        if self.raccooned and self.beavers < 2:
            raise SituationError("a raccoon in a game without raccoons")


class Checkpoint:
    """The start of a game. Raises SituationError or PositionError if no game can start like this.

    `turn`: the player who begins, or None if the opening roll decides. If `turn` is None, the
    position is as player 0 sees it. `automatic`: the number of automatic doubles so far. The other
    attributes are as in Situation.
    """

    def __init__(
        self,
        scores: "Iterable[int]" = (0, 0),
        crawford: "bool | int" = False,
        turn: int | None = None,
        cube: int = 1,
        owner: int | None = None,
        automatic: int = 0,
        position: "Iterable[int] | None" = None,
    ) -> None:
        self.scores = tuple(scores)
        self.crawford = bool(crawford)
        self.turn = turn
        self.cube = cube
        self.owner = owner
        self.automatic = automatic
        self.position = positions.start() if position is None else positions.from_numbers(position)
        _check_values(self, _MAX_SCORE)
        if not 0 <= automatic <= 255:
            raise SituationError("there cannot be %s automatic doubles" % automatic)
        if not positions.left(self.position) or not positions.opponent_left(self.position):
            raise SituationError("a side has borne off all checkers: the game is over")

    def check(self, settings: "Settings") -> None:
        """Raises SituationError if a game with these `settings` cannot start like this."""
        checkers = settings.checkers
        for side in (positions.left(self.position), positions.opponent_left(self.position)):
            if side > checkers:
                raise SituationError("a side may have %d checkers, not %d" % (checkers, side))
        held = settings.holder - 1 if settings.holder else None
        if self.cube == 1 and self.owner not in (None, held):
            raise SituationError("a cube at 1 is centred, with no owner")
        _check_stakes(self, settings, self.crawford)
        if self.crawford and not settings.crawford:
            raise SituationError("this match has no Crawford game")

    def pack(self) -> bytes:
        """Returns the checkpoint as the body of a GAME record, 37 bytes."""
        turn, owner = [_NOBODY if side is None else side for side in (self.turn, self.owner)]
        first, second = self.scores
        return (
            first.to_bytes(3, "big")
            + second.to_bytes(3, "big")
            + bytes((self.crawford, turn, power_of_two(self.cube), owner, self.automatic))
            + bytes([checkers & 255 for checkers in self.position])
        )

    def text(self) -> str:
        """Returns the checkpoint as one line of `key=value` words."""
        values = (
            "%d-%d" % self.scores,
            "%d" % self.crawford,
            "opening" if self.turn is None else "%d" % self.turn,
            "%d" % self.cube,
            "none" if self.owner is None else "%d" % self.owner,
            "%d" % self.automatic,
            ",".join(["%d" % checkers for checkers in self.position]),
        )
        return " ".join(["%s=%s" % pair for pair in zip(CHECKPOINT_KEYS, values)])


def opening(
    settings: "Settings", scores: "Iterable[int]" = (0, 0), crawford: bool = False
) -> Checkpoint:
    """Returns the Checkpoint of a game that begins with an opening roll."""
    holds = settings.holder and settings.cube_on and settings.length > 1 and not crawford
    owner = settings.holder - 1 if holds else None
    pos = positions.start(settings.variant)
    return Checkpoint(scores, crawford, owner=owner, position=pos)


def unpack_checkpoint(body: bytes) -> Checkpoint:
    """Returns the Checkpoint packed into `body`; may raise SituationError or PositionError."""
    if len(body) != _BODY:
        raise SituationError("a game's start has %d bytes, not %d" % (_BODY, len(body)))
    crawford, turn, power, owner, automatic = body[6:11]
    if crawford > 1 or turn > _NOBODY or power > MOST_CUBE_POWER or owner > _NOBODY:
        raise SituationError("a game's start has an unknown value")
    return Checkpoint(
        (int.from_bytes(body[0:3], "big"), int.from_bytes(body[3:6], "big")),
        crawford,
        None if turn == _NOBODY else turn,
        1 << power,
        None if owner == _NOBODY else owner,
        automatic,
        array("b", [byte - 256 if byte > 127 else byte for byte in body[11:]]),
    )


def power_of_two(value: int) -> int:
    """Returns the exponent of `value`, a power of two up to 2**20, or raises SituationError."""
    for power in range(MOST_CUBE_POWER + 1):
        if value == 1 << power:
            return power
    raise SituationError("a cube shows 1, 2, 4, ... not %s" % value)


def _check_values(start: "Situation | Checkpoint", most_points: int) -> None:
    """Raises SituationError for a wrong side or cube, or a score above `most_points` or below 0."""
    for side in (start.turn, start.owner):
        if side not in (None, 0, 1):
            raise SituationError("there is no player %s" % side)
    if len(start.scores) != 2:
        raise SituationError("a score is two numbers")
    for score in start.scores:
        if not 0 <= score <= most_points:
            raise SituationError("a score is 0 to %d, not %s" % (most_points, score))
    power_of_two(start.cube)


def _check_stakes(
    start: "Situation | Checkpoint", terms: "Situation | Settings", crawford: bool
) -> None:
    """Raises SituationError if `terms` (length, cube or limit) forbid the score or cube of `start`.

    `crawford`: True if `start` claims to be the Crawford game; this is then checked as well.
    """
    length = terms.length
    for score in start.scores:
        if length and score >= length:
            raise SituationError("the match is over: score %d of %d" % (score, length))
    turned = start.cube > 1 or start.owner is not None
    if turned and not terms.cube_on:
        raise SituationError("the cube shows %d in a game without a cube" % start.cube)
    if terms.cube_on and start.cube > 1 << terms.max_cube:
        limit = 1 << terms.max_cube
        raise SituationError("the cube shows %d, above its limit %d" % (start.cube, limit))
    if crawford:
        if not length:
            raise SituationError("a money session has no Crawford game")
        first, second = [score == length - 1 for score in start.scores]
        if first == second:
            who = "both players are" if first else "neither player is"
            raise SituationError("not the Crawford game: %s 1-away" % who)
        if turned:
            raise SituationError("the cube cannot be turned in the Crawford game")
