"""A whole board while its coach looks far ahead at a roll that a person thinks about."""

from fakes.coach import Coach
from fakes.power import Power
from fakes.sitting import two_people
from picogammon.app.session.prefs import TUTOR
from picogammon.rules import actions

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


def test_the_log_is_tidied_meanwhile():
    def script(power):
        yield 100
        yield from _thinking(power)
        assert power.board.journal.untidy, "somebody may still press"
        yield 4000
        assert not power.board.journal.untidy
        assert power.board.navigator.top.busy, "it goes on"

    power = Power(3)
    assert power.run(script) == "off", power.crash_log()


def test_games_that_are_over_are_graded_later():
    def script(power):
        yield 100
        session = power.board.session
        yield from _thinking(power)
        session.ungraded = True
        yield 5000
        assert session.ungraded

    power = Power(3)
    assert power.run(script) == "off", power.crash_log()
