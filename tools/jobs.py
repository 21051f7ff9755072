"""Jobs on Dask: a worker a core of this machine.

A job is a function of one of our modules and plain arguments, and gives the same result however
often it runs. Results come as they are ready. A worker that is lost takes nothing with it but the
job it had, which another does.
"""

import logging
import signal
from contextlib import contextmanager
from itertools import islice

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools.lazily import lazily
from tools.machine import cores

distributed = lazily("distributed")
_LOOPBACK = "127.0.0.1"  # whoever reaches a worker runs what he likes there
_WAITING = 2  # jobs handed out ahead, a thread
_TRIES = 5  # workers that one job may have been the end of


@contextmanager
def cluster(workers=None):
    """A dask.distributed.Client of so many `workers`."""
    settings = {
        "n_workers": workers or len(cores()),
        "threads_per_worker": 1,
        "host": _LOOPBACK,
        "dashboard_address": f"{_LOOPBACK}:0",
        "worker_dashboard_address": f"{_LOOPBACK}:0",
        "silence_logs": logging.CRITICAL,  # what a job raises is raised here
    }
    with _own_cluster(settings) as own, distributed.Client(own) as client:
        yield client


def _own_cluster(settings):
    """A LocalCluster whose workers leave Ctrl-C to this process, which then ends them in order."""
    here = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is started now inherits it
    try:
        return distributed.LocalCluster(**settings)
    finally:
        signal.signal(signal.SIGINT, here)


def results(client, function, arguments):
    """Yields (i, function(*arguments i)) as they come, in any order.

    `arguments`: an iterable, which is asked for more as workers get free.
    """
    left = enumerate(arguments)
    running = distributed.as_completed()
    at = {}
    ends = {}

    def start(i, given):
        future = client.submit(function, *given, pure=False)
        at[future.key] = i, given
        running.add(future)

    for i, given in islice(left, _WAITING * max(1, sum(client.nthreads().values()))):
        start(i, given)
    for future in running:
        i, given = at.pop(future.key)
        try:
            result = future.result()
        except distributed.KilledWorker:
            ends[i] = ends.get(i, 0) + 1
            if ends[i] == _TRIES:
                raise
            start(i, given)
            continue
        future.release()
        for more, given in islice(left, 1):
            start(more, given)
        yield i, result


def run(client, function, jobs, shown, label):
    """[function(*job) for job in jobs], computed by the client's workers, in the jobs' order.

    `shown`: a Progress that gets a bar named `label`.
    """
    found = [None] * len(jobs)
    bar = shown.add_task(label, total=len(jobs), note="")
    for i, result in results(client, function, jobs):
        found[i] = result
        shown.update(bar, advance=1)
    return found


@contextmanager
def progress(console):
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
