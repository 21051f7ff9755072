"""Jobs on Dask: a worker that is lost takes no work with it."""

import os
import signal

import psutil
import pytest

from tools import jobs
from tools.strength import measure, reference

pytestmark = pytest.mark.long

_SLICES = [("casual", at, at + 10) for at in range(0, 400, 10)]


class _Killer:
    """Kills one of the workers when the first result is there."""

    def __init__(self, client):
        self._client = client
        self.killed = []

    def __call__(self, done):
        if not self.killed:
            worker, pid = next(iter(self._client.run(os.getpid).items()))
            os.kill(pid, signal.SIGKILL)
            self.killed.append(worker)
        return f"{len(done)}"


def test_plays_and_games_survive_it():
    with jobs.cluster() as client, jobs.progress() as shown:
        killer = _Killer(client)
        parts = jobs.run(client, measure.play_losses, _SLICES, shown, "plays", killer)
        assert killer.killed

        games = [("casual", first, 1) for first in range(6)]
        alone = jobs.run(client, measure.play_games, games)
        killer = _Killer(client)
        again = jobs.run(client, measure.play_games, games, shown, "games", killer)
        assert killer.killed
    casual = measure.player("casual")
    expected = [reference.play_loss(line, casual) for line in reference.plays()[:400]]
    assert [loss for part in parts for loss in part] == expected
    assert again == alone


def test_the_scheduler_that_is_named_does_the_work():
    with jobs.distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None
    ) as named:
        with jobs.cluster(named.scheduler_address) as client:
            assert jobs.run(client, divmod, [(7, 2), (9, 4)]) == [(3, 1), (2, 1)]
            assert list(client.run(os.getpid)) == [named.workers[0].worker_address]


def _listening():
    """The addresses that this process listens at."""
    connections = psutil.Process().net_connections()
    return [at.laddr.ip for at in connections if at.status == psutil.CONN_LISTEN]


def test_nobody_elsewhere_reaches_what_works_here():
    already = _listening()
    with jobs.cluster(workers=2) as client:
        listening = [address for found in client.run(_listening).values() for address in found]
        assert len(listening) >= 2
        listening += _listening()
    for address in already:
        listening.remove(address)
    assert set(listening) == {"127.0.0.1"}
