"""How often a reason for a play speaks for the better one, where nobody says which that is."""

import recount
from picogammon.app.advice.reasons import count_shots, counts
from picogammon.engine.engine import Thought
from picogammon.rules import gnu_id
from picogammon.rules.movegen import Plays
from tools.strength import reasons, rolled_out

_TO = 0.3  # points: worse plays are hardly made
_PRICES_ALONE = ("has {more} anchor", "has {n} {more} checker{s} back")  # too light for a reason


def test_shots_are_counted_as_the_board_counts_them():
    plays = Plays()
    for pair in reasons.rolled_out_pairs(rolled_out.TUNING, _TO)[::400]:
        for posid in pair:
            pos = gnu_id.from_position_id(posid)
            shots = Thought(count_shots(pos, plays)).finish()
            assert list(reasons.counted(posid)) == list(counts(pos, shots))


def test_nine_of_ten_reasons_speak_for_the_better_play_and_most_errors_have_one():
    tally = reasons.Tally(reasons.rolled_out_pairs(rolled_out.TUNING, _TO))
    assert tally.total > 1500
    assert tally.named / tally.total > 0.8
    assert tally.right / tally.named > 0.9


def test_each_clause_that_may_be_a_reason_speaks_for_the_better_play_more_often_than_not():
    tally = reasons.Tally(reasons.rolled_out_pairs(rolled_out.TUNING, _TO))
    for words, (count, good) in tally.of.items():
        assert count > 30
        assert good / count > 0.5 or words in _PRICES_ALONE, words


def test_no_clause_is_false_of_plays_that_were_judged():
    pairs = reasons.rolled_out_pairs(rolled_out.REPORT, _TO)[::30]
    for pair in [tuple(map(gnu_id.from_position_id, one)) for one in pairs]:
        for line in recount.all_said(pair):
            assert recount.is_true(line, pair), (line, pair)
