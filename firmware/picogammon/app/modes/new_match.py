"""The menus for a match's settings and players, and the start of a match."""

from micropython import const

from picogammon.app.advice import wording
from picogammon.app.display.canvas import fitting_one, text_width
from picogammon.app.display.font import TEXT
from picogammon.app.modes.answer import leave_match
from picogammon.app.modes.menu import Item, Menu, NameEditor, pick, points_item
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
    from typing import Any

    from picogammon.app.modes.mode import Stack

    Line = tuple[str, str, Sequence[str], int]  # see CUBE_LINES

_OFF_ON = const(("off", "on"))
_USUAL_LENGTH = const(5)
_USUAL_LEVEL = "expert"  # the first choice in the list of levels, if a person plays the side
# The conditions of a line, as bits: the line is shown only in a match of this kind.
_MATCH = const(1)
_MONEY = const(2)
_CUBE = const(4)
_NOT_ONE = const(8)  # a match to more than one point, or for money
_LABEL = const(112)  # pixels for a label and its value together
# A line for a field of settings.FIELDS: (name of the field, label, words for its values 0, 1, ...,
# conditions). `length` and `holder` have lines of their own; `max_cube` has none.
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
    """The base class of menus that change `draft`, a copy of the running match's Settings."""

    chosen = True  # False until the players have been chosen

    def __init__(self, navigator: "Stack", **changes: "Any") -> None:
        self.draft = navigator.session.match.settings.copy(**changes)
        Menu.__init__(self, navigator)

    def people_items(self) -> list[Item]:
        """Returns the two lines that choose the players, then the two that change their names."""
        return [item(side) for item in (self._player_item, self._name_item) for side in (0, 1)]

    def _name_item(self, side: int) -> Item:
        draft = self.draft
        room = _LABEL - text_width(TEXT, draft.names[side])
        short = ("1st name", "2nd name")[side]
        label = fitting_one(draft.names[side] + "'s name", short, room=room)

        def done(name: str, now: int) -> None:
            draft.names[side] = name
            self.refresh()

        def choose(now: int) -> None:
            title = "Name (hold OK when done)"
            self.navigator.open(NameEditor(self.navigator, title, draft.names[side], done))

        return Item(label, choose, lambda: draft.names[side])

    def _player_item(self, side: int) -> Item:
        draft = self.draft

        def done(chosen: int, now: int) -> None:
            draft.players[side] = chosen
            self.chosen = True
            self.refresh()

        def choose(now: int) -> None:
            shown = draft.players[side] if self.chosen else 0
            self.navigator.open(LevelMenu(self.navigator, shown, done))

        return Item(draft.names[side], choose, lambda: self.players.called(draft.players[side]))

    def field_item(self, line: "Line") -> Item:
        """Returns the menu line of the setting `line`, an entry of CUBE_LINES or OTHER_LINES."""
        field, label, words, _ = line
        if field == "clock":
            return pick(label, self.draft, field, [words[i] for i in ORDER], ORDER)
        item = pick(label, self.draft, field, words)
        if field == "automatic":  # a number, which can be typed
            item.number = getattr(self.draft, field), len(words) - 1
        return item


