"""The mode that sets up a position by hand, and its menu, which starts a game from the position."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_one, text_width
from picogammon.app.display.font import TEXT
from picogammon.app.modes.answer import agree
from picogammon.app.modes.menu import Ask, Item, Menu, pick, points_item
from picogammon.app.modes.mode import Mode
from picogammon.ground import BACK, NEXT, OFF_0, OK, PLACES
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules import position as positions
from picogammon.rules.position import RulesError
from picogammon.rules.situation import Checkpoint, opening, unpack_checkpoint

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.mode import Stack, Then

_PLACES = const(26)
_SIDES = (None, 0, 1)
_KEYS = ("1ST", "2ND")  # for names that are too long for the label of a button
_KEY = const(29)  # pixels: width of the label of a button
_LABEL = const(112)  # pixels: width of a menu line's label and value
_MOST = const((1 << 24) - 1)  # the highest score of a money session


class SetUp(Mode):
    """The mode that sets up a position: PREV and NEXT walk over the points and bars.

    After OK, NEXT removes a checker of player 1 or, if the point has none, adds a checker of player
    0. PREV does the same for the other player. `checkers`: the position as player 0 sees it.
    """

    def __init__(self, navigator: "Stack") -> None:
        Mode.__init__(self, navigator)
        self.game = _start_of(navigator.session.match)
        self.before = self.game.pack()
        self.scores = list(self.game.scores)
        self.checkers = self.game.position
        if self.game.turn:
            positions.swap(self.checkers)
        self.laid = bytes(self.checkers)  # the position before the first change by hand
        self.at = 1
        self.held = False

    def press(self, button: int, now: int) -> None:
        by = 1 if button == NEXT else -1
        if button == OK or button == BACK and self.held:
            self.held = not self.held
        elif button == BACK:
            self.navigator.open(SetUpMenu(self.navigator, self))
        elif self.held:
            self._change(by)
        else:
            self.at = (self.at + by) % _PLACES

    def press_place(self, place: int, now: int) -> None:
        """Moves the cursor to a point or bar. A tray adds a checker of its side at the cursor."""
        if place < _PLACES:
            self.at = place
        elif place < PLACES:
            self._change(1 if place == OFF_0 else -1)
        else:
            self.navigator.open(SetUpMenu(self.navigator, self))

    def _change(self, by: int) -> None:
        settings = self.session.match.settings
        count = self.checkers[self.at] + by
        if abs(count) > settings.checkers:
            self.navigator.refuse("%d at most" % settings.checkers)
        elif self.at == 0 and count > 0 or self.at == positions.BAR and count < 0:
            self.navigator.refuse("the bar is %s's" % settings.names[self.at == 0])
        else:
            self.checkers[self.at] = count

    def start(self) -> Checkpoint:
        """Returns a Checkpoint to start from this position; raises RulesError if it is invalid."""
        game = self.game
        pos = positions.swapped(self.checkers) if game.turn else self.checkers
        return Checkpoint(
            self.scores, game.crawford, game.turn, game.cube, game.owner, game.automatic, pos
        )

    def show(self, view: views.View) -> None:
        view.each = self.session.match.settings.checkers
        views.show_position(view, self.checkers, 0)
        view.clear_marks()
        view.marks[self.at] = views.LIFTED if self.held else views.CURSOR
        game = self.game
        view.decider = game.turn
        view.cube = game.cube
        view.owner = game.owner
        view.scores[0], view.scores[1] = self.scores
        view.crawford = game.crawford
        place = "Bar" if self.at in (0, positions.BAR) else "Point %d" % self.at
        n = self.checkers[self.at]
        count = "%d %s" % (abs(n), view.names[n < 0]) if n else "empty"
        view.headline = "%s: %s" % (place, count)
        view.keys = ["<", ">", "CHANGE", "READY"]
        if self.held:
            keys = [fitting_one(view.names[i].upper(), _KEYS[i], room=_KEY) for i in (1, 0)]
            view.keys = keys + ["OK", ""]


def _start_of(match: matches.Match) -> Checkpoint:
    """Returns the Checkpoint of the present position or, after a game, of the next game's start."""
    if match.phase == matches.GAME_OVER:
        return unpack_checkpoint(match.next_game()[1:])
    if match.phase == matches.MATCH_OVER:
        return opening(match.settings)
    return match.checkpoint()


