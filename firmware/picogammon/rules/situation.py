"""One moment of a match without its history.

A Situation is all that a player needs to know to decide: XGID, GNU IDs and the engine work with it.
`Match.situation` makes one from a match, and `match_of` (rules/situated.py) a match from one.

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

_BODY = const(37)
_NOBODY = const(2)
_MAX_SCORE = const((1 << 24) - 1)


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


class CheckpointError(RulesError):
    """A checkpoint that no game can start from; the message names what is wrong."""


class Checkpoint:
    """A game's start. Raises CheckpointError or PositionError if no game can start like this.

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
            raise CheckpointError("a score is two numbers")
        for points in self.scores:
            if type(points) is not int or not 0 <= points <= _MAX_SCORE:
                raise CheckpointError("a score cannot be %s" % points)
        for side in (self.turn, self.owner):
            if side not in (None, 0, 1):
                raise CheckpointError("there is no player %s" % side)
        if type(self.cube) is not int or self.cube < 1 or self.cube & (self.cube - 1):
            raise CheckpointError("the cube cannot show %s" % self.cube)
        if type(self.automatic) is not int or not 0 <= self.automatic <= 255:
            raise CheckpointError("there cannot be %s automatic doubles" % self.automatic)
        if not positions.left(self.position) or not positions.opponent_left(self.position):
            raise CheckpointError("a side has borne off all checkers: the game is over")

    def fits(self, settings: "Settings") -> None:
        """Raises CheckpointError unless a game with these settings can start like this."""
        checkers = settings.checkers
        for side in (positions.left(self.position), positions.opponent_left(self.position)):
            if side > checkers:
                raise CheckpointError("a side may have %d checkers, not %d" % (checkers, side))
        held = settings.holder - 1 if settings.holder else None
        if self.cube == 1 and self.owner not in (None, held):
            raise CheckpointError("a cube at 1 is centred, with no owner")
        if self.cube > 1 << settings.max_cube:
            raise CheckpointError("the cube's limit is %d" % (1 << settings.max_cube))
        if not settings.cube_on and (self.cube > 1 or self.owner is not None):
            raise CheckpointError("there is no cube in this match")
        length = settings.length
        if length and max(self.scores) >= length:
            raise CheckpointError("at that score the match to %d is over" % length)
        if self.crawford:
            self._fits_crawford(settings)

    def _fits_crawford(self, settings: "Settings") -> None:
        short = settings.length - 1
        first, second = self.scores
        if short < 1 or not settings.crawford or (first == short) == (second == short):
            raise CheckpointError("at that score this is not the Crawford game")
        if self.cube > 1 or self.owner is not None:
            raise CheckpointError("the cube cannot be turned in the Crawford game")

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


def opening(
    settings: "Settings", scores: "Iterable[int]" = (0, 0), crawford: bool = False
) -> Checkpoint:
    """The start of a game at that score: an opening roll, the cube as the settings have it."""
    holds = settings.holder and settings.cube_on and settings.length > 1 and not crawford
    owner = settings.holder - 1 if holds else None
    pos = positions.start(settings.variant)
    return Checkpoint(scores, crawford, owner=owner, position=pos)


def unpack_checkpoint(body: bytes) -> Checkpoint:
    """The Checkpoint of the bytes that `pack` made; raises CheckpointError or PositionError."""
    if len(body) != _BODY:
        raise CheckpointError("a game's start has %d bytes, not %d" % (_BODY, len(body)))
    crawford, turn, power, owner, automatic = body[6:11]
    if crawford > 1 or turn > _NOBODY or power > 24 or owner > _NOBODY:
        raise CheckpointError("a game's start has an unknown value")
    return Checkpoint(
        (int.from_bytes(body[0:3], "big"), int.from_bytes(body[3:6], "big")),
        crawford,
        None if turn == _NOBODY else turn,
        1 << power,
        None if owner == _NOBODY else owner,
        automatic,
        array("b", [byte - 256 if byte > 127 else byte for byte in body[11:]]),
    )
