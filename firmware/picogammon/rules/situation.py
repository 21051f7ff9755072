"""One moment of a match without its history.

A Situation is all that a player needs to know to decide: XGID, GNU IDs and the engine work with it.
`Match.situation` makes one from a match, and `match_of` (rules/match.py) a match from one.

A Checkpoint is where a game starts: the score, the cube, who is on turn, and the checkers. Each
game of a match begins with one (the GAME record). With the match's settings it is all that is
needed to go on from there, so resuming reads nothing older. A position that was set up by hand is a
checkpoint as well.
"""

from array import array
from micropython import const

from picogammon.rules import position as positions
from picogammon.rules.position import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable

    from picogammon.rules.settings import Settings

MOST_POINTS = const(32767)  # the most that a Match ID's 15 bits hold for a length or a score
MOST_CUBE_POWER = const(20)
CHECKPOINT_KEYS = ("scores", "crawford", "turn", "cube", "owner", "automatic", "position")
_BODY = const(37)
_NOBODY = const(2)
_MAX_SCORE = const((1 << 24) - 1)


class SituationError(RulesError):
    """A situation or a game's start that no match can have; the message says what is wrong."""


class Situation:
    """One moment of a match, as plain attributes.

    `position`: array('b', 26) as `turn` sees it. `turn`: 0 or 1, the player on roll; while a double
    is offered, the doubler. `dice`: (d1, d2) still to be played, or None.

    `doubled`: `turn` has offered a double; `cube` and `owner` are as before the offer. `beavered`:
    a beaver answered that double, and `turn` has to answer it now. `raccooned`: a raccoon answered
    the beaver, and the other side has to answer it now.

    `owner`: None (the middle), 0 or 1. `scores`: [points of 0, points of 1]. `length`: points to
    play to, 0 for money. `crawford`: this is the game without doubling. `crawford_rule`: this match
    has such a game (R26), or has had it. `jacoby`, `beavers` (0 none, 1 beavers, 2 raccoons),
    `cube_on`, `max_cube` (a power of two), `variant`: as in Settings. `over`: the game is over, and
    nothing is left to decide.
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
        """The number of checkers that a side has."""
        return positions.checkers_of(self.variant)

    def check(self) -> None:
        """Raises PositionError or SituationError if no game can come to this situation."""
        if self.over:
            raise SituationError("the game is over")
        positions.validate(self.position)
        if self.turn not in (0, 1):
            raise SituationError("the turn is 0 or 1, not %s" % self.turn)
        if self.owner not in (None, 0, 1):
            raise SituationError("the cube's owner is 0, 1 or None, not %s" % self.owner)
        _check_dice(self)
        _check_score(self)
        _check_cube(self)
        if self.crawford and self.length != 1:
            _check_crawford(self)
        if self.doubled or self.beavered or self.raccooned:
            _check_double(self)


def power_of_two(value: int) -> int:
    """The exponent n (0..20) of value = 2 ** n; raises SituationError for any other value."""
    for power in range(MOST_CUBE_POWER + 1):
        if value == 1 << power:
            return power
    raise SituationError("a cube shows 1, 2, 4, ... not %s" % value)


def _check_dice(situation: Situation) -> None:
    if situation.dice is None:
        return
    for die in situation.dice:
        if not 1 <= die <= 6:
            raise SituationError("a die shows 1 to 6, not %s" % die)
    if len(situation.dice) != 2:
        raise SituationError("a roll is two dice, not %d" % len(situation.dice))
    if situation.doubled or situation.beavered or situation.raccooned:
        raise SituationError("a double has been offered, but the dice are rolled")


def _check_score(situation: Situation) -> None:
    length = situation.length
    if not 0 <= length <= MOST_POINTS:
        raise SituationError("a match goes to at most %d points, not %s" % (MOST_POINTS, length))
    for score in situation.scores:
        if not 0 <= score <= MOST_POINTS:
            raise SituationError("a score is 0 to %d, not %s" % (MOST_POINTS, score))
        if length and score >= length:
            raise SituationError("the match is over: score %d of %d" % (score, length))


def _check_cube(situation: Situation) -> None:
    if power_of_two(situation.cube) > situation.max_cube and situation.cube_on:
        limit = 1 << situation.max_cube
        raise SituationError("the cube shows %d, above its limit %d" % (situation.cube, limit))
    if not situation.cube_on and (situation.cube != 1 or situation.owner is not None):
        raise SituationError("the cube shows %d in a game without a cube" % situation.cube)


def _check_crawford(situation: Situation) -> None:
    short = situation.length - 1
    first, second = situation.scores
    if not situation.length:
        raise SituationError("a money session has no Crawford game")
    if (first == short) == (second == short):
        who = "both players are" if first == short else "neither player is"
        raise SituationError("not the Crawford game: %s 1-away" % who)
    if situation.cube != 1 or situation.owner is not None:
        raise SituationError("the cube cannot be turned in the Crawford game")


def _check_double(situation: Situation) -> None:
    if not situation.cube_on or situation.crawford or situation.length == 1:
        raise SituationError("a double has been offered in a game without doubling")
    if situation.owner not in (None, situation.turn):
        raise SituationError("a double has been offered, but the opponent owns the cube")
    if situation.cube * _offered(situation) > 1 << situation.max_cube:
        raise SituationError("a double has been offered above the cube's limit")
    if situation.beavered and (situation.length or not situation.beavers):
        raise SituationError("a beaver in a game without beavers")
    if situation.raccooned and situation.beavers < 2:
        raise SituationError("a raccoon in a game without raccoons")


def _offered(situation: Situation) -> int:
    """The stake of the waiting offer, as a multiple of the cube's value."""
    return 8 if situation.raccooned else 4 if situation.beavered else 2


