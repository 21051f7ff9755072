"""Jobs on all cores of this machine, in worker processes.

A job is a function of one of our modules with plain arguments. It gives the same result however
often it runs.
"""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools import children
from tools.machine import cores


class LostError(Exception):
    """A worker process has ended early; the message says what to do."""


@contextmanager
def pool(workers=None):
    """A pool of `workers`, by default one per core. On leaving, all of them end at once."""
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers or len(cores()), context, _begin)
    try:
        yield executor
    finally:
        for worker in context.active_children():
            worker.terminate()
        executor.shutdown(cancel_futures=True)


def _begin():
    """Sets a worker up: it ignores Ctrl-C, and ends after its tool, whatever ended that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_watch, daemon=True).start()


def _watch():
    multiprocessing.parent_process().join()
    os.kill(os.getpid(), signal.SIGTERM)


def _end(_number, _frame):
    children.end_all()
    os._exit(1)


def results(pool, function, arguments):
    """Yields (i, function(*arguments[i])) in any order. Raises LostError."""
    waiting = {pool.submit(function, *given): i for i, given in enumerate(arguments)}
    try:
        for future in as_completed(list(waiting)):
            yield waiting.pop(future), future.result()
    except BrokenProcessPool:
        raise LostError("A worker has ended: is there enough memory? Run it again.") from None


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


def shown(pool, progress, label, function, arguments):
    """The same as `results`, with a bar of `progress`, called `label`."""
    bar = progress.add_task(label, total=len(arguments), note="")
    for found in results(pool, function, arguments):
        progress.update(bar, advance=1)
        yield found
