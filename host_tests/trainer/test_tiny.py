"""The whole training, small: interrupted, resumed, and stronger than novice at the end."""

import json
import signal
import subprocess
import sys

import pytest

from picogammon.engine.levels import error
from picogammon.engine.weights import Weights
from tools import ROOT
from trainer.waiting import until

_TIMEOUT = 1200  # seconds; it takes two minutes where nothing else runs
_PNG = b"\x89PNG"


def _start(folder):
    command = [sys.executable, "-m", "tools.trainer", "--size", "tiny", "--into", str(folder)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a run that was interrupted once, in its fit."""
    folder = tmp_path_factory.mktemp("tiny")
    with _start(folder) as run:
        until((folder / "fit" / "checkpoint.npz").exists, run, _TIMEOUT)
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=_TIMEOUT)[0]
    assert run.returncode == 130, said
    assert "goes on from here" in said
    labels = (folder / "labels" / "101.bin").stat().st_mtime_ns
    with _start(folder) as run:
        said = run.communicate(timeout=_TIMEOUT)[0]
    assert run.returncode == 0, said
    assert (folder / "labels" / "101.bin").stat().st_mtime_ns == labels
    return folder


def test_it_beats_novice(trained):
    report = json.loads((trained / "report.json").read_text())
    novice = error("novice") / 10
    # The net alone, also of races and bear-offs, which the engine has tables for.
    assert report["fit"]["strength"]["all"] < 0.7 * novice
    assert report["ship"]["strength"]["contact"] < 0.6 * novice
    assert abs(report["ship"]["strength"]["all"] - report["fit"]["strength"]["all"]) < 1


def test_its_file_is_one_that_the_engine_takes(trained):
    weights = Weights((trained / "weights.bin").read_bytes())
    for name in ("NETW", "HOME", "RACE"):
        assert len(weights.section(name))


def test_curves_are_drawn(trained):
    assert (trained / "fit" / "curves.png").read_bytes().startswith(_PNG)
