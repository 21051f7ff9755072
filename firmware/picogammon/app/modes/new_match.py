"""The menus of a match's settings and players, and the start of a match."""

from micropython import const

from picogammon.app.advice import wording
from picogammon.app.display.canvas import fitting_one, text_width
from picogammon.app.display.font import TEXT
from picogammon.app.modes.answer import leave_match
from picogammon.app.modes.menu import Item, Menu, NameEditor
from picogammon.app.modes.mode import Message
from picogammon.app.session.clock import NAMES, ORDER
from picogammon.app.session.prefs import MATCH_CHOSEN
from picogammon.engine import levels, numbers
from picogammon.ground import BACK
from picogammon.rules import actions, situation
from picogammon.rules import position as positions
from picogammon.rules import settings as agreed

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    from picogammon.app.modes.mode import Stack

    class Words(Protocol):
        """The words for the values of a settings field; a value is the index of its word."""

        def __len__(self) -> int: ...
        def __getitem__(self, __value: int) -> str: ...

    Line = tuple[str, str, Words, int]  # as below

_OFF_ON = const(("off", "on"))
_USUAL_LENGTH = const(5)
_USUAL_LEVEL = "expert"  # where the list of levels opens for a side that a person plays
# Conditions of a line.
_MATCH = const(1)
_MONEY = const(2)
_CUBE = const(4)
_NOT_ONE = const(8)  # a match to more than one point, or for money


class _Lengths:
    """The words for the lengths of a match: money, 1 pt, 2 pt, ..."""

    def __len__(self) -> int:
        return agreed.MAX_LENGTH + 1

    def __getitem__(self, length: int) -> str:
        return "%d pt" % length if length else "money"


# A line for a field of settings.FIELDS: the field, its label, the words for its values 0, 1, ...,
# and its conditions. The menu of the handicap has `holder`; `max_cube` has no line.
LENGTH = ("length", "Length", _Lengths(), 0)
_NUMBERS = const(("length", "automatic"))  # fields whose values can be typed
_LABEL = const(112)  # pixels: width of a label and its value
_TAKE_BACK = ("take_back", "Take-backs", ("free", "if agreed", "off"), 0)
CUBE_LINES = (
    ("cube_on", "Cube", _OFF_ON, _NOT_ONE),
    ("crawford", "Crawford", _OFF_ON, _MATCH | _NOT_ONE | _CUBE),
    ("jacoby", "Jacoby", _OFF_ON, _MONEY | _CUBE),
    ("beavers", "Beavers", ("none", "on", "and raccoons"), _MONEY | _CUBE),
    ("automatic", "Automatic doubles", ("0", "1", "2", "3", "4"), _MONEY | _CUBE),
)
OTHER_LINES = (
    _TAKE_BACK,
    ("clock", "Clock", NAMES, _MATCH),
    ("sealed", "Sealed dice", _OFF_ON, 0),
    ("no_hints", "Hints", ("on", "off"), 0),
    ("variant", "Variant", [row[0].lower() for row in positions.VARIANTS], 0),
)


class Agreement(Menu):
    """The base class of menus that change `draft`, a copy of the running match's Settings.

    `changes`: fields in which the copy differs at first. `chosen`: False until the players have
    been chosen.
    """

    chosen = True

    def __init__(self, navigator: "Stack", **changes: "Any") -> None:
        self.draft = navigator.session.match.settings.copy(**changes)
        Menu.__init__(self, navigator)

    def name_item(self, side: int) -> Item:
        """Returns a menu line that edits the name of the player of `side`."""
        draft = self.draft
        room = _LABEL - text_width(TEXT, draft.names[side])
        label = fitting_one(
            draft.names[side] + "'s name", ("1st", "2nd")[side] + " name", room=room
        )

        def done(name: str, now: int) -> None:
            draft.names[side] = name
            self.edited(now)

        def choose(now: int) -> None:
            self.navigator.open(
                NameEditor(self.navigator, "Name (hold OK when done)", draft.names[side], done)
            )

        return Item(label, choose, value=lambda: draft.names[side])

    def player_item(self, side: int) -> Item:
        """Returns a menu line that chooses the player of `side`: a person or a level of play."""
        draft = self.draft
        session = self.session

        def value() -> str:
            return session.players.called(draft.players[side])

        def done(chosen: int, now: int) -> None:
            draft.players[side] = chosen
            self.chosen = True
            self.edited(now)

        def choose(now: int) -> None:
            shown = draft.players[side] if self.chosen else 0
            self.navigator.open(LevelMenu(self.navigator, shown, done))

        return Item(draft.names[side], choose, value=value)

    def number_item(self, line: "Line") -> Item:
        """Returns a menu line that changes the settings field of `line`."""
        field, label, words, _ = line
        draft = self.draft
        order = ORDER if field == "clock" else range(len(words))

        def change(by: int) -> None:
            at = list(order).index(getattr(draft, field))
            setattr(draft, field, order[(at + by) % len(order)])
            self.edited(None)

        def value() -> str:
            return words[int(getattr(draft, field))]

        def put(number: int) -> None:
            setattr(draft, field, number)
            self.edited(None)

        number = None
        if field in _NUMBERS:
            number = getattr(draft, field), put, len(words) - 1
        return Item(label, None, value, change, len(words) == 2, number)

    def edited(self, now: int | None) -> None:
        """Called when the draft has changed; rebuilds the lines."""
        self.refresh()


