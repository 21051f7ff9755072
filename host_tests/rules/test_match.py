"""A match from its first roll to its end: who is on turn, what is awaited, what is refused."""

from matches import do, match_at
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.log import Line, Refusal
from picogammon.rules.match import (
    DOUBLED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RESIGNING,
    TO_PLAY,
    TO_ROLL,
    Match,
)
from picogammon.rules.settings import OFF, Settings
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from portable import raises
from reading import records
from rulebook import position as at


def test_R3_higher_die_goes_first_and_plays_both_numbers():
    """R3 (P): each rolls one die; the higher goes first and plays those two numbers."""
    match = Match(Settings(length=3))
    assert match.phase == OPENING
    assert match.turn is None and match.decider is None
    do(match, "roll 6-4")
    assert (match.phase, match.turn, match.decider, match.dice) == (TO_PLAY, 0, 0, (6, 4))
    match = Match(Settings(length=3))
    do(match, "roll 1-3")
    assert (match.phase, match.turn, match.decider, match.dice) == (TO_PLAY, 1, 1, (1, 3))
    do(match, "play 8/5 6/5")
    assert match.position[20] == -2  # his 5 point, as the other side sees it


def test_R3_equal_dice_are_rolled_again():
    """R3 (P): equal dice are rolled again."""
    match = Match(Settings(length=3))
    for _ in range(3):
        do(match, "roll 5-5")
        assert (match.phase, match.turn, match.dice, match.cube) == (OPENING, None, None, 1)
    do(match, "roll 2-5")
    assert (match.phase, match.turn) == (TO_PLAY, 1)


def test_R4_turns_alternate_with_two_dice():
    """R4 (P): turns alternate with two dice, and each moves 24 towards 1 as he counts."""
    match = Match(Settings(length=3))
    do(match, "roll 3-1", "play 8/5 6/5")
    assert (match.phase, match.turn, match.decider, match.dice) == (TO_ROLL, 1, 1, None)
    do(match, "roll 3-1")
    assert match.dice == (3, 1)
    do(match, "play 8/5 6/5")
    assert match.turn == 0
    assert positions.pips(match.position) == positions.opponent_pips(match.position) == 163


def test_R4_backwards_is_no_step():
    """R4 (P): checkers move forward only."""
    match = Match(Settings(length=3))
    do(match, "roll 3-1")
    with raises(ValueError):
        records.parse("play 5/8 5/6", match.position, match.dice)


def test_the_opening_roll_comes_first():
    match = Match(Settings(length=3))
    for line in ("double", "pass", "resign single"):
        with raises(Refusal, "opening roll"):
            do(match, line)
    with raises(Refusal, "nothing to take back"):
        do(match, "take back 1")


def test_dice_are_rolled_once_and_played_whole():
    match = Match(Settings(length=3))
    do(match, "roll 3-1")
    with raises(Refusal, "the dice are to be played first"):
        do(match, "roll 3-1")
    with raises(Refusal, "one doubles before rolling"):
        do(match, "double")
    with raises(Refusal, "more of the dice can be played"):
        match.apply(actions.play([8 << 3 | 3]))
    with raises(Refusal, "a play is possible"):
        match.apply(actions.play())
    with raises(Refusal, "no 3 is left"):
        match.apply(actions.play([8 << 3 | 3, 8 << 3 | 3]))
    assert match.phase == TO_PLAY


def test_answers_without_a_question_are_refused():
    match = Match(Settings(length=3))
    do(match, "roll 3-1")
    for line, reason in (
        ("take", "no double to take"),
        ("drop", "no double to drop"),
        ("beaver", "no double to beaver"),
        ("raccoon", "no beaver to raccoon"),
        ("accept", "nothing to accept"),
        ("refuse", "nothing to refuse"),
    ):
        with raises(Refusal, reason):
            do(match, line)


def test_nothing_else_is_done_before_a_double_is_answered():
    match = match_at({6: 15, 19: -15}, length=5)
    do(match, "double")
    assert (match.phase, match.turn, match.decider) == (DOUBLED, 0, 1)
    for line in ("roll 6-4", "pass", "double", "resign single"):
        with raises(Refusal, "the double is to be answered first"):
            do(match, line)


