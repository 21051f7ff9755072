"""Jobs on Dask: a worker a core of this machine, or the scheduler that is named.

A job is a function of one of our modules and plain arguments, and gives the same result wherever
and however often it runs. Results come as they are ready, as plain data: no disk is shared. A
worker that is lost takes nothing with it but the job it had, which another does.
"""

import hashlib
import io
import logging
import os
import sys
import zipfile
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import cloudpickle
from dask.distributed import Client, KilledWorker, LocalCluster, WorkerPlugin, as_completed
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_ROOT = Path(__file__).resolve().parents[1]
# What a worker elsewhere is sent: the modules of the jobs, and what these read.
_SENT = ("tools/*.py", "tools/strength/**/*.py", "tools/trainer/**/*.py", "firmware/**/*")
_SENT += ("tools/simulator/**/*.py", "host_tests/data/*.jsonl")
_LOOPBACK = "127.0.0.1"  # whoever reaches a worker runs what he likes there
_WAITING = 2  # jobs handed out ahead, a thread
_TRIES = 5  # workers that one job may have been the end of


@contextmanager
def cluster(scheduler=None, workers=None):
    """A dask.distributed.Client of `scheduler` (tcp://…), or of `workers` of its own."""
    if scheduler:
        with Client(scheduler) as client:
            _send_sources(client)
            yield client
    else:
        settings = {
            "n_workers": workers or len(os.sched_getaffinity(0)),
            "threads_per_worker": 1,
            "host": _LOOPBACK,
            "dashboard_address": f"{_LOOPBACK}:0",
            "worker_dashboard_address": f"{_LOOPBACK}:0",
            "silence_logs": logging.ERROR,
        }
        with LocalCluster(**settings) as own, Client(own) as client:
            yield client


def results(client, function, arguments):
    """Yields (i, function(*arguments i)) as they come, in any order.

    `arguments`: an iterable, which is asked for more as workers get free.
    """
    job = _by_name(function)
    left = enumerate(arguments)
    running = as_completed()
    at = {}
    ends = {}

    def start(i, given):
        future = client.submit(job, *given, pure=False)
        at[future.key] = i, given
        running.add(future)

    for i, given in islice(left, _WAITING * max(1, sum(client.nthreads().values()))):
        start(i, given)
    for future in running:
        i, given = at.pop(future.key)
        try:
            result = future.result()
        except KilledWorker:
            ends[i] = ends.get(i, 0) + 1
            if ends[i] == _TRIES:
                raise
            start(i, given)
            continue
        future.release()
        for more, given in islice(left, 1):
            start(more, given)
        yield i, result


def _by_name(function):
    """The same, to be sent: a scheduler, which has none of our modules, unpacks it too."""
    module = function.__module__
    name = function.__qualname__

    def job(*given):
        from importlib import import_module

        return getattr(import_module(module), name)(*given)

    return job


@contextmanager
def progress(console=None):
    """A rich Progress: bars with a description, a count and a field `note`."""
    with Progress(
        TextColumn("{task.description:28}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=console,
    ) as shown:
        yield shown


class _Sources(WorkerPlugin):
    """Our modules, put where a worker finds them; forgets those that it may have had before."""

    def __init__(self, data):
        self.name = "picogammon-" + hashlib.sha256(data).hexdigest()[:12]
        self._data = data

    def setup(self, worker):
        """Called by each worker, also by those that join later."""
        import io
        import sys
        import zipfile
        from pathlib import Path

        folder = Path(worker.local_directory) / self.name
        with zipfile.ZipFile(io.BytesIO(self._data)) as sources:
            sources.extractall(folder)
        for name in list(sys.modules):
            if name.split(".")[0] in ("tools", "picogammon"):
                del sys.modules[name]
        sys.path.insert(0, str(folder))


def _send_sources(client):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as sources:
        for pattern in _SENT:
            for path in sorted(_ROOT.glob(pattern)):
                if path.is_file() and "__pycache__" not in path.parts:
                    entry = zipfile.ZipInfo(str(path.relative_to(_ROOT)))
                    sources.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    # The class itself goes along: a worker elsewhere has none of our modules yet.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    client.register_plugin(_Sources(data.getvalue()))
    cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
