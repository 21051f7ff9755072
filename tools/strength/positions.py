"""Draws positions, and lets GNU Backgammon judge them.

They come from games as the trainer's labels do (tools/trainer/labels_guest.py), by a seed that no
label has: one of each roll's plays, 2,000 where who is to roll has nobody on the bar, 1,500 with
one checker there and 1,500 with more. gnubg looks two plies ahead, cubeless. In one or two of a
hundred its judgement a ply ahead is more than a fifth of a point away: stacks and primes that its
nets have not learnt. There it is no judge, and such positions are left out.
"""

import json
import sys
from pathlib import Path

import numpy as np

from picogammon.engine.numbers import ONE
from picogammon.rules import gnu_id
from tools import jobs
from tools.command import tool
from tools.measured import BUILD
from tools.trainer import guests, records
from tools.trainer.net import equity

KEPT = BUILD / "positions_2ply.jsonl"
_SEED = 9002
_LISTS = 25_000
_WANTED = (2000, 1500, 1500)  # by the checkers on the bar of who is to roll; the last: or more
_SPARE = 50  # more of each are judged, for some are left out
_UNSURE = 0.2  # points
_PART = 100  # positions in a job


def on_bar(boards):
    """0, 1 or 2 (or more): the checkers on the bar of who is to roll, of positions [n, 26]."""
    return np.minimum(-boards[:, 0].astype(int), 2)


def drawn(seed, lists, wanted, rng):
    """Positions, int8 [n, 26], as who has just played sees them; so many `wanted` of each class."""
    labelled = np.frombuffer(guests.label(seed, lists), records.RECORD)
    begins, ends = records.spans(labelled["first"])
    boards = np.unique(labelled["pos"][rng.integers(begins, ends)], axis=0)
    boards = boards[rng.permutation(len(boards))]
    found = on_bar(boards)
    return np.concatenate(
        [boards[found == checkers][:count] for checkers, count in enumerate(wanted)]
    )


def judged(client, boards, plies, shown=None):
    """gnubg's chances, [n, 5], as who has just played sees them."""
    parts = [boards[at : at + _PART].tobytes() for at in range(0, len(boards), _PART)]
    told = jobs.run(client, guests.judge, [(part, plies) for part in parts], shown, f"{plies}-ply")
    return guests.chances_of(b"".join(told))


def sure(one_ply, two_ply):
    """Which chances by two plies a judgement can rest on."""
    return abs(equity(one_ply) - equity(two_ply)) < _UNSURE


def _options(parser):
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--into", type=Path, default=KEPT, help=f"a file (default: {KEPT})")
    jobs.options(parser)
    parser.add_argument("--workers", type=int, help="of its own cluster (default: one a core)")


@tool(_options, jobs.NoScheduler)
def main(wanted):
    """Writes the file, and says how often gnubg is sure."""
    rng = np.random.default_rng(wanted.seed)
    boards = drawn(wanted.seed, _LISTS, [count + _SPARE for count in _WANTED], rng)
    with jobs.cluster(wanted.scheduler, wanted.workers) as client, jobs.progress() as shown:
        chances = judged(client, boards, 2, shown)
        kept = sure(judged(client, boards, 1, shown), chances)
    print(f"gnubg is sure of {kept.mean():.1%}")
    lines = []
    for checkers, count in enumerate(_WANTED):
        for i in np.flatnonzero(kept & (on_bar(boards) == checkers))[:count]:
            line = [gnu_id.position_id(boards[i]), *(int(x * ONE + 0.5) for x in chances[i])]
            lines.append(json.dumps(line, separators=(",", ":")) + "\n")
    wanted.into.write_text("".join(lines))


if __name__ == "__main__":
    sys.exit(main())
