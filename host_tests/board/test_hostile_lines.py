"""Each verb of the link with nonsensical arguments: a line that fails gets only an error answer."""

import states
from fakes.coach import quick
from fakes.power import Power, at_board, planted
from lines import HOSTILE, LARGE, WRITTEN, XGID, hostile
from picogammon import remote
from picogammon.app.modes import navigator
from picogammon.app.modes.menu import Ask, Menu
from picogammon.filing import Filing
from picogammon.ground import LINE, LONG, OK
from picogammon.rules.match import TO_ROLL
from picogammon.server import VERBS, Server


def answer(board, line):
    return [reply for reply in board.answers(line) if reply is not None]


_DEEPEST = 3  # lines of menus, one in another
# In all states but the first, which has all verbs. Engines are asked while a mode has one; of the
# others one takes long, one starts the board anew.
_VERBS = [verb for verb in VERBS if verb not in ("hardware", "restart")] + ["xgid", "plays", "go"]
_LEAST_MODES = 33


class _State:
    """A state that a board can enter.

    To enter it, the board begins a match with `settings` and makes the actions `way`. If there are
    `lines`, the board then opens the menu and chooses these lines, one in each menu, by index.
    """

    def __init__(self, power, settings, way, lines=()):
        self._power = power
        self._match = settings, way
        self._lines = lines
        self.navigator = power.board.navigator

    def enter(self):
        power, navigator = self._power, self.navigator
        settings, way = self._match
        navigator.close_all(power.now)
        power.begin(settings)
        for action in way:
            assert navigator.commit(action, power.now), way
        navigator.close_all(power.now)
        if self._lines:
            navigator.press(OK, LONG, power.now)
        for line in self._lines:
            navigator.press(line, LINE, power.now)
        self._was = navigator.top, power.match
        return navigator.top

    @property
    def left(self):
        return self._was[0] is not self.navigator.top or self._was[1] is not self._power.match

    def deeper(self):
        """Enters this state; if that opens a menu, yields a _State for each of the menu's lines."""
        top = self.enter()
        count = len(top.lines) if isinstance(top, Menu) and not isinstance(top, Ask) else 0
        if len(self._lines) < _DEEPEST:
            for line in range(count):
                yield _State(self._power, *self._match, self._lines + (line,))


def _states(power):
    """Yields a _State for each phase of a match, and for each line of a match's menus."""
    for base in range(len(states.BASES)):
        match = states.State(base, ("settings", "players", (0, 0)))
        ways = match.ways()
        for phase in sorted(ways):
            yield _State(power, match.settings, ways[phase])
    way = ways[TO_ROLL]
    navigator = power.board.navigator
    _State(power, match.settings, way).enter()
    navigator.press(OK, LONG, power.now)
    found = [_State(power, match.settings, way, (i,)) for i in range(len(navigator.top.lines))]
    while found:
        state = found.pop()
        yield state
        found += state.deeper()


@at_board()
def test_each_verb_survives_whatever_is_open(power):
    yield 500
    board = power.board
    power.host.make = quick
    board.navigator.workshop = lambda what, now: None
    seen = set()
    for state in _states(power):
        top = state.enter()
        kind = type(top), power.match.phase
        if kind in seen:
            continue
        some = (_VERBS, LARGE[1:]) if seen else (sorted(WRITTEN), HOSTILE)
        seen.add(kind)
        for verb in some[0]:
            for line in hostile(verb, some[1]):
                said = answer(board, line)
                assert "error internal" not in str(said), (top, line, said)
                if state.left:
                    board.show(power.now)
                    state.enter()
            if verb == "restart":
                board.server = None  # which is about to restart the board
        board.show(power.now)
    assert len(seen) > _LEAST_MODES
    yield 10


# A line of each part of the board that answers, and what of it fails.
_FAILING = (
    (b"set name 1 Ann", remote, "_change"),
    (b"files", Filing, "_files"),
    (b"mirror", Server, "_mirror"),
)


@at_board()
def test_a_line_that_fails_costs_its_answer(power):
    yield 500
    for line, owner, name in _FAILING:
        with planted(owner, name):
            yield from power.ask(line)
        said = b"error internal unexpected failure: ZeroDivisionError('planted in %s',)"
        assert power.answer.replace(b"')", b"',)").strip() == said % name.encode(), power.answer
        yield from power.ask(line)
        assert not power.answer.startswith(b"error"), power.answer
    assert power.match.settings.names[1] == "Ann"


def test_a_change_of_the_match_that_a_line_has_cut_short_restarts_the_board_from_its_log():
    """Each case sends a line: the board changes the match, then calls the function `name`. The test
    makes this function raise an error after `calls` successful calls, which ends the line."""
    for line, owner, name, calls in (
        (b"set name 1 Ann", navigator.Navigator, "kept", 0),
        (b"set position " + XGID.encode(), navigator, "_waiting_mode", 1),
    ):

        def script(power, line=line):
            yield 500
            yield from power.ask(line)
            raise AssertionError("it goes on")

        power = Power()
        with planted(owner, name, calls):
            assert power.run(script) == "reset"
        assert "planted in " + name in power.crash_log()
        assert power.run(lambda power: iter((100,))) == "off"
        assert power.match.settings.names[1] == "Ann" or power.match.dice == (4, 2)
