"""A player's name, letter by letter."""

from picogammon.app.display import view as views
from picogammon.app.modes.base import Mode
from picogammon.ground.presses import BACK, NEXT, OK
from picogammon.rules.settings import MAX_NAME

_LETTERS = views.LETTERS


class NameEditor(Mode):
    """PREV and NEXT choose a letter, OK sets it, BACK deletes one; a long OK is done."""

    def __init__(self, navigator, title, name, done):
        Mode.__init__(self, navigator)
        self.title = title
        self.text = name
        self.done = done
        self.letter = 0

    def press(self, button, now):
        if button == OK:
            if len(self.text) < MAX_NAME:
                self.text += _LETTERS[self.letter]
        elif button == BACK:
            if not self.text:
                self.navigator.leave(self)
            self.text = self.text[:-1]
        else:
            self.letter = (self.letter + (1 if button == NEXT else -1)) % len(_LETTERS)

    def hold_ok(self, now):
        """Takes the name as it stands. If it is empty, the old name stays."""
        self.navigator.leave(self)
        name = self.text.strip()
        if name:
            self.done(name, now)
        return True

    def show(self, view):
        view.page = views.NameView(self.title, self.text, len(self.text), self.letter)
        view.keys = ["<", ">", "SET", "DEL" if self.text else "BACK"]
