"""Modes in which no person decides: a computer thinks, the board pauses, or a game is over."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line, fitting_one
from picogammon.app.modes.mode import Mode, again_key, show_again
from picogammon.ground import BACK, NEXT, OK, PREV, reached, ticks_add, ticks_diff
from picogammon.rules import actions, match, plays
from picogammon.rules.match import DROPPED, RESIGNED

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.mode import Stack
    from picogammon.engine.engine import Engine, Thought
    from picogammon.engine.review import MatchReview, Review

_MOMENT_MS = const(1200)
_RESULT_MS = const(5000)
_AT_ONCE_MS = const(300)  # the longest time that the OLED may lag behind the lights
_TITLE = const(124)  # pixels: the room for a result's title
_LONG = const(9999)  # the most points that leave room for the word "points"
_MULTIPLES = ("", "single game", "gammon", "backgammon")


class Think(Mode):
    """The mode in which a computer decides; each tick lets the engine work for some ms."""

    goes_on = True
    busy = True  # False while it only waits for time to pass

    def __init__(self, navigator: "Stack", now: int) -> None:
        Mode.__init__(self, navigator)
        self.player = self.players.computer
        self.engine: "Engine | None" = None  # set once this mode is on top
        self.thought: "Thought | None" = None
        # People see the roll before the play.
        session = self.session
        self.ready_at = ticks_add(now, session.prefs.moment_ms() if session.match.dice else 0)
        self._compared = 0
        self._since: int | None = None  # time from which on the lights were urgent

    def urgent(self, now: int) -> bool:
        # Once people have seen the roll, the lights show the decision before the OLED is drawn.
        if self._since is None and reached(now, self.ready_at):
            self._since = now
        return self._since is not None and ticks_diff(now, self._since) < _AT_ONCE_MS

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            show_again(self.navigator, now)
        else:
            self.ready_at = now

    def tick(self, now: int) -> None:
        thought = self.thought
        if self.engine is None:
            if not self.players.prepare(self.player.by_net):
                return
            if self.players.ponder:
                self.players.ponder.rest()  # pondering may use the same engine
            self.engine = self.player.engine  # takes a whole slice, as it may import modules
            if self.engine is None:
                self.navigator.choose_base_mode(now)  # a person plays in its place
        elif thought is None:
            self.thought = self.engine.begin(self.session.match)
        elif not thought.done:
            self.busy = not thought.step() or reached(now, self.ready_at)
            if self._compared != self.engine.comparing:
                self._compared = self.engine.comparing
                self.navigator.changed = True
        elif reached(now, self.ready_at):
            self.busy = False
            action = thought.answer
            resigns = action and actions.kind_of(action) == actions.RESIGN
            refused = resigns and self.session.refused >> actions.multiple_of(action) & 1
            if action is None or refused:
                self.navigator.ask_or_roll(now, True)
            else:
                self.navigator.commit(action, now)

    def think_anew(self) -> None:
        self.engine = self.thought = None
        self.busy = True

    def show(self, view: views.View) -> None:
        session = self.session
        dice = session.match.dice
        if dice:
            views.show_dice(view, dice, session.match.turn, plays.dice_of(dice))
        elif session.last_roll:
            views.show_dice(view, *session.last_roll)
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
    """A pause before a computer's opening roll, or between two games of two computers."""

    goes_on = True

    def __init__(self, navigator: "Stack", now: int) -> None:
        Mode.__init__(self, navigator)
        self._opening = self.session.match.phase == match.OPENING
        self._until = ticks_add(now, _MOMENT_MS if self._opening else _RESULT_MS)

    def press(self, button: int, now: int) -> None:
        if self._opening:
            self.navigator.ask_or_roll(now, True)
        else:
            self.navigator.commit(self.session.match.next_game(), now)

    def tick(self, now: int) -> None:
        if self.waited(now):
            self.press(OK, now)


class Over(Mode):
    """The result of a game, shown while the coach reviews the game; PREV opens the review."""

    def __init__(self, navigator: "Stack") -> None:
        Mode.__init__(self, navigator)
        self.whole_match = navigator.session.match.phase == match.MATCH_OVER
        self.board = False  # True while the board is shown
        # True if there is a coach, None until that is known.
        self._coached = self.players.has_coach if self.players.prepared else None
        self._reviews = True  # False once memory has run out
        self.review: "Review | None" = None
        self._earlier: "MatchReview | None" = None  # of the earlier games, after the first PREV

    @property
    def busy(self) -> bool:
        return self._coached is None or self.review is not None and not self.review.done

    def tick(self, now: int) -> None:
        if self._coached is None:
            if self.players.prepare():
                self._coached = self.players.has_coach
                self.navigator.changed = True
        elif self._coached and self._reviews:
            self._begun().step()

    def think_anew(self) -> None:
        self.review = self._earlier = None

    def give_way(self) -> bool:
        under_way = bool(self._coached and self._reviews) or self.review is not None
        self._reviews = False
        self.review = self._earlier = None
        return under_way

    def _begun(self) -> "Review":
        if self.review is None:
            from picogammon.engine.review import Review  # saves memory if nobody grades

            match = self.session.match
            self.review = Review(self.players.coach, match.settings, match.records)
        return self.review

    def _open_review(self) -> None:
        from picogammon.app.modes.review import Reviewing  # saves memory if nobody reviews
        from picogammon.engine.review import MatchReview

        earlier = self._earlier
        if earlier is None or earlier.thinking:  # the coach has dropped the thought of `earlier`
            earlier = self._earlier = MatchReview(self.players.coach, self.session.past_games)
        self.navigator.open(Reviewing(self.navigator, self._begun(), earlier))

    def press(self, button: int, now: int) -> None:
        self.session.reveal()  # again, because a power cut may have come before
        if button == OK and self.whole_match:
            from picogammon.app.modes.new_match import NewMatch  # later: see main_menu

            self.navigator.open(NewMatch(self.navigator))
        elif button == OK:
            self.navigator.commit(self.session.match.next_game(), now)
        elif button == BACK:
            self.board = not self.board
        elif button == PREV and self._coached:
            self._open_review()
        elif button == NEXT and self.whole_match and self.session.dice.sealed is not None:
            from picogammon.app.modes.codes import seal_pages  # saves memory without sealed dice

            self.navigator.open(seal_pages(self.navigator))
        elif button == PREV:
            show_again(self.navigator, now)

    def show(self, view: views.View) -> None:
        result = self.session.match.result
        winner = view.names[result.winner]
        about = "REVIEW" if self._coached else again_key(self.session)
        view.keys = [about, "", "NEW" if self.whole_match else "NEXT", "BOARD"]
        if self.whole_match and self.session.dice.sealed is not None:
            view.keys[1] = "SEAL"
        view.decider = None
        if self.board:
            view.headline = "%s won" % winner
            view.keys[3] = "RESULT"
            return
        title = "%s wins" % winner
        if self.whole_match:
            title = fitting_one(title + " the match", title + " it all", room=_TITLE)
        points = "%d point%s" % (result.points, "" if result.points == 1 else "s")
        if result.points > _LONG:
            points = "%d pt" % result.points
        what = _MULTIPLES[result.multiple]
        if result.how == DROPPED:
            last = self.session.match.latest(actions.LAST)
            late = any(actions.on_time(record) for record in last)
            what = "lost on time" if late else "cube dropped"
        elif result.how == RESIGNED:
            what += " resigned"
        lines = [what] if self.whole_match else [what, points]
        view.page = views.ResultView(title, lines)
