"""Cube actions of bear-offs lose next to nothing by GNU Backgammon's two-sided tables."""

import pytest

from picogammon.engine import levels
from picogammon.engine.engine import Question, Thought
from picogammon.rules import actions, xgid
from picogammon.rules.match import Match
from tools.strength import bear_offs
from tools.strength.intervals import mean

HOST_ONLY = True

_MOST = 0.5  # mEq
_EVERY = 17  # lines of the 2,000; `python -m tools.strength.bear_offs` takes them all


def test_takes_and_doubles_of_bear_offs():
    """All 2,000: 0.0 mEq, see the tool; the worst of them, a double, loses 20."""
    found = bear_offs.losses(levels.make("expert"), _EVERY)
    assert len(found["money"]) > 70 and len(found["match"]) > 30
    for kind, lost in found.items():
        assert mean([meq for pair in lost for meq in pair]) <= _MOST, kind


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
    match = Match.from_situation(situation)
    engine = levels.make(level)
    assert engine.begin(match).finish() == actions.double()
    match.apply(actions.double())
    assert engine.begin(match).finish() == actions.drop()
    assert Thought(engine.weigh(Question(match))).finish().dt > 65536
