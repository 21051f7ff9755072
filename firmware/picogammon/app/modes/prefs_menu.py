"""The menus of preferences: light, sound, pace, real dice and checkers, what goes by itself."""

from picogammon.app.display.lights import PALETTES
from picogammon.app.modes.answer import agree
from picogammon.app.modes.menu import Item, Menu
from picogammon.app.session import prefs, prefs_words
from picogammon.ground.presses import BACK
from picogammon.rules import actions


class PrefsMenu(Menu):
    """A line for each of these preferences; a change is seen at once and kept."""

    title = "Settings"

    def items(self):
        low = self.navigator.display.low  # it shows no counts, so there are no large ones
        menu = prefs_words.LIGHT_AND_SOUND
        return _lines(self.navigator, [line for line in menu if line[0] != prefs.LARGE or not low])

    def press(self, button, now):
        if button == BACK and not self.held and renamed(self.session):
            self.navigator.close_all(now)
        else:
            Menu.press(self, button, now)

    def closed(self, now):
        """Commits the players' names, if they are those of colours that have changed."""
        settings = renamed(self.session)
        if settings:
            self.navigator.commit(actions.settings(settings), now)


def renamed(session):
    """The match's Settings with names after the lights' present colours.

    Only names after a colour change; None if they are right.
    """
    settings = session.match.settings
    names = list(settings.names)
    for side in (0, 1):
        words = [pair[side][0].upper() + pair[side][1:] for pair in PALETTES]
        if names[side] in words:
            names[side] = words[session.prefs[prefs.PALETTE]]
    return None if names == settings.names else settings.copy(names=names)


class RealMenu(Menu):
    """The choice of real dice, and of real checkers with the board as their referee."""

    title = "Dice and checkers"

    def items(self):
        return _lines(self.navigator, prefs_words.REAL)


class ByItselfMenu(Menu):
    """What the board does by itself, for both sides or one (turn.py)."""

    title = "Automatic moves"

    def items(self):
        return _lines(self.navigator, prefs_words.BY_ITSELF, True)


def _lines(navigator, menu, switch=False):
    """An Item for each line of a menu in prefs_words.py."""
    return [preference(navigator, line[0], switch) for line in menu]


def preference(navigator, field, switch=False):
    """A menu's line that changes a preference; as a `switch`, OK alone changes it."""
    label, choices = prefs_words.find(field)
    return Item(
        label,
        value=lambda: prefs_words.text(navigator.session.prefs, field),
        change=lambda by: prefer(navigator, field, by),
        switch=switch or len(choices) == 2,
    )


def prefer(navigator, field, by):
    """Changes a preference; returns True if that is done already.

    In a match under way, real dice and checkers need the consent of both sides.
    """
    session = navigator.session

    def change(now):
        session.prefs.change(field, by)
        navigator.keep_prefs()

    real = field in [line[0] for line in prefs_words.REAL] and by and not session.prefs[field]
    if real and session.under_way:
        return agree(navigator, "real " + prefs_words.find(field)[0].lower(), change, None)
    change(None)
    return True
