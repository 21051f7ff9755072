"""Makes LIFE in engine/cube_life.py: python -m tools.trainer.cube_life

All pairs of home boards of up to six checkers are solved for money without gammons: what each is
worth to the side on roll before it rolls, with the cube in the middle, its own or the other's, when
both double perfectly and play for speed. LIFE is how much of the way from a dead cube to Janowski's
live one that is, by least squares, for each quarter of a roll that the two sides need on average.
"""

import numpy as np
from numba import njit

from tools.replies import ROOM, WORK
from tools.trainer.one_sided import BINOMIALS, best_rolled, by_pips, homes, solve

BOARDS = 924  # home boards of up to six checkers
SIZE = 17  # means of 1, 1 1/4 .. 5 rolls
_STEPS = 4  # in a roll
_UNIT = 128
_LIKELY = (0.1, 0.97)  # chances to win of the pairs that are fitted
_IN_A_LINE = 23

WEIGHTS = np.array([1 + (high != low) for high in range(1, 7) for low in range(1, high + 1)]) / 36


def life():
    """uint8 [3][SIZE][SIZE]: by the cube's owner (nobody, me, the other), my mean, the other's."""
    boards = homes()[:BOARDS]
    chances, means = solve(boards, BINOMIALS)
    won, equities = solve_pairs(_plays(boards, means), by_pips(boards), WEIGHTS)
    mine, other = np.nonzero((won > _LIKELY[0]) & (won < _LIKELY[1]))
    indices = [_index(means[side]) for side in (mine, other)]
    chance = won[mine, other]
    dead = 2 * chance - 1
    found = np.zeros((3, SIZE, SIZE), np.uint8)
    for owner, live in enumerate(_live(chance)):
        way = live - dead
        gone = equities[owner][mine, other] - dead
        sums = np.zeros((2, SIZE, SIZE))
        np.add.at(sums[0], tuple(indices), gone * way)
        np.add.at(sums[1], tuple(indices), way * way)
        known = sums[1] > 1e-3
        share = np.full((SIZE, SIZE), sums[0].sum() / sums[1].sum())
        share[known] = sums[0][known] / sums[1][known]
        found[owner] = np.round(np.clip(share, 0, 1) * _UNIT)
    return found


@njit(cache=True)
def solve_pairs(plays, order, weights):
    """(won, equities): by the ranks of the side on roll and of the other, what it wins before it
    rolls, and [3] what it has with the cube in the middle, its own, the other's, if it does not
    double now.
    """
    count = len(plays)
    won = np.zeros((count, count))
    found = np.zeros((3, count, count))
    best = np.zeros((3, count, count))  # if it doubles where that is right
    for total in range(2 * count):
        for i in range(max(1, total - count + 1), min(count, total)):
            x, y = order[i], order[total - i]
            for roll in range(21):
                after = plays[x, roll]
                weight = weights[roll]
                won[x, y] += weight * (1 - won[y, after])
                for owner in range(3):
                    theirs = (3 - owner) % 3
                    worth = 1.0 if after == 0 else -best[theirs, y, after]
                    found[owner, x, y] += weight * worth
            doubled = min(1.0, 2 * found[2, x, y])
            for owner in range(2):
                best[owner, x, y] = max(found[owner, x, y], doubled)
            best[2, x, y] = found[2, x, y]
    return won, found


@njit(cache=True)
def _plays(boards, means):
    """[rank][roll]: the rank of the home board that the quickest play leads to."""
    plays = np.zeros((len(boards), 21), np.int64)
    room = np.empty((ROOM, boards.shape[1]), np.int8)
    work = np.empty(WORK, np.uint8)
    for i in range(1, len(boards)):
        roll = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                plays[i, roll] = best_rolled(boards[i], high, low, means, BINOMIALS, room, work)[1]
                roll += 1
    return plays


def _live(chance):
    """Janowski's equities with a live cube in the middle, mine, theirs."""
    return (
        np.clip((10 * chance - 5) / 3, -1, 1),
        np.minimum(1, 2.5 * chance - 1),
        np.maximum(-1, 2.5 * chance - 1.5),
    )


def _index(means):
    return np.minimum(((means - 1) * _STEPS + 0.5).astype(int), SIZE - 1)


def main():
    """Prints the table as Python."""
    data = life().tobytes()
    print("LIFE = (")
    for at in range(0, len(data), _IN_A_LINE):
        print('    b"' + "".join(f"\\x{n:02x}" for n in data[at : at + _IN_A_LINE]) + '"')
    print(")")


if __name__ == "__main__":
    main()
