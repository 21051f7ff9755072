"""Why a play is better: what decides at this score, and nothing that is not true of both."""

import recount
from picogammon.app.advice import reasons
from picogammon.engine.engine import Thought
from picogammon.engine.numbers import ONE
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.situation import Situation
from portable import some
from rulebook import after, position

_PLAYS = Plays()
_MONEY = Situation(position=positions.start(), dice=(3, 1))


def told(better, worse, outcomes=None, situation=_MONEY):
    """The lines about two positions, as text or numbers."""
    pair = [position(one) if isinstance(one, str) else positions.of(one) for one in (better, worse)]
    return Thought(reasons.lines(situation, pair, outcomes, _PLAYS)).finish()


def opening(play):
    return after(positions.start(), play)


def test_a_made_point_is_a_reason_and_what_is_left_open_for_it_the_price():
    assert told(opening("8/5 6/5"), opening("13/10 24/23")) == ["has the 5-point"]
    blot = told("6:3 5:2 8:3 4:1 13:4 24:2 1:-2 12:-5 17:-3 19:-5", opening("13/12 24/21"))
    assert blot == ["has the 5-point", "but leaves 14 more shots"]


def test_he_who_hits_no_more_is_said_to_shut_out_more():
    closed, open_ = "0:-1 6:2 5:2 4:2 8:3 13:4 24:2 20:-4", "0:-1 6:2 5:2 8:5 13:4 24:2 20:-4"
    assert told(closed, open_)[0] == "5 more of his rolls dance"
    assert told(closed, open_.replace("0:-1 ", "1:-1 "))[0] == "hits 1 more checker"


def test_what_explains_nothing_is_not_said():
    outcomes = (40000, 9000, 300, 8000, 200), (36000, 9000, 300, 8000, 200)
    less = told(opening("13/11 13/10"), opening("8/5 6/5"), outcomes)
    assert less == ["wins 6.1 % more often"], "more blots, less of a home board"
    same = opening("8/5 6/5")
    assert told(same, same) == []


def test_the_chance_that_is_worth_most_decides():
    better, worse = (40000, 12000, 300, 8000, 200), (39000, 9000, 300, 9500, 200)
    assert reasons.decides(_MONEY, (better, worse)) == ["wins 4.6 % more gammons"]
    assert reasons.decides(_MONEY, (worse, better)) == [], "nothing speaks for it"
    fewer = (39000, 9000, 300, 4000, 200)
    assert reasons.decides(_MONEY, (fewer, worse)) == ["loses 8.4 % fewer gammons"]
    near = (39000 + ONE // 250, 9000, 300, 9500, 200)
    assert reasons.decides(_MONEY, (near, worse)) == [], "less than half a percent"


def test_gammons_that_count_for_nothing_decide_nothing():
    better, worse = (40000, 12000, 300, 4000, 200), (39000, 9000, 300, 9500, 200)
    last = Situation(position=positions.start(), dice=(3, 1), length=1)
    assert reasons.decides(last, (better, worse)) == ["wins 1.5 % more often"]
    ahead = Situation(position=positions.start(), dice=(3, 1), length=5, scores=(4, 1))
    assert reasons.decides(ahead, (better, worse)) == ["loses 8.4 % fewer gammons"]


def test_a_race_goes_by_checkers_off_and_pips():
    lines = told("2:2 1:1 24:-3", "3:1 2:2 1:1 24:-3")
    assert lines == ["has 1 more off", "race: 5 pips, his 3"]
    lines = told("4:1 6:14 20:-15", "8:1 6:14 20:-15")
    assert lines == ["has 1 fewer outside home", "race: 88 pips, his 75"]


def test_a_shot_is_one_that_his_whole_roll_allows():
    """From the bar, past two points: any six, 5-1, 4-2 and 3-3; with two there only sixes, 3-3."""
    for on_bar, rolls in ((1, 16), (2, 12)):
        pos = position("6:1 2:2 1:2 8:10 0:-%d 20:-%d" % (on_bar, 15 - on_bar))
        assert Thought(reasons.count_shots(pos, _PLAYS)).finish() == rolls, on_bar


def test_whoever_generates_between_two_slices_spoils_no_count():
    pos = positions.of(opening("13/11 13/10"))
    wanted = Thought(reasons.count_shots(pos, _PLAYS)).finish()
    thought = Thought(reasons.count_shots(pos, _PLAYS))
    while not thought.step():
        _PLAYS.generate(positions.start(), 6, 6)
    assert thought.answer == wanted > 0


def test_no_clause_is_false_of_two_plays_of_a_game():
    found = {}
    for seed in some(range(21)):
        for pair in recount.drawn(3, seed):
            for line in recount.all_said(pair):
                found[line] = 1
                assert recount.is_true(line, pair), (line, pair)
            for line in told(*pair):
                assert recount.is_true(line.replace("but ", ""), pair), (line, pair)
    assert len(found) > 9
