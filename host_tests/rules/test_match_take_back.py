"""Taking back turns: how far, who agrees, and the dice that stay as they were rolled."""

from matches import after, do
from picogammon.rules import actions, records_text
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.log import Refusal
from picogammon.rules.match import (
    DOUBLED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
    Match,
)
from picogammon.rules.settings import ASK, OFF, Settings
from portable import raises
from reading import records
from reading.replay import replay


def seen(match):
    """What players can see of a match."""
    return (match.phase, match.turn, match.dice, bytes(match.position), match.cube, match.owner)


def test_a_play_is_taken_back_to_its_dice():
    match = after("roll 3-1", length=5)
    before = seen(match)
    do(match, "play 8/5 6/5")
    assert match.turns_back() == 1
    do(match, "take back 1")
    assert seen(match) == before
    do(match, "play 24/23 13/10")
    assert match.turn == 1


def test_turns_are_taken_back_as_far_as_the_game_began():
    match = after("roll 3-1", length=5)
    opening = seen(match)
    do(match, "play 8/5 6/5", "roll 6-6", "play 24/18(2) 13/7(2)", "roll 2-1")
    with raises(Refusal, "no more than 2"):
        do(match, "take back 3")
    do(match, "take back 2")
    assert seen(match) == opening
    with raises(Refusal, "nothing to take back"):
        do(match, "take back 1")


def test_the_dice_stay_as_they_were_rolled():
    match = after("roll 3-1", "play 8/5 6/5", "roll 6-6", "play 24/18(2) 13/7(2)", "roll 2-1")
    do(match, "take back 2", "play 24/23 13/10")
    assert match.next_dice() == (6, 6)
    with raises(Refusal, "roll 2 of this game was 6-6"):
        do(match, "roll 5-4")
    do(match, "roll 6-6", "play 24/18(2) 13/7(2)")
    assert match.next_dice() == (2, 1)
    with raises(Refusal, "roll 3 of this game was 2-1"):
        do(match, "roll 1-1")
    do(match, "roll 1-2")  # the same roll, the other die named first
    assert match.next_dice() is None
    do(match, "play 13/11 6/5", "roll 4-4")
    assert match.dice == (4, 4)


def test_dice_entered_by_hand_may_be_corrected_by_hand():
    match = after("roll 3-1", "play 8/5 6/5", "double", "take", "roll 5-4 by hand", length=5)
    do(match, "take back 1")
    assert match.next_dice() == (5, 4)
    do(match, "double", "take")
    with raises(Refusal, "roll 2 of this game was 5-4"):
        do(match, "roll 5-3")
    do(match, "roll 5-3 by hand")
    assert match.dice == (5, 3)


def test_dice_entered_wrongly_are_entered_anew_before_they_are_played():
    match = after("roll 3-1 by hand", length=5)
    do(match, "roll 1-3 by hand")
    assert (match.phase, match.turn, match.dice) == (TO_PLAY, 1, (1, 3))
    do(match, "play 8/5 6/5", "roll 6-4")
    with raises(Refusal, "the dice are to be played first"):
        do(match, "roll 6-3 by hand")
    match = after("roll 3-1 by hand", length=5)
    with raises(Refusal, "the dice are to be played first"):
        do(match, "roll 6-3")


def test_dice_that_the_board_rolled_are_not_corrected_by_hand():
    match = after("roll 3-1", "play 8/5 6/5", "roll 5-4", "play 13/8 13/9", length=5)
    do(match, "take back 2", "play 8/5 6/5")
    with raises(Refusal, "roll 2 of this game was 5-4"):
        do(match, "roll 5-3 by hand")


def test_dice_entered_by_hand_stay_so_when_the_board_shows_them_again():
    match = after("roll 3-1 by hand", "play 8/5 6/5", "roll 5-4 by hand", "play 13/8 13/9")
    do(match, "take back 2", "play 24/23 13/10", "roll 5-4")
    do(match, "roll 5-3 by hand")
    assert match.dice == (5, 3)


def test_dice_that_were_corrected_stay_as_they_were_corrected():
    match = after("roll 3-1 by hand", "play 8/5 6/5", "roll 5-4 by hand", "play 13/8 13/9")
    do(match, "take back 1", "roll 6-2 by hand", "play 24/18 13/11", "take back 2")
    do(match, "play 8/5 6/5")
    assert match.next_dice() == (6, 2)
    do(match, "roll 6-2")
    assert match.dice == (6, 2)


def test_the_second_decision_of_the_first_turn_is_taken_back_alone():
    match = after("roll 3-1", length=5)
    do(match, "resign single")
    assert not match.last_in_turn()
    do(match, "refuse")
    assert match.last_in_turn() and match.turns_back() == 1


