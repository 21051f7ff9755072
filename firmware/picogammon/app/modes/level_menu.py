"""Who plays a side: a person, a level of the computer with how well it plays, or a PC's engine."""

from picogammon.app.advice import equities
from picogammon.app.modes.base import Message
from picogammon.app.modes.menu import Item, Menu
from picogammon.engine import levels, rating


class LevelMenu(Menu):
    """`done(player, now)` is called with which of the session's `choices` was chosen.

    A level that cannot play here stays in the list, and says why when it is chosen.
    """

    title = "Level (low PR: strong)"

    def __init__(self, navigator, player, done):
        self.done = done
        Menu.__init__(self, navigator)
        choices = self.session.choices()
        self.at = choices.index(player) if player in choices else 0

    def items(self):
        return [self._item(player) for player in self.session.choices()]

    def _item(self, player):
        name = self.session.called(player)
        trouble = self.session.trouble(player)

        def choose(now):
            if trouble is not None:
                self.navigator.open(Message(self.navigator, "No " + name, [trouble]))
                return
            self.navigator.leave(self)
            self.done(player, now)

        return Item(name, choose, value=lambda: "not here" if trouble else _how_well(name))


def _how_well(name):
    tenths = levels.error(name)
    if tenths is None:
        return ""
    return equities.pr_text(rating.pr_of_error(tenths))
