"""What the board says when its own dice cannot be used, and when they can again."""

from picogammon.app.modes.base import Message


class NoDice:
    """Watches the dice of a navigator's session."""

    def __init__(self, navigator):
        self._navigator = navigator
        self._message = None

    def collect(self, now):
        """Does a round's part of the work for the next roll; True if there was some to do."""
        box = self._navigator.session.dice_box
        before = box.trouble
        collected = box.collect(now)
        if before and not box.trouble:
            self._say_again()
        elif box.trouble and not before and self._navigator.session.sealed is None:
            self.say()
        return collected

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
