"""Fits the net further, to labels two rolls ahead (ahead.py): `python -m tools.trainer.further`.

It begins with a file of weights, goes a few times over all shards, slowly, and writes a file of
weights with the new net and all else as it was. What the plays lose that the net alone chooses says
the half of Sage's rollouts that is to choose by, beside what they lost before; and shards that
nothing is fitted to.
"""

import sys
from pathlib import Path

import numpy as np
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


def _show(held_out, before, after, nets):
    """Prints what both files of weights lose; `nets`: {labels fitted to: the Net} of both."""
    heads = ("labels", "lost, mEq", "more than before", "held out: lost", "error")
    table = Table(*heads, box=None, pad_edge=False)
    losses = [chosen(data) for data in (before, after)]
    for (labels, net), lost in zip(nets.items(), losses):
        error, choice = reference.held_out(net, held_out)
        less, unsure = mean_error(lost - losses[0])
        beside = f"{less:+.2f} ± {1.96 * unsure:.2f}"
        table.add_row(f"{labels:,}", f"{lost.mean():.2f}", beside, f"{choice:.2f}", f"{error:.1f}")
    Console().print(table)


def _options(parser):
    parser.add_argument("labels", type=Path, nargs="+", help="folders of shards")
    parser.add_argument("--weights", type=Path, default=ahead.SHIPPED, help="where it begins")
    parser.add_argument("--into", type=Path, default=_INTO, help="a folder")
    parser.add_argument("--ship", action="store_true", help="put the weights into the engine too")
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
    labels = prepared(paths)
    net = fitted(data, labels, plan)
    made = packed(net, data)
    records.write(wanted.into / "weights.bin", made)
    if wanted.ship:
        records.write(ahead.SHIPPED, made)
    count = sum(len(part.count) for part in labels)
    kept = prepare(ahead.plain(np.concatenate([ahead.read(path) for path in held_out])))
    _show(kept, data, made, {0: start(data), count: net})


if __name__ == "__main__":
    sys.exit(main())