class NewMatch(Agreement):
    """The menu of a new match's settings; the first line or a long OK starts the match.

    The settings begin as those of the running match.
    """

    title = "New match"

    def __init__(self, navigator: "Stack") -> None:
        session = navigator.session
        self.scores = [0, 0]
        self.strict = False  # True with sealed dice or a clock: hints are then off at first
        length = session.match.settings.length
        self.money = not length
        # A new board plays its first match, to one point, without anybody's choice.
        self.chosen = length != 1 or session.prefs[MATCH_CHOSEN] == 1
        length = length if self.chosen else _USUAL_LENGTH
        Agreement.__init__(self, navigator, length=length, sealed=session.dice.sealed is not None)

    def items(self) -> list[Item]:
        draft = self.draft
        self.scores[:] = fitting_scores(draft, self.scores)
        money = not draft.length
        if money != self.money:
            self.money = draft.jacoby = money
        strict = bool(draft.sealed or draft.clock and draft.length)
        if strict != self.strict:
            self.strict = draft.no_hints = strict
        lines = [Item("Start", self._ask, lambda: "hold OK"), self.number_item(LENGTH)]
        lines += [self.player_item(side) for side in (0, 1)]
        lines += [self.name_item(side) for side in (0, 1)]
        lines += self._fitting(CUBE_LINES)
        if draft.length > 1:
            lines.append(
                Item("Handicap", self._handicap, value=lambda: handicap_text(draft, self.scores))
            )
        lines += self._fitting(OTHER_LINES)
        return lines

    def _fitting(self, lines: "Sequence[Line]") -> list[Item]:
        """Returns the Items for those of `lines` whose conditions the draft meets."""
        draft = self.draft
        now = _MATCH if draft.length else _MONEY
        now |= _CUBE if draft.cube_on else 0
        now |= _NOT_ONE if draft.length != 1 else 0
        return [self.number_item(line) for line in lines if not line[3] & ~now]

    def hold_ok(self, now: int) -> bool:
        self._ask(now)
        return True

    def _handicap(self, now: int) -> None:
        self.navigator.open(Handicap(self.navigator, self.draft, self.scores))

    def _ask(self, now: int) -> None:
        """Starts the match, once the running match may end (`leave_match`)."""
        leave_match(self.navigator, self.start, now)

    def start(self, now: int) -> None:
        """Starts the match without a question; with sealed dice, shows the seal first."""
        session = self.session
        if not session.prefs[MATCH_CHOSEN]:
            session.prefs.change(MATCH_CHOSEN, 1)
            session.keep_prefs()
        first = first_records(self.draft, self.scores)
        if not self.draft.sealed:
            self.navigator.begin(now, session.new_match, self.draft, first)
            return
        from picogammon.app.modes.codes import begin_sealed  # saves memory without sealed dice

        begin_sealed(self.navigator, self.draft, first, now)


