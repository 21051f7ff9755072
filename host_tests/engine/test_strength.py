"""How much the levels lose by GNU Backgammon's judgement, over all of the reference decisions."""

from picogammon.engine.levels import make
from tools.strength.__main__ import cube_losses, play_losses

HOST_ONLY = True  # lines of 14 KB, read with floats

_NOVICE_PLAY = 30  # mEq a decision; measured: 25
_NOVICE_CUBE = 100  # measured: 31 to double or not, 51 to take or drop
_ANY_PLAY = 290


def _mean(values):
    return sum(values) / len(values)


def test_novice_plays():
    by_category = play_losses(make("novice"))
    own = [loss for losses, _ in by_category.values() for loss in losses]
    anyone = [loss for _, losses in by_category.values() for loss in losses]
    assert len(own) == 1000
    assert _mean(own) < _NOVICE_PLAY
    assert _mean(anyone) > _ANY_PLAY
    for category in by_category:
        assert _mean(by_category[category][0]) < _mean(by_category[category][1]) / 4, category


def test_novice_cube():
    doubling, answering = cube_losses(make("novice"))
    assert _mean(doubling) + _mean(answering) < _NOVICE_CUBE
