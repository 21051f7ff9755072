"""A computer decides, or a PC: the board shows that it waits, and answers presses meanwhile."""

from micropython import const

from picogammon.app.display.canvas import fitting_line
from picogammon.app.display.view import MessageView
from picogammon.app.modes.base import Mode, again_key, show_again, show_rolled
from picogammon.ground import clock
from picogammon.ground.presses import OK, PREV

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.view import View
    from picogammon.app.modes.base import Then
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.far import Far
    from picogammon.app.session.players import Computer

_AT_ONCE_MS = const(300)  # the longest time that the OLED may lag behind the lights
_PATIENCE_MS = const(3000)  # without a line; the PC always writes several a second
_LINES = "Plug in the cable and run make opponent on the PC. Or this board plays on."


class Think(Mode):
    """Waits for the answer of the player who decides, a slice of thinking a tick."""

    goes_on = True

    def __init__(self, navigator: "Navigator", player: "Computer | Far", now: int) -> None:
        Mode.__init__(self, navigator)
        self.player = player
        # People want to see the roll before the play.
        session = self.session
        self.ready_at = clock.after(now, session.prefs.moment_ms() if session.match.dice else 0)
        self.asked = False  # asks once this mode is on top: an engine has one thought at a time
        self.thought = False
        self._compared = 0
        self._since: int | None = None  # time when it became urgent
        self.works = True  # False if it only waits for time to pass

    @property
    def busy(self) -> bool:
        return self.works

    def urgent(self, now: int) -> bool:
        # If nobody looks at a roll, the decision may be shown before this is drawn.
        if self._since is None and clock.reached(now, self.ready_at):
            self._since = now
        return self._since is not None and clock.diff(now, self._since) < _AT_ONCE_MS

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            show_again(self.navigator, now)
        else:
            self.ready_at = now

    def tick(self, now: int) -> None:
        if not self.asked:
            self.asked = True
            if self.players.ponder:
                self.players.ponder.rest()  # it may be the same engine
            self.player.ask(self.session.match)
        elif not self.thought:
            self.thought = self.player.think()
            if self._compared != self.player.comparing:
                self._compared = self.player.comparing
                self.navigator.changed = True
            self.works = not self.thought or clock.reached(now, self.ready_at)
        elif clock.reached(now, self.ready_at):
            self.works = False
            if self.player.answer is None:
                self.navigator.ask_or_roll(now, True)
            else:
                self.navigator.commit(self.player.answer, now)

    def think_anew(self) -> None:
        self.asked = self.thought = False
        self.works = True

    def show(self, view: "View") -> None:
        session = self.session
        show_rolled(view, session)
        decider = session.match.decider
        view.decider = decider
        name = view.names[decider or 0]
        if self._compared:
            said = "%s compares %d plays" % (name, self._compared)
            view.headline = fitting_line(said, "Compares %d plays" % self._compared)
        else:
            view.headline = fitting_line("%s is thinking" % name, "Thinking")
        view.keys = [again_key(session), "", "", ""]


class Pause(Mode):
    """A pause in which no person decides: after a moment the board goes on by itself."""

    goes_on = True

    def __init__(self, navigator: "Navigator", now: int, ms: int, then: "Then") -> None:
        Mode.__init__(self, navigator)
        self.until = clock.after(now, ms)
        self.then = then

    def press(self, button: int, now: int) -> None:
        self.then(now)

    def tick(self, now: int) -> None:
        if clock.reached(now, self.until):
            self.then(now)


class ThinkFar(Think):
    """Think, for a far.Far. OK lets its stand-in play on, until the PC is there again."""

    def __init__(self, navigator: "Navigator", player: "Far", now: int) -> None:
        Think.__init__(self, navigator, player, now)
        self.far = player
        self.heard_at = now
        self.away = False
        self.told = False  # True once somebody has seen the message

    @property
    def busy(self) -> bool:
        return self.player is not self.far and self.works

    def press(self, button: int, now: int) -> None:
        if not self.away:
            Think.press(self, button, now)
        elif button == OK:
            self._play_on()
        elif self.told:
            Think.press(self, button, now)
        self.told = True

    def _play_on(self) -> None:
        self.far.drop()
        self.far.alone = True
        self.player = self.far.stand_in
        self.asked = self.thought = self.away = False
        self.works = True

    def tick(self, now: int) -> None:
        far = self.far
        if self.player is far:
            away = not far.heard and clock.diff(now, self.heard_at) >= _PATIENCE_MS
            if far.heard:
                far.heard = False
                self.heard_at = now
            if away != self.away:
                self.away = away
                self.told = False
                self.navigator.changed = True
        Think.tick(self, now)

    def show(self, view: "View") -> None:
        Think.show(self, view)
        if not self.away:
            return
        if self.told:
            view.headline = fitting_line("No PC engine: waiting", "No PC: waiting")
            view.keys[2] = "PLAY ON"
        else:
            view.page = MessageView("No PC engine", [_LINES])
            view.keys = ["", "", "PLAY ON", "WAIT"]
