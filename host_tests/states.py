"""Every state that a match at a board can be in, made of the code's own lists.

`SETTINGS`, `PREFS` and `PLAYERS` are all that people can choose, `ways` finds the phases. So a new
setting, preference or phase joins the tests that go through these without anybody's help.
"""

from fakes.coach import Coach
from fakes.disk import Disk, files_on
from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.nor_flash import NorFlash
from fakes.sitting import SeededDice, Sitting, known_board
from picogammon.app.display.canvas import USUAL
from picogammon.app.session import prefs
from picogammon.app.session.seal import keep_secret, seal_note, seal_of
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.devices.nor import Flash
from picogammon.devices.ring import Ring
from picogammon.rules import actions, match
from picogammon.rules.actions import Refusal
from picogammon.rules.plays import Plays
from picogammon.rules.position import RulesError
from picogammon.rules.settings import ASK, FIELDS, Settings
from picogammon.rules.situation import opening
from portable import sample

PHASES = range(len(match.FIRST))
SECRET = "000102030405060708090A0B0C0D0E0F"
_FEW = 3  # of a setting with more values the least, the next and the most
# What a match has, and a money session, unless an option says otherwise: so all phases are found.
NAMES = ("W" * 12, "M" * 12)  # the widest
BASES = (
    {"length": 5, "take_back": ASK, "names": NAMES},
    {"length": 0, "take_back": ASK, "beavers": 2, "names": NAMES},
)

SETTINGS = []
for _field in FIELDS:
    for _value in range(_field.most + 1) if _field.most <= _FEW else (0, 1, _field.most):
        SETTINGS.append(("settings", _field.name, _value))
PREFS = [
    ("prefs", field, value) for field in range(prefs.COUNT) for value in range(prefs.choices(field))
]
PLAYERS = [("settings", "players", (i, j)) for i in (0, 1) for j in (0, 1)]
PLAIN = ("scores", "", (0, 0))
SCORES = [PLAIN, ("scores", "", (4, 1)), ("scores", "", (1, 2))]
OPTIONS = SETTINGS + PREFS + PLAYERS + SCORES
# Of matches that are opened while another one is played.
EARLIER = [
    PLAIN,
    ("settings", "clock", 2),
    ("settings", "sealed", 1),
    ("settings", "variant", 2),
    ("settings", "players", (0, 1)),
    ("scores", "", (1, 2)),
]


class State:
    """A match with some options, from one of the bases: `settings`, the `first` records of its log,
    `prefs`. Raises RulesError where there is no such match.
    """

    def __init__(self, base, *options):
        fields = dict(BASES[base])
        scores = (0, 0)
        self.prefs = []
        for what, name, value in options:
            if what == "settings":
                fields[name] = value
            elif what == "prefs":
                self.prefs.append((name, value))
            else:
                scores = value
        self.settings = settings = Settings(**fields)
        self.first = ()
        if settings.sealed:
            self.first += (seal_note(seal_of(SECRET), "1234567890123456"),)
        if any(scores):
            if settings.length and max(scores) >= settings.length:
                raise RulesError("that match is over")
            crawford = settings.next_is_crawford((0, 0), scores)
            self.first = (actions.game(opening(settings, scores, crawford)),) + self.first
        self.begun()  # or there is no such match

    def begun(self):
        """The Match as it begins."""
        found = match.Match(self.settings)
        for record in self.first:
            found.apply(record)
        return found

    def ways(self):
        """{phase: the actions that lead there from the beginning}, as far as the rules do."""
        found = {match.OPENING: ()}
        known = set()
        left = [()]
        while left:
            way = left.pop(0)
            for action in _tried(self._at(way)):
                there = self._at(way)
                try:
                    there.apply(action)
                except Refusal:
                    continue
                ends = there.settings.is_over([points + 3 for points in there.scores])
                if (there.phase, ends) not in known:
                    known.add((there.phase, ends))
                    found.setdefault(there.phase, way + (action,))
                    left.append(way + (action,))
        return found

    def _at(self, way):
        there = self.begun()
        for action in way:
            there.apply(action)
        return there

    def sitting(self, way=(), display=USUAL):
        """A Sitting at which all this has been done; it has an earlier match."""
        stores = known_board(), MemoryStore(), MemoryStore()
        sitting = _sitting(NorFlash(_SECTORS), Disk(), display, *stores)
        while sitting.session.fresh:
            sitting.press("OK")
        if self.settings.sealed:
            keep_secret(sitting.session.dice.seal_store, SECRET)
        for field, value in self.prefs:
            sitting.prefer(field, value - sitting.session.prefs[field])
        sitting.begin(self.settings, self.first)
        for action in way:
            assert sitting.navigator.commit(action, sitting.now)
        return sitting


def restarted(sitting):
    """The Sitting after the power was cut."""
    return _sitting(*sitting.kept)


def _sitting(flash, disk, display, store, counts, seals):
    """A Sitting at a board with this flash for matches, and so on: its `kept`."""
    ring = Ring(Flash(flash, _SECTORS))
    sitting = Sitting(
        SeededDice(7),
        computers=[("first", FirstPlay())],
        log=MatchLog(ring),
        archive=Archive(ring, files_on(disk), bytes),
        coach=_COACH,
        store=store,
        dice_store=counts,
        seal_store=seals,
        display=display,
        measure=lambda now: (line for line in ("chip: none", None, "flash: none")),
    )
    sitting.navigator.workshop = lambda what, now: None
    sitting.kept = flash, disk, display, store, counts, seals
    return sitting


_SECTORS = 9
_COACH = Coach(slices=1)
_PLAYS = Plays()


def _tried(there):
    """An action of each kind, of some more than one; the match refuses most of them."""
    found = [actions.roll(3, 1), actions.double(), actions.take(), actions.drop()]
    found += [actions.beaver(), actions.raccoon(), actions.take_back(1)]
    found += [actions.resign(multiple) for multiple in (3, 2, 1)]
    found += [actions.accept(), actions.refuse()]
    if there.phase == match.TO_PLAY:
        _PLAYS.generate(there.position, there.dice[0], there.dice[1])
        found.append(actions.play(_PLAYS.steps(0)))
    if there.phase == match.GAME_OVER:
        found.append(there.next_game())
    return found


class Cases:
    """All combinations of a base, a phase and an option of each list, by numbers: too many
    to be a list."""

    def __init__(self, *lists):
        self._lists = (list(PHASES),) + lists + (list(range(len(BASES))),)
        count = 1
        for one in self._lists:
            count *= len(one)
        self.numbers = range(count)

    def of(self, number):
        """(base, options, phase) of that number; the phase changes first."""
        found = []
        for one in self._lists:
            found.append(one[number % len(one)])
            number //= len(one)
        return found[-1], tuple(found[1:-1]), found[0]


def reached(cases, every=1, long=1):
    """Yields ((base, options, phase), State, way) in a sample of these Cases, where there is such a
    match."""
    known = ways = None
    for number in sample(cases.numbers, every, long):
        base, options, phase = case = cases.of(number)
        of_match = base, [option for option in options if option[0] != "prefs"]
        if known != of_match:  # preferences change no way
            known = of_match
            try:
                ways = State(base, *of_match[1]).ways()
            except RulesError:
                ways = {}
        if phase in ways:
            yield case, State(base, *options), ways[phase]
