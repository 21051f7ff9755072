"""Labels by our own net, two rolls ahead: `python -m tools.trainer.ahead`, as long as it is let.

The net plays against itself, oddly enough to see everything, as gnubg does for the first labels. Of
some of the rolls the best plays and another one are looked at two rolls ahead (two_rolls.py), all
plays of a roll by the same permutation. Half of the rolls are of any kind, the others of a kind
that is rare and hard (KINDS). A shard is a job, and a seed: the same file of weights gives the same
bytes everywhere. Shards lie in a folder named by those weights; those that are there are not made
again, so that it goes on where it was killed.
"""

import sys
from functools import lru_cache
from pathlib import Path

import numpy as np

from picogammon.rules import position as positions
from tools import ROOT, files, jobs
from tools.command import least, tool
from tools.strength.quick_judge import kinds
from tools.trainer import records
from tools.trainer.net import equity
from tools.trainer.two_rolls import Looker

SHIPPED = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
SHARDS = 100_000  # as many as anybody has time for
LISTS = 1_000  # of a shard; about four positions each
# Kinds of positions before a roll, and which share of the lists is to be of each.
KINDS = {"usual": 0.5, "bar": 0.16, "back game": 0.12, "containment": 0.12, "crashed": 0.1}
RECORD = np.dtype(
    [
        ("pos", "i1", records.POSITION),
        ("one", "<u2", records.OUTPUTS),  # chances in 1/65535: a look of one roll,
        ("two", "<u2", records.OUTPUTS),  # and of two rolls, sampled
        ("first", "u1"),  # whether a list begins
        ("kind", "u1"),  # the number of the kind of the list
    ]
)

_NAMES = list(KINDS)
_TAKEN = 0.25  # of a game's rolls of a kind that is still wanted
_BEST = 4  # plays of a list, that are worth at most so much less than the best,
_CLOSE = 0.08
_OTHERS = 10  # and any one other of so many
_WILD_GAMES = 0.4  # of all games, begin with up to so many plays at random
_WILD_PLAYS = 24
_WORSE = (0.0, 0.05, 0.15, 0.3)  # a game's chance that a play is any of the six best
_SIX = 6
_LONGEST = 400  # rolls of a game

_BAR = positions.BAR
_DEEP = 19  # the other side's home board begins here
_BACK = 4  # checkers in there, on two points that are made: a back game
_HOME = 7  # one's own home board ends here
_PRIME = 5  # points of six in a row that begin so near before a checker: it is contained
_NEAR = 3
_DEAD = 3  # points below are where checkers are no use any more,
_CRASHED = 7  # and if so many stand there or are off, the board is crashed


@lru_cache(maxsize=2)
def _looker(data):
    return Looker(data)


def label(data, seed, lists):
    """The job: so many labelled lists by this seed and the weights `data`, as bytes of RECORDs."""
    looker = _looker(data)
    rng = np.random.default_rng(seed)
    left = [round(lists * share) for share in KINDS.values()]
    left[0] += lists - sum(left)
    found = []
    while sum(left):
        for before, results, worth in _game(looker, rng):
            if rng.random() > _TAKEN:
                continue
            kind = kind_of(before)
            if left[kind]:
                kept = _kept(results, worth, rng)
                if len(kept):
                    left[kind] -= 1
                    found.append(_labelled(looker, kept, kind, rng.integers(36)))
    return np.concatenate(found).tobytes()


def read(path):
    """The records of a shard; raises DamagedError."""
    data = Path(path).read_bytes()
    if len(data) % RECORD.itemsize:
        raise records.DamagedError(f"{path} ends within a record: delete it")
    return np.frombuffer(data, RECORD)


def plain(labelled, look=0.25):
    """The same as records.RECORDs; `look`: the share of the look of one roll in the chances."""
    chances = look * labelled["one"] + (1 - look) * labelled["two"].astype(float)
    return records.judged(labelled["pos"], chances / records.CERTAIN, labelled["first"])


