"""What a game is worth and when a match is won: R20-R23, R25, R30 (the cube: test_stakes_cube)."""

from matches import do, match_at
from picogammon.rules.log import Refusal
from picogammon.rules.match import GAME_OVER, MATCH_OVER, RESIGNING, TO_PLAY, TO_ROLL, Match
from picogammon.rules.scoring import BORNE_OFF, DROPPED, RESIGNED
from picogammon.rules.settings import Settings
from portable import raises


def won(match):
    """(winner, multiple, points) of the game that is over."""
    return match.result[:3]


def test_R20_first_to_bear_off_fifteen_wins():
    """R20 (all): the first to bear off fifteen wins."""
    match = match_at({1: 2, 24: -1}, length=3)
    do(match, "roll 2-1", "play 1/off 1/off")
    assert match.phase == GAME_OVER
    assert match.result == (0, 1, 1, BORNE_OFF)
    assert match.scores == [1, 0]


def test_a_result_tells_who_won_what_and_how():
    ways = []
    for lines in (
        ("roll 2-1", "play 1/off 1/off"),
        ("double", "drop"),
        ("resign gammon", "accept"),
    ):
        match = match_at({1: 2, 24: -1}, length=5)
        do(match, *lines)
        result = match.result
        assert result == (result.winner, result.multiple, result.points, result.how)
        ways.append((result.winner, result.multiple, result.points, result.how))
    assert ways == [(0, 1, 1, BORNE_OFF), (0, 1, 1, DROPPED), (1, 2, 2, RESIGNED)]
    assert BORNE_OFF != DROPPED != RESIGNED != BORNE_OFF


def test_R20_fourteen_off_is_not_enough():
    """R20 (all): fifteen, not fewer."""
    match = match_at({1: 3, 24: -1}, length=3)
    do(match, "roll 2-1", "play 1/off 1/off")
    assert (match.phase, match.turn, match.result) == (TO_ROLL, 1, None)
    do(match, "roll 2-1", "play 1/off")
    assert won(match) == (1, 1, 1)
    assert match.scores == [0, 1]


def test_R21_single_game_the_stake():
    """R21 (T): the loser has borne off one at least: the stake."""
    match = match_at({1: 1, 24: -14})
    do(match, "roll 2-1", "play 1/off")
    assert won(match) == (0, 1, 1)


def test_R21_single_even_with_a_straggler_once_one_is_off():
    """R21 (T): one borne off saves gammon and backgammon, wherever the others are."""
    match = match_at({1: 1, 2: -2, 0: -1, 24: -11})
    do(match, "roll 2-1", "play 1/off")
    assert won(match) == (0, 1, 1)


def test_R22_gammon_is_double():
    """R22 (T): the loser bore off none: double."""
    match = match_at({1: 1, 7: -1, 24: -14})
    do(match, "roll 2-1", "play 1/off")
    assert won(match) == (0, 2, 2)


def test_R22_gammon_times_the_cube():
    """R22, R23 (T): all times the cube."""
    match = match_at({1: 1, 24: -15}, cube=4, owner=1)
    do(match, "roll 2-1", "play 1/off")
    assert won(match) == (0, 2, 8)


def test_R23_backgammon_with_a_checker_in_the_winners_home():
    """R23 (T): the loser bore off none and has a checker in the winner's home board: triple."""
    for point in (2, 6):
        match = match_at({1: 1, point: -1, 24: -14}, cube=2, owner=0)
        do(match, "roll 2-1", "play 1/off")
        assert won(match) == (0, 3, 6)


def test_R23_backgammon_with_a_checker_on_the_bar():
    """R23 (C): or on the bar."""
    match = match_at({1: 1, 0: -1, 24: -14})
    do(match, "roll 2-1", "play 1/off")
    assert won(match) == (0, 3, 3)


def test_R23_player_1_wins_a_backgammon_too():
    """R23 (T): the winner's home board is meant, whoever he is."""
    match = match_at({1: 1, 4: -1, 24: -14}, turn=1)
    do(match, "roll 2-1", "play 1/off")
    assert won(match) == (1, 3, 3)
    assert match.scores == [0, 3]


def test_R25_match_to_a_number_of_points():
    """R25 (T, C): play to a number of points; who has them has won."""
    match = match_at({1: 1, 24: -15}, length=7, scores=(5, 6))
    do(match, "roll 2-1", "play 1/off")
    assert match.phase == MATCH_OVER
    assert match.scores == [7, 6]
    match = match_at({1: 1, 24: -14}, length=7, scores=(5, 6))
    do(match, "roll 2-1", "play 1/off")
    assert match.phase == GAME_OVER


def test_R25_money_session_has_no_end():
    """R25 (T, C): a money session counts points without end."""
    match = match_at({1: 1, 24: -15}, scores=(90, 3), cube=64, owner=0)
    do(match, "roll 2-1", "play 1/off")
    assert match.phase == GAME_OVER
    assert match.scores == [218, 3]
    match.apply(match.next_game())
    assert (match.scores, match.cube, match.owner) == ([218, 3], 1, None)


def test_R30_resigning_is_an_offer_that_the_other_accepts():
    """R30 (C): resigning single, gammon or backgammon; the other side accepts."""
    for level, points in (("single", 2), ("gammon", 4), ("backgammon", 6)):
        match = match_at({8: 2, 19: -2}, cube=2, owner=0)
        do(match, "resign " + level)
        assert (match.phase, match.decider, match.resigned) == (RESIGNING, 1, points // 2)
        with raises(Refusal, "the resignation is to be answered first"):
            do(match, "roll 2-1")
        do(match, "accept")
        assert match.phase == GAME_OVER
        assert match.result == (1, points // 2, points, RESIGNED)
        assert match.resigned == 0
        assert match.scores == [0, points]


def test_R30_refused_the_game_goes_on_where_it_was():
    """R30 (C): or refuses, and the game goes on, before the roll or with the dice rolled."""
    match = match_at({8: 2, 19: -2}, length=5)
    do(match, "resign single", "refuse")
    assert (match.phase, match.decider, match.scores) == (TO_ROLL, 0, [0, 0])
    assert match.resigned == 0
    do(match, "roll 2-1", "resign single", "refuse")
    assert (match.phase, match.decider, match.dice) == (TO_PLAY, 0, (2, 1))
    do(match, "resign gammon", "accept")
    assert match.scores == [0, 2]


def test_R30_resigning_can_end_the_match():
    """R30 (C): an accepted resignation counts like a game that was lost."""
    match = match_at({8: 2, 19: -2}, length=5, scores=(0, 3), turn=0)
    do(match, "resign gammon", "accept")
    assert match.phase == MATCH_OVER


def test_R30_one_resigns_on_ones_own_turn():
    """R30 (C): whose decision it is not has nothing to resign: the roll decides the opening."""
    match = Match(Settings(length=3))
    with raises(Refusal, "opening roll"):
        do(match, "resign single")
