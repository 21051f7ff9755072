"""The other side's play, shown step by step."""

from array import array
from micropython import const

from picogammon.app.display import board_view
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Mode
from picogammon.ground import clock
from picogammon.ground.presses import PREV
from picogammon.rules import plays_text, steps

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.history import Play
    from picogammon.app.session.session import Session

_HOLD = const(2)  # beats for which the whole play is seen at the end


class Watch(Mode):
    """Shows a history.Play; PREV begins it again, any other press ends it.

    A play of many steps is shown faster, not longer.
    """

    goes_on = True

    def __init__(self, navigator: "Navigator", play: "Play", now: int) -> None:
        Mode.__init__(self, navigator)
        self.play = play
        self.text = plays_text.format_play(play.before, play.steps)
        self._begin(now)

    def _begin(self, now: int) -> None:
        self.made = 0
        self.position = array("b", self.play.before)
        self.next_at = clock.after(now, self._beats(1 if self.play.steps else _HOLD))

    def _beats(self, count: int) -> int:
        """So many beats in ms: one before the first step and for each but the last, then _HOLD."""
        return self.session.prefs.play_ms() * count // (len(self.play.steps) + _HOLD)

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            self.stops_clock = False  # or somebody could stop it for ever
            self._begin(now)
        else:
            self.navigator.leave(self)

    def tick(self, now: int) -> None:
        if not clock.reached(now, self.next_at):
            return
        if self.made >= len(self.play.steps):
            self.navigator.leave(self, call=True)
            return
        steps.make(self.position, self.play.steps[self.made])
        self.made += 1
        self.navigator.changed = True
        last = self.made == len(self.play.steps)
        self.next_at = clock.after(now, self._beats(_HOLD if last else 1))

    def show(self, view: views.View) -> None:
        side = self.play.side
        board_view.show_position(view, self.position, side)
        left = steps.dice_of(self.play.dice)
        for a_step in self.play.steps[: self.made]:
            left.remove(steps.die(a_step))
        board_view.show_dice(view, self.play.dice, side, left)
        if self.made:
            a_step = self.play.steps[self.made - 1]
            view.marks[board_view.place_of(side, steps.source(a_step))] = views.CAME_FROM
            view.marks[board_view.place_of(side, steps.target(a_step))] = views.WENT_TO
        view.decider = side
        view.headline = fitting_line("%s: %s" % (view.names[side], self.text), self.text)
        view.keys = ["REPLAY", "SKIP", "SKIP", "SKIP"]


def show_again(navigator: "Navigator", now: int) -> None:
    """Opens the last play again, if there was one."""
    play = navigator.session.last_play
    if play:
        navigator.open(Watch(navigator, play, now))


def show_rolled(view: views.View, session: "Session") -> None:
    """Shows the dice that are to be played, or else those that were rolled last."""
    dice = session.match.dice
    if dice:
        board_view.show_dice(view, dice, session.match.turn, steps.dice_of(dice))
    elif session.last_roll:
        roll, side = session.last_roll
        board_view.show_dice(view, roll, side)


def again_key(session: "Session") -> str:
    """The label of PREV where it shows the last play again."""
    return "REPLAY" if session.last_play else ""
