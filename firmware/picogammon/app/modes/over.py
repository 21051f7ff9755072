"""A game, or the match, is over: who won what, and on to the next."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.base import Message, Mode, again_key, show_again
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions, match, scoring

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.navigator import Navigator
    from picogammon.engine.match_review import MatchReview
    from picogammon.engine.review import Review

_TITLE = const(124)  # pixels
_LONG = const(9999)  # points
_MULTIPLES = ("", "single game", "gammon", "backgammon")


class Over(Mode):
    """The result; BACK looks at the board, OK goes on.

    PREV shows what each player did, or if nobody grades the last play again.
    """

    def __init__(self, navigator: "Navigator") -> None:
        Mode.__init__(self, navigator)
        self.whole_match = navigator.session.match.phase == match.MATCH_OVER
        self.board = False
        friend = navigator.session.friend  # whose board begins the next game, if not this one
        self.waits = bool(friend and not friend.ours and not self.whole_match)
        self.leg = 0  # of a duplicate match that is over
        note = navigator.session.match.notes.get(actions.DUPLICATE)
        if note and self.whole_match:
            self.leg = note[0]
        self._reviews = self.players.coach is not None  # True if it reviews by itself
        self.review: "Review | None" = None
        # Of the games before, once somebody has looked.
        self.earlier: "MatchReview | None" = None

    @property
    def busy(self) -> bool:
        return self.review is not None and not self.review.done

    def tick(self, now: int) -> None:
        """Reviews the game's decisions meanwhile, if there is a coach."""
        if self._reviews:
            self._begun().step()

    def think_anew(self) -> None:
        self.review = self.earlier = None

    def give_way(self) -> bool:
        under_way = self._reviews or self.review is not None
        self._reviews = False
        self.review = self.earlier = None
        return under_way

    def _begun(self) -> "Review":
        match = self.session.match
        if self.review is None:
            from picogammon.engine.review import Review  # saves memory if nobody grades

            self.review = Review(self.players.coach, match.settings, match.records)
        return self.review

    def press(self, button: int, now: int) -> None:
        self.session.reveal()  # again, because a power cut may have come before
        if button == OK and self.leg == 1:
            from picogammon.app.session import duplicate  # saves memory if nobody plays duplicate

            settings, first = duplicate.second_leg(self.session)
            self.navigator.begin(now, self.session.library.new_match, settings, first)
            lines = [duplicate.seats_text(self.session)]
            self.navigator.open(Message(self.navigator, "Second leg", lines))
        elif button == OK and self.whole_match:
            from picogammon.app.modes.new_match import NewMatch  # later: see main_menu

            self.navigator.open(NewMatch(self.navigator))
        elif button == OK and not self.waits:
            self.navigator.commit(self.session.match.next_game(), now)
        elif button == BACK:
            self.board = not self.board
        elif button == PREV and self.players.coach is not None:
            from picogammon.app.modes.review import Reviewing  # saves memory if nobody reviews

            self.navigator.open(Reviewing(self.navigator, self._begun(), self))
        elif button == NEXT and self.whole_match and self.session.dice.shows_seal:
            from picogammon.app.modes.codes import SealPages  # saves memory if nobody seals

            self.navigator.open(SealPages(self.navigator))
        elif button == PREV:
            show_again(self.navigator, now)

    def show(self, view: views.View) -> None:
        result = self.session.match.result
        winner = view.names[result.winner]
        about = again_key(self.session) if self.players.coach is None else "REVIEW"
        view.keys = [about, "", "NEW" if self.whole_match else "NEXT", "BOARD"]
        if self.waits:
            view.keys[2] = ""
        if self.leg == 1:
            view.keys[2] = "2ND LEG"
        if self.whole_match and self.session.dice.shows_seal:
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
        if result.how == scoring.DROPPED:
            what = "double dropped"
        elif result.how == scoring.RESIGNED:
            what += " resigned"
        lines = [what, points]
        if self.leg == 2:
            from picogammon.app.session import duplicate

            lines = [duplicate.result(self.session)]
        view.page = views.ResultView(title, lines, result.winner)
