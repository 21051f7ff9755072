"""Makes engine/met_long.py: python -m tools.trainer.long_matches

The published match equity table ends at 25 points. Beyond, a score is worth the mean of what the
scores after the next game are worth (N. Zadeh, "On Doubling in Tournament Backgammon", Management
Science 23, 1977), either side winning it as often, for 1, 2 or 8 points: how often each stands for
gammons and the cube, and was fitted to the published table from 10 points on, which it gives back
within .0004. Where the leader needs a point, the Crawford game is next: won by either side, one in
four a gammon for who trails. After it who trails doubles at once, and his chance falls by the same
share with every two points, as it does in the table.

All is in 1/65536, and no two scores are equal: each point is worth that much at least.
"""

from picogammon.engine.met import PUBLISHED, chance
from picogammon.engine.numbers import ONE

LONGEST = 64
_POINTS = ((1, 48), (2, 12), (8, 4))  # of 64 games
_SHARE = 77  # of 128: the chance after Crawford with two points less to go
_IN_A_LINE = 11


def tables():
    """(before, after): before Crawford, {(less, more): the chance of who needs less}; after it,
    {n: the chance of who needs n points, the other one}; both beyond PUBLISHED points only.
    """
    after = {}
    for n in range(PUBLISHED + 1, LONGEST + 1):
        after[n] = max(_SHARE * _after(after, n - 2) >> 7, LONGEST + 1 - n)
    before = {}
    for more in range(PUBLISHED + 1, LONGEST + 1):
        for less in range(1, more):
            if less == 1:
                lost = 3 * _after(after, more - 1) + _after(after, more - 2) + 4 >> 3
            else:
                lost = ONE - next_game(before, less, more)
            before[less, more] = ONE - max(lost, LONGEST - more + less)
    return before, after


def next_game(before, less, more):
    total = 64
    for points, games in _POINTS:
        total += games * (
            _before(before, less - points, more) + _before(before, less, more - points)
        )
    return total >> 7


def _before(before, away, other):
    if away > other:
        return ONE - _before(before, other, away)
    if (away, other) in before:
        return before[away, other]
    return ONE >> 1 if away == other else chance(away, other, False)


def _after(after, n):
    return after[n] if n in after else chance(n, 1, True)


def main():
    """Prints the two tables as Python."""
    before, after = tables()
    for name, numbers in (("BEFORE", before.values()), ("AFTER", after.values())):
        numbers = list(numbers)
        print(f"{name} = (")
        for at in range(0, len(numbers), _IN_A_LINE):
            row = b"".join(n.to_bytes(2, "big") for n in numbers[at : at + _IN_A_LINE])
            print('    b"' + "".join(f"\\x{n:02x}" for n in row) + '"')
        print(")")


if __name__ == "__main__":
    main()
