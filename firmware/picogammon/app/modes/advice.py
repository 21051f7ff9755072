"""What a hint and the tutor have in common: plays that are compared, on the OLED and the lights."""

from picogammon.app.advice import equities, tutor
from picogammon.app.display import board_view
from picogammon.app.display import view as views
from picogammon.app.modes.base import Mode
from picogammon.ground.presses import NEXT, PREV
from picogammon.rules import plays_text


class Advice(Mode):
    """A list of plays or of cube actions with their worth; PREV and NEXT walk over plays.

    `title` may be ''. The lights show the chosen play, with marks where its checkers left and
    landed.
    """

    def __init__(self, navigator, question):
        Mode.__init__(self, navigator)
        self.question = question
        self.title = ""
        self.plays = []  # the steps of each play; items are what the screen shows of it
        self.items = []
        self.at = 0

    def add_play(self, play_steps, left, right):
        """Adds a play, with the details below it."""
        pos = self.question.situation.position
        self.plays.append(bytes(play_steps))
        self.items.append((plays_text.format_play(pos, play_steps), left, right))

    def add_cube(self, cube, done=None):
        """Adds the cube's equities; the line `done`, a cube action in a word, is chosen."""
        self.at = -1
        if done in ("Double", "Redouble"):
            done = tutor.doubled_word(cube, self.question)
        for words, worth in tutor.cube_lines(cube, self.question):
            if words == done:
                self.at = len(self.items)
            self.items.append((words, equities.points(worth)))

    def press(self, button, now):
        if button in (PREV, NEXT) and self.plays:
            self.at = (self.at + (1 if button == NEXT else -1)) % len(self.plays)

    def show_advice(self, view):
        """Shows everything but the keys of OK and BACK."""
        situation = self.question.situation
        view.each = situation.checkers
        if not self.plays:
            board_view.show_position(view, situation.position, situation.turn)
            view.page = views.MenuView(self.title, self.items, self.at, False)
            view.keys = ["", "", "", ""]
            return
        view.page = views.PlaysView(self.title, self.items, self.at)
        board_view.show_played(view, situation.position, situation.turn, self.plays[self.at])
        many = len(self.plays) > 1
        view.keys = ["<" if many else "", ">" if many else "", "", ""]
