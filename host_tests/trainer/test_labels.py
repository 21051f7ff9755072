"""Labels: what gnubg writes is whole, the same each time, and survives a lost worker."""

import os
import shutil
import signal

import numpy as np
import pytest

from tools import jobs
from tools.trainer import __main__ as trainer
from tools.trainer import guests, labels, records, run
from tools.trainer.net import equity

_LISTS = 300


def _here(self, stage, function, arguments, count):
    return enumerate([function(*given) for given in arguments])


def _of(data):
    return np.frombuffer(data, records.RECORD)


def test_lists_are_of_legal_positions_best_first():
    made = _of(labels.label(7, _LISTS))
    assert made["first"].sum() == _LISTS
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


def test_a_lost_worker_loses_no_work():
    asked = [(seed, _LISTS) for seed in range(1, 7)]
    made = {}
    with jobs.cluster(workers=2) as client:
        for i, data in jobs.results(client, labels.label, asked):
            if not made:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
            made[i] = data
    assert sorted(made) == list(range(6))
    assert made[5] == labels.label(6, _LISTS)
    assert len(set(made.values())) == 6


def test_without_gnubg_it_says_what_to_install(monkeypatch, tmp_path, capfd):
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    with pytest.raises(guests.MissingError, match="apt-get install gnubg"):
        labels.label(1, 1)
    # A worker would have a process of its own, where gnubg is not hidden.
    monkeypatch.setattr(run.Run, "distribute", _here)
    assert trainer.main(["--size", "tiny", "--into", str(tmp_path)]) == 1
    assert "apt-get install gnubg" in capfd.readouterr().err


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "101.bin"
    records.write(path, bytes(38 * 3 + 1))
    with pytest.raises(records.DamagedError, match="101.bin"):
        records.read(path)
    records.write(path, bytes(38 * 3))
    with pytest.raises(records.DamagedError, match="0 lists, not 5"):
        records.read(path, 5)
