"""How well the levels play Hypergammon, by what its plays are worth (data/hypergammon.jsonl).

A line of the file is a decision: the position, the dice, and the worth of what each play leaves,
in the order of these positions, in thousandths of a point, without the cube. All of Hypergammon
has been worked out for it (tools/trainer/hypergammon.py).
"""

import json
from array import array

import pytest

from picogammon.engine import levels, numbers
from picogammon.engine.exact import Exact
from picogammon.engine.thinker import Thinker
from picogammon.rules import actions, steps
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from portable import data_lines

_PLAYS = Plays()
_HYPERGAMMON = 2
# What it is worth to the side that is to roll.
_START = (0.528, 0.314, 0.022, 0.263, 0.017)
_THREE = positions.checkers_of(_HYPERGAMMON)


def decisions():
    """(position, dice, {what a play leaves, as bytes: its worth}) of each."""
    for line in data_lines("hypergammon.jsonl"):
        decision = json.loads(line)
        pos, dice = array("b", decision["pos"]), tuple(decision["dice"])
        left = []
        for i in range(_PLAYS.generate(pos, *dice)):
            left.append(positions.empty())
            _PLAYS.result(i, pos, left[i])
        yield pos, dice, dict(zip(sorted(map(bytes, left)), decision["worth"], strict=True))


def lost(engine):
    """What the engine's plays lose, in thousandths of a point a decision."""
    total = count = 0
    for pos, dice, worth in decisions():
        situation = Situation(pos, dice=dice, cube_on=False, variant=_HYPERGAMMON)
        answer = engine.begin(match_of(situation)).finish()
        after = array("b", pos)
        for step in actions.steps_of(answer):
            steps.make(after, step)
        total += max(worth.values()) - worth[bytes(after)]
        count += 1
    return total / count


@pytest.mark.parametrize("level,most", [("club", 20), ("expert", 10), ("master", 6)])
def test_levels_by_the_net_know_hypergammon(level, most):
    assert lost(levels.make(level, _PLAYS)) <= most


def test_the_usual_net_does_not_know_it():
    assert lost(Thinker(Exact(levels.shared_judge()), _PLAYS)) > 30


def test_the_start_is_worth_what_was_worked_out():
    value = levels.make("expert", _PLAYS).value(Situation(cube_on=False, variant=_HYPERGAMMON))
    while True:
        try:
            next(value)
        except StopIteration as end:
            found = end.value
            break
    chances = [chance / numbers.ONE for chance in found.outcome]
    assert chances == pytest.approx(_START, abs=0.03)


def test_who_has_borne_off_one_loses_no_gammon():
    judge = levels.shared_judge(_THREE)
    out = numbers.blank()
    for place, count, gammon, still in ((19, 3, 1, True), (19, 2, 0, False), (24, 3, 1, False)):
        pos = positions.empty()
        pos[place] = -count
        judge.outcome(pos, out)
        assert (out[0], out[1]) == (numbers.ONE, gammon * numbers.ONE), place
        pos[1] = 1
        judge.outcome(pos, out)
        assert (out[1] > 0) == still, place
