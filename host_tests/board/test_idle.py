"""A whole board that is let alone grades games, and tidies while its coach thinks."""

from fakes.coach import Coach
from fakes.power import Power, at_board
from fakes.sitting import two_people
from picogammon.app.session.prefs import TUTOR
from picogammon.rules import actions

_TABLE = "people.bin"
COACH = Coach(slices=300)


def _played(power, coach=COACH):
    """A script's part: somebody resigns a game between Ann and Bob after one play."""
    session = power.board.session
    session.players.find_coach = lambda: coach
    session.players.find_ponderer = None  # the coach gives hints itself
    commit = power.board.navigator.commit
    power.begin(two_people(3, names=("Ann", "Bob")))
    assert commit(actions.roll(3, 1), power.now)
    session.players.plays.generate(session.match.position, 3, 1)
    assert commit(actions.play(session.players.plays.steps(0)), power.now)
    assert commit(actions.resign(actions.SINGLE), power.now)
    assert commit(actions.accept(), power.now)
    yield 10


@at_board(3)
def test_it_grades_once_nobody_has_pressed_for_a_while(power):
    yield 100
    yield from _played(power)
    assert power.board.session.ungraded
    yield 1500
    assert _TABLE not in power.disk.files, "somebody may still press"
    yield 60000
    assert not power.board.session.ungraded and _TABLE in power.disk.files


def test_a_power_cut_on_the_way_is_made_good_after_the_next_start():
    def first(power):
        yield 100
        yield from _played(power)
        yield 3000

    def second(power):
        yield 100
        power.board.session.players.find_coach = lambda: COACH
        yield 60000
        assert power.board.session.library.people.place()[1] == 1

    power = Power(3)
    assert power.run(first) == "off"
    assert _TABLE not in power.disk.files
    power.cut()
    assert power.run(second) == "off"


@at_board(3)
def test_where_nobody_grades_nothing_is_written_or_imported(power):
    yield 100
    yield from _played(power, None)
    yield 60000
    assert not power.board.session.ungraded and _TABLE not in power.disk.files


@at_board(3)
def test_what_is_open_may_have_a_thought_of_the_coach_and_is_waited_for(power):
    yield 100
    yield from _played(power)
    yield 1
    yield from power.press("hold-OK")
    yield 60000
    assert _TABLE not in power.disk.files
    yield from power.press("hold-BACK")
    yield 60000
    assert _TABLE in power.disk.files


class Strict(Coach):
    """A coach that fails where a thought goes on after another one has begun."""

    begun = 0

    def rank(self, situation, also=None):
        self.begun += 1
        mine = self.begun
        work = Coach.rank(self, situation, also)
        while True:
            assert mine == self.begun, "this thought was abandoned"
            try:
                next(work)
            except StopIteration as end:
                return end.value
            yield


def test_a_hint_comes_first_and_the_thought_that_it_broke_off_is_begun_anew():
    coach = Strict(slices=300)

    def script(power):
        yield 100
        yield from _played(power, coach)
        board = power.board
        assert board.navigator.commit(board.session.match.next_game(), power.now)
        assert board.navigator.commit(actions.roll(4, 1), power.now)
        asked = coach.begun
        while coach.begun == asked:
            yield 20
        asked = coach.begun  # the grader thinks
        yield from power.press("hold-OK")
        yield from power.choose("Hint")
        yield 3000
        assert coach.begun == asked + 1 and board.navigator.top.plays
        yield from power.press("hold-BACK")
        yield 60000
        assert not board.session.ungraded and _TABLE in power.disk.files

    power = Power(3)
    assert power.run(script) == "off", power.crash_log()


_NEVER = 10**6  # slices


def _thinking(power):
    """A script's part: somebody has rolled, and the coach looks at it for as long as it likes."""
    players = power.board.session.players
    players.find_coach = Coach
    ponderer = Coach(slices=_NEVER)
    players.find_ponderer = lambda: ponderer
    power.begin(two_people(3))
    power.board.session.prefs.change(TUTOR, -1)  # all
    assert power.board.navigator.commit(actions.roll(3, 1), power.now)
    yield 1000
    assert power.board.navigator.top.busy


@at_board(3)
def test_the_log_is_tidied_meanwhile(power):
    yield 100
    yield from _thinking(power)
    assert power.host.ring.untidy, "somebody may still press"
    yield 4000
    assert not power.host.ring.untidy
    assert power.board.navigator.top.busy, "it goes on"


@at_board(3)
def test_games_that_are_over_are_graded_later(power):
    yield 100
    session = power.board.session
    yield from _thinking(power)
    session.ungraded = True
    yield 5000
    assert session.ungraded
