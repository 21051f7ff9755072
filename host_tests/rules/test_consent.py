"""R31: who has to agree before something is taken back, where players agreed to ask."""

from matches import do
from picogammon.rules import actions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.log import Refusal
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    GAME_OVER,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
    Match,
)
from picogammon.rules.settings import ASK, FREE, OFF, Settings
from portable import raises
from reading import records
from reading.replay import replay

OPENING = ("roll 3-1", "play 8/5 6/5")  # player 0's; then player 1 is on turn


def after(*lines, **rules):
    """A match in which taking back is asked for, after these actions."""
    match = Match(Settings(take_back=rules.pop("take_back", ASK), **rules))
    do(match, *lines)
    return match


def asked(match, line):
    """The sides that the take-back asks, one after another, until all have agreed."""
    do(match, line)
    sides = []
    while match.phase == TAKING_BACK:
        sides.append(match.decider)
        do(match, "accept")
    return sides


def test_R31_ones_own_play_is_granted_by_the_other_side():
    """R31: nobody said who asks; it is who wants his own play back."""
    assert asked(after(*OPENING), "take back 1") == [1]
    match = after(*(OPENING + ("roll 6-1", "play 13/7 8/7")))
    assert asked(match, "take back 1") == [0]
    assert asked(after(*(OPENING + ("roll 6-1",))), "take back 1") == [1]


def test_R31_plays_of_both_are_granted_by_both():
    """R31: each gets a decision back that the other profits from not."""
    match = after(*(OPENING + ("roll 6-1", "play 13/7 8/7", "roll 5-2")))
    assert asked(match, "take back 2") == [0, 1]
    assert (match.phase, match.turn, match.dice) == (TO_PLAY, 0, (3, 1))


def test_R31_a_double_is_not_cancelled_by_one_side_alone():
    """R31: neither by who doubled nor by who is doubled."""
    match = after(*(OPENING + ("double",)), length=5)
    assert asked(match, "take back 1") == [0, 1]
    assert match.phase == TO_ROLL
    match = after(*(OPENING + ("double", "take back 1", "accept")), length=5)
    assert (match.phase, match.decider) == (TAKING_BACK, 1)
    do(match, "refuse")
    assert (match.phase, match.decider) == (DOUBLED, 0)


def test_R31_who_dropped_does_not_get_his_point_back_alone():
    """R31: the doubler has won it, and is asked first."""
    for line in ("take back 1", "take back last"):
        match = after(*(OPENING + ("double", "drop", line)), length=5)
        assert (match.phase, match.decider, match.scores) == (TAKING_BACK, 1, [0, 1])
        do(match, "accept")
        assert (match.phase, match.decider, match.scores) == (TAKING_BACK, 0, [0, 1])
        do(match, "accept")
        assert match.scores == [0, 0]


def test_R31_answers_are_taken_back_alone():
    """R31: the offer that was answered stays."""
    for lines, phase in (
        (("double", "drop"), DOUBLED),
        (("double", "take"), DOUBLED),
        (("double", "take", "roll 2-1"), DOUBLED),
        (("double", "beaver"), DOUBLED),
        (("double", "beaver", "take"), BEAVERED),
        (("double", "beaver", "drop"), BEAVERED),
        (("double", "beaver", "raccoon", "drop"), RACCOONED),
        (("resign gammon", "accept"), RESIGNING),
        (("resign gammon", "refuse"), RESIGNING),
        (("double", "take", "roll 2-1", "play 13/11 6/5"), TO_PLAY),
    ):
        match = after(*OPENING, beavers=2, take_back=FREE)
        for line in lines[: 1 + max(i for i in range(len(lines)) if lines[i][:4] != "roll")]:
            before = match.phase, match.turn, match.cube, match.owner, match.dice
            assert before[0] != GAME_OVER
            do(match, line)
        do(match, *[line for line in lines[-1:] if line[:4] == "roll"])
        assert match.last_in_turn()
        do(match, "take back last")
        assert (match.phase, match.turn, match.cube, match.owner, match.dice) == before
        assert match.phase == phase and match.scores == [0, 0]


def test_R31_who_asks_has_agreed():
    """R31: then the other side alone is asked, whatever it is."""
    for side in (0, 1):
        for lines in (("double",), ("double", "drop"), ("double", "take"), ("resign single",)):
            match = after(*(OPENING + lines), length=5)
            assert asked(match, "take back last by %d" % side) == [1 - side]
        assert asked(after(*OPENING), "take back 1 by %d" % side) == [1 - side]


def test_R31_a_resignation_and_its_answer_bind_both():
    """R31: who resigned is asked before the answer is undone, and the other way round."""
    match = after(*(OPENING + ("resign single", "accept")), length=5)
    assert asked(match, "take back last") == [1, 0]
    match = after(*(OPENING + ("resign single", "refuse")), length=5)
    assert asked(match, "take back last") == [1, 0]
    match = after(*(OPENING + ("resign single",)), length=5)
    assert asked(match, "take back last") == [0, 1]


def test_R31_beavers_and_raccoons_bind_both():
    """R31: first the one who did not make the last of them."""
    match = after(*OPENING, beavers=2)
    for line, first in (("double", 0), ("beaver", 1), ("raccoon", 0), ("take", 1)):
        do(match, line)
        do(match, "take back last")
        assert match.decider == first
        do(match, "accept")
        assert match.decider == 1 - first
        do(match, "refuse")


def test_R31_a_refusal_of_either_leaves_all_as_it_was():
    """R31: whether the first or the second refuses."""
    match = after(*(OPENING + ("double", "take")), length=5)
    before = match.state()
    do(match, "take back 1", "refuse")
    assert match.state() == before
    do(match, "take back 1", "accept", "refuse")
    assert match.state() == before


def test_R31_without_take_back_the_last_decision_stays_too():
    """R31 (optional): what is played is played."""
    match = after(*(OPENING + ("double", "drop")), take_back=OFF, length=5)
    assert not match.last_in_turn()
    with raises(Refusal, "without take-back"):
        do(match, "take back last")


def test_the_last_decision_of_a_game_without_any_cannot_be_taken_back():
    match = after("roll 3-1")
    assert not match.last_in_turn()
    with raises(Refusal, "nothing to take back"):
        do(match, "take back last")
    do(match, "play 8/5 6/5")
    assert not match.last_in_turn(), "that is the turn"
    do(match, "roll 6-1")
    assert not match.last_in_turn()


def test_what_waits_when_the_match_is_resumed_is_asked_again():
    match = after(*OPENING, length=5)
    log = [actions.settings(match.settings)] + list(match.records())
    for line in ("double", "take", "take back 1 by 0", "refuse", "take back 1", "accept"):
        action = records.parse(line)
        log.append(action)
        match.apply(action)
        assert replay(log).state() == match.state()


def test_the_opening_dice_are_known_as_such_until_they_are_played():
    match = after("roll 2-2")
    assert not match.opened_with_dice()
    do(match, "roll 3-1 by hand")
    assert match.opened_with_dice()
    do(match, "resign single", "refuse")
    assert match.opened_with_dice()
    do(match, "play 8/5 6/5", "roll 3-1 by hand")
    assert not match.opened_with_dice()
    match.apply(actions.game(Checkpoint(turn=1)))
    do(match, "roll 3-1 by hand")
    assert not match.opened_with_dice()


def test_a_game_does_not_start_with_a_cube_of_1_that_is_somebody_s():
    match = after()
    before = match.state()
    with raises(Refusal, "a cube of 1 is nobody's"):
        match.apply(actions.game(Checkpoint(owner=0)))
    assert match.state() == before
