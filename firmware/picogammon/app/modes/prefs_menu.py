"""Light, sound and pace: what the owner of the board likes."""

from picogammon.app import prefs
from picogammon.app.modes.menu import Item, Menu


class PrefsMenu(Menu):
    """A line for each preference; what is changed is seen at once and kept."""

    title = "Light and sound"

    def items(self):
        return [self._item(field) for field in range(len(prefs.FIELDS))]

    def _item(self, field):
        liked = self.app.prefs
        label, choices, _ = prefs.FIELDS[field]
        return Item(
            label,
            value=lambda: liked.text(field),
            change=lambda by: self._turn(field, by),
            switch=len(choices) == 2,
        )

    def _turn(self, field, by):
        self.app.prefs.change(field, by)
        self.app.keep_prefs()