class NewMatch(Agreement):
    """The menu of a new match's settings; the first line or a long OK starts the match."""

    title = "New match"

    def __init__(self, navigator: "Stack") -> None:
        session = navigator.session
        self.scores = [0, 0]
        self.strict = False  # True with sealed dice or a clock, which switch hints off at first
        length = session.match.settings.length
        self.money = not length
        # The first match of a new board, to one point, was not chosen by a player.
        self.chosen = length != 1 or session.prefs[MATCH_CHOSEN] == 1
        length = length if self.chosen else _USUAL_LENGTH
        Agreement.__init__(self, navigator, length=length, sealed=session.dice.sealed is not None)

    def items(self) -> list[Item]:
        draft = self.draft
        most = max(0, draft.length - 1)  # points
        self.scores[:] = [min(points, most) for points in self.scores]
        money = not draft.length
        if money != self.money:
            self.money = draft.jacoby = money
        strict = bool(draft.sealed or draft.clock and draft.length)
        if strict != self.strict:
            self.strict = draft.no_hints = strict
        length = "%d pt" % draft.length if draft.length else "money"
        number = draft.length, agreed.MAX_LENGTH
        lines = [
            Item("Start", self._ask, lambda: "hold OK"),
            Item("Length", None, lambda: length, self._change_length, number=number),
        ]
        lines += self.people_items() + self._fitting(CUBE_LINES)
        if draft.length > 1:
            lines.append(Item("Handicap", self._open_handicap, self._handicap))
        return lines + self._fitting(OTHER_LINES)

    def _change_length(self, by: int) -> None:
        self.draft.length = (self.draft.length + by) % (agreed.MAX_LENGTH + 1)

    def _fitting(self, lines: "Sequence[Line]") -> list[Item]:
        draft = self.draft
        now = _MATCH if draft.length else _MONEY
        now |= _CUBE if draft.cube_on else 0
        now |= _NOT_ONE if draft.length != 1 else 0
        return [self.field_item(line) for line in lines if not line[3] & ~now]

    def hold_ok(self, now: int) -> bool:
        self._ask(now)
        return True

    def _handicap(self) -> str:
        words = []
        if any(self.scores):
            words.append("%d-%d" % tuple(self.scores))
        if self.draft.holder and self.draft.cube_on:
            words.append("cube")
        return ", ".join(words) or "none"

    def _open_handicap(self, now: int) -> None:
        self.navigator.open(Handicap(self.navigator, self.draft, self.scores))

    def _ask(self, now: int) -> None:
        leave_match(self.navigator, self.start, now)

    def start(self, now: int) -> None:
        """Starts the match, without asking whether to end the old match.

        If the match has sealed dice, shows the seal first.
        """
        session = self.session
        draft = self.draft
        scores = self.scores
        if not session.prefs[MATCH_CHOSEN]:
            session.prefs.change(MATCH_CHOSEN, 1)
            session.keep_prefs()
        first: tuple[bytes, ...] = ()
        if any(scores):
            crawford = scores[0] != scores[1] and draft.next_is_crawford((0, 0), scores)
            first = (actions.game(situation.opening(draft, scores, crawford)),)
        if not draft.sealed:
            self.navigator.begin(now, session.new_match, draft, first)
            return
        from picogammon.app.modes.codes import begin_sealed  # saves memory without sealed dice

        begin_sealed(self.navigator, draft, first)


class Handicap(Menu):
    """The menu for a handicap: the points of both sides at the start, and the cube's holder."""

    title = "Handicap"

    def __init__(self, navigator: "Stack", draft: agreed.Settings, scores: list[int]) -> None:
        self.draft = draft
        self.scores = scores
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        draft = self.draft
        lines = [
            points_item(draft.names[side], self.scores, side, draft.length - 1, True)
            for side in (0, 1)
        ]
        if draft.cube_on:
            lines.append(pick("Cube", draft, "holder", ["centred"] + draft.names))
        return lines


class MatchMenu(Agreement):
    """The menu of a match's players, names and take-back rule; closing the menu commits changes."""

    title = "This match"

    def items(self) -> list[Item]:
        return self.people_items() + [self.field_item(_TAKE_BACK)]

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
        for draft in (free, self.draft):  # only the changes not in `free` may need consent
            if draft.pack() != self.session.match.settings.pack():
                self.navigator.commit(actions.settings(draft), now)


class LevelMenu(Menu):
    """The menu of a person and the computer's levels; calls `done(player, now)` with the choice.

    `player`: the roster index of the present player, at whom the cursor starts. If `player` is 0 (a
    person), the cursor instead starts at the level "expert", if the roster has this level. If the
    chosen level cannot play on this board, a message gives the reason.
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
                self.navigator.say("No " + name, trouble)
                return
            self.navigator.leave(self)
            self.done(player, now)

        def strength() -> str:
            if trouble:
                return "not here"
            tenths = levels.error(name)
            return "" if tenths is None else wording.pr_text(numbers.pr_of_error(tenths))

        return Item(name, choose, strength)
