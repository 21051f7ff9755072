"""The main menu, which a long press of OK opens, and the short menus that its lines open.

Some rows of _LINES name a class or a function of another file. The menu imports that file when a
player chooses the line, because boards that keep the firmware in RAM have no room for all files.
"""

import sys
from micropython import const

from picogammon import VERSION
from picogammon.app.display.canvas import fitting_one
from picogammon.app.display.lights import PALETTES
from picogammon.app.modes.answer import TakeBack, agree
from picogammon.app.modes.menu import Ask, Choice, Item, Menu
from picogammon.app.modes.mode import Message, Pages
from picogammon.app.session import prefs, prefs_words
from picogammon.ground import BACK, SELF_TEST, SET_UP, UNDO_SET_UP, UPDATE, capital
from picogammon.rules import actions, match
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from picogammon.app.modes.mode import Stack, Then
    from picogammon.app.session.session import Session
    from picogammon.rules.settings import Settings

    # Either a function of (navigator, time in ms), or the text "module.name" of a class or function
    # in app.modes, which makes a mode from the navigator.
    Opens = str | Callable[[Stack, int], object]

_RESIGNATIONS = ("Single game", "Gammon", "Backgammon")


def _show_pips(navigator: "Stack", now: int) -> None:
    a_match = navigator.session.match
    settings = a_match.settings
    names = settings.names
    pips = [positions.pips(a_match.position), positions.opponent_pips(a_match.position)]
    if a_match.turn:
        pips.reverse()
    lines = ["%s: %d pip%s" % (names[i], pips[i], "" if pips[i] == 1 else "s") for i in (0, 1)]
    if pips[0] == pips[1]:
        lines.append("Even race.")
    else:
        leads = "%s leads by %d" % (names[pips[0] > pips[1]], abs(pips[0] - pips[1]))
        lines.append(fitting_one(leads + ".", leads))
    what = "Match to %d" % settings.length if settings.length else "Money session"
    first, second = settings.shown(a_match.scores)
    lines.append("%s: %d-%d" % (what, first, second))
    if a_match.crawford:
        lines.append("Crawford game")
    navigator.open(Pages(navigator, [("Pips and score", lines)]))


def _hint(navigator: "Stack", now: int) -> None:
    why = navigator.session.players.no_coach
    if why:
        navigator.say("No hint", why)
        return
    navigator.close_all(now)
    from picogammon.app.modes.advice import Hint

    navigator.open(Hint(navigator))


def _take_back(navigator: "Stack", now: int) -> None:
    navigator.open(TakeBack(navigator, now))


def _resignations(navigator: "Stack") -> list[int]:
    """Returns the multiples of the stake for which the player can now resign.

    Leaves out multiples that the Jacoby rule reduces to 1, and offers refused in this turn.
    """
    session = navigator.session
    a_match = session.match
    if a_match.phase not in (match.TO_ROLL, match.TO_PLAY) or not session.players.person_decides():
        return []
    return [
        multiple
        for multiple in (actions.SINGLE, actions.GAMMON, actions.BACKGAMMON)
        if a_match.settings.counted(multiple, a_match.owner) == multiple
        and not session.refused >> multiple & 1
    ]


def _resign(navigator: "Stack", now: int) -> None:
    def line(multiple: int) -> Item:
        label = _RESIGNATIONS[multiple - 1]
        question = "Resign a %s?" % label.lower()

        def offer(now: int) -> None:
            navigator.commit(actions.resign(multiple), now)

        return Item(label, lambda now: navigator.open(Ask(navigator, question, "Resign", offer)))

    lines = [line(multiple) for multiple in _resignations(navigator)]
    navigator.open(Choice(navigator, "Resign", lines))


def _stop_clock(navigator: "Stack", now: int) -> None:
    stopped = Message(navigator, "Clock", ["Clock paused.", "OK: resume."])
    stopped.stops_clock = True
    navigator.close_all(now)
    agree(navigator, "stop the clock", lambda then: navigator.open(stopped), now)


def _earlier_matches(navigator: "Stack", now: int) -> None:
    from picogammon.app.modes.playback import MatchesMenu

    try:
        navigator.open(MatchesMenu(navigator))
    except OSError as error:
        navigator.say("Earlier matches", "They cannot be read (%s)." % error)


def _can_set_up(navigator: "Stack") -> bool:
    session = navigator.session
    return session.dice.sealed is None and session.match.phase != match.TAKING_BACK


