"""A Dask cluster that has none of our modules is sent them, and works."""

import json
import subprocess
import sys
import time

import pytest

from tools import jobs
from tools.trainer import labels

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
            end = time.monotonic() + _PATIENCE
            while not found.exists():
                assert time.monotonic() < end and running[0].poll() is None
                time.sleep(0.1)
        yield _address(found)
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(_PATIENCE)


def _address(found):
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            return json.loads(found.read_text())["address"]
        except ValueError:
            time.sleep(0.1)  # half written
    raise AssertionError("the scheduler has no address")


def test_labels_are_made_there(scheduler):
    with jobs.cluster(scheduler) as client:
        client.wait_for_workers(1, timeout=_PATIENCE)
        made = list(jobs.results(client, labels.label, [(3, 50)]))
    assert made == [(0, labels.label(3, 50))]
