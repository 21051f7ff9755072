"""No level is weaker than its floor, nor loses more than it may by GNU Backgammon's judgement.

A line of data/hypergammon.jsonl is a decision: the position, the dice, and the worth of what each
play leaves, in the order of these positions, in thousandths of a point, without the cube. All of
Hypergammon has been worked out for it (tools/trainer/README.md, "What made the files").
"""

import json
from array import array
from functools import lru_cache

import pytest

from picogammon.engine import numbers, weights
from picogammon.engine.engine import Question, Thought
from picogammon.engine.levels import levels, make, shared_judge
from picogammon.engine.race import Race
from picogammon.rules import actions, notation
from picogammon.rules import plays as play_rules
from picogammon.rules import position as positions
from picogammon.rules.match import match_of
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation
from portable import data_lines
from tools.fast_engine import quick
from tools.strength import floors, measure, reference
from tools.strength.intervals import mean

# The plays of a first roll that books and rollouts agree on.
_OPENINGS = {
    (2, 1): ("13/11 6/5", "24/23 13/11"),
    (3, 1): ("8/5 6/5",),
    (4, 1): ("24/23 13/9", "13/9 6/5"),
    (5, 1): ("24/23 13/8", "13/8 6/5"),
    (6, 1): ("13/7 8/7",),
    (3, 2): ("24/21 13/11", "13/11 13/10"),
    (4, 2): ("8/4 6/4",),
    (5, 2): ("13/11 13/8", "24/22 13/8"),
    (6, 2): ("24/18 13/11",),
    (4, 3): ("24/20 13/10", "24/21 13/9", "13/10 13/9"),
    (5, 3): ("8/3 6/3",),
    (6, 3): ("24/18 13/10", "24/15"),
    (5, 4): ("24/20 13/8", "13/9 13/8"),
    (6, 4): ("24/14", "24/18 13/9", "8/2 6/2"),
    (6, 5): ("24/13",),
}
_SCORES = [(0, (0, 0))] + [(5, (mine, his)) for mine in range(5) for his in range(5)]


@lru_cache(maxsize=None)
def _measured(level):
    return floors.measured(quick.make(level))


@pytest.mark.long
@pytest.mark.parametrize("level", levels())
def test_a_level_holds_its_floors(level):
    found = _measured(level)
    assert floors.broken(found, level) == [], found
    assert found.keys() == floors.floors()[level].keys()


@pytest.mark.long
@pytest.mark.parametrize("level", levels()[1:])
def test_no_level_passes_for_the_next(level):
    weaker = levels()[levels().index(level) - 1]
    assert floors.broken(_measured(weaker), level)


def test_club_opens_as_books_do_at_every_score():
    assert len(_OPENINGS) == 15
    club = quick.make("club")
    for length, scores in _SCORES:
        for dice, known in _OPENINGS.items():
            situation = Situation(dice=dice, length=length, scores=scores)
            play = Thought(club.choose(situation)).finish()
            assert play_rules.format_play(situation.position, play) in known, (dice, scores)


def test_what_a_mean_and_its_error_allow(monkeypatch, tmp_path):
    """4 mEq by an error of 0.5: up to 5.5, which is still allowed."""
    monkeypatch.setattr(floors, "FILE", tmp_path / "floors.json")
    floors.FILE.write_text('{"club": {"bar plays": {"meq": 4, "error": 0.5}}}')
    assert floors.broken({"bar plays": {"meq": 5.5, "error": 9}}, "club") == []
    assert floors.broken({"bar plays": {"meq": 5.51, "error": 0}}, "club") == ["bar plays"]


_CASUAL_PLAY = 30  # mEq a decision; measured: 25
_CASUAL_CUBE = 100  # measured: 31 to double or not, 51 to take or drop
_ANY_PLAY = 290
_RACES = {"bearoff": 0.1, "race": 0.5}
_BEAR_OFF_CUBE = 0.5
_EVERY_CUBE = 17  # lines of the 2,000


def test_casual_plays():
    by_category = measure.play_summary(measure.losses_on("casual", "plays"))
    assert by_category["all"]["decisions"] == 1000
    assert by_category["all"]["meq"] < _CASUAL_PLAY
    assert by_category["all"]["any_play"] > _ANY_PLAY
    for category, told in by_category.items():
        assert told["meq"] < told["any_play"] / 4, category


