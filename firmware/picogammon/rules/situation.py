"""One moment of a match without its history: all that a player needs to know to decide.

XGID, GNU IDs and the engine work with situations. `Match.situation` makes one from a match, and
`match_of` (rules/situated.py) makes a match from one.
"""

from picogammon.rules import position as positions


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
