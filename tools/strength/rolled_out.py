"""The decisions that Sage has rolled out (plays_rolled_out.jsonl), and a player's losses on them.

Those of games with an even number are to tune on. The others are for the report alone: if you
choose by them, you have no second judge left. All losses are in mEq, without a cube.
"""

from functools import lru_cache
from itertools import combinations

from picogammon.engine import numbers
from picogammon.engine.engine import Thought
from picogammon.rules import notation
from picogammon.rules import position as positions
from picogammon.rules.plays import after_steps
from picogammon.rules.situation import Situation
from tools.strength import reference
from tools.strength.intervals import mean

TUNING, REPORT = "tuning", "report"
FILE = "plays_rolled_out.jsonl"


@lru_cache(maxsize=None)
def plays(half):
    """Returns the lines of one half."""
    odd = (TUNING, REPORT).index(half)
    return [line for line in reference.lines(FILE) if line["game"] % 2 == odd]


def choice_loss(line, engine):
    """Returns (the loss of the engine's choice, True if the choice was rolled out)."""
    pos = positions.from_numbers(line["pos"])
    situation = Situation(position=pos, dice=tuple(line["dice"]), cube_on=False)
    played = notation.position_id(after_steps(pos, reference.play(engine, situation)))
    move = next(move for move in line["moves"] if move["id"] == played)
    return loss(line, move), is_rolled_out(move)


def zero_ply_choice(line):
    """Returns the move that gnubg chooses without look-ahead."""
    return max(line["moves"], key=lambda move: move["zero_ply"])


def is_rolled_out(move):
    """True if the move was rolled out; Sage has only looked at the others."""
    return "batches" in move


def loss(line, move):
    """Returns the loss of a move in each batch relative to the best move by the other batches.

    The highest of several means is too high, so the batches that choose a move must not count it.
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
    """True if a checker is on the bar, before the roll or after a play that was rolled out."""
    if line["pos"][0] or line["pos"][positions.BAR]:
        return True
    known = [move for move in line["moves"] if is_rolled_out(move)]
    return any(notation.from_position_id(move["id"])[0] for move in known)


def pairs(line, engine):
    """Returns [(true difference, difference that the Engine finds)] of pairs of plays, in points.

    A pair is two plays that were rolled out, or the best of these and another play. The first of
    each is the better one. Plays that the engine does not rank are left out.
    """
    situation = Situation(
        position=positions.from_numbers(line["pos"]), dice=tuple(line["dice"]), cube_on=False
    )
    equities = {}
    for ranked in Thought(engine.rank(situation)).finish():
        posid = notation.position_id(after_steps(situation.position, ranked.steps))
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
