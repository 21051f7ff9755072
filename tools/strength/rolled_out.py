"""The decisions that Sage has rolled out (plays_rolled_out.jsonl), and what a player loses on them.

Those of games with an even number are to tune on. The others are for the report alone: whoever
chooses by them what to build has no judge left. All losses are in mEq, without a cube.
"""

from functools import lru_cache
from itertools import combinations

from picogammon.engine import numbers
from picogammon.engine.engine import Thought
from picogammon.rules import notation
from picogammon.rules import position as positions
from picogammon.rules.plays import after_steps
from picogammon.rules.situation import Situation
from tools import measured
from tools.strength import reference
from tools.strength.intervals import mean

TUNING, REPORT = "tuning", "report"
FILE = "plays_rolled_out.jsonl"


@lru_cache(maxsize=None)
def plays(half):
    """The lines of one half."""
    odd = (TUNING, REPORT).index(half)
    return [line for line in measured.lines(FILE) if line["game"] % 2 == odd]


def choice(line, engine):
    """The move of the line that the engine chooses."""
    pos = positions.from_numbers(line["pos"])
    situation = Situation(position=pos, dice=tuple(line["dice"]), cube_on=False)
    played = notation.position_id(reference.after(pos, reference.play(engine, situation)))
    return next(move for move in line["moves"] if move["id"] == played)


def zero_ply_choice(line):
    """The move that gnubg chooses without look-ahead."""
    return max(line["moves"], key=lambda move: move["zero_ply"])


def is_rolled_out(move):
    """Whether the move was rolled out; if not, Sage has only had a look at it."""
    return "batches" in move


def loss(line, move):
    """What a move loses: beside the one that is best by the other batches, batch by batch.

    The best of several means is more than what it is the mean of: whoever it is chosen by must not
    say what it is worth.
    """
    known = [one for one in line["moves"] if is_rolled_out(one)]
    batches = range(len(known[0]["batches"]))
    losses = []
    for batch in batches:

        def by_the_others(one, batch=batch):
            return mean([one["batches"][other] for other in batches if other != batch])

        best = max(known, key=by_the_others)["batches"][batch]
        losses.append(best - (move["batches"][batch] if is_rolled_out(move) else move["eq"]))
    return 1000 * mean(losses)


def has_bar(line):
    """Whether a checker is on the bar, before the roll or after one of the plays rolled out."""
    if line["pos"][0] or line["pos"][positions.BAR]:
        return True
    known = [move for move in line["moves"] if is_rolled_out(move)]
    return any(notation.from_position_id(move["id"])[0] for move in known)


def pairs(line, engine):
    """[(true difference, difference that the Engine finds)] of pairs of plays, in points.

    Pairs are two plays that were rolled out, or the best of these and one that Sage has only looked
    at. The first of each is the better one. Plays that the engine does not rank are left out.
    """
    situation = Situation(
        position=positions.from_numbers(line["pos"]), dice=tuple(line["dice"]), cube_on=False
    )
    equities = {}
    for ranked in Thought(engine.rank(situation)).finish():
        left = after_steps(situation.position, ranked.steps)
        posid = notation.position_id(left)
        equities[posid] = ranked.equity
    known = [move for move in line["moves"] if move["id"] in equities]
    return [
        (
            better["eq"] - worse["eq"],
            (equities[better["id"]] - equities[worse["id"]]) / numbers.ONE,
        )
        for better, worse in combinations(known, 2)
        if is_rolled_out(worse) or better is known[0]
    ]
