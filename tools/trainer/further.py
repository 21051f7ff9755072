"""Fits the net further, to labels two rolls ahead (ahead.py): `python -m tools.trainer.further`.

It begins with a file of weights, goes a few times over all shards, slowly, and writes a file of
weights with the new net and all else as it was. What the plays lose that the net alone chooses says
the half of Sage's rollouts that is to choose by, beside what they lost before; and shards that
nothing is fitted to. With `--curve` it is fitted to an eighth, a quarter and a half of the shards
as well, each time from the beginning: whether more labels would give more.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from tools import ROOT, files
from tools.command import Misused, least, tool
from tools.strength import rolled_out
from tools.strength.intervals import mean_error
from tools.trainer import ahead, export, records, reference
from tools.trainer.features import prepare
from tools.trainer.fit import Fit
from tools.trainer.net import Net
from tools.trainer.sizes import FURTHER
from tools.trainer.two_rolls import Looker

HELD_OUT = 4  # shards, those of the lowest seeds, that nothing is fitted to
_PARTS = (8, 4, 2)
_TOGETHER = 50  # shards in memory as one
_INTO = ROOT / "build" / "train" / "further"


def start(data):
    """The Net of a file of weights."""
    return Net.with_weights(*export.net_floats(export.unpack(data)))


def packed(net, data):
    """A file of weights as `data`, but with this Net."""
    return export.pack({**export.unpack(data), **export.net_sections(*net.weights)})


def shards(folder):
    """(those that are held out, the others): the paths of a folder's shards, by their seeds."""
    found = sorted(folder.glob("*.bin"), key=lambda path: int(path.stem))
    return found[:HELD_OUT], found[HELD_OUT:]


def prepared(paths):
    """Shards as a list of Prepareds."""
    parts = [paths[at : at + _TOGETHER] for at in range(0, len(paths), _TOGETHER)]
    return [prepare(ahead.plain(np.concatenate([ahead.read(p) for p in part]))) for part in parts]


def fitted(data, labels, plan):
    """The Net of a file of weights, fitted further to Prepareds."""
    net = start(data)
    course = Fit(net, plan)
    while not course.finished:
        course.history.append(course.epoch(labels))
    return net


def chosen(data):
    """What the net alone loses by that file on each decision of the half to choose by, mEq."""
    return reference.rolled_out_losses(Looker(data).outcomes, rolled_out.TUNING)


class _Course:
    """Fits and judges; `rows` are what the table says, and the curve shows."""

    def __init__(self, data, held_out):
        self._data = data
        self._held_out = held_out
        self._before = chosen(data)
        self.rows = []
        self._judge(0, start(data), data)

    def go(self, labels, plan):
        """The file of weights fitted to these labels."""
        net = fitted(self._data, labels, plan)
        data = packed(net, self._data)
        self._judge(sum(len(part.count) for part in labels), net, data)
        return data

    def _judge(self, labels, net, data):
        error, choice = reference.held_out(net, self._held_out)
        lost = chosen(data)
        less, unsure = mean_error(lost - self._before)
        self.rows.append((labels, lost.mean(), less, unsure, choice, error))


def _show(rows):
    heads = ("labels", "lost, mEq", "more than before", "held out: lost", "error")
    table = Table(*heads, box=None, pad_edge=False)
    for labels, lost, less, unsure, choice, error in rows:
        beside = f"{less:+.2f} ± {1.96 * unsure:.2f}"
        table.add_row(f"{labels:,}", f"{lost:.2f}", beside, f"{choice:.2f}", f"{error:.1f}")
    Console().print(table)


def _draw(rows, path):
    figure = Figure((7, 5), layout="constrained")
    axes = figure.subplots(2, 1, sharex=True)
    labels, lost, _, unsure, choice, _ = np.array(rows).T
    axes[0].errorbar(labels / 1e6, lost, 1.96 * unsure, marker=".", capsize=3)
    axes[0].set_ylabel("mEq lost, by Sage")
    axes[1].plot(labels / 1e6, choice, marker=".")
    axes[1].set_ylabel("mEq lost, by held-out labels")
    axes[1].set_xlabel("labels, million")
    for one in axes:
        one.grid(alpha=0.3)
    figure.savefig(path, dpi=110)


def _options(parser):
    parser.add_argument("labels", type=Path, nargs="+", help="folders of shards")
    parser.add_argument("--weights", type=Path, default=ahead.SHIPPED, help="where it begins")
    parser.add_argument("--into", type=Path, default=_INTO, help="a folder")
    parser.add_argument("--ship", action="store_true", help="put the weights into the engine too")
    parser.add_argument("--curve", action="store_true", help="fit to parts of the labels as well")
    parser.add_argument("--epochs", type=least(1), default=FURTHER.epochs)
    parser.add_argument("--rate", type=float, default=FURTHER.rate)


@tool(_options, files.FileError, records.DamagedError)
def main(wanted):
    """Fits, and prints a table."""
    held_out, paths = [], []
    for folder in wanted.labels:
        kept, others = shards(folder)
        held_out += kept
        paths += others
    if not paths:
        raise Misused(f"there are no more than {HELD_OUT} shards in any of these folders")
    files.make_folder(wanted.into)
    plan = FURTHER._replace(epochs=wanted.epochs, rate=wanted.rate)
    data = wanted.weights.read_bytes()
    course = _Course(data, prepare(ahead.plain(np.concatenate([ahead.read(p) for p in held_out]))))
    if wanted.curve:
        for part in _PARTS:
            course.go(prepared(paths[::part]), plan)
    made = course.go(prepared(paths), plan)
    records.write(wanted.into / "weights.bin", made)
    if wanted.ship:
        records.write(ahead.SHIPPED, made)
    _show(course.rows)
    _draw(course.rows, wanted.into / "curve.png")


if __name__ == "__main__":
    sys.exit(main())