class Handicap(Menu):
    """The menu of the handicap, which changes `scores` and the cube's holder in `draft`.

    `scores`: a list of the points with which both sides begin.
    """

    title = "Handicap"

    def __init__(self, navigator: "Stack", draft: agreed.Settings, scores: list[int]) -> None:
        self.draft = draft
        self.scores = scores
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        lines = [self._points(side) for side in (0, 1)]
        if self.draft.cube_on:
            lines.append(
                Item("Cube", value=lambda: holder_text(self.draft), change=self._change_holder)
            )
        return lines

    def _points(self, side: int) -> Item:
        def change(by: int) -> None:
            self.scores[side] = (self.scores[side] + by) % self.draft.length

        def put(points: int) -> None:
            self.scores[side] = points

        name = self.draft.names[side]
        number = self.scores[side], put, self.draft.length - 1
        return Item(name, None, lambda: "%d pt" % self.scores[side], change, number=number)

    def _change_holder(self, by: int) -> None:
        self.draft.holder = (self.draft.holder + by) % 3


def holder_text(settings: agreed.Settings) -> str:
    """Returns the name of the side that holds the cube when a game begins, or "centred"."""
    return settings.names[settings.holder - 1] if settings.holder else "centred"


def handicap_text(settings: agreed.Settings, scores: "Sequence[int]") -> str:
    """Returns the handicap in words, such as "2-0, cube", or "none"."""
    words = []
    if any(scores):
        words.append("%d-%d" % tuple(scores))
    if settings.holder and settings.cube_on:
        words.append("cube")
    return ", ".join(words) or "none"


def fitting_scores(settings: agreed.Settings, scores: "Sequence[int]") -> list[int]:
    """Returns `scores`, each limited to the points with which a match can begin.

    The limit is one point less than the match length, or 0 for money.
    """
    most = max(0, settings.length - 1)
    return [min(points, most) for points in scores]


def first_records(settings: agreed.Settings, scores: "Sequence[int]") -> tuple[bytes, ...]:
    """Returns the records that begin a match at `scores`: a GAME record, or () at 0-0."""
    if not any(scores):
        return ()
    crawford = scores[0] != scores[1] and settings.next_is_crawford((0, 0), scores)
    return (actions.game(situation.opening(settings, scores, crawford)),)


class MatchMenu(Agreement):
    """The menu of the running match's players, names and take-backs; closing it commits changes."""

    title = "This match"

    def items(self) -> list[Item]:
        lines = [self.player_item(side) for side in (0, 1)]
        lines += [self.name_item(side) for side in (0, 1)]
        lines.append(self.number_item(_TAKE_BACK))
        return lines

    def press(self, button: int, now: int) -> None:
        leaves = button == BACK and not self.held
        if leaves and self.draft.pack() != self.session.match.settings.pack():
            self.navigator.close_all(now)
        else:
            Agreement.press(self, button, now)

    def closed(self, now: int) -> None:
        settings = self.session.match.settings
        free = self.draft.copy(take_back=settings.take_back)
        if self.players.two_people and not self.session.fresh:
            free.players = settings.players
        for draft in (free, self.draft):  # the second part may need consent
            if draft.pack() != self.session.match.settings.pack():
                self.navigator.commit(actions.settings(draft), now)


class LevelMenu(Menu):
    """The menu of all players, people and levels, which calls `done(player, now)` with the choice.

    `player`: the present player, an index into the roster. For a person the menu opens at the usual
    level. A level that cannot play on this board stays in the list; choosing it shows why. The menu
    makes no engine.
    """

    title = "Lower PR = stronger"

    def __init__(self, navigator: "Stack", player: int, done: "Callable[[int, int], Any]") -> None:
        self.done = done
        Menu.__init__(self, navigator)
        roster = self.players.roster
        self.at = player if player < len(roster) else 0
        if not player and _USUAL_LEVEL in roster:
            self.at = roster.index(_USUAL_LEVEL)

    def items(self) -> list[Item]:
        return [self._item(player, name) for player, name in enumerate(self.players.roster)]

    def _item(self, player: int, name: str) -> Item:
        trouble = self.players.trouble(player)

        def choose(now: int) -> None:
            if trouble is not None:
                self.navigator.open(Message(self.navigator, "No " + name, [trouble]))
                return
            self.navigator.leave(self)
            self.done(player, now)

        return Item(name, choose, value=lambda: "not here" if trouble else _strength(name))


def _strength(name: str) -> str:
    tenths = levels.error(name)
    if tenths is None:
        return ""
    return wording.pr_text(numbers.pr_of_error(tenths))
