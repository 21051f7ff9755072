"""Light, sound and pace: what the owner of the board likes."""

from picogammon.app.modes.menu import Item, Menu
from picogammon.app.session import prefs


class PrefsMenu(Menu):
    """A line for each of them; what is changed is seen at once and kept."""

    title = "Light and sound"

    def items(self):
        fields = list(range(prefs.TUTOR)) + [prefs.LARGE, prefs.SEAT]
        return [preference(self.navigator, field) for field in fields]


def preference(navigator, field):
    """The line of a menu that changes a preference."""
    label, choices, _ = prefs.FIELDS[field]

    def change(by):
        navigator.session.prefs.change(field, by)
        navigator.keep_prefs()

    return Item(
        label,
        value=lambda: navigator.session.prefs.text(field),
        change=change,
        switch=len(choices) == 2,
    )