def _pending(match: matches.Match) -> list[bytes]:
    """Returns records that recreate the unplayed dice or unanswered offer of `match`, or []."""
    situation = match.situation()
    if situation.over:
        return []
    records = []
    if situation.dice:
        records.append(actions.roll(situation.dice[0], situation.dice[1], match.can_correct_dice()))
    if situation.doubled:
        records.append(actions.double())
    if situation.beavered:
        records.append(actions.beaver())
    if situation.raccooned:
        records.append(actions.raccoon())
    if match.resigned:
        records.append(actions.resign(match.resigned))
    return records


class SetUpMenu(Menu):
    """The menu of a SetUp: the side on roll, the cube, the score, and the start of the game."""

    title = "Set up"

    def __init__(self, navigator: "Stack", set_up: SetUp) -> None:
        self.up = set_up
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        up = self.up
        settings = self.session.match.settings
        lines = [
            Item("Play from here", self._start),
            self._side_item("On roll", "turn", "roll-off"),
        ]
        if settings.cube_on and settings.length != 1:
            lines.append(Item("Cube", None, lambda: "%d" % up.game.cube, self._cube))
            lines.append(self._side_item("Owner", "owner", "centred"))
        lines += [self._score_item(side) for side in (0, 1)]
        if settings.length > 1:
            lines.append(pick("Crawford game", up.game, "crawford", ("no", "yes"), (False, True)))
        lines.append(Item("Empty the board", self._lays(positions.empty())))
        lines.append(Item("Start position", self._lays(opening(settings).position)))
        for variant in range(len(positions.VARIANTS)):
            alike = positions.checkers_of(variant) == settings.checkers
            if alike and variant != settings.variant:
                lay = self._lays(positions.start(variant))
                lines.append(Item(positions.name_of(variant), lay))
        lines.append(Item("Cancel", lambda now: self._drop(self.navigator.close_all, now)))
        return lines

    def _side_item(self, label: str, attribute: str, none: str) -> Item:
        words = [none] + self.session.match.settings.names
        return pick(label, self.up.game, attribute, words, _SIDES)

    def _cube(self, by: int) -> None:
        limit = 1 << self.session.match.settings.max_cube
        game = self.up.game
        game.cube = min(limit, game.cube * 2) if by > 0 else max(1, game.cube // 2)

    def _score_item(self, side: int) -> Item:
        scores = self.up.scores
        settings = self.session.match.settings
        name = settings.names[side]
        room = _LABEL - text_width(TEXT, "< %d pt >" % scores[side])
        label = fitting_one("%s has" % name, name, "%s has" % _KEYS[side].lower(), room=room)
        most = settings.length - 1 if settings.length else _MOST
        return points_item(label, scores, side, most, False)

    def _drop(self, then: "Then", now: int) -> None:
        if bytes(self.up.checkers) == self.up.laid:
            then(now)
        else:
            self.navigator.open(Ask(self.navigator, "Discard this position?", "Discard", then))

    def _lays(self, position: "positions.Position") -> "Then":
        def lay(now: int) -> None:
            self.up.checkers = position
            self.up.laid = bytes(position)
            self.navigator.leave(self)

        return lambda now: self._drop(lay, now)

    def _start(self, now: int) -> None:
        """Plays from the position (rule R33); begins another match if the running match is over.

        Unplayed dice or an unanswered offer stay unless the side on roll has changed.
        """
        match = self.session.match
        try:
            start = self.up.start()
            records = [actions.game(start)]
            if start.turn == match.turn:
                records += _pending(match)
            trial = matches.Match(match.settings)
            for record in records:
                trial.apply(record)
        except (RulesError, matches.Refusal) as error:
            self.navigator.say("Invalid position", str(error))
            return

        def begin(now: int) -> None:
            self.navigator.begin(now, self.session.play_from, records)

        same = start.pack() == self.up.before
        if match.phase == matches.MATCH_OVER:
            self.navigator.begin(now, self.session.play_on, trial)
        elif same and match.phase == matches.GAME_OVER:
            begin(now)
        elif same:
            self.navigator.close_all(now)
        elif self.players.two_people:
            agree(self.navigator, "new position", begin, now)
        else:
            self.navigator.open(Ask(self.navigator, "Play from here?", "Play", begin))
