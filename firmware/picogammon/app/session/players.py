"""The players of a match: people at the buttons, and levels with their engines."""

from micropython import const

from picogammon.engine import levels
from picogammon.engine.engine import WeightsError
from picogammon.rules.plays import Plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.engine.engine import Engine, Slices
    from picogammon.rules.match import Match

# Levels that are fast and good enough to give hints and grade decisions.
_COACHES = ("expert", "master")


class Computer:
    """A level of play; makes its Engine on first use."""

    def __init__(
        self,
        make: "Callable[[], Engine]",
        check: "Callable[[], str | None] | None" = None,
        others: "Sequence[tuple[str, Computer]]" = (),
        by_net: bool = True,
    ) -> None:
        self.by_net = by_net  # True if the level needs the neural net
        self._make = make  # raises WeightsError if the level cannot play here, or MemoryError
        self._check = check  # returns `trouble`; if None, the Engine is made to find out
        self._others = others  # of all levels, only one has an Engine at a time, to save memory
        self._engine: "Engine | None" = None
        self._trouble: str | None = None
        self._checked = False

    @property
    def engine(self) -> "Engine | None":
        """The Engine, made if necessary; None if the level cannot play here. Raises MemoryError."""
        if self._engine is None and self.trouble is None:
            for _, other in self._others:
                other.rest()
            try:
                self._engine = self._make()
            except WeightsError as error:
                self._trouble = str(error)
        return self._engine

    @property
    def trouble(self) -> str | None:
        """The reason why the level cannot play here, in words; None if it can."""
        if not self._checked:
            try:
                if self._check:
                    self._trouble = self._check()
                elif self._engine is None:
                    self._engine = self._make()
            except MemoryError:
                return "needs more memory"  # perhaps not the next time
            except WeightsError as error:
                self._trouble = str(error)
            self._checked = True
        return self._trouble

    def rest(self) -> None:
        """Drops the Engine. This frees its memory unless an unfinished analysis still uses it."""
        self._engine = None


def computers(
    plays: Plays, make: "Callable[[str, Plays], Engine] | None" = None
) -> list[tuple[str, Computer]]:
    """Returns [(name, Computer)] for each level, the weakest first.

    `plays`: shared by all Engines. `make`: makes a level's Engine; None for levels.make.
    """
    found: list[tuple[str, Computer]] = []

    def computer(name: str) -> Computer:
        check = None if make else lambda: levels.trouble(name)
        by_net = levels.is_by_net(name)
        return Computer(lambda: (make or levels.make)(name, plays), check, found, by_net)

    for name in levels.levels():
        found.append((name, computer(name)))
    return found


def coach(players: "Sequence[tuple[str, Computer]]") -> Computer | None:
    """Returns the first Computer in `players` that can give hints and grades here, or None."""
    for name, player in players:
        if name in _COACHES and player.trouble is None:
            return player
    return None


def strongest(players: "Sequence[tuple[str, Computer]]") -> str | None:
    """Returns the name of the strongest level that can play here and is not slow, or None."""
    for name, player in reversed(players):
        if not levels.is_slow(name) and player.trouble is None:
            return name
    return None


