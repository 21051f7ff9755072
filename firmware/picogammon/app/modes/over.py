"""A game, or the match, is over: who won what, and on to the next."""

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.base import Mode
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import match, scoring

_TITLE = 124  # pixels
_LONG = 9999  # points
_KINDS = ("", "single game", "gammon", "backgammon")


class Over(Mode):
    """The result; BACK looks at the board, PREV at what each player did, OK goes on."""

    def __init__(self, app):
        Mode.__init__(self, app)
        self.whole_match = app.match.phase == match.MATCH_OVER
        self.board = False
        self.review = None

    @property
    def busy(self):
        return self.review is not None and not self.review.done

    def tick(self, now):
        """Looks at the game's decisions meanwhile, where somebody here can."""
        app = self.app
        if app.tutor is None:
            return
        if self.review is None:
            self.review = app.tutor.review(app)
        self.review.step()

    def press(self, button, now):
        if button == OK and self.whole_match:
            self.app.open_new_match()
        elif button == OK:
            self.app.commit(self.app.match.next_game(), now)
        elif button == BACK:
            self.board = not self.board
        elif button == PREV and self.review is not None:
            from picogammon.app.modes.reviewing import Reviewing  # memory, where nobody reviews

            self.app.open(Reviewing(self.app, self.review))
        elif button in (PREV, NEXT):
            self.app.show_last_play(now)

    def show(self, view):
        result = self.app.match.result
        winner = view.names[result.winner]
        view.keys = ["", "", "NEW" if self.whole_match else "NEXT", "BOARD"]
        if self.app.coach is not None:
            view.keys[0] = "REVIEW"
        view.turn = None
        if self.board:
            view.headline = "%s won" % winner
            view.keys[3] = "RESULT"
            return
        view.screen = views.RESULT
        view.winner = result.winner
        view.title = "%s wins" % winner
        if self.whole_match:
            view.title = fitting_one(view.title + " the match", view.title + " it all", room=_TITLE)
        points = "%d point%s" % (result.points, "" if result.points == 1 else "s")
        if result.points > _LONG:
            points = "%d pt" % result.points
        what = _KINDS[result.kind]
        if result.how == scoring.DROPPED:
            what = "double dropped"
        elif result.how == scoring.RESIGNED:
            what += " resigned"
        view.lines = [what, points]
