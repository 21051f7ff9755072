"""`make train` goes on after an interrupt and beats novice, and says so if a worker is lost."""

import json
import os
import signal
import subprocess
import sys

import pytest

from picogammon.engine.levels import error
from picogammon.engine.weights import Weights
from tools import ROOT, jobs
from tools.players import gnubg
from tools.trainer import __main__ as trainer
from tools.trainer import export, stages
from tools.trainer.fit import Plan
from tools.trainer.net import Net

_TIMEOUT = 1200  # seconds; all of a tiny run takes two minutes where nothing else runs
_SMALL = {"hidden": 16, "lists": 60, "held_out": 40, "forced": 40}
_SMALL["fit"] = Plan(epochs=2, rate=0.004, batch=64)


@pytest.fixture
def here(monkeypatch):
    """Jobs are done in this process."""

    def distribute(self, stage, function, arguments):
        return enumerate([function(*given) for given in arguments])

    monkeypatch.setattr(trainer.Run, "distribute", distribute)


def test_a_fit_that_is_interrupted_goes_on_where_it_was(here, monkeypatch, tmp_path, capsys):
    """The interrupt comes when the first epoch is kept."""
    save = stages.Fit.save

    def interrupt(course, *given):
        save(course, *given)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setitem(stages.SIZES, "small", stages.SIZES["tiny"]._replace(**_SMALL))
    command = ["--size", "small", "--until", "fit", "--into", str(tmp_path)]
    with monkeypatch.context() as interrupted:
        interrupted.setattr(stages.Fit, "save", interrupt)
        assert trainer.main(command) == 130
    assert "continues from here" in capsys.readouterr().err
    labels = [path.stat().st_mtime_ns for path in sorted((tmp_path / "labels").iterdir())]
    epochs = []
    monkeypatch.setattr(stages.Fit, "epoch", _counting(stages.Fit.epoch, epochs))
    assert trainer.main(command) == 0
    assert [path.stat().st_mtime_ns for path in sorted((tmp_path / "labels").iterdir())] == labels
    assert epochs == [2], "the first was kept"
    history = json.loads((tmp_path / "fit" / "history.json").read_text())
    assert [entry["epoch"] for entry in history] == [1, 2]
    assert json.loads((tmp_path / "report.json").read_text())["fit"]["epochs"] == 2


def _counting(epoch, seen):
    def counted(self, *given):
        found = epoch(self, *given)
        seen.append(found["epoch"])
        return found

    return counted


def test_what_it_cannot_make_it_copies_from_the_shipped_file(monkeypatch, tmp_path):
    monkeypatch.setattr(stages, "fit", lambda run: Net(16))
    monkeypatch.setattr(stages, "races", lambda run: {"RACE": b"these races"})
    stages.ship(trainer.Run(tmp_path, stages.SIZES["tiny"]))
    made = export.unpack((tmp_path / "weights.bin").read_bytes())
    shipped = export.unpack(stages.SHIPPED.read_bytes())
    assert made.keys() == shipped.keys() and made["RACE"] == b"these races"
    for name in ("HETS", "HETW", "HETB", "HETV", "HETC", "MEQS", "LIFE", "SETS"):
        assert made[name] == shipped[name]


@pytest.mark.long
@pytest.mark.timeout(_TIMEOUT)
def test_a_tiny_run_beats_novice_with_a_file_that_the_engine_takes(tmp_path):
    command = [sys.executable, "-m", "tools.trainer", "--size", "tiny", "--into", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    novice = error("novice") / 10
    # The net alone, also of races and bear-offs, which the engine has tables for.
    assert report["fit"]["strength"]["all"] < 0.7 * novice
    assert report["ship"]["strength"]["contact"] < 0.6 * novice
    assert abs(report["ship"]["strength"]["all"] - report["fit"]["strength"]["all"]) < 1
    weights = Weights((tmp_path / "weights.bin").read_bytes())
    for name in ("NETW", "HOME", "RACE"):
        assert len(weights.section(name))


def test_without_what_it_runs_it_says_what_to_install(here, monkeypatch, tmp_path, capfd):
    monkeypatch.setattr(gnubg, "COMMAND", (str(tmp_path / "none"),))
    assert trainer.main(["--size", "tiny", "--into", str(tmp_path)]) == 1
    assert "apt install gnubg" in capfd.readouterr().err


def test_a_lost_worker_is_an_error_that_says_what_to_do():
    with jobs.pool(2) as pool:
        with pytest.raises(jobs.LostError, match="enough memory"):
            list(jobs.results(pool, os._exit, [(1,)]))