def test_handmade_cube():
    told = measure.cube_summary(measure.losses_on("casual", "cube"))
    assert told["doubling"]["all"]["meq"] + told["taking"]["all"]["meq"] < _CASUAL_CUBE


@pytest.mark.parametrize("category", sorted(_RACES))
def test_the_tables_for_races(category):
    race = Race(weights.load())
    out = array("i", bytes(20))
    losses = []
    for line in reference.plays():
        if line["cat"] == category:
            values = []
            for posid, *_ in line["moves"]:
                race.outcome(notation.from_position_id(posid), out)  # seen by who has just played
                values.append(numbers.cubeless(out))
            losses.append(reference.loss(line, line["moves"][values.index(max(values))]))
    assert len(losses) == 110
    assert mean(losses) <= _RACES[category]


def test_takes_and_doubles_of_bear_offs():
    """On all 2,000 lines 0.0 mEq are lost; the worst of them, a double, loses 20."""
    engine = make("expert")
    found = {"money": [], "match": []}
    for line in reference.lines("cube_bearoffs.jsonl")[::_EVERY_CUBE]:
        found[line["kind"]] += reference.cube_loss(line, engine)
    assert len(found["money"]) > 140 and len(found["match"]) > 60
    for stakes, lost in found.items():
        assert mean(lost) <= _BEAR_OFF_CUBE, stakes


@pytest.mark.parametrize(
    "position, score",
    (
        ("-AAAB---------------a-aab-", "0:0:0:0"),
        ("-AAAAA-----------------ae-", "3:0:0:7"),
        ("--A-A------------------aa-", "3:2:0:5"),
    ),
)
@pytest.mark.parametrize("level", ("expert", "master"))
def test_what_loses_on_the_last_rolls_is_dropped(position, score, level):
    """Each take loses .04 to .10."""
    situation = notation.from_xgid(f"XGID={position}:0:0:1:00:{score}:10")
    match = match_of(situation)
    engine = make(level)
    assert engine.begin(match).finish() == actions.double()
    match.apply(actions.double())
    assert engine.begin(match).finish() == actions.drop()
    assert Thought(engine.weigh(Question(match))).finish().dt > 65536


_EVERY_POSITION = 5  # line
# Points, of master. 300 of a class and more: a root mean square of .03 varies by .003 or so.
_RMS = 0.04
_BIAS = 0.012


def test_master_judges_positions_with_somebody_on_the_bar_right():
    engine = measure.engine("master")
    lines = reference.positions_judged()[::_EVERY_POSITION]
    errors = [reference.position_error(line, engine) for line in lines]
    for name, some in measure.by_checkers_on_bar(zip(lines, errors)).items():
        assert measure.root_mean_square(some) < _RMS, name
        assert abs(sum(some) / len(some)) < _BIAS, name


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
            play_rules.make(after, step)
        total += max(worth.values()) - worth[bytes(after)]
        count += 1
    return total / count


@pytest.mark.parametrize("level,most", [("club", 20), ("expert", 10), ("master", 6)])
def test_levels_by_the_net_know_hypergammon(level, most):
    assert lost(make(level, _PLAYS)) <= most


def test_the_start_of_hypergammon_is_worth_what_was_worked_out():
    situation = Situation(cube_on=False, variant=_HYPERGAMMON)
    found = Thought(make("expert", _PLAYS).value(situation)).finish()
    chances = [chance / numbers.ONE for chance in found.outcome]
    assert chances == pytest.approx(_START, abs=0.03)


def test_who_has_borne_off_one_of_three_loses_no_gammon():
    judge = shared_judge(_THREE)
    out = numbers.blank()
    for place, count, gammon, still in ((19, 3, 1, True), (19, 2, 0, False), (24, 3, 1, False)):
        pos = positions.empty()
        pos[place] = -count
        judge.outcome(pos, out)
        assert (out[0], out[1]) == (numbers.ONE, gammon * numbers.ONE), place
        pos[1] = 1
        judge.outcome(pos, out)
        assert (out[1] > 0) == still, place
