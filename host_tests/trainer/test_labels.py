"""Labels are whole: what gnubg says of positions, and positions after rolls without a choice."""

import numpy as np
import pytest

from tools.trainer import records, stages
from tools.trainer.net import equity


def test_lists_are_of_legal_positions_best_first():
    made = np.frombuffer(stages.labelled(7, 300), records.RECORD)
    assert made["first"].sum() == 300
    assert (np.maximum(made["pos"], 0).sum(1) <= 15).all()
    assert (np.minimum(made["pos"], 0).sum(1) >= -15).all()
    assert (made["pos"][:, 0] <= 0).all() and (made["pos"][:, 25] >= 0).all()
    worth = equity(made["chances"] / records.CERTAIN)
    assert abs(worth).max() <= 3
    begins, ends = records.spans(made["first"])
    assert ((ends - begins) <= 8).all() and ((ends - begins) >= 2).all()
    for i, k in zip(begins, ends):
        assert len({pos.tobytes() for pos in made["pos"][i:k]}) == k - i
        assert worth[i] > worth[i:k].max() - 1e-4


def test_a_damaged_file_of_labels_is_named(tmp_path):
    path = tmp_path / "101.bin"
    records.write(path, bytes(38 * 3 + 1))
    with pytest.raises(records.DamagedError, match="101.bin"):
        records.read(path)
    records.write(path, bytes(38 * 3))
    with pytest.raises(records.DamagedError, match="0 lists, not 5"):
        records.read(path, 5)


# As the one who has just played sees them.
_START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
_SHUT_OUT = [-1, 2, 2, 2, 2, 2, 2] + [0] * 13 + [-14, 1] + [0] * 4
_SIXES_ENTER = [-1, 2, 2, 2, 2, 2] + [0] * 14 + [-14, 5] + [0] * 4


def _asked(*pos):
    return records.judged(np.array(pos, np.int8), np.zeros((len(pos), 5)))


def test_gnubg_judges_a_position_as_its_hints_do():
    labelled = np.frombuffer(stages.labelled(7, 60), records.RECORD)
    said = np.frombuffer(stages.judged(labelled["pos"].tobytes()), "<u2").reshape(-1, 5)
    assert abs(said.astype(int) - labelled["chances"]).max() <= 1


def test_who_cannot_play_leaves_what_he_found():
    found = stages.without_choice(_asked(_SHUT_OUT, _START), 5, np.random.default_rng(1))
    assert found.tolist() == [[-count for count in reversed(_SHUT_OUT)]]


def test_the_only_play_is_made():
    """Of one who enters with sixes only, and then moves what he entered or nothing else."""
    turned = [-count for count in reversed(_SIXES_ENTER)]
    for seed in range(40):
        found = stages.without_choice(_asked(_SIXES_ENTER), 5, np.random.default_rng(seed))
        for pos in found.tolist():
            assert sum(max(count, 0) for count in pos) == 15
            assert pos == turned or pos[25] == 0 and pos[19] >= 0