def kind_of(pos):
    """The number of the kind of a position, as who is to roll sees it."""
    pos = np.asarray(pos)
    sides = pos, -pos[::-1]
    if any(_in_back_game(side) for side in sides):
        return _NAMES.index("back game")
    if any(_contains(side) for side in sides):
        return _NAMES.index("containment")
    if any(_is_crashed(side) for side in sides):
        return _NAMES.index("crashed")
    return _NAMES.index("bar" if pos[0] or pos[_BAR] else "usual")


def _in_back_game(side):
    deep = side[_DEEP:]
    return (deep[:-1] > 1).sum() > 1 and deep[deep > 0].sum() >= _BACK


def _contains(side):
    """Whether the side has a prime just before a checker, or has borne off with one still there."""
    rearmost = np.argmax(side < 0)
    if side[side > 0].sum() < positions.CHECKERS and rearmost < _HOME:
        return True
    made = side[1:_BAR] > 1
    return max(made[at : at + 6].sum() for at in range(rearmost, rearmost + _NEAR)) >= _PRIME


def _is_crashed(side):
    own = side * (side > 0)
    return positions.CHECKERS - own.sum() + own[1:_DEAD].sum() >= _CRASHED


def _game(looker, rng):
    """Yields (position as who rolls sees it, all results of his roll, their worth) to the end."""
    pos = np.array(positions.start(), np.int8)
    wild = rng.integers(1, _WILD_PLAYS) if rng.random() < _WILD_GAMES else 0
    worse = rng.choice(_WORSE)
    for rolls in range(_LONGEST):
        first, second = rng.integers(1, 7, 2)
        results = looker.results(pos, first, second)
        if len(results):
            worth = equity(looker.outcomes(results) / 65536)
            yield pos, results, worth
            if rolls < wild:
                chosen = rng.integers(len(results))
            elif rng.random() < worse:
                chosen = rng.choice(np.argsort(-worth)[:_SIX])
            else:
                chosen = np.argmax(worth)
            pos = results[chosen]
        pos = -pos[::-1]
        if kinds(pos[None])[0]:
            return


def _kept(results, worth, rng):
    """Of a roll's results with contact those that are looked at."""
    contact = kinds(results) == 0
    results, worth = results[contact], worth[contact]
    order = np.argsort(-worth, kind="stable")
    best = [i for i in order[:_BEST] if worth[i] >= worth[order[0]] - _CLOSE]
    others = order[len(best) : _OTHERS]
    if len(others):
        best.append(rng.choice(others))
    return results[best]


def _labelled(looker, kept, kind, permutation):
    found = np.zeros(len(kept), RECORD)
    found["pos"] = kept
    for name, chances in zip(("one", "two"), looker.look(kept, [permutation] * len(kept))):
        found[name] = np.round(chances * records.CERTAIN)
    found["first"][0] = 1
    found["kind"] = kind
    return found


def _options(parser):
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "train" / "ahead")
    parser.add_argument("--weights", type=Path, default=SHIPPED, help="by whose judgement")
    parser.add_argument("--shards", type=least(1), default=SHARDS, help="how many there are to be")
    jobs.options(parser)
    parser.add_argument("--workers", type=least(1), help="of its own cluster (default: one a core)")


@tool(
    _options,
    files.FileError,
    jobs.NoScheduler,
    interrupted="Interrupted: the same command goes on from here.",
)
def main(wanted):
    """Makes the shards that are missing."""
    data = wanted.weights.read_bytes()
    folder = wanted.into / records.made_of(data)
    files.make_folder(folder)
    seeds = range(1, 1 + wanted.shards)
    missing = [seed for seed in seeds if not (folder / f"{seed}.bin").exists()]
    given = ((data, seed, LISTS) for seed in missing)
    with (
        jobs.cluster(wanted.scheduler, wanted.workers) as client,
        jobs.progress() as shown,
    ):
        bar = shown.add_task(
            "shards", total=len(seeds), completed=len(seeds) - len(missing), note=""
        )
        for i, shard in jobs.results(client, label, given):
            records.write(folder / f"{missing[i]}.bin", shard)
            shown.update(bar, advance=1)


if __name__ == "__main__":
    sys.exit(main())
