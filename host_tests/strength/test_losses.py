"""What levels and tables lose by GNU Backgammon's judgement, which host_tests/data keeps."""

from array import array

import pytest

from picogammon.engine import levels, numbers, weights
from picogammon.engine.engine import Question, Thought
from picogammon.engine.race import Race
from picogammon.rules import actions, gnu_id, xgid
from picogammon.rules.situated import match_of
from tools import measured
from tools.strength import measure, reference
from tools.strength.intervals import mean

_CASUAL_PLAY = 30  # mEq a decision; measured: 25
_CASUAL_CUBE = 100  # measured: 31 to double or not, 51 to take or drop
_ANY_PLAY = 290
_RACES = {"bearoff": 0.1, "race": 0.5}
_BEAR_OFF_CUBE = 0.5
_EVERY = 17  # lines of the 2,000


def test_casual_plays():
    by_category = measure.play_summary(measure.play_losses("casual", 0, None))
    assert by_category["all"]["decisions"] == 1000
    assert by_category["all"]["meq"] < _CASUAL_PLAY
    assert by_category["all"]["any_play"] > _ANY_PLAY
    for category, told in by_category.items():
        assert told["meq"] < told["any_play"] / 4, category


def test_handmade_cube():
    told = measure.cube_summary(measure.cube_losses("casual", 0, None))
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
                race.outcome(gnu_id.from_position_id(posid), out)  # seen by who has just played
                values.append(numbers.cubeless(out))
            losses.append(reference.loss(line, line["moves"][values.index(max(values))]))
    assert len(losses) == 110
    assert mean(losses) <= _RACES[category]


def test_takes_and_doubles_of_bear_offs():
    """On all 2,000 lines 0.0 mEq are lost; the worst of them, a double, loses 20."""
    engine = levels.make("expert")
    found = {"money": [], "match": []}
    for line in measured.lines("cube_bearoffs.jsonl")[::_EVERY]:
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
    situation = xgid.from_xgid(f"XGID={position}:0:0:1:00:{score}:10")
    match = match_of(situation)
    engine = levels.make(level)
    assert engine.begin(match).finish() == actions.double()
    match.apply(actions.double())
    assert engine.begin(match).finish() == actions.drop()
    assert Thought(engine.weigh(Question(match))).finish().dt > 65536
