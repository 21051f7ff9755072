"""Measurements are jobs on Dask (tools/jobs.py), whose results are wanted all together."""

from tools.jobs import cluster, progress, results

__all__ = ["cluster", "progress", "run"]


def run(client, function, jobs, shown=None, label="", note=None):
    """[function(*job) for job in jobs], computed by the client's workers, in the jobs' order.

    `shown`: a Progress that gets a bar named `label`; `note(results so far)` is a text beside it.
    """
    found = [None] * len(jobs)
    done = []
    bar = shown.add_task(label, total=len(jobs), note="") if shown else None
    for i, result in results(client, function, jobs):
        found[i] = result
        done.append(result)
        if shown:
            shown.update(bar, advance=1, note=note(done) if note else "")
    return found