def test_a_match_runs_over_its_games_to_its_end():
    match = Match(Settings(length=2))
    do(match, "roll 6-4", "play 24/14", "double", "drop")
    assert (match.phase, match.decider, match.scores) == (GAME_OVER, None, [0, 1])
    with raises(Refusal, "the game is over"):
        do(match, "roll 6-4")
    match.apply(match.next_game())
    assert (match.phase, match.cube, match.owner, match.result) == (OPENING, 1, None, None)
    assert match.scores == [0, 1]
    do(match, "roll 6-4", "resign gammon", "accept")
    assert (match.phase, match.decider, match.scores) == (MATCH_OVER, None, [0, 3])
    with raises(Refusal, "the match is over"):
        do(match, "roll 6-4")
    with raises(Refusal, "the match is over"):
        match.next_game()


def test_the_next_game_waits_for_the_end_of_this_one():
    match = Match(Settings(length=2))
    with raises(Refusal, "the game is not over"):
        match.next_game()


def test_names_players_and_take_back_may_change_within_a_match():
    match = Match(Settings(length=3))
    do(match, "roll 3-1")
    settings = match.settings.copy(names=["Ann", "Bob"], players=[0, 2], take_back=OFF)
    match.apply(actions.settings(settings))
    assert match.settings.names == ["Ann", "Bob"]
    assert match.settings.players == [0, 2]
    with raises(Refusal, "without take-back"):
        do(match, "take back 1")
    assert (match.phase, match.dice) == (TO_PLAY, (3, 1))


def test_rules_cannot_change_within_a_match():
    match = Match(Settings(length=3))
    for change in ({"length": 5}, {"crawford": False}, {"jacoby": True}, {"cube_on": False}):
        with raises(Refusal, "cannot change within a match"):
            match.apply(actions.settings(match.settings.copy(**change)))
    assert match.settings.length == 3


def test_a_position_set_up_by_hand_starts_the_game_anew():
    match = Match(Settings(length=5))
    do(match, "roll 3-1", "play 8/5 6/5", "roll 6-6")
    pos = positions.empty()
    pos[4] = 2
    pos[20] = -3
    match.apply(actions.game(Checkpoint((1, 2), turn=1, cube=2, owner=0, position=pos)))
    assert (match.phase, match.turn, match.cube, match.owner) == (TO_ROLL, 1, 2, 0)
    assert match.scores == [1, 2]
    with raises(Refusal, "the other side owns the cube"):
        do(match, "double")
    with raises(Refusal, "nothing to take back"):
        do(match, "take back 1")
    do(match, "roll 5-4", "play 4/off 4/off")
    assert match.scores == [1, 4]


def test_an_opening_may_be_set_up_too():
    pos = positions.start()
    pos[24] = 0  # player 0 gives odds: two checkers less
    match = Match(Settings(length=5))
    match.apply(actions.game(Checkpoint(position=pos)))
    do(match, "roll 2-5")
    assert (match.turn, positions.left(match.position)) == (1, 15)
    assert positions.opponent_left(match.position) == 13


def test_a_game_that_cannot_start_so_is_refused():
    match = Match(Settings(length=5, max_cube=3))
    for checkpoint, reason in (
        (Checkpoint((5, 0)), "the match to 5 is over"),
        (Checkpoint((3, 0), crawford=True), "not the Crawford game"),
        (Checkpoint((4, 4), crawford=True), "not the Crawford game"),
        (Checkpoint((4, 0), crawford=True, cube=2, owner=1), "not turned in the Crawford game"),
        (Checkpoint(cube=16), "the cube goes up to 8 only"),
    ):
        with raises(Refusal, reason):
            match.apply(actions.game(checkpoint))
    assert match.scores == [0, 0]
    match = Match(Settings(length=5, crawford=False))
    with raises(Refusal, "not the Crawford game"):
        match.apply(actions.game(Checkpoint((4, 0), crawford=True)))
    match = Match(Settings(cube_on=False))
    with raises(Refusal, "there is no cube"):
        match.apply(actions.game(Checkpoint(cube=2, owner=1)))