class Players:
    """The players of the running match, a person or a level for each side, and the coach."""

    def __init__(
        self,
        computers: "Sequence[tuple[str, Computer]]" = (),
        find_coach: "Callable[[], Computer | None] | None" = None,
        plays: Plays | None = None,
        find_ponderer: "Callable[[], Engine | None] | None" = None,
        preparing: "Callable[[], Slices[None]] | None" = None,
        find_judge: "Callable[[], Engine | None] | None" = None,
    ) -> None:
        """Makes the players; the caller then sets `match`.

        `find_coach` returns a Computer for hints and grades. `find_ponderer` returns an Engine that
        looks further ahead. `find_judge` returns an Engine that grades better than the coach. Each
        of these functions can return None. `preparing` loads weights and modules in slices.
        """
        self.match: "Match" = None
        self.plays = Plays() if plays is None else plays  # shared by all engines
        self.roster = ["human"] + [name for name, _ in computers]  # Settings.players is an index
        self.find_coach = find_coach  # returns the Computer for hints and grades
        self.asked = False  # True while a connected program uses an engine
        self.find_ponderer = find_ponderer  # returns an Engine that looks further ahead
        self.ponder: "Any" = None  # the pondering.Pondering, once it is needed
        self._computers = computers
        self._find_judge = find_judge  # returns an Engine that grades better than the coach
        self._prepares = preparing  # like levels.preparing
        self._begin_preparing()

    def _begin_preparing(self) -> None:
        self._preparing = self._prepares and self._prepares()
        self._importing = levels.importing_by_hand() if self._prepares else ()

    @property
    def prepared(self) -> bool:
        """True once the levels that need the neural net are ready."""
        return self._preparing is None

    def prepare(self, by_net: bool = True) -> bool:
        """Works for some ms on preparing levels; returns True once these levels are ready.

        `by_net`: True for the levels that need the neural net, False for the other levels. A level
        that is not ready can play, but its first answer is slower.
        """
        if not by_net:
            for _ in self._importing:
                return False
            return True
        if self._preparing is not None:
            try:
                next(self._preparing)
                return False
            except (StopIteration, WeightsError, MemoryError):  # `trouble` says why
                self._preparing = None
        return True

    def forget(self) -> bool:
        """Frees the engines' memory unless a level or program uses it; returns True if freed."""
        if not self._prepares or self.asked or not self.two_people:
            return False
        for _, computer in self._computers:
            computer.rest()
        self.ponder = None
        levels.forget()
        self._begin_preparing()
        return True

    def is_person(self, side: int) -> bool:
        """True if a person plays `side`, by choice or because the chosen level cannot play here."""
        found = self._of(self.match.settings.players[side])
        return found is None or found.trouble is not None

    def _of(self, player: int) -> "Computer | None":
        return self._computers[player - 1][1] if 0 < player <= len(self._computers) else None

    def trouble(self, player: int) -> str | None:
        """Returns the reason why `player`, an index in `roster`, cannot play here, or None."""
        found = self._of(player)
        return None if found is None else found.trouble

    @property
    def computer(self) -> Computer:
        """The Computer of the side that has to decide; None for a person."""
        return self._of(self.match.settings.players[self.match.decider])

    def called(self, player: int) -> str:
        """Returns the name of `player`, an index in `roster`; "human" if there is no such index."""
        return self.roster[player if player < len(self.roster) else 0]

    def _coach(self) -> Computer | None:
        return self.find_coach and self.find_coach()

    @property
    def coach(self) -> "Engine | None":
        """The Engine that gives hints and grades; None if there is no coach. Raises MemoryError."""
        found = self._coach()
        return found.engine if found else None

    @property
    def judge(self) -> "Engine | None":
        """The Engine that grades the decisions that a player reviews; by default, the coach."""
        return (self._find_judge and self._find_judge()) or self.coach

    def judges(self, side: int) -> bool:
        """True if the level that plays `side` also gives the hints and grades, as the coach."""
        found = self._of(self.match.settings.players[side])
        return found is not None and found is self._coach()

    @property
    def has_coach(self) -> bool:
        """True if there is a coach. Makes no Engine to find out."""
        return self._coach() is not None

    @property
    def no_coach(self) -> str | None:
        """The reason why there is no coach, in words; None if unknown, or if there is a coach."""
        if not self.has_coach:
            for _, player in self._computers:
                if player.trouble is not None:
                    return player.trouble
        return None

    @property
    def two_people(self) -> bool:
        """True if people play both sides."""
        return self.is_person(0) and self.is_person(1)

    @property
    def only_person(self) -> int | None:
        """The side of the only person; None if people play both sides or neither."""
        people = [side for side in (0, 1) if self.is_person(side)]
        return people[0] if len(people) == 1 else None

    def person_decides(self) -> bool:
        """True if a person has to act, or if no side has to act and a person plays."""
        decider = self.match.decider
        return any(self.is_person(side) for side in (0, 1) if decider in (None, side))
