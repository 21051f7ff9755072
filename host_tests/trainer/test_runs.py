"""`make train`, small: interrupted, resumed, better than novice; its jobs on workers elsewhere."""

import json
import signal
import subprocess
import sys
import time

import pytest

from picogammon.engine.levels import error
from picogammon.engine.weights import Weights
from tools import ROOT, jobs
from tools.trainer import guests

_LOOK_S = 0.1


def _until(done, process, patience):
    """Returns once done() is true; AssertionError if `process` ends first or after `patience` s."""
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end, "it takes too long"
        try:
            code = process.wait(_LOOK_S)
        except subprocess.TimeoutExpired:
            continue
        assert done(), f"it ended with {code}"


_TIMEOUT = 1200  # seconds; it takes two minutes where nothing else runs
pytestmark = [pytest.mark.long, pytest.mark.timeout(2 * _TIMEOUT)]
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
        _until((folder / "fit" / "checkpoint.npz").exists, run, _TIMEOUT)
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


_PATIENCE = 60  # seconds


@pytest.fixture
def start(tmp_path):
    """start(part, options…) starts a `dask part` outside of this repository; returns the
    scheduler's address, which is the first of them."""
    found = tmp_path / "scheduler.json"
    running = []

    def started(part, *options):
        module = f"distributed.cli.dask_{part}"
        command = [sys.executable, "-m", module, "--scheduler-file", str(found), *options]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        running.append(subprocess.Popen(command, cwd=tmp_path, **quiet))
        _until(lambda: _address(found), running[0], _PATIENCE)
        return _address(found)

    yield started
    for process in reversed(running):
        process.terminate()
        process.wait(_PATIENCE)


def _address(found):
    """What the scheduler wrote; None before, and while it is half written."""
    try:
        return json.loads(found.read_text())["address"]
    except (FileNotFoundError, ValueError):
        return None


def test_labels_are_made_there_by_who_was_there_and_by_who_came_later(start):
    scheduler = start("scheduler", "--port", "0", "--dashboard-address", ":0")
    start("worker", "--nthreads", "1", "--no-dashboard")
    with jobs.cluster(scheduler) as client:
        client.wait_for_workers(1, timeout=_PATIENCE)
        made = list(jobs.results(client, guests.label, [(3, 50)]))
        first = set(client.nthreads())
        start("worker", "--nthreads", "1", "--no-dashboard")
        client.wait_for_workers(2, timeout=_PATIENCE)
        client.retire_workers(list(first))
        made += list(jobs.results(client, guests.label, [(3, 50)]))
        assert not first & set(client.nthreads())
    assert made == [(0, guests.label(3, 50))] * 2
