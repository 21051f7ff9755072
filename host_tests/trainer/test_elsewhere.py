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
        until(lambda: _address(found), running[0], _PATIENCE)
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
        made = list(jobs.results(client, labels.label, [(3, 50)]))
        first = set(client.nthreads())
        start("worker", "--nthreads", "1", "--no-dashboard")
        client.wait_for_workers(2, timeout=_PATIENCE)
        client.retire_workers(list(first))
        made += list(jobs.results(client, labels.label, [(3, 50)]))
        assert not first & set(client.nthreads())
    assert made == [(0, labels.label(3, 50))] * 2
