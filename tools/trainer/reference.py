"""The strength of a net: the losses of its plays by GNU Backgammon's look-ahead of two plies.

The net alone judges the thousand decisions of plays_2ply.jsonl, also races and bear-offs, which the
engine takes from tables.
"""

from functools import lru_cache

import numpy as np

from picogammon.rules import notation
from tools.fast_engine.net import BulkNet
from tools.strength.reference import lines
from tools.trainer import records
from tools.trainer.net import equity

_NO_CONTACT = ("race", "bearoff")
_TWO_PLY = 1  # columns of a move, both cubeful
_ZERO_PLY = 3


@lru_cache(maxsize=1)
def _decisions():
    """(positions, prepared, equities by 2-ply, by 0-ply, first of a list, lists' categories)."""
    positions, two_ply, zero_ply, first, categories = [], [], [], [], []
    for decision in lines("plays_2ply.jsonl"):
        categories.append(decision["cat"])
        for i, move in enumerate(decision["moves"]):
            positions.append(list(notation.from_position_id(move[0])))
            two_ply.append(move[_TWO_PLY])
            zero_ply.append(move[_ZERO_PLY])
            first.append(i == 0)
    positions = np.array(positions, np.int8)
    seen = records.prepare(records.judged(positions, np.zeros((len(first), 5))))
    return positions, seen, np.array(two_ply), np.array(zero_ply), np.array(first), categories


def losses(judged, true, first):
    """Returns the losses, in mEq, of the choices by `judged` equities, list by list."""
    begins, ends = records.spans(first)
    return [
        1000 * (true[i:k].max() - true[i + np.argmax(judged[i:k])]) for i, k in zip(begins, ends)
    ]


def _by_category(lost, categories):
    of = {"all": lost, "contact": []}
    for loss, category in zip(lost, categories):
        if category not in _NO_CONTACT:
            of["contact"].append(loss)
        of.setdefault(category, []).append(loss)
    return {name: round(float(np.mean(values)), 2) for name, values in of.items()}


def strength(net):
    """Returns the losses of a Net or a BulkNet, in mEq: of all, with contact, by category."""
    positions, seen, two_ply, _, first, categories = _decisions()
    if isinstance(net, BulkNet):
        chances = net.outcomes(positions) / 65536
    else:
        chances = net.chances(seen.rows, seen.count, seen.bucket)
    return _by_category(losses(equity(chances), two_ply, first), categories)


def zero_ply():
    """The same of gnubg without look-ahead."""
    _, _, two_ply, judged, first, categories = _decisions()
    return _by_category(losses(judged, two_ply, first), categories)


def held_out(net, part):
    """Returns (error of the equity, loss of the choices) by the labels of a Prepared, in mEq."""
    found = equity(net.chances(part.rows, part.count, part.bucket))
    true = equity(part.chances)
    error = 1000 * np.sqrt(np.mean((found - true) ** 2))
    return float(error), float(np.mean(losses(found, true, part.first)))
