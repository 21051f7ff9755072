"""Duels: cubeless money games against GNU Backgammon without look-ahead (0-ply).

Games come in pairs with the same dice and the seats exchanged: who rolls better in one has the
worse dice in the other. Two players that are the same lose nothing to each other, pair by pair, and
two that differ little differ mostly in what they do, less in luck.

gnubg sleeps 10 ms over each play: several tables played at once use that time.
"""

import selectors

from tools.strength.gnubg import QUIET, Table, TableError
from tools.strength.intervals import mean_interval

_TABLES = 16  # at once, half of them for each seat
JOB = 96  # pairs in a job, a multiple of _TABLES / 2

# gnubg's own weaker ways to play, as anchors: 0-ply with noise on its judgement. They lose 8.8,
# 20.7 and 47 mEq a play.
ANCHORS = {
    f"noise .{thousandths:03}": (
        "gnubg",
        "chequer evaluation plies 0",
        "chequer evaluation cubeful off",
        f"chequer evaluation noise 0.{thousandths:03}",
        "chequer evaluation deterministic on",
    )
    for thousandths in (15, 30, 60)
}


def play_pairs(player, first, pairs, rival=None):
    """Our points in the pairs of games whose dice are numbers first .. first + pairs - 1.

    A list of (in seat 0, in seat 1). `rival`: see gnubg.Table; then `player` is not asked.
    """
    share = max(1, -(-pairs // (_TABLES // 2)))
    tables = []
    try:
        for begin in range(first, first + pairs, share):
            seeds = range(begin, min(begin + share, first + pairs))
            tables += [Table(0, seeds, rival), Table(1, seeds, rival)]
        if rival is None:
            _serve(tables, player)
        results = [table.results() for table in tables]
    finally:
        for table in tables:
            table.close()
    together = []
    for in_seat_0, in_seat_1 in zip(results[::2], results[1::2]):
        together += zip(in_seat_0, in_seat_1)
    return together


def _serve(tables, player):
    """Answers all the tables until the last has finished."""
    with selectors.DefaultSelector() as waiting:
        for table in tables:
            waiting.register(table.sit_down(), selectors.EVENT_READ, table)
        while waiting.get_map():
            ready = waiting.select(QUIET)
            if not ready:
                raise TableError(f"no gnubg has said anything for {QUIET} seconds")
            for key, _ in ready:
                if not key.data.answer(player):
                    waiting.unregister(key.fileobj)


def summary(pairs):
    """What a duel's pairs of results come to, as plain data."""
    points, half = mean_interval([(one + two) / 2 for one, two in pairs])
    games = [points for pair in pairs for points in pair]
    return {
        "games": len(games),
        "points_a_game": points,
        "interval": half,
        "interval_unpaired": mean_interval(games)[1],
        "won": sum(1 for game in games if game > 0) / len(games),
        "gammons_won": sum(1 for game in games if game > 1) / len(games),
        "gammons_lost": sum(1 for game in games if game < -1) / len(games),
    }
