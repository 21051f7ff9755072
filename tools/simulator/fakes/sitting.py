"""The app with known dice, with players who press its buttons and read its view."""

from fakes.memory import MemoryArchive, MemoryLog, MemoryStore
from picogammon.app.display.canvas import USUAL
from picogammon.app.modes.answer import TakeBack
from picogammon.app.modes.navigator import Navigator
from picogammon.app.session import players
from picogammon.app.session.dice import MatchDice
from picogammon.app.session.prefs import MENU_FOUND, Prefs
from picogammon.app.session.session import Session
from picogammon.ground import BACK, LONG, NEXT, OK, PLACE, PREV, SHORT
from picogammon.rules import actions, plays
from picogammon.rules.actions import record_text
from picogammon.rules.settings import Settings

_BUTTONS = {"PREV": PREV, "NEXT": NEXT, "OK": OK, "BACK": BACK}


class _SoundDice:
    """entropy.Dice without noise to collect."""

    def collect(self):
        return False

    def secret(self):
        return bytes(range(16))


class LoadedDice(_SoundDice):
    """Gives the rolls of a list; one more fails the test."""

    def __init__(self, rolls):
        self.rolls = list(rolls)

    def roll(self):
        return self.rolls.pop(0)


class SeededDice(_SoundDice):
    """A linear congruential generator: the same rolls on every runtime."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 75 + 74) % 65537
        return self.state % limit

    def roll(self):
        return self.below(6) + 1, self.below(6) + 1


def known_board():
    """Returns the stored preferences of a board whose menu a player has found."""
    prefs = Prefs()
    prefs.change(MENU_FOUND, 1)
    return MemoryStore(prefs.pack())


def _collector(archive):
    from picogammon.app.practice.cards import Collector  # saves memory if no game is graded

    return Collector(archive)


class Sitting:
    """A session and its navigator with everything around them, by default on a known_board."""

    def __init__(
        self,
        dice=(),
        settings=None,
        computers=(),
        log=None,
        store=None,
        dice_store=None,
        coach=None,
        ponderer=None,
        measure=None,
        archive=None,
        seal_store=None,
        display=USUAL,
        preparing=None,
        judge=None,
    ):
        self.now = 0
        self.log = MemoryLog() if log is None else log
        self.store = known_board() if store is None else store
        self.dice = dice if hasattr(dice, "roll") else LoadedDice(dice)
        own = players.Computer(lambda: coach) if coach else None
        find_coach = (lambda: own or players.coach(computers)) if coach or computers else None
        self.session = Session(
            players.Players(
                computers,
                find_coach,
                find_ponderer=ponderer and (lambda: ponderer),
                preparing=preparing,
                find_judge=judge and (lambda: judge),
            ),
            MatchDice(self.dice, dice_store or MemoryStore(), seal_store or MemoryStore()),
            self.log,
            self.store,
            archive or MemoryArchive(self.log),
            _collector,
        )
        self.told = []
        self.navigator = Navigator(self.session)
        self.navigator.measure = measure
        self.navigator.tell = self.told.append
        self.navigator.view.display = display
        self.navigator.start(self.now)
        if settings is not None:
            self.begin(settings)

    def begin(self, settings, first=()):
        """Begins another match; `first`: as for Session.new_match."""
        self.navigator.begin(self.now, self.session.new_match, settings, first)

    def prefer(self, field, by):
        """Changes a preference, as a menu does."""
        self.session.prefs.change(field, by)
        self.navigator.keep_prefs()

    @property
    def match(self):
        return self.session.match

    @property
    def sees(self):
        """The current view."""
        self.navigator.refresh()
        return self.navigator.view

    def press(self, names):
        """Presses buttons in turn: `press("OK NEXT hold-OK")`."""
        for name in names.split():
            event = LONG if name.startswith("hold-") else SHORT
            self.navigator.press(_BUTTONS[name[name.find("-") + 1 :]], event, self.now)
            self.wait(10)

    def press_places(self, *places):
        """Presses the buttons of places (as in ground.py; DICE, CUBE) in turn."""
        for place in places:
            self.navigator.press(place, PLACE, self.now)
            self.wait(10)

    def wait(self, ms, step=10):
        """Lets time pass in steps, with one slice of thinking in each."""
        for _ in range(0, ms, step):
            self.now += step
            self.navigator.tick(self.now)

    def grade(self):
        """Grades all finished games, as an idle board does; returns the Grader."""
        grader = self.session.grader
        while grader.step():
            pass
        self.session.ungraded = False
        return grader

    def settle(self):
        """Lets time pass until a player has to act."""
        for _ in range(100_000):
            if not self.navigator.top.goes_on:
                return
            self.wait(10)
        raise AssertionError("it never came to rest")

    def walk_to(self, source, target):
        """Walks the cursor to the step between these points of its owner (25 the bar, 0 off)."""
        for _ in range(30):
            mode = self.navigator.top
            cursor = mode.hand.legal()[mode.at]
            if (plays.source(cursor), plays.target(cursor)) == (source, target):
                return
            self.press("NEXT")
        raise AssertionError("no checker can go from %d to %d" % (source, target))

    def menu(self, *labels):
        """Opens the menu and chooses these lines in turn."""
        self.press("hold-OK")
        for label in labels:
            self.choose(label)

    def open_match(self, row=0):
        """Opens the match in this row of Earlier matches."""
        self.menu("Earlier matches")
        self.wait(500)
        self.press("NEXT " * row + "OK")
        self.wait(500)

    def choose(self, label):
        """Walks to a line of the menu that is open and presses OK."""
        for _ in range(40):
            menu = self.sees.page
            if menu.items[menu.selected][0] == label:
                self.press("OK")
                if isinstance(self.navigator.top, TakeBack):
                    self.wait(500)  # to read what is asked
                return
            self.press("NEXT")
        raise AssertionError("no line '%s' in %s" % (label, self.sees.page.items))

    def play(self, text):
        """Makes a play, "8/5 6/5", without pressing buttons."""
        from reading import records  # saves memory if no play is typed

        action = records.parse("play " + text, self.match.position, self.match.dice)
        assert self.navigator.commit(action, self.now)

    def grade_a_game(self):
        """Plays and grades a game between Ann and Bob, without pressing buttons."""
        self.begin(two_people(3, names=("Ann", "Bob")))
        commit = self.navigator.commit
        assert commit(actions.roll(3, 1), self.now)
        self.play("24/23 24/21")
        assert commit(actions.resign(1), self.now) and commit(actions.accept(), self.now)
        self.grade()

    def resign(self):
        """Resigns a single game from the menu and accepts."""
        self.menu("Resign", "Single game")
        self.press("NEXT OK PREV OK")

    def actions(self):
        """The log's actions in words."""
        return [record_text(record) for record in self.log.records]


def two_people(length=1, **fields):
    """The settings of a match between two people."""
    return Settings(length=length, players=(0, 0), **fields)
