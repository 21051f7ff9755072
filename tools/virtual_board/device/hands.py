"""The acts of a person on the page that are no buttons: a new match, a touch of the display, a move
of a playback."""

import json
import time
from binascii import a2b_base64

from words import BESIDE, LINES, pressed

from picogammon import ground
from picogammon.app.display.view import MenuView, NameView, first_row
from picogammon.app.modes import point_buttons
from picogammon.app.modes.menu import Ask
from picogammon.app.modes.new_match import CUBE_LINES, OTHER_LINES, NewMatch
from picogammon.app.modes.playback import Playback
from picogammon.app.modes.practice_sets import PracticeMenu, practice_mode
from picogammon.app.modes.set_up import SetUp
from picogammon.app.modes.turn import PlayMode
from picogammon.app.practice import cards
from picogammon.app.practice.cards import Deck
from picogammon.app.session.clock import NAMES, ORDER
from picogammon.app.session.prefs import SEAT
from picogammon.devices.match_log import MatchLog
from picogammon.devices.ring import SECTORS, Ring
from picogammon.engine.engine import Thought
from picogammon.rules.match import Refusal, match_of
from picogammon.rules.notation import from_text
from picogammon.rules.position import RulesError
from picogammon.rules.settings import Settings, SettingsError, unpack_settings

_KEY_WIDTH = 32
_RULES = ("crawford", "jacoby", "beavers", "variant")  # in the page's dialog
_IMPATIENT_MS = 400  # between a click and the sight of its effect
_PLACES = {"dice": ground.DICE, "cube": ground.CUBE}  # by their buttons' names
_PLACES.update({name: place for place, (name, _, _) in BESIDE.items()})
_PLACES.update({"point-%d" % point: point for point in range(1, 25)})


class _Sectors:
    """The read-only flash of a match of the page. `files`: its sectors in base64, by number."""

    sectors = SECTORS

    def __init__(self, files):
        self._files = {int(name): a2b_base64(text.encode()) for name, text in files.items()}

    def read(self, sector, at, count):
        return (self._files.get(sector, b"")[at:] + b"\xff" * count)[:count]


def no_hints(settings):
    """Returns why a match of these Settings has no hints."""
    return "no hints with sealed dice" if settings.sealed else "this match has no hints"


