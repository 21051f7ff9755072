"""The strength of a net: the losses of its plays by GNU Backgammon's look-ahead of two plies.

The net alone judges all decisions of plays_2ply.jsonl, even races and bear-offs.
"""

from functools import lru_cache

import numpy as np

from picogammon.rules import notation
from tools.fast_engine.net import BulkNet
from tools.strength.reference import loss, plays, zero_ply_play_loss
from tools.trainer import records
from tools.trainer.net import equity

_NO_CONTACT = ("race", "bearoff")


@lru_cache(maxsize=1)
def _decisions():
    """Returns (positions, their Prepared, equities by 2-ply)."""
    moves = [move for line in plays() for move in line["moves"]]
    positions = np.array([list(notation.from_position_id(move[0])) for move in moves], np.int8)
    judged = records.judged(positions, np.zeros((len(moves), 5)))
    judged["first"] = [i == 0 for line in plays() for i in range(len(line["moves"]))]
    worse = [loss(line, move) / 1000 for line in plays() for move in line["moves"]]
    return positions, records.prepare(judged), -np.array(worse)


def losses(judged, true, first):
    """Returns the losses, in mEq, of the choices by `judged` equities, list by list."""
    begins, ends = records.spans(first)
    return [
        1000 * (true[i:k].max() - true[i + np.argmax(judged[i:k])]) for i, k in zip(begins, ends)
    ]


def _by_category(lost):
    of = {"all": lost, "contact": []}
    for line, mistake in zip(plays(), lost):
        if line["cat"] not in _NO_CONTACT:
            of["contact"].append(mistake)
        of.setdefault(line["cat"], []).append(mistake)
    return {name: round(float(np.mean(values)), 2) for name, values in of.items()}


def strength(net):
    """Returns the losses of a Net or a BulkNet, in mEq: of all, with contact, by category."""
    positions, seen, two_ply = _decisions()
    if isinstance(net, BulkNet):
        chances = net.outcomes(positions) / 65536
    else:
        chances = net.chances(seen.rows, seen.count, seen.bucket)
    return _by_category(losses(equity(chances), two_ply, seen.first))


def zero_ply():
    """Returns the losses of gnubg without look-ahead, as `strength` does."""
    return _by_category([zero_ply_play_loss(line) for line in plays()])


def held_out(net, part):
    """Returns (error of the equity, loss of the choices) by the labels of a Prepared, in mEq."""
    found = equity(net.chances(part.rows, part.count, part.bucket))
    true = equity(part.chances)
    error = 1000 * np.sqrt(np.mean((found - true) ** 2))
    return float(error), float(np.mean(losses(found, true, part.first)))
