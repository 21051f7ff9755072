"""What positions are worth with somebody on the bar: the file of them, its drawing, and a floor."""

import numpy as np
import pytest

from picogammon.rules import position as positions
from tools import measured
from tools.strength import measure, reference
from tools.strength import positions as program

_EVERY = 5  # line
# Points, of master. 300 of a class and more: a root mean square of .03 varies by .003 or so.
_RMS = 0.04
_BIAS = 0.012


def test_the_file_has_positions_of_each_class():
    told = measure.position_summary([0.5] * len(reference.positions_judged()))
    assert [told[name]["positions"] for name in measure.ON_BAR] == [2000, 1500, 1500]
    assert {(one["rms"], one["bias"]) for one in told.values()} == {(0.5, 0.5)}
    closed = [pos for pos, _ in reference.positions_judged() if pos[25] > 1 and _shut(pos) >= 5]
    assert len(closed) > 200


def _shut(pos):
    return sum(1 for point in range(19, 25) if pos[point] <= -2)


def test_master_judges_them_right():
    lines = reference.positions_judged()
    errors = [0.0] * len(lines)
    engine = measure.engine("master")
    chosen = range(0, len(lines), _EVERY)
    for i in chosen:
        errors[i] = reference.position_error(lines[i], engine)
    for name, some in measure.by_checkers_on_bar([(lines[i], errors[i]) for i in chosen]).items():
        assert measure.root_mean_square(some) < _RMS, name
        assert abs(sum(some) / len(some)) < _BIAS, name


def test_positions_are_drawn_the_same_by_the_same_seed():
    made = [program.drawn(5, 150, (6, 3, 1), np.random.default_rng(2)) for _ in range(2)]
    assert (made[0] == made[1]).all()
    assert program.on_bar(made[0]).tolist() == 6 * [0] + 3 * [1] + [2]
    for pos in made[0]:
        positions.validate(positions.of(pos.tolist()))


def test_a_judge_that_changes_its_mind_is_none():
    chances = np.array([[0.5, 0, 0, 0, 0], [0.52, 0.1, 0, 0, 0], [0.7, 0, 0, 0, 0]])
    assert program.sure(chances, chances[[0, 0, 0]]).tolist() == [True, True, False]
    assert program.sure(chances, chances).all()


@pytest.mark.parametrize("seen, worth", [([65536, 0, 0, 0, 0], -1), ([0, 0, 0, 65536, 0], 2)])
def test_equities_are_of_who_is_to_roll(seen, worth, monkeypatch):
    monkeypatch.setattr(measured, "lines", lambda name: [["4HPwATDgc/ABMA", *seen]])
    reference.positions_judged.cache_clear()
    try:
        ((pos, equity),) = reference.positions_judged()
    finally:
        reference.positions_judged.cache_clear()
    assert equity == worth * 65536
