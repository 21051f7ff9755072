"""The menus of the board: what people prefer, and its hardware.

They prefer a light, a sound, a pace, real dice and checkers, what goes by itself. The hardware is
measured, set up, tested, its set-up undone, or another image comes for it.
"""

from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.app.modes.answer import agree
from picogammon.app.modes.menu import Ask, Choice, Item, Menu
from picogammon.app.modes.mode import Message
from picogammon.app.session import prefs
from picogammon.ground import BACK, SELF_TEST, SET_UP, UNDO_SET_UP, UPDATE
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.mode import Stack, Then
    from picogammon.app.session.session import Session
    from picogammon.rules.settings import Settings


class PrefsMenu(Menu):
    """A line for each of these preferences; a change is seen at once and kept."""

    title = "Preferences"

    def items(self) -> list[Item]:
        low = self.navigator.display.low  # it shows no counts, so there are no large ones
        fields = prefs.fields(prefs.LIGHT_AND_SOUND)
        if low:
            fields.remove(prefs.LARGE)
        lines = [preference(self.navigator, field) for field in fields]
        if self.players.find_coach is not None:
            lines += [coached(self.navigator, field) for field in prefs.fields(prefs.COACHED)]
        return lines

    def press(self, button: int, now: int) -> None:
        if button == BACK and not self.held and renamed(self.session):
            self.navigator.close_all(now)
        else:
            Menu.press(self, button, now)

    def closed(self, now: int) -> None:
        """Commits the players' names, if they are those of colours that have changed."""
        settings = renamed(self.session)
        if settings:
            self.navigator.commit(actions.settings(settings), now)


def renamed(session: "Session") -> "Settings | None":
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

    def items(self) -> list[Item]:
        return [preference(self.navigator, field) for field in prefs.fields(prefs.REAL)]


class ByItselfMenu(Menu):
    """What the board does by itself, for both sides or one (turn.py)."""

    title = "Automatic moves"

    def items(self) -> list[Item]:
        fields = prefs.fields(prefs.BY_ITSELF)
        return [preference(self.navigator, field, True) for field in fields]


def preference(navigator: "Stack", field: int, switch: bool = False) -> Item:
    """A menu's line that changes a preference; as a `switch`, OK alone changes it."""
    label, choices = prefs.find(field)
    return Item(
        label,
        value=lambda: navigator.session.prefs.text(field),
        change=lambda by: prefer(navigator, field, by),
        switch=switch or len(choices) == 2,
    )


def coached(navigator: "Stack", field: int) -> Item:
    """A menu's line that changes a preference which needs the coach; without one it says why."""
    line = preference(navigator, field, True)  # few values: the next is never far
    change = line.change
    players = navigator.session.players

    def change_if_any(by: int) -> None:
        if not players.has_coach:
            navigator.open(Message(navigator, "No coach", [players.no_coach]))
        else:
            change(by)

    line.change = change_if_any
    return line


def prefer(navigator: "Stack", field: int, by: int) -> bool:
    """Changes a preference; returns True if that is done already.

    In a match under way, real dice and checkers need the consent of both sides.
    """
    session = navigator.session

    def change(now: int | None) -> None:
        session.prefs.change(field, by)
        navigator.keep_prefs()

    real = field in prefs.fields(prefs.REAL) and by and not session.prefs[field]
    if real and session.under_way:
        return agree(navigator, "real " + prefs.find(field)[0].lower(), change, None)
    change(None)
    return True


# The hardware.


def board_menu(navigator: "Stack") -> Menu:
    """The Menu with a line for each. The match waits on flash meanwhile."""

    def goes(what: int) -> "Then":
        return lambda now: navigator.workshop(what, now)

    def undo(now: int) -> None:
        navigator.open(Ask(navigator, "Undo the set-up?", "Undo it", goes(UNDO_SET_UP)))

    def update(now: int) -> None:
        navigator.open(Ask(navigator, "Restart for an update?", "Restart", goes(UPDATE)))

    lines = [
        Item("Set up the board", goes(SET_UP)),
        Item("Test the board", goes(SELF_TEST)),
        Item("Undo the set-up", undo),
        Item("Update", update),
    ]
    return Choice(navigator, "Hardware set-up", lines)


class Hardware(Message):
    """Shows the hardware report, line by line as the board measures itself."""

    busy = True

    def __init__(self, navigator: "Stack", now: int) -> None:
        Message.__init__(self, navigator, "This board", [])
        self._report = navigator.measure(now)

    def tick(self, now: int) -> None:
        if not self.busy:
            return
        for line in self._report:
            if line:
                self.lines.append(line)
                self.count_hidden()
                self.navigator.changed = True
            return
        self.busy = False
