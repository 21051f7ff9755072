"""Real dice, which players enter by hand, and real checkers, which the board guides."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.mode import Mode
from picogammon.ground import BACK, NEXT, OFF_0, OK, PREV
from picogammon.rules import actions, match, plays
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.mode import Stack
    from picogammon.app.session.session import Play


class DiceEntry(Mode):
    """The entry of real dice: PREV and NEXT change a die, OK enters the die."""

    typing = "digits"

    def __init__(self, navigator: "Stack", required: bool = False) -> None:
        """`required`: True if BACK does not close the entry."""
        Mode.__init__(self, navigator)
        self.required = required
        a_match = self.session.match
        self.dice = list(a_match.next_dice() or a_match.dice or (1, 1))
        self.at = 0
        self.opening = a_match.phase == match.OPENING or a_match.opened_with_dice()

    def tick(self, now: int) -> None:
        if self.required and not self.session.asks_for_dice():  # the board can roll again
            self.navigator.leave(self)

    def press(self, button: int, now: int) -> None:
        if button in (PREV, NEXT):
            by = 1 if button == NEXT else -1
            self.dice[self.at] = (self.dice[self.at] - 1 + by) % 6 + 1
        elif button == OK and self.at == 0:
            self.at = 1
        elif button == OK:
            self.navigator.leave(self)
            self.navigator.commit(actions.roll(self.dice[0], self.dice[1], True), now)
        elif button == BACK and self.at:
            self.at = 0
        elif button == BACK and not self.required:
            self.navigator.leave(self)

    def type(self, letter: str) -> None:
        if "1" <= letter <= "6":
            self.dice[self.at] = int(letter)
            self.at = 1

    def show(self, view: views.View) -> None:
        view.dice = tuple(self.dice[: self.at + 1])  # without a die that is not entered yet
        view.dice_used = 0
        view.dice_side = None if self.opening else self.session.match.turn
        if self.opening:
            view.headline = "%s's die" % view.names[self.at]
        else:
            name = view.names[self.session.match.turn]
            view.headline = "%s's %s die" % (name, ("first", "second")[self.at])
        view.keys = ["-", "+", "OK", "" if self.required and not self.at else "BACK"]


class CheckerGuide(Mode):
    """The guide for real checkers: shows the moves of a play one by one, for people to make them.

    A hit checker moves to the bar first. Without a play, the lights show the position until a
    player presses OK or BACK. `moves`: [(side, place before the move, place after the move)].
    """

    stops_clock = True
    lasts = True

    def __init__(self, navigator: "Stack", play: "Play | None" = None) -> None:
        Mode.__init__(self, navigator)
        self.moves: list[tuple[int, int, int]] = []
        self.at = 0
        if play is not None:
            self.before = positions.swapped(play.before) if play.side else play.before
            self._follow(play)

    def _follow(self, play: "Play") -> None:
        """Fills `moves` from `play`; joins a checker's successive half-moves except after a hit."""
        side = play.side
        pos = positions.from_numbers(play.before)
        last = None  # the point of the checker that moved last, if it may continue from there
        for a_step in play.steps:
            source = plays.source(a_step)
            target = plays.target(a_step)
            hit = plays.make(pos, a_step)
            place = views.place_of(side, source)
            if source == last:
                place = self.moves.pop()[1]
            to = views.place_of(side, target)
            if hit:
                self.moves.append((1 - side, to, views.place_of(1 - side, positions.BAR)))
            self.moves.append((side, place, to))
            last = None if hit else target

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self.at += 1
        elif button == PREV:
            self.at = max(0, self.at - 1)
        if button == BACK or self.at >= len(self.moves):
            self.navigator.leave(self, call=True)

    def lay(self, play_steps: bytes) -> None:
        self.navigator.below(self).lay(play_steps)

    def press_place(self, place: int, now: int) -> None:
        """Shows the next move if `place` is the target of the present move."""
        if self.moves and place == self.moves[self.at][2]:
            self.press(OK, now)
        elif self.moves:
            self.navigator.refuse("not there: " + self._text())

    def show(self, view: views.View) -> None:
        if not self.moves:
            view.headline = fitting_line("Place the checkers as lit", "Place them as lit")
            view.keys = ["", "", "DONE", ""]
            return
        side, source, target = self.moves[self.at]
        views.show_position(view, self._position(), 0)
        view.clear_marks()
        view.marks[source] = views.LIFTED
        view.marks[target] = views.LANDING_CURSOR
        view.decider = side
        text = self._text()
        view.headline = fitting_line("%s: %s" % (view.names[side], text), text)
        view.keys = ["<" if self.at else "", "", "DONE", "SKIP"]

    def _text(self) -> str:
        side, source, target = self.moves[self.at]
        return plays.hop_text([views.point_of(side, place) for place in (source, target)])

    def _position(self) -> "positions.Position":
        """Returns the position before the present move, as player 0 sees it."""
        pos = positions.from_numbers(self.before)
        for side, source, target in self.moves[: self.at]:
            one = -1 if side else 1
            pos[source] -= one
            if target < OFF_0:
                pos[target] += one
        return pos
