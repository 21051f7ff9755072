"""The tutor: off, blunders only, or all; what it says, and that it costs no press else."""

from fakes.coach import Coach
from fakes.sitting import Sitting, two_people
from picogammon.app.session import prefs

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
