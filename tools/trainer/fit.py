"""Fitting a net to labels: the same seed and the same labels give the same net.

One thread, epochs of a fixed number, a learning rate that falls along half a cosine by the
positions seen. After each epoch everything is kept, so that a fit which is interrupted goes on.
"""

import io
import json

import numpy as np
from numba import njit

from tools.trainer import records
from tools.trainer.sizes import FLOOR

_LONGEST = 64  # a step ends with a list, so it may be larger by less than this
_ORDER = 5  # the seed of the order of files


@njit(cache=True)
def _step_ends(first, batch):
    ends = [0]
    i = 0
    while i < len(first):
        i = min(len(first), i + batch)
        while i < len(first) and first[i] == 0:
            i += 1
        ends.append(i)
    return np.array(ends)


def rate_at(fraction, highest):
    """The learning rate when so much of all is done."""
    return highest * (FLOOR + (1 - FLOOR) * 0.5 * (1 + np.cos(np.pi * fraction)))


class Fit:
    """A fit in its course; `history` has a dict of each epoch that is done."""

    def __init__(self, net, plan):
        """`plan`: sizes.Plan."""
        self.net = net
        self.history = []
        self._plan = plan

    @property
    def finished(self):
        """Whether all epochs are done."""
        return len(self.history) == self._plan.epochs

    def epoch(self, labels, seen_more=lambda positions: None):
        """Goes once over all labels, Prepareds; returns what is to be known of it, for history."""
        done = len(self.history)
        size = sum(len(part.count) for part in labels)
        whole = size * self._plan.epochs
        seen = done * size
        lost = np.zeros(2)
        for i in np.random.default_rng([_ORDER, done]).permutation(len(labels)):
            lost += self._file(labels[i], seen, whole, seen_more)
            seen += len(labels[i].count)
        error, order = 1000 * np.sqrt(lost / size)
        return {
            "epoch": done + 1,
            "positions": seen,
            "rate": float(rate_at(seen / whole, self._plan.rate)),
            "error": float(error),
            "order": float(order),
        }

    def _file(self, part, seen, whole, seen_more):
        ends = _step_ends(part.first, self._plan.batch)
        room = self.net.room_for(self._plan.batch + _LONGEST)
        lost = np.zeros(2)
        for step in np.random.default_rng(self.net.steps).permutation(len(ends) - 1):
            here = slice(ends[step], ends[step + 1])
            rate = rate_at(seen / whole, self._plan.rate)
            lost += self.net.learn(*(array[here] for array in part), rate, room)
            count = here.stop - here.start
            seen += count
            seen_more(count)
        return lost

    def save(self, path, made_of):
        """Keeps everything; `made_of` names what the fit is made of."""
        file = io.BytesIO()
        history = json.dumps(self.history)
        np.savez(file, history=history, made_of=made_of, **self.net.state())
        records.write(path, file.getvalue())

    def resume(self, path, made_of):
        """Goes on from what is kept, if it is there and made of the same; returns whether."""
        if not path.exists():
            return False
        with np.load(path) as kept:
            if str(kept["made_of"]) != made_of:
                return False
            self.history = json.loads(str(kept["history"]))
            self.net.restore(kept)
        return True
