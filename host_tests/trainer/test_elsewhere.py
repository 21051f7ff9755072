"""A Dask cluster that has none of our modules is sent them, and works."""

import json
import subprocess
import sys

import pytest

from tools import jobs
from tools.trainer import labels
from trainer.waiting import until

_PATIENCE = 60  # seconds


@pytest.fixture
def scheduler(tmp_path):
    """The address of a scheduler with one worker, both started outside of this repository."""
    found = tmp_path / "scheduler.json"
    parts = (
        ("distributed.cli.dask_scheduler", "--port", "0", "--dashboard-address", ":0"),
        ("distributed.cli.dask_worker", "--nthreads", "1", "--no-dashboard"),
    )
    running = []
    try:
        for module, *options in parts:
            command = [sys.executable, "-m", module, "--scheduler-file", str(found), *options]
            running.append(
                subprocess.Popen(
                    command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            )
            until(lambda: _address(found), running[0], _PATIENCE)
        yield _address(found)
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(_PATIENCE)


def _address(found):
    """What the scheduler wrote; None before, and while it is half written."""
    try:
        return json.loads(found.read_text())["address"]
    except (FileNotFoundError, ValueError):
        return None


def test_labels_are_made_there(scheduler):
    with jobs.cluster(scheduler) as client:
        client.wait_for_workers(1, timeout=_PATIENCE)
        made = list(jobs.results(client, labels.label, [(3, 50)]))
    assert made == [(0, labels.label(3, 50))]
