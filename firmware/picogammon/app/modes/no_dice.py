"""What the board says when its own dice cannot be used, and when they can again."""

from picogammon.app.modes.base import Message


class NoDice:
    """What is said of the dice of a navigator's session."""

    def __init__(self, navigator):
        self._navigator = navigator
        self._message = None

    def changed(self):
        """Says that they fail, or that they are there again."""
        session = self._navigator.session
        if not session.dice_box.trouble:
            self._say_again()
        elif session.sealed is None:
            self.say()

    def say(self):
        """Says why the board cannot roll."""
        why = [self._navigator.session.dice_trouble, "Enter real dice by hand."]
        self._message = Message(self._navigator, "No dice", why)
        self._navigator.open(self._message)

    def _say_again(self):
        navigator = self._navigator
        if self._message is None:
            return
        navigator.leave(self._message)
        self._message = None
        navigator.let_roll()
        navigator.open(Message(navigator, "Dice", ["The board can roll again."]))
