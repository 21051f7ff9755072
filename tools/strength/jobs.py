"""Jobs on Dask: a local cluster of two workers, or the scheduler that is named.

A job is a function of a module and plain arguments, and gives the same result wherever and however
often it runs. Results are fetched as they come, so a worker that is lost takes nothing with it but
the job it had: the scheduler gives that to another.
"""

from contextlib import contextmanager

from dask.distributed import Client, LocalCluster, as_completed
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_WORKERS = 2


@contextmanager
def cluster(scheduler=None):
    """A dask.distributed.Client of `scheduler` (tcp://…), or of a cluster of its own."""
    if scheduler:
        with Client(scheduler) as client:
            yield client
    else:
        with (
            LocalCluster(n_workers=_WORKERS, threads_per_worker=1, dashboard_address=None) as own,
            Client(own) as client,
        ):
            yield client


@contextmanager
def progress(console=None):
    """A rich Progress to hand to `run`, on a rich Console."""
    with Progress(
        TextColumn("{task.description:28}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=console,
    ) as shown:
        yield shown


def run(client, function, jobs, shown=None, label="", note=None):
    """[function(*job) for job in jobs], computed by the client's workers, in the jobs' order.

    `shown`: a Progress that gets a bar named `label`; `note(results so far)` is a text beside it.
    """
    futures = [client.submit(function, *job, pure=False) for job in jobs]
    place = {future.key: i for i, future in enumerate(futures)}
    results = [None] * len(futures)
    done = []
    bar = shown.add_task(label, total=len(futures), note="") if shown else None
    for future, result in as_completed(futures, with_results=True):
        results[place[future.key]] = result
        done.append(result)
        future.release()
        if shown:
            shown.update(bar, advance=1, note=note(done) if note else "")
    return results
