"""How often the clauses of a reason hold for the better of two plays (advice/reasons.py).

Pairs are the best play of a decision and each other that is worth at least .05 less: by the second
judge's rollouts and looks, and by gnubg 2-ply. Only positions with contact count.
"""

import sys
from functools import lru_cache

import numpy as np

from picogammon.app.advice import reasons
from picogammon.engine.classes import CONTACT
from picogammon.engine.classes_kernel import class_of
from picogammon.engine.engine import Thought
from picogammon.rules import gnu_id
from tools.command import tool
from tools.replies import Replies
from tools.strength import reference, rolled_out

APART = 0.05
_FIT_FROM, _FIT_TO = 0.03, 0.3
_STEPS = 30
_CUBELESS = 2  # where a play of plays_2ply.jsonl has its cubeless equity
_REPLIES = Replies()


def rolled_out_pairs(half, most, least=APART):
    """(better, worse) Position IDs of one half of what Sage has judged, less than `most` apart."""
    lines = [[(one["id"], one["eq"]) for one in line["moves"]] for line in rolled_out.plays(half)]
    return _pairs(lines, most, least)


def gnubg_pairs(most, least=APART):
    """(better, worse) Position IDs of the decisions that gnubg has judged, likewise."""
    lines = reference.lines("plays_2ply.jsonl")
    moves = [[(one[0], one[_CUBELESS]) for one in line["moves"]] for line in lines]
    return _pairs(moves, most, least)


def _pairs(lines, most, least):
    found = []
    for moves in lines:
        best = max(moves, key=lambda move: move[1])
        found += [(best[0], other[0]) for other in moves if least <= best[1] - other[1] < most]
    return [pair for pair in found if all(_contact(one) for one in pair)]


@lru_cache(maxsize=None)
def _contact(posid):
    return class_of(gnu_id.from_position_id(posid)) == CONTACT


@lru_cache(maxsize=None)
def counted(posid):
    """The catalogue's counts of a position with contact."""
    pos = gnu_id.from_position_id(posid)
    return reasons.counts(pos, Thought(reasons.count_shots(pos, _REPLIES)).finish())


class Tally:
    """Of pairs: `total`, how many have a reason `named` where nobody says which play is better,
    `right`: for the better one, and for each clause (`of`) how often it differs, and is right."""

    def __init__(self, pairs):
        self.total = len(pairs)
        self.named = self.right = 0
        self.of = {}
        for pair in pairs:
            better, worse = map(counted, pair)
            said = bool(reasons.clauses(reasons.CONTACT_CLAUSES, better, worse))
            self.named += said or bool(reasons.clauses(reasons.CONTACT_CLAUSES, worse, better))
            self.right += said
            for clause in reasons.differing(reasons.CONTACT_CLAUSES, better, worse):
                good = (better[clause[0]] > worse[clause[0]]) == (clause[1] > 0)
                one = self.of.setdefault(clause[3], [0, 0])
                one[0] += 1
                one[1] += good


def fitted(pairs):
    """The weight of each clause by which pairs are told apart best: quarters of log-odds, by
    Newton's method for a logistic regression without a constant."""
    catalogue = reasons.CONTACT_CLAUSES
    signs = np.zeros((len(pairs), len(catalogue)))
    for row, (better, worse) in zip(signs, (map(counted, pair) for pair in pairs)):
        for clause in reasons.differing(catalogue, better, worse):
            row[catalogue.index(clause)] = 1 if better[clause[0]] > worse[clause[0]] else -1
    weights = np.zeros(len(catalogue))
    for _ in range(_STEPS):
        wrong = 1 / (1 + np.exp(signs @ weights))
        slope = signs.T @ wrong - weights
        bend = (signs * (wrong * (1 - wrong))[:, None]).T @ signs + np.eye(len(catalogue))
        weights += np.linalg.solve(bend, slope)
    return 4 * weights


def _options(parser):
    parser.add_argument("--fit", action="store_true", help="only what the weights would be")
    parser.add_argument("--final", action="store_true", help="the half for the report as well")


@tool(_options)
def main(wanted):
    """Prints the tables."""
    if wanted.fit:
        pairs = gnubg_pairs(_FIT_TO, _FIT_FROM)
        pairs += rolled_out_pairs(rolled_out.TUNING, _FIT_TO, _FIT_FROM)
        for clause, weight in zip(reasons.CONTACT_CLAUSES, fitted(pairs)):
            print(f"{weight:6.1f} {clause[1]:4}  {clause[3]}")
        return
    for most in (0.15, 0.3, 9):
        sources = {"gnubg": gnubg_pairs(most), "tuning": rolled_out_pairs(rolled_out.TUNING, most)}
        if wanted.final:
            sources["report"] = rolled_out_pairs(rolled_out.REPORT, most)
        for name, pairs in sources.items():
            tally = Tally(pairs)
            share, right = tally.named / tally.total, tally.right / tally.named
            told = f"{tally.total} pairs, named {share:.1%}, right {right:.1%}"
            print(f"{name}, .05 to {most}: {told}")
            if most > 1:
                for words, (count, good) in tally.of.items():
                    print(f"    {words}: {count}, {good / count:.2f}")


if __name__ == "__main__":
    sys.exit(main())