def test_whose_die_it_is_counts_in_the_opening():
    match = after("roll 3-1 by hand", "play 8/5 6/5", "roll 5-4", "play 13/8 13/9", length=5)
    do(match, "take back 2", "roll 2-2 by hand")
    assert (match.phase, match.next_dice()) == (OPENING, (5, 4))
    with raises(Refusal, "roll 2 of this game was 5-4"):
        do(match, "roll 4-5")
    do(match, "roll 5-4")
    assert match.turn == 0


def test_a_turn_that_began_with_a_double_is_taken_back_before_it():
    match = after("roll 3-1", "play 8/5 6/5", length=5)
    before = seen(match)
    do(match, "double")
    assert match.phase == DOUBLED
    do(match, "take back 1")
    assert seen(match) == before
    do(match, "double", "take", "roll 2-1", "play 13/11 6/5", "take back 1")
    assert seen(match) == before
    assert match.next_dice() == (2, 1)


def test_a_resignation_is_taken_back():
    match = after("roll 3-1", length=5)
    before = seen(match)
    do(match, "resign gammon", "take back 1")
    assert seen(match) == before
    do(match, "resign gammon", "refuse", "play 8/5 6/5", "take back 1")
    assert seen(match) == before


def test_the_end_of_a_game_is_taken_back():
    match = after("roll 3-1", "play 8/5 6/5", "double", "drop", length=5)
    assert (match.phase, match.scores) == (GAME_OVER, [0, 1])
    do(match, "take back 1")
    assert (match.phase, match.scores, match.result) == (TO_ROLL, [0, 0], None)


def test_the_end_of_a_match_is_taken_back():
    match = after("roll 3-1", "resign single", "accept", length=1)
    assert match.phase == MATCH_OVER
    do(match, "take back 1")
    assert (match.phase, match.scores, match.dice) == (TO_PLAY, [0, 0], (3, 1))


def test_the_game_before_is_out_of_reach():
    match = after("roll 3-1", "resign single", "accept", length=5)
    match.apply(match.next_game())
    with raises(Refusal, "nothing to take back"):
        do(match, "take back 1")


def test_opening_rolls_are_no_turns():
    match = after("roll 3-3", "roll 3-1", "play 8/5 6/5", automatic=1)
    do(match, "take back 1")
    assert (match.phase, match.cube, match.dice) == (TO_PLAY, 2, (3, 1))


def test_asked_the_other_side_agrees_or_not():
    match = after("roll 3-1", take_back=ASK)
    before = seen(match)
    do(match, "play 8/5 6/5")
    played = match.state()
    do(match, "take back 1")  # the turn was player 0's, so player 1 has to agree
    assert (match.phase, match.decider, match.asked) == (TAKING_BACK, 1, 1)
    for line in ("roll 6-4", "double", "take back 1"):
        with raises(Refusal, "the take-back is to be answered first"):
            do(match, line)
    do(match, "refuse")
    assert match.state() == played
    do(match, "take back 1", "accept")
    assert seen(match) == before


def test_asked_in_the_middle_of_another_question():
    match = after("roll 3-1", "play 8/5 6/5", "double", take_back=ASK)
    do(match, "take back 1")
    assert match.decider == 0
    assert match.situation().doubled
    do(match, "refuse")
    assert (match.phase, match.decider) == (DOUBLED, 0)
    do(match, "take")
    assert match.cube == 2


def test_without_take_back_what_is_played_is_played():
    match = after("roll 3-1", "play 8/5 6/5", take_back=OFF)
    assert match.turns_back() == 0 and match.turns_back_to(0) == 0
    with raises(Refusal, "without take-back"):
        do(match, "take back 1")


def test_turns_back_to_a_sides_own_decision():
    match = after("roll 3-1", "play 8/5 6/5", length=5)
    assert (match.turns_back_to(0), match.turns_back_to(1)) == (1, 0)
    do(match, "roll 6-6", "play 24/18(2) 13/7(2)")
    assert (match.turns_back_to(0), match.turns_back_to(1)) == (2, 1)
    do(match, "double")
    assert (match.turns_back_to(0), match.turns_back_to(1)) == (1, 2)
    do(match, "take back 2")
    assert (match.turn, match.dice) == (1, (6, 6))


