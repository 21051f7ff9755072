"""The net by numpy is to the bit the firmware's, and its weights come to the file. A fit to labels
learns, and is the same each time, also when it was interrupted.
"""

import zlib
from array import array

import numpy as np
import pytest

from picogammon.engine import net_twin, weights
from reference_data import known_positions
from small_net import SmallNet
from tools.fast_engine import net as fast_net
from tools.fast_engine.net import BulkNet
from tools.trainer import export, records, reference, stages
from tools.trainer.fit import Fit, Plan, rate_at
from tools.trainer.net import Net, equity
from tools.trainer.records import prepare


@pytest.fixture(scope="module")
def positions():
    return np.array([list(pos) for pos in known_positions()], np.int8)


def test_features_are_the_firmwares(positions):
    rows, counts, buckets = fast_net.featurize(positions)
    escapes = bytes(fast_net.ESCAPES)
    active = array("H", bytes(2 * weights.MOST))
    for i, pos in enumerate(positions):
        found = net_twin.features(array("b", pos.tobytes()), active, escapes)
        assert (found >> 6, found & 15) == (counts[i], buckets[i])
        assert list(active[: found >> 6]) == list(rows[i, : counts[i]])


def _large_weights():
    """The table of escapes is the trainer's own there."""
    small = SmallNet()
    small.sections["ESCP"] = bytes(fast_net.ESCAPES)
    return small


@pytest.mark.parametrize("weights_of", [weights.load, _large_weights])
def test_outcomes_are_the_firmwares(weights_of, positions):
    file = weights_of()
    net = net_twin.Net(file)
    out = array("i", [0] * 5)
    for pos, outcome in zip(positions, BulkNet(file).outcomes(positions)):
        net.outcome(array("b", pos.tobytes()), out)
        assert list(out) == list(outcome), pos


def _floats(rows=924, hidden=16):
    lot = np.random.default_rng(1)
    return (
        lot.uniform(-0.49, 0.49, (rows, hidden)),
        lot.uniform(-1, 1, hidden),
        lot.uniform(-2, 2, (9, 5, hidden)),
        lot.uniform(-5, 5, (9, 5)),
    )


def test_rounding_costs_little(positions):
    first, biases, output, constants = _floats()
    first *= 0.2
    sections = export.net_sections(first, biases, output, constants)
    net = BulkNet(weights.Weights(export.pack(sections)))
    rows, counts, buckets = fast_net.featurize(positions)
    outcomes = net.outcomes(positions)
    for i in range(0, len(positions), 50):
        hidden = np.clip(biases + first[rows[i, : counts[i]]].sum(0), 0, 1) ** 2
        odds = output[buckets[i]] @ hidden + constants[buckets[i]]
        assert abs(outcomes[i, 0] / 65536 - 1 / (1 + np.exp(-odds[0]))) < 0.02


def test_the_file_is_what_the_firmware_reads():
    sections = {"ABCD": b"12345", "EFGH": b"6789"}
    data = export.pack(sections)
    read = weights.Weights(data)
    assert {name: bytes(read.section(name)) for name in sections} == sections
    assert export.unpack(data) == sections
    assert data[-4:] == zlib.crc32(data[:-4]).to_bytes(4, "little")


@pytest.mark.parametrize(
    "which, value, words",
    [(0, 0.6, "W has a weight"), (1, 5, "b1 has"), (2, 200, "V has"), (3, 3000, "b2 has")],
)
def test_weights_that_do_not_fit_are_refused(which, value, words):
    floats = _floats()
    floats[which].flat[7] = value
    with pytest.raises(ValueError, match=words):
        export.net_sections(*floats)


def test_a_width_that_the_chip_cannot_do_is_refused():
    with pytest.raises(ValueError, match="multiple of 16"):
        export.net_sections(*_floats(hidden=40))


_PLAN = Plan(epochs=3, rate=0.006, batch=128)


@pytest.fixture(scope="module")
def labelled():
    made = [np.frombuffer(stages.labelled(seed, 400), records.RECORD) for seed in (1, 2)]
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
    net.learn(*part, 1e-12, net.room_for(8))
    assert net.means[3] * 10 * 8 == pytest.approx(slopes, abs=2e-3)