def _set_up(navigator: "Stack", now: int) -> None:
    from picogammon.app.modes.set_up import SetUp

    navigator.close_all(now)
    navigator.open(SetUp(navigator))


def _dice_statistics(navigator: "Stack", now: int) -> None:
    from picogammon.app.advice import wording

    session = navigator.session
    pages = wording.dice_pages(session.dice.box, session.match.settings.names)
    navigator.open(Pages(navigator, pages))


def _enter_dice(navigator: "Stack", now: int) -> None:
    """Opens the entry of real dice. If the board rolls for two people, both have to agree first."""
    from picogammon.app.modes.real_play import DiceEntry

    navigator.close_all(now)
    session = navigator.session
    entry = DiceEntry(navigator)
    if session.asks_for_dice() or session.match.can_correct_dice() or not session.under_way:
        navigator.open(entry)
    else:
        agree(navigator, "real dice", lambda now: navigator.open(entry), now)


def _hardware_set_up(navigator: "Stack", now: int) -> None:
    def goes(what: int) -> "Then":
        return lambda now: navigator.workshop(what, now)

    def asks(question: str, yes: str, what: int) -> "Then":
        return lambda now: navigator.open(Ask(navigator, question, yes, goes(what)))

    lines = [
        Item("Set up the board", goes(SET_UP)),
        Item("Test the board", goes(SELF_TEST)),
        Item("Undo the set-up", asks("Undo the set-up?", "Undo it", UNDO_SET_UP)),
        Item("Update", asks("Restart for an update?", "Restart", UPDATE)),
    ]
    navigator.open(Choice(navigator, "Hardware set-up", lines))


class Hardware(Message):
    """The hardware report, which grows line by line while the board measures itself."""

    busy = True

    def __init__(self, navigator: "Stack") -> None:
        Message.__init__(self, navigator, "This board", [])
        self._report: "Iterator[str | None] | None" = None

    def tick(self, now: int) -> None:
        self._report = self._report or self.navigator.measure(now)
        for line in self._report:
            if line:
                self.lines.append(line)
                self.navigator.changed = True
            return
        self.busy = False


class PrefsMenu(Menu):
    """The menu of preferences for light, sound and help; each change takes effect and is saved."""

    title = "Preferences"

    def items(self) -> list[Item]:
        fields = prefs_words.fields(prefs_words.LIGHT_AND_SOUND)
        if self.navigator.display.low:  # a low display shows no counts, so none can be large
            fields.remove(prefs.LARGE)
        if _has_coach(self.navigator):
            fields += prefs_words.fields(prefs_words.COACHED)
        return [preference(self.navigator, field) for field in fields]

    def press(self, button: int, now: int) -> None:
        if button == BACK and not self.held and renamed(self.session):
            self.navigator.close_all(now)
        else:
            Menu.press(self, button, now)

    def closed(self, now: int) -> None:
        settings = renamed(self.session)
        if settings:
            self.navigator.commit(actions.settings(settings), now)


def renamed(session: "Session") -> "Settings | None":
    """Returns the match's Settings with outdated colour names replaced; None if there are none.

    If a player's name is this player's colour in another palette, the name changes to the player's
    colour in the present palette.
    """
    settings = session.match.settings
    names = list(settings.names)
    for side in (0, 1):
        words = [capital(pair[side]) for pair in PALETTES]
        if names[side] in words:
            names[side] = words[session.prefs[prefs.PALETTE]]
    return None if names == settings.names else settings.copy(names=names)


def _dice_and_checkers(navigator: "Stack", now: int) -> None:
    lines = [preference(navigator, field) for field in prefs_words.fields(prefs_words.REAL)]
    navigator.open(Choice(navigator, "Dice and checkers", lines))


def _automatic_moves(navigator: "Stack", now: int) -> None:
    lines = [preference(navigator, field) for field in prefs_words.fields(prefs_words.BY_ITSELF)]
    navigator.open(Choice(navigator, "Automatic moves", lines))


def preference(navigator: "Stack", field: int) -> Item:
    """Returns the menu line that changes the preference `field`, a number in prefs.py."""
    label, choices = prefs_words.find(field)
    players = navigator.session.players
    coached = field in [prefs.TUTOR] + prefs_words.fields(prefs_words.COACHED)

    def change(by: int) -> None:
        if coached and not players.has_coach:
            navigator.say("No coach", players.no_coach)
        else:
            prefer(navigator, field, by)

    def value() -> str:
        return prefs_words.text(navigator.session.prefs, field)

    switch = len(choices) == 2 or field not in prefs_words.fields(prefs_words.LIGHT_AND_SOUND)
    return Item(label, None, value, change, switch)