def test_a_pass_is_no_decision_to_go_back_to():
    match = after(length=5)
    pos = positions.empty()
    for point in range(1, 7):
        pos[point] = 2  # player 0's closed board
    pos[8] = 1
    pos[0] = -1  # player 1 is on the bar
    match.apply(actions.game(Checkpoint(turn=0, position=pos)))
    do(match, "roll 2-1", "play 8/6 6/5", "roll 6-5", "pass")
    assert (match.turns_back(), match.turns_back_to(0), match.turns_back_to(1)) == (2, 2, 0)


def test_a_take_back_is_part_of_the_log():
    lines = ("roll 3-1", "play 8/5 6/5", "roll 6-6", "play 24/18(2) 13/7(2)", "take back 2")
    match = Match(Settings(length=5))
    log = [actions.settings(match.settings)]
    for line in lines + ("play 24/23 13/10",):
        log.append(records.parse(line, match.position, match.dice))
        match.apply(log[-1])
    again = replay(log)
    assert again.state() == match.state()
    assert again.next_dice() == (6, 6)
    assert [records_text.text(record) for record in match.records()][1:] == [
        "roll 3-1",
        "play 24/23 13/10",
    ]


def test_a_log_is_resumed_from_its_last_game():
    match = Match(Settings(length=5, take_back=ASK))
    renamed = match.settings.copy(names=["Ann", "Bob"], take_back=0)
    log = [actions.settings(match.settings)]

    def note(record):
        log.append(record)
        match.apply(record)

    for line in ("roll 3-1", "resign gammon", "accept"):
        note(records.parse(line))
    note(match.next_game())
    note(records.parse("roll 6-1"))
    note(actions.play([13 << 3 | 6, 8 << 3 | 1]))
    note(actions.take_back(1))
    note(actions.accept())
    note(actions.settings(renamed))
    note(actions.play([13 << 3 | 6, 8 << 3 | 1]))
    note(actions.take_back(1))
    again = replay(iter(log))
    assert again.state() == match.state()
    assert (again.scores, again.settings.names, again.phase) == ([0, 2], ["Ann", "Bob"], TO_PLAY)


def test_logs_that_are_none_are_refused():
    settings = actions.settings(Settings(length=5))
    for log, reason in (
        ([], "the log is empty"),
        ([actions.roll(3, 1)], "begins with its settings"),
        ([settings, b""], "an action is bytes"),
        ([settings, b"\xff"], "no action of kind 255"),
        ([settings, bytes(300)], "no action of kind 0"),
        ([settings, bytes((actions.NOTE,)) * 300], "a note has 2 to"),
        ([settings, actions.settings(Settings(length=7))], "cannot change within a match"),
        ([settings, actions.double()], "opening roll"),
        ([settings, actions.roll(3, 1), actions.play([7 << 3 | 3])], "never possible"),
        ([settings[:5]], "cut short"),
        ([settings, bytes((actions.GAME, 1, 2))], "a game's start has 37 bytes"),
    ):
        with raises(Refusal, reason):
            replay(log)


def test_a_play_of_a_log_is_looked_at_roughly():
    """It may hit one checker but not land on two; it uses the dice, and checkers that are there."""
    pos = positions.empty()
    pos[8], pos[6], pos[5], pos[2] = 2, 1, -1, -2
    log = [actions.settings(Settings()), actions.game(Checkpoint(turn=0, position=pos))]
    log.append(actions.roll(3, 1))
    for play, fine in (
        ((8 << 3 | 3, 6 << 3 | 1), True),  # a hit, and a point made there
        ((8 << 3 | 3, 8 << 3 | 1), True),
        ((6 << 3 | 1, 8 << 3 | 3), True),
        ((8 << 3 | 3, 8 << 3 | 3), False),  # a three twice
        ((5 << 3 | 3,), False),  # onto two checkers, of a checker that is not there
        ((6 << 3 | 1, 5 << 3 | 3), False),  # onto two checkers
        ((6 << 3 | 1, 6 << 3 | 3), False),  # it has gone
        ((8 << 3 | 2,), False),  # no such die
        ((7 << 3 | 1,), False),  # nobody there
    ):
        if fine:
            assert replay(log + [actions.play(play)]).turn == 1
        else:
            with raises(Refusal, "never possible"):
                replay(log + [actions.play(play)])


def test_a_play_of_a_log_bears_off_whatever_is_on_the_bar():
    pos = positions.empty()
    pos[3], pos[1], pos[0] = 1, 2, -2
    log = [actions.settings(Settings()), actions.game(Checkpoint(turn=0, position=pos))]
    log += [actions.roll(3, 1), actions.play((3 << 3 | 3, 1 << 3 | 1))]
    assert positions.opponent_left(replay(log).position) == 1


def test_a_new_match_waits_for_the_opening_roll():
    assert replay([actions.settings(Settings(length=5))]).phase == OPENING
