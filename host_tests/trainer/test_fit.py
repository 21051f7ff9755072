"""A fit: the same each time, also when it was interrupted; and it learns."""

import numpy as np
import pytest

from tools.trainer import guests, records, reference
from tools.trainer.features import prepare
from tools.trainer.fit import Fit, rate_at
from tools.trainer.net import Net, equity
from tools.trainer.sizes import Plan

_PLAN = Plan(epochs=3, rate=0.006, batch=128)


@pytest.fixture(scope="module")
def labelled():
    made = [np.frombuffer(guests.label(seed, 400), records.RECORD) for seed in (1, 2)]
    return [prepare(part) for part in made]


def _finish(fit, labelled):
    while not fit.finished:
        fit.history.append(fit.epoch(labelled))
    return fit.net.as_bytes()


def test_it_is_the_same_each_time_also_after_an_interruption(labelled, tmp_path):
    whole = _finish(Fit(Net(16), _PLAN), labelled)
    assert _finish(Fit(Net(16), _PLAN), labelled) == whole

    first = Fit(Net(16), _PLAN)
    first.history.append(first.epoch(labelled))
    first.save(tmp_path / "checkpoint.npz", "these labels")
    again = Fit(Net(16), _PLAN)
    assert again.resume(tmp_path / "checkpoint.npz", "these labels")
    assert len(again.history) == 1
    assert _finish(again, labelled) == whole


def test_what_is_made_of_something_else_is_not_resumed(labelled, tmp_path):
    fit = Fit(Net(16), _PLAN)
    assert not fit.resume(tmp_path / "checkpoint.npz", "these labels")
    fit.save(tmp_path / "checkpoint.npz", "these labels")
    assert not fit.resume(tmp_path / "checkpoint.npz", "other labels")


def test_errors_fall(labelled):
    fit = Fit(Net(16), _PLAN._replace(epochs=6))
    before, _ = reference.held_out(fit.net, labelled[0])
    _finish(fit, labelled)
    after, _ = reference.held_out(fit.net, labelled[0])
    assert after < before / 2
    assert fit.history[-1]["order"] < fit.history[0]["order"]


def test_the_rate_falls_along_half_a_cosine():
    assert rate_at(0, 0.5) == 0.5
    assert rate_at(0.5, 1) == pytest.approx(0.505)
    assert rate_at(1, 1) == pytest.approx(0.01)


def test_steps_go_down_the_slope(labelled):
    """One step, at a rate too small to matter, moves each weight against the loss's gradient."""
    part = type(labelled[0])(*(array[:8] for array in labelled[0]))
    part.first[:] = 1  # lists of one: nothing but the error of the values counts
    net = Net(16, seed=3)
    bias = net.weights[3].copy()

    def loss():
        out = net.chances(part.rows, part.count, part.bucket)
        error = equity(out) - equity(part.chances)
        return 0.5 * (error**2).sum() + 0.5 * ((out - part.chances) ** 2).sum()

    slopes = np.zeros_like(bias)
    for at in np.ndindex(bias.shape):
        net.weights[3][at] = bias[at] + 1e-2
        above = loss()
        net.weights[3][at] = bias[at] - 1e-2
        slopes[at] = (above - loss()) / 2e-2
        net.weights[3][at] = bias[at]
    net.learn(*part, 1e-12, 3.0, net.room_for(8))
    assert net.means[3] * 10 * 8 == pytest.approx(slopes, abs=2e-3)
