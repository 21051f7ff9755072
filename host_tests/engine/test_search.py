"""A look a roll ahead: against all of it done the long way."""

from long_way import (
    BEAR_OFF,
    BOTH_SHUT,
    HALF_SHUT,
    HARDLY_SHUT,
    MIDDLE,
    SHUT_OUT,
    MixedJudge,
    ahead,
    mean_of_best,
)
from picogammon.engine import numbers
from picogammon.engine.search import Search
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays


def test_a_look_ahead_is_the_mean_of_the_best_replies_to_all_rolls():
    search = Search(MixedJudge(), Plays())
    out = numbers.blank()
    for numbers_of in (MIDDLE, BEAR_OFF, HARDLY_SHUT, HALF_SHUT, BOTH_SHUT, SHUT_OUT):
        pos = positions.of(numbers_of)
        for _ in search.outcome(pos, out):
            pass
        assert list(out) == ahead(pos)


def test_a_pass_is_worth_what_the_other_side_makes_of_it():
    """The net's guess of the one position that all passes leave says nothing."""
    pos = positions.of(SHUT_OUT)
    out = numbers.blank()
    for _ in Search(MixedJudge(), Plays()).outcome(pos, out):
        pass
    assert list(out) == list(mean_of_best(pos, None))