def prefer(navigator: "Stack", field: int, by: int) -> bool:
    """Adds `by` to the value of the preference `field`, saves it, and returns True.

    To switch on real dice or checkers in a match of two people, first asks whether both agree, and
    returns False.
    """
    session = navigator.session

    def change(now: int | None) -> None:
        session.prefs.change(field, by)
        navigator.keep_prefs()

    real = field in prefs_words.fields(prefs_words.REAL) and by and not session.prefs[field]
    if real and session.under_way:
        return agree(navigator, "real " + prefs_words.find(field)[0].lower(), change, None)
    change(None)
    return True


def _has_coach(navigator: "Stack") -> bool:
    """True if the board has a coach, even if the coach does not work now."""
    return navigator.session.players.find_coach is not None


def _can_hint(navigator: "Stack") -> bool:
    """True if a person has a decision for which the board and the match allow a hint."""
    session = navigator.session
    a_match = session.match
    if not _has_coach(navigator) or not session.players.person_decides():
        return False
    if a_match.settings.no_hints:
        return False
    decides = a_match.phase in (match.TO_PLAY, match.DOUBLED, match.BEAVERED, match.RACCOONED)
    return decides or a_match.offers_double()


def _has_clock(navigator: "Stack") -> bool:
    settings = navigator.session.match.settings
    return bool(settings.clock and settings.length)


# Rows of (label, condition, action). The line is shown if condition(navigator) is true, or if the
# condition is None. The action is what OK opens, or the number of a preference to change.
_LINES: "Sequence[tuple[str, Callable[[Stack], object] | None, Opens | int]]" = (
    ("Pips and score", None, _show_pips),
    ("Hint", _can_hint, _hint),
    ("Tutor", lambda stack: _has_coach(stack) and stack.session.match.helped(), prefs.TUTOR),
    ("Take back", lambda stack: stack.session.turns_back(), _take_back),
    ("Resign", _resignations, _resign),
    ("Stop the clock", _has_clock, _stop_clock),
    ("This match", None, "new_match.MatchMenu"),
    ("New match", None, "new_match.NewMatch"),
    ("Earlier matches", lambda stack: stack.session.kept(), _earlier_matches),
    ("Practice", _has_coach, "practice_sets.practice_mode"),
    ("Players", _has_coach, "review.players_mode"),
    ("Position", None, "codes.position_pages"),
    ("Sealed dice", lambda stack: stack.session.dice.sealed is not None, "codes.seal_pages"),
    ("Set up position", _can_set_up, _set_up),
    ("Dice statistics", None, _dice_statistics),
    ("Automatic moves", None, _automatic_moves),
    ("Enter real dice", lambda stack: stack.session.can_enter_dice(), _enter_dice),
    ("Dice and checkers", None, _dice_and_checkers),
    ("Preferences", None, "main_menu.PrefsMenu"),
    ("Measure hardware", lambda stack: stack.measure, "main_menu.Hardware"),
    ("Hardware set-up", lambda stack: stack.workshop, _hardware_set_up),
)


class _Line(Item):
    """A menu line made from a row of _LINES; takes less memory than an Item with a closure."""

    change = None
    number = None
    switch = False

    def __init__(self, navigator: "Stack", label: str, opens: "Opens") -> None:
        self.navigator = navigator
        self.label = label
        self.opens = opens

    def value(self) -> str:
        return str(self.navigator.session.kept()) if self.opens is _earlier_matches else ""

    def choose(self, now: int) -> None:
        opens = self.opens
        if not isinstance(opens, str):
            opens(self.navigator, now)
            return
        leaf, _, name = opens.partition(".")
        module = "picogammon.app.modes." + leaf
        __import__(module)
        self.navigator.open(getattr(sys.modules[module], name)(self.navigator))


class MainMenu(Menu):
    """The main menu, which lists everything that a player can do now, except the next move.

    The first line changes nothing, so that a second, accidental press of OK does no harm.
    """

    title = "Picogammon " + VERSION
    menu = True

    def items(self) -> list[Item]:
        navigator = self.navigator
        lines: list[Item] = []
        for label, is_there, opens in _LINES:
            if is_there is not None and not is_there(navigator):
                continue
            if isinstance(opens, int):
                lines.append(preference(navigator, opens))
            else:
                lines.append(_Line(navigator, label, opens))
        return lines
