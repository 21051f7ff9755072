"""Hints, and the tutor: off, blunders only, or all; what it says, and that it costs no press."""

from fakes.coach import Coach
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session import prefs
from picogammon.app.session.players import Computer
from picogammon.app.session.prefs import TUTOR
from picogammon.engine.engine import EngineError

_BLUNDERS = 1
_ALL = 2


def tutored(setting=_ALL, settings=None, coach=None, computers=(), dice=((3, 1), (5, 4))):
    """A Sitting in which player 0 has rolled 3-1."""
    settings = settings or two_people(3)
    sitting = Sitting(dice, settings, computers, coach=coach or Coach())
    sitting.session.prefs.change(prefs.TUTOR, setting)
    sitting.press("OK")
    return sitting


def play(sitting, text, ms=100):
    sitting.play(text)
    sitting.wait(ms)
    return sitting.sees


def test_it_is_off_until_it_is_wanted_and_the_setting_is_kept():
    sitting = tutored(0)
    assert play(sitting, "24/20").keys[2] == "ROLL" and sitting.session.players.coach.asked == []
    sitting.press("hold-OK")
    sitting.choose("Tutor")
    assert sitting.store.blob[prefs.TUTOR] == _BLUNDERS
    sitting.choose("Tutor")
    sitting.choose("Tutor")
    assert sitting.store.blob[prefs.TUTOR] == 0


def labels(sitting):
    return [label for label, _ in sitting.sees.page.items]


def test_without_a_level_that_knows_there_is_no_hint_and_the_menu_says_why():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK hold-OK")
    assert "Hint" not in labels(sitting) and "Tutor" not in labels(sitting)

    def fail():
        raise EngineError("no weights")

    sitting = Sitting([(3, 1)], two_people(3), [("master", Computer(fail))])
    sitting.press("OK OK OK hold-OK")
    sitting.choose("Hint")
    assert isinstance(sitting.sees.page, views.MessageView)
    assert sitting.sees.page.lines == ["no weights"]
    sitting.press("OK")
    sitting.choose("Tutor")
    assert sitting.sees.page.title == "No coach" and sitting.sees.page.lines == ["no weights"]
    assert not sitting.session.prefs[TUTOR]
