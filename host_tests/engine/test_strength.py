"""How much the levels lose by GNU Backgammon's judgement, over all of the reference decisions."""

from tools.strength import measure

HOST_ONLY = True  # lines of 14 KB, read with floats

_CASUAL_PLAY = 30  # mEq a decision; measured: 25
_CASUAL_CUBE = 100  # measured: 31 to double or not, 51 to take or drop
_ANY_PLAY = 290


def test_casual_plays():
    by_category = measure.play_summary(measure.play_losses("casual", 0, None))
    assert by_category["all"]["decisions"] == 1000
    assert by_category["all"]["meq"] < _CASUAL_PLAY
    assert by_category["all"]["any_play"] > _ANY_PLAY
    for category, told in by_category.items():
        assert told["meq"] < told["any_play"] / 4, category


def test_handmade_cube():
    told = measure.cube_summary(measure.cube_losses("casual", 0, None))
    assert told["doubling"]["all"]["meq"] + told["taking"]["all"]["meq"] < _CASUAL_CUBE