class Hands:
    """Acts on a board's `navigator`; `host` is a Host."""

    def __init__(self, navigator, host):
        self.navigator = navigator
        self._host = host
        self._seated = None
        self._clicked = None  # the last click's meaning
        self._clicked_at = 0
        self._sealing = None  # the mode that shows the seal of a match that the page begins

    def turn(self):
        """Turns the board for a person against a computer, whose home board is below. Returns True
        if it has turned."""
        navigator = self.navigator
        session = navigator.session
        prefs = session.prefs
        seated = session.match, session.players.only_person
        if seated == self._seated:
            return False
        self._seated = seated
        before = prefs[SEAT]
        prefs.seat = session.players.only_person
        if prefs[SEAT] == before:
            return False
        prefs.adapt(navigator.view)
        navigator.changed = True
        return True

    def calm(self, wanted):
        """Stops the lights' pulsing, or starts it again."""
        self._host.calm = wanted
        self.navigator.session.prefs.adapt(self.navigator.view)
        self.navigator.changed = True

    def choices(self):
        """Returns the choices for a new match as JSON: {clocks: [[number, name]],
        players: [[number, name, why it cannot play or ""]], rules: [[field, title, [words]]]}."""
        session = self.navigator.session
        players = [
            [player, session.players.called(player), session.players.trouble(player) or ""]
            for player in range(len(session.players.roster))
        ]
        clocks = [[which, NAMES[which]] for which in ORDER]
        rules = [[name, title, list(words)] for name, title, words, _ in CUBE_LINES + OTHER_LINES]
        rules = [rule for rule in rules if rule[0] in _RULES]
        return json.dumps({"players": players, "clocks": clocks, "rules": rules})

    def practice(self):
        """Returns the practice as JSON: {cards: number of mistakes, due: number of due ones,
        sets: [[name, the result of late, or ""]]}."""
        session = self.navigator.session
        archive = session.archive
        deck = Deck(archive.cards(cards.BYTES))
        Thought(deck.open()).finish()
        counts = Thought(deck.counts(session.sitting or deck.sitting + 1)).finish()
        due = sum([count for count, _ in counts])
        lines = PracticeMenu(self.navigator).lines[1:]
        sets = [[line.label, line.value() if line.value else ""] for line in lines]
        return json.dumps({"cards": len(deck), "due": due, "sets": sets})

    def begin(self, told):
        """Begins a match. Returns "", or why it cannot begin.

        `told`: JSON of `position`, an XGID or a QR code's text, with `agreed`, "" or
        Settings.pack() in hexadecimal; of `agreed` alone; or of settings by name, as in the board's
        menu.
        """
        wanted = json.loads(told)
        agreed = wanted.pop("agreed", "")
        try:
            if "position" in wanted:
                players = Settings(players=(0, 1))
                settings = unpack_settings(bytes.fromhex(agreed)) if agreed else players
                match = match_of(from_text(wanted["position"]), settings)
                navigator = self.navigator
                navigator.begin(time.ticks_ms(), navigator.session.play_on, match)
            else:
                menu = NewMatch(self.navigator)
                menu.draft = menu.draft.copy(**wanted)
                menu.refresh()  # adapts other settings
                menu.draft = (
                    unpack_settings(bytes.fromhex(agreed)) if agreed else menu.draft.copy(**wanted)
                )
                menu.start(time.ticks_ms())
                if menu.draft.sealed:
                    self._sealing = self.navigator.top
        except (RulesError, Refusal, SettingsError) as error:
            return str(error)
        return ""

    def gave_up(self):
        """Returns True once a person has left the seal of a new match, which did not begin."""
        if self._sealing is None or self._sealing in self.navigator.open_modes:
            return False
        self._sealing = None
        return self.navigator.session.dice.sealed is None

    def menu(self):
        """Opens or closes the menu, or ends a name, as a long press does."""
        closes = self.navigator.main_menu and self.navigator.top.typing not in ("letters", "number")
        self._press(ground.BACK if closes else ground.OK, ground.LONG)

    def touch(self, x, y):
        """Acts on a touched dot of the display: a button's label, or a line of a menu."""
        view = self._seen()
        display = view.display
        if view.asleep:
            self._press(ground.OK)
        elif y >= display.keys_top:
            self.press(x // _KEY_WIDTH)
        elif type(view.page) is MenuView and view.page.walked and y >= display.menu_top:
            page = view.page
            first = first_row(page.selected, len(page.items), display.menu_rows, page.first)
            row = (y - display.menu_top) // display.menu_step
            if row < display.menu_rows:
                self._touch_line(first + row)

    def place(self, name):
        """Acts on a click on a place, the dice or the cube."""
        place = _PLACES[name]
        if place < ground.PLACES or self._is_meant((ground.OK, self._seen().keys[ground.OK])):
            self._press(place, ground.PLACE)

    def press(self, number):
        """Acts on a click on one of words.controls."""
        view, top = self._seen(), self.navigator.top
        if number >= LINES:
            if self._touch_line(number - LINES) and isinstance(top, Ask):
                self._press(ground.OK)  # answers, because a touch only selects there
        elif pressed(view)[number] and self._is_meant((number, pressed(view)[number])):
            self._press(number)

    def _touch_line(self, line):
        """Touches a line of the menu. Returns True if there is such a line."""
        page = self._seen().page
        there = type(page) is MenuView and line < len(page.items) and self._is_meant(page.title)
        if there:
            self._press(line, ground.LINE)
        return there

    def leave(self):
        """Leaves what is open over the match."""
        view, top = self._seen(), self.navigator.top
        if isinstance(view.page, NameView):  # there BACK deletes letters
            self.navigator.leave(top)
        elif top is not self.navigator.base and view.keys[ground.BACK] in ("BACK", "NO", "END", ""):
            self._press(ground.BACK)

    def open(self, label):
        """Chooses a line of the board's menu."""
        from picogammon.app.modes.main_menu import MainMenu

        navigator = self.navigator
        navigator.acted(time.ticks_ms())
        found = [line for line in MainMenu(navigator).lines if line.label == label]
        if found and navigator.top is navigator.base and not navigator.view.asleep:
            found[0].choose(time.ticks_ms())
        else:
            navigator.refuse(self._why_not(label))

    def _why_not(self, label):
        match = self.navigator.session.match
        if label == "Hint" and not match.helped():
            return no_hints(match.settings)
        return "no %s now" % label.lower()

    def _seen(self):
        """Returns the view, refreshed after a click that is not shown yet."""
        if self.navigator.changed:
            self.navigator.refresh()
            self.navigator.changed = True  # it is still to be shown
        return self.navigator.view

    def _is_meant(self, what):
        """Returns False for an impatient second click after one that has changed its meaning."""
        now = time.ticks_ms()
        is_soon = self._clicked and ground.ticks_diff(now, self._clicked_at) < _IMPATIENT_MS
        if is_soon and what != self._clicked:
            return False
        self._clicked, self._clicked_at = what, now
        return True

    def lift(self, name):
        """Marks the place that a checker is dragged from; "" once the drag ends."""
        mode = self.navigator.top
        if isinstance(mode, PlayMode) and not self.navigator.view.asleep:
            point_buttons.lift(mode, _PLACES[name] if name else None)
            self.navigator.changed = True

    def type(self, letter):
        """Types a letter or a digit of a name, a number or dice."""
        navigator = self.navigator
        if navigator.top.typing and not navigator.view.asleep:
            navigator.acted(time.ticks_ms())
            navigator.top.type(letter)

    def practise(self, of):
        """Starts a line of the practice menu on the board."""
        now = time.ticks_ms()
        self.navigator.open(practice_mode(self.navigator))
        menu = self.navigator.top
        if isinstance(menu, PracticeMenu):
            for item in menu.items():
                if item.label == of:
                    item.choose(now)

    def drop(self, source, target):
        """Drags a checker from a place to another one, by their buttons' names."""
        navigator = self.navigator
        mode = navigator.top
        if navigator.view.asleep or not isinstance(mode, (SetUp, PlayMode)):
            self._press(_PLACES[target], ground.PLACE)
            return
        navigator.acted(time.ticks_ms())
        if isinstance(mode, SetUp):
            ends = [_PLACES[name] for name in (source, target)]
            if navigator.session.prefs[SEAT]:
                ends = [ground.opposite(place) for place in ends]
            self._lay(mode, *ends)
        else:
            point_buttons.drag(mode, _PLACES[source], _PLACES[target])

    def _lay(self, up, source, target):
        """Moves a checker while a position is set up, to the board or off it."""
        navigator = self.navigator
        here = up.checkers
        is_off = source >= ground.OFF_0
        count = (1, -1)[source - ground.OFF_0] if is_off else here[source]
        side = (count > 0) - (count < 0)
        if is_off and navigator.view.off[source - ground.OFF_0] < 1:
            navigator.refuse("no more checkers are off")
        elif not side:
            navigator.refuse("no checker there to move")
        elif target == (ground.BAR_1 if side > 0 else ground.BAR_0):
            navigator.refuse("the bar is %s's" % navigator.view.names[side > 0])
        elif target < ground.OFF_0 and here[target] * side < 0:
            navigator.refuse("the other side is there")
        else:
            if not is_off:
                here[source] -= side
            if target < ground.OFF_0:
                here[target] += side
                up.at = target

    def go(self, number, stop):
        """Goes to a stop of a game (from 1) of the playback, or of a new one of the running match.

        Game 0: opens that one at its start.
        """
        navigator = self.navigator
        playing = [mode for mode in navigator.open_modes if isinstance(mode, Playback)]
        if number and playing:
            if not playing[-1].busy:
                while navigator.top is not playing[-1]:
                    navigator.leave(navigator.top)
                playing[-1].go(number, stop)
        elif navigator.session.fresh:
            navigator.say("Match", "No moves yet.")
        else:
            opened = self._play_back(navigator.session.log)
            while number and opened.busy:  # it reads its first game
                opened.tick(time.ticks_ms())
            if number and navigator.top is opened:
                opened.go(number, stop)

    def visit(self, kept, files):
        """Plays back a match of the page, by its number; `files`: JSON of {sector: bytes}."""
        try:
            ring = Ring(_Sectors(json.loads(files)))
            opened = self._play_back(MatchLog(ring, ring.running()))
        except OSError as error:
            self.navigator.say("Match not readable", str(error))
            return
        opened.run = -kept  # not one of the board's runs
        opened.to_play = "Play this match"
        opened.ask_to_play = lambda now: self._host.choose(kept)

    def _play_back(self, log):
        navigator = self.navigator
        for mode in navigator.open_modes[:]:
            if isinstance(mode, Playback):
                navigator.leave(mode)
        navigator.open(Playback(navigator, log))
        return navigator.top

    def _press(self, button, event=ground.SHORT):
        self.navigator.press(button, event, time.ticks_ms())
