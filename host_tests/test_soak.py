"""A sample of `make soak`: the same runs, shorter."""

import pytest

from tools import soak
from tools.soak.__main__ import steady

pytestmark = pytest.mark.long

HOST_ONLY = True


def test_spoilt_lines_break_nothing_and_leave_nothing_behind():
    said = soak.lines(3000, seed=2)
    assert said["lines"] == 3000
    assert said["refused"] > 1500 and said["replies"] - said["refused"] > 300
    assert steady(said["free"]), said["free"]


def test_games_with_fingers_on_the_buttons_leave_the_heap_as_it_was():
    said = soak.games(3, seed=2)
    assert said["games"] == 3
    assert min(said["free"]) > 105_000 and max(said["free"]) - min(said["free"]) < 12_000


def test_no_power_cut_loses_what_was_shown():
    said = soak.cuts(300, seed=2)
    assert said["cuts"] == 300 and 0 < said["lost"] < 300
    assert said["erases"] < 20 * 400, "a game costs the flash little"


def test_no_flipped_bit_loses_a_match_without_a_word():
    said = soak.flips(150, seed=4)
    assert said["flips"] == 150 and 0 < said["told"] < 75


def test_a_leak_is_no_steady_heap():
    assert steady([100_000] * 50)
    assert steady([90_000, 100_000, 99_500, 100_000] * 10)
    assert not steady([100_000 - 100 * i for i in range(50)])
