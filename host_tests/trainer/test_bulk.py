"""The net by numpy is to the bit the firmware's; and the way of its weights to the file."""

import zlib
from array import array
from pathlib import Path

import numpy as np
import pytest

from fakes.small_net import SmallNet
from picogammon.engine import features_twin, weights
from picogammon.engine.net_twin import Net
from reference_data import known_positions
from tools.trainer import export, features
from tools.trainer.bulk import BulkNet

_WEIGHTS = Path(weights.__file__).with_name("weights.bin")


@pytest.fixture(scope="module")
def positions():
    return np.array([list(pos) for pos in known_positions()], np.int8)


def test_features_are_the_firmwares(positions):
    rows, counts, buckets = features.featurize(positions)
    escapes = bytes(features.ESCAPES)
    active = array("H", bytes(2 * features.MOST))
    for i, pos in enumerate(positions):
        found = features_twin.features(array("b", pos.tobytes()), active, escapes)
        assert (found >> 6, found & 15) == (counts[i], buckets[i])
        assert list(active[: found >> 6]) == list(rows[i, : counts[i]])


def test_outcomes_are_the_firmwares(positions):
    net = Net(weights.load())
    out = array("i", [0] * 5)
    outcomes = BulkNet(_WEIGHTS.read_bytes()).outcomes(positions)
    for pos, outcome in zip(positions, outcomes):
        net.outcome(array("b", pos.tobytes()), out)
        assert list(out) == list(outcome), pos


def test_a_net_with_large_weights(positions):
    # The same in numpy, but for the table of escapes, which is the trainer's own there.
    small = SmallNet()
    small.sections["ESCP"] = bytes(features.ESCAPES)
    net = Net(small)
    out = array("i", [0] * 5)
    outcomes = BulkNet(small.sections).outcomes(positions)
    for pos, outcome in zip(positions, outcomes):
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
    net = BulkNet(export.pack(export.net_sections(first, biases, output, constants)))
    rows, counts, buckets = features.featurize(positions)
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
