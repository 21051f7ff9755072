"""Practice on a whole board: from a mistake to its card, and the power goes on the way."""

from fakes.coach import Coach
from fakes.power import Power
from picogammon.app.modes.turn import HandMode
from picogammon.app.practice import cards
from picogammon.engine.engine import Thought
from picogammon.rules import actions

_DECK = "cards.bin"
_SLOT = cards.BYTES + 4
COACH = Coach(slices=1)


def _mistaken(power):
    """A script's part: Ann makes the worst play of 3-1, resigns, and the next game is under way."""
    board = power.board
    session = board.session
    session.players.find_coach = lambda: COACH
    commit = board.navigator.commit
    settings = session.match.settings.copy(players=(0, 0), names=("Ann", "Bob"))
    board.navigator.begin(power.now, session.library.new_match, settings.copy(length=5))
    assert commit(actions.roll(3, 1), power.now)
    ranked = list(Thought(COACH.rank(session.match.situation(), b"\xc3\xa9")).finish())
    assert commit(actions.play(ranked[-1].steps), power.now)
    assert commit(actions.resign(actions.SINGLE), power.now)
    assert commit(actions.accept(), power.now)
    assert commit(session.match.next_game(), power.now)
    assert commit(actions.roll(6, 2), power.now)
    yield 60000


def _asked(power):
    """Opens the practice, which asks the card."""
    power.board.session.players.find_coach = lambda: COACH
    yield from power.press("hold-OK")
    yield from power.choose("Practice")
    yield from power.choose("My mistakes")
    yield 500


def test_a_mistake_comes_back_after_a_power_cut_and_the_match_waits_untouched():
    before = []

    def kept(power):
        return power.match.state(), power.flash.blocks

    def first(power):
        yield 100
        yield from _mistaken(power)
        assert len(power.disk.files[_DECK]) == _SLOT
        before.append(kept(power))
        yield from _asked(power)
        assert power.view.names == ["Ann", "Opponent"]
        yield from power.press("OK")

    def second(power):
        yield 100
        assert kept(power) == before[0]
        assert power.view.dice == (6, 2) and power.view.page is None
        yield from _asked(power)
        for _ in range(8):
            if not isinstance(power.board.navigator.top, HandMode):
                break
            yield from power.press("OK")
        yield 1000
        assert power.view.page.title.split()[0] in ("Right", "Doubtful", "Mistake", "Blunder")
        assert len(power.disk.files[_DECK]) == 2 * _SLOT
        yield from power.press("hold-BACK")
        assert kept(power) == before[0]
        assert power.view.dice == (6, 2) and power.view.names == ["Ann", "Bob"]

    power = Power(3)
    assert power.run(first) == "off", power.crash_log()
    power.cut()
    assert power.run(second) == "off", power.crash_log()
