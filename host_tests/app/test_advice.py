"""The coach: looking two rolls ahead while people think, its reviews, and a coach that fails.

Its reasons are in test_reasons.py.
"""

from fakes.coach import Coach, Ponderer
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.advice.pondering import Pondering, sureness
from picogammon.app.advice.pondering import ponderer as find_ponderer
from picogammon.app.session.players import Computer
from picogammon.app.session.prefs import TUTOR
from picogammon.engine import levels
from picogammon.engine.weights import WeightsError
from picogammon.rules import position as positions
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation

_ALL = 2


def rolled(ponderer, tutor=_ALL, settings=None, computers=()):
    """A Sitting in which player 0 has rolled 3-1."""
    settings = settings or two_people(3)
    sitting = Sitting(((3, 1), (5, 4)), settings, computers, coach=Coach(), ponderer=ponderer)
    sitting.session.prefs.change(TUTOR, tutor)
    sitting.press("OK")
    return sitting


def test_a_computer_that_asks_the_same_engine_drops_what_was_begun():
    ponderer = Ponderer(slices=500)
    settings = Settings(length=3, players=(0, 1))
    computer = Computer(lambda: ponderer)
    sitting = rolled(ponderer, settings=settings, computers=[("first", computer)])
    sitting.wait(100)
    rolled_first = sitting.match.situation()
    begun = sitting.session.players.ponder.thought_about(rolled_first)
    sitting.session.prefs.change(TUTOR, 1)  # off
    sitting.play("8/5 6/5")
    sitting.wait(20000)
    assert sitting.session.players.person_decides() and ponderer.begun == 2
    assert sitting.session.players.ponder.thought_about(rolled_first) is not begun


def test_what_has_come_to_its_end_is_known_until_another_roll_is_asked_about():
    ponderer = Ponderer()
    sitting = rolled(ponderer)
    sitting.wait(1000)
    players = sitting.session.players
    players.ponder.rest()
    situation = sitting.match.situation()
    assert players.ponder.thought_about(situation).done
    situation.dice = (6, 5)
    assert not players.ponder.thought_about(situation).done


def test_each_roll_has_three_seconds_and_only_a_slow_level_ponders():
    ponderer = Ponderer()
    pondering = Pondering(ponderer)
    for count, dice in enumerate(((3, 1), (6, 5))):
        pondering.thought_about(Situation(position=positions.start(), dice=dice))
        for late, hurried in ((0, 0), (2990, 0), (3000, 1)):
            pondering.hurry_if_late(10_000 * count + late)
            assert ponderer.hurried == count + hurried
    (slow,) = [name for name in levels.levels() if levels.is_slow(name)]
    found = [("expert", Computer(FirstPlay)), (slow, Computer(lambda: ponderer))]
    assert find_ponderer(found[:1]) is None and find_ponderer(found) is ponderer


def test_how_sure_it_is_in_words():
    assert sureness(0) == []
    assert sureness(36) == sureness(9) == ["2-ply, within 0.008 (95 %)"]
    assert sureness(4) == ["2-ply, within 0.017 (95 %)"]


def test_a_coach_that_cannot_be_made_says_why():
    def fail():
        raise WeightsError("no weights")

    sitting = Sitting([(3, 1)], two_people(3), [("master", Computer(fail))])
    sitting.press("OK OK OK")
    sitting.menu("Hint")
    assert sitting.sees.page.lines == ["no weights"]
    sitting.press("OK")
    sitting.choose("Tutor")
    assert sitting.sees.page.title == "No coach" and sitting.sees.page.lines == ["no weights"]
    assert not sitting.session.prefs[TUTOR]


def test_a_level_that_judges_itself_has_no_band():
    computers = [("expert", Computer(Coach)), ("master", Computer(FirstPlay))]
    sitting = Sitting([(3, 1), (4, 2)], two_people(3), computers)
    for play in ("24/20", "8/4 6/4"):
        sitting.press("OK")
        sitting.play(play)
    sitting.resign()
    sitting.wait(3000)
    sitting.press("PREV NEXT")
    usual = "PR 0.0"
    for player, rated in enumerate((usual, "This level is the judge", usual)):
        sitting.match.settings.players[1] = player
        sitting.navigator.changed = True
        assert sitting.sees.page.lines[0] == rated