def test_a_situation_and_its_match_are_the_same_moment():
    match = match_at(
        {8: 3, 6: 2, 0: -1, 19: -4}, turn=1, cube=2, owner=1, scores=(4, 3), length=7, max_cube=6
    )
    do(match, "double")
    there = match_of(match.situation())
    assert (there.phase, there.turn, there.decider) == (DOUBLED, 1, 0)
    assert (there.cube, there.owner, there.scores) == (2, 1, [4, 3])
    assert bytes(there.position) == bytes(match.position)
    assert (there.settings.length, there.settings.max_cube) == (7, 6)
    do(there, "take", "roll 2-1")
    there = match_of(there.situation())
    assert (there.phase, there.dice, there.cube, there.owner) == (TO_PLAY, (2, 1), 4, 0)


def test_a_beavered_double_is_a_situation_too():
    match = match_at({8: 3, 19: -4}, beavers=2)
    do(match, "double", "beaver")
    moment = match.situation()
    assert (moment.doubled, moment.beavered, moment.cube, moment.owner) == (True, True, 1, None)
    there = match_of(moment)
    assert (there.phase, there.cube, there.owner) == (match.phase, 2, 1)


def test_a_resigning_player_is_still_where_he_was():
    match = match_at({8: 3, 19: -4}, dice=(2, 1))
    do(match, "resign single")
    assert match.phase == RESIGNING
    assert match.situation().dice == (2, 1)


def test_names_and_players_of_given_settings_stay():
    mine = Settings(length=9, names=["Ann", "Bob"], players=[1, 2], take_back=OFF)
    match = match_of(Situation(length=5, scores=(1, 1)), mine)
    assert match.settings.names == ["Ann", "Bob"]
    assert (match.settings.players, match.settings.take_back) == ([1, 2], OFF)
    assert match.settings.length == 5


def test_a_crawford_game_needs_the_rule_and_more_than_one_point():
    plain = Settings(length=5, crawford=False)
    match = match_of(Situation(length=5, scores=(4, 0), crawford=True), plain)
    assert match.crawford and match.settings.crawford
    match = match_of(Situation(length=1, crawford=True))
    assert not match.crawford and not match.can_double()


def test_a_matchs_situation_has_no_money_rules():
    moment = Match(Settings(length=5, jacoby=True, beavers=2)).situation()
    assert (moment.jacoby, moment.beavers) == (False, 0)
    moment = Match(Settings(jacoby=True, beavers=2)).situation()
    assert (moment.jacoby, moment.beavers) == (True, 2)


def test_impossible_situations_are_refused():
    for moment, reason in (
        (Situation(length=5, scores=(5, 0)), "the match to 5 is over"),
        (Situation(length=5, scores=(0, 0), crawford=True), "not the Crawford game"),
        (Situation(length=5, scores=(4, 0), crawford=True, doubled=True), "the Crawford game"),
        (Situation(length=99), "match length"),
        (Situation(owner=1, cube=2, doubled=True), "the other side owns the cube"),
        (Situation(position=positions.empty()), "borne off"),
    ):
        with raises(Refusal, reason):
            match_of(moment)


def test_somebody_owns_a_cube_of_one_only_by_a_handicap():
    for owner in (0, 1):
        match = match_of(Situation(length=5, owner=owner))
        assert (match.settings.holder, match.cube, match.owner) == (owner + 1, 1, owner)
        match = match_of(Situation(length=5, cube=2, owner=owner))
        assert (match.settings.holder, match.cube, match.owner) == (0, 2, owner)


def test_without_hints_there_is_no_help_until_the_game_is_over():
    for no_hints in (False, True):
        match = match_of(Situation(position=at("1:2 24:-1"), length=3), Settings(no_hints=no_hints))
        assert match.helped() == (not no_hints)
        do(match, "roll 2-1", "play 1/off 1/off")
        assert match.helped()


def test_a_line_without_records_has_no_last_one():
    line = Line()
    assert line.last() == (0, None)
    line.buffer.extend(b"\x03one\x04two!")
    assert line.last() == (4, b"two!")
