"""Light, sound, pace, real dice and checkers, and what needs no press: what people like."""

from picogammon.app.display.lights import PALETTES
from picogammon.app.modes.menu import Item, Menu
from picogammon.app.session import prefs
from picogammon.ground.presses import BACK
from picogammon.rules import actions

_SEEN_AND_HEARD = (
    prefs.PALETTE,
    prefs.BRIGHTNESS,
    prefs.CALM,
    prefs.LARGE,
    prefs.SEAT,
    prefs.SOUND,
    prefs.PACE,
    prefs.SLEEP,
)


class PrefsMenu(Menu):
    """A line for each of them; what is changed is seen at once and kept."""

    title = "Light and sound"

    def items(self):
        return [preference(self.navigator, field) for field in _SEEN_AND_HEARD]

    def press(self, button, now):
        if button == BACK and not self.held and renamed(self.session):
            self.navigator.close_all(now)
        else:
            Menu.press(self, button, now)

    def closed(self, now):
        """Commits what the players are called, if they are called after other colours now."""
        settings = renamed(self.session)
        if settings:
            self.navigator.commit(actions.settings(settings), now)


def renamed(session):
    """The match's Settings with the names of the lights' colours, where they are named after
    colours; None if they are as they should be."""
    settings = session.match.settings
    names = list(settings.names)
    for side in (0, 1):
        words = [pair[side][0].upper() + pair[side][1:] for pair in PALETTES]
        if names[side] in words:
            names[side] = words[session.prefs[prefs.PALETTE]]
    return None if names == settings.names else settings.copy(names=names)


class RealMenu(Menu):
    """Whether people roll dice of their own, and have the board guide real checkers."""

    title = "Dice and checkers"

    def items(self):
        return [preference(self.navigator, field) for field in (prefs.REAL_DICE, prefs.CHECKERS)]


class ByItselfMenu(Menu):
    """What the board does for people: for both sides, or one. See turn.Turn and by_itself."""

    title = "Goes by itself"

    def items(self):
        fields = range(prefs.ROLLING, prefs.MENU_FOUND)
        return [preference(self.navigator, field, True) for field in fields]


def preference(navigator, field, switch=False):
    """The line of a menu that changes a preference; as a `switch`, OK alone does."""
    label, choices, _ = prefs.FIELDS[field]

    def change(by):
        navigator.session.prefs.change(field, by)
        navigator.keep_prefs()

    return Item(
        label,
        value=lambda: navigator.session.prefs.text(field),
        change=change,
        switch=switch or len(choices) == 2,
    )