class Checkpoint:
    """A game's start. Raises SituationError or PositionError if no game can start like this.

    `scores`: the points of player 0 and player 1 before this game. `crawford`: no doubling in this
    game. `turn`: 0 or 1, or None if the opening roll is to decide it. `cube`: its value, a power of
    two; `owner`: 0, 1 or None for the middle. `automatic`: how often equal opening dice have
    doubled the cube, 0..255. `position`: 26 numbers as `turn` sees them, or as player 0 does if
    `turn` is None.
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
        self.position = positions.start() if position is None else positions.of(position)
        self._check()

    def _check(self) -> None:
        if len(self.scores) != 2:
            raise SituationError("a score is two numbers")
        for points in self.scores:
            if type(points) is not int or not 0 <= points <= _MAX_SCORE:
                raise SituationError("a score cannot be %s" % points)
        for side in (self.turn, self.owner):
            if side not in (None, 0, 1):
                raise SituationError("there is no player %s" % side)
        if type(self.cube) is not int or self.cube < 1 or self.cube & (self.cube - 1):
            raise SituationError("the cube cannot show %s" % self.cube)
        if type(self.automatic) is not int or not 0 <= self.automatic <= 255:
            raise SituationError("there cannot be %s automatic doubles" % self.automatic)
        if not positions.left(self.position) or not positions.opponent_left(self.position):
            raise SituationError("a side has borne off all checkers: the game is over")

    def fits(self, settings: "Settings") -> None:
        """Raises SituationError unless a game with these settings can start like this."""
        checkers = settings.checkers
        for side in (positions.left(self.position), positions.opponent_left(self.position)):
            if side > checkers:
                raise SituationError("a side may have %d checkers, not %d" % (checkers, side))
        held = settings.holder - 1 if settings.holder else None
        if self.cube == 1 and self.owner not in (None, held):
            raise SituationError("a cube at 1 is centred, with no owner")
        if self.cube > 1 << settings.max_cube:
            raise SituationError("the cube's limit is %d" % (1 << settings.max_cube))
        if not settings.cube_on and (self.cube > 1 or self.owner is not None):
            raise SituationError("there is no cube in this match")
        length = settings.length
        if length and max(self.scores) >= length:
            raise SituationError("at that score the match to %d is over" % length)
        if self.crawford:
            self._fits_crawford(settings)

    def _fits_crawford(self, settings: "Settings") -> None:
        short = settings.length - 1
        first, second = self.scores
        if short < 1 or not settings.crawford or (first == short) == (second == short):
            raise SituationError("at that score this is not the Crawford game")
        if self.cube > 1 or self.owner is not None:
            raise SituationError("the cube cannot be turned in the Crawford game")

    def pack(self) -> bytes:
        """The checkpoint as the body of a record: 37 bytes."""
        power = 0
        while 1 << power < self.cube:
            power += 1
        sides = [_NOBODY if side is None else side for side in (self.turn, self.owner)]
        first, second = self.scores
        return (
            first.to_bytes(3, "big")
            + second.to_bytes(3, "big")
            + bytes((self.crawford, sides[0], power, sides[1], self.automatic))
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
    """The start of a game at that score: an opening roll, the cube as the settings have it."""
    holds = settings.holder and settings.cube_on and settings.length > 1 and not crawford
    owner = settings.holder - 1 if holds else None
    pos = positions.start(settings.variant)
    return Checkpoint(scores, crawford, owner=owner, position=pos)


def unpack_checkpoint(body: bytes) -> Checkpoint:
    """The Checkpoint of the bytes that `pack` made; raises SituationError or PositionError."""
    if len(body) != _BODY:
        raise SituationError("a game's start has %d bytes, not %d" % (_BODY, len(body)))
    crawford, turn, power, owner, automatic = body[6:11]
    if crawford > 1 or turn > _NOBODY or power > 24 or owner > _NOBODY:
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
