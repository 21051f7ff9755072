"""Doubling: R24, and what matches (R26) and money sessions (R27-R29) make of it."""

from matches import do, match_at
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.log import Refusal
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    GAME_OVER,
    OPENING,
    RACCOONED,
    TO_PLAY,
    TO_ROLL,
    Match,
)
from picogammon.rules.scoring import DROPPED
from picogammon.rules.settings import Settings
from portable import raises
from reading import records
from reading.replay import replay

RACE = {8: 2, 17: -2}
LAST_CHECKER = {1: 1, 24: -15}  # whoever bears it off wins a gammon


def test_R24_cube_starts_in_the_middle_at_one():
    """R24 (T): the cube starts in the middle at 1, and either may double."""
    match = Match(Settings(length=5))
    assert (match.cube, match.owner) == (1, None)
    for turn in (0, 1):
        assert match_at(RACE, length=5, turn=turn).can_double()


def test_R24_taking_doubles_the_stake_and_gives_the_cube():
    """R24 (T): accepting doubles it and gives the cube to the one who took."""
    match = match_at(RACE, length=9)
    do(match, "double")
    assert (match.phase, match.decider, match.cube, match.owner) == (DOUBLED, 1, 1, None)
    do(match, "take")
    assert (match.phase, match.decider, match.cube, match.owner) == (TO_ROLL, 0, 2, 1)


def test_R24_only_the_owner_may_double_next():
    """R24 (T): the sole right to the next double is his who took: 2, 4, 8, 16, ..."""
    match = match_at(RACE, length=25)
    do(match, "double", "take")
    with raises(Refusal, "the other side owns the cube"):
        do(match, "double")
    do(match, "roll 2-1", "play 8/6 8/7", "double", "take")
    assert (match.cube, match.owner, match.turn) == (4, 0, 1)
    do(match, "roll 2-1", "play 8/6 8/7", "double", "take")
    assert (match.cube, match.owner, match.turn) == (8, 1, 0)


def test_R24_dropping_loses_the_stake_as_it_stood():
    """R24 (T): refusing loses the stake as it stood."""
    match = match_at(RACE, length=9, cube=2, owner=0)
    do(match, "double", "drop")
    assert match.phase == GAME_OVER
    assert match.result == (0, 1, 2, DROPPED)
    assert match.scores == [2, 0]


def test_R24_doubling_comes_before_the_roll():
    """R24 (T): before rolling, a player who may may offer to double."""
    match = match_at(RACE, length=9)
    do(match, "roll 2-1")
    assert not match.can_double()
    with raises(Refusal, "one doubles before rolling"):
        do(match, "double")


def test_R24_no_double_without_a_cube_or_beyond_its_last_face():
    """R24 (T): a setting can leave the cube out; its highest value is agreed on."""
    match = match_at(RACE, cube_on=False)
    assert not match.can_double() and not match.offers_double()
    with raises(Refusal, "there is no cube"):
        do(match, "double")
    match = match_at(RACE, cube=32, owner=0, max_cube=6)
    do(match, "double", "take")
    assert match.cube == 64
    match = match_at(RACE, cube=64, owner=0, max_cube=6)
    with raises(Refusal, "the cube goes no higher"):
        do(match, "double")


def test_R26_crawford_game_has_no_doubling():
    """R26 (C): the one game after a player first comes to one point short has no doubling."""
    match = match_at(LAST_CHECKER, length=3)
    do(match, "roll 2-1", "play 1/off")
    assert match.scores == [2, 0]
    match.apply(match.next_game())
    assert match.crawford
    do(match, "roll 3-1", "play 8/5 6/5")
    assert not match.can_double()
    with raises(Refusal, "the Crawford game"):
        do(match, "double")


def test_R26_after_the_crawford_game_doubling_is_back():
    """R26 (C): after it doubling is back, also when the other side comes to one point short."""
    match = match_at(LAST_CHECKER, length=3, scores=(2, 0), crawford=True)
    do(match, "resign single", "accept")
    match.apply(match.next_game())
    assert (match.scores, match.crawford) == ([2, 1], False)
    do(match, "roll 6-1", "play 13/7 8/7", "double", "take")
    assert (match.cube, match.owner) == (2, 0)
    match = match_at(RACE, length=3, scores=(2, 1))
    do(match, "resign single", "accept")
    match.apply(match.next_game())
    assert (match.scores, match.crawford) == ([2, 2], False)


def test_R26_no_crawford_game_before_somebody_is_one_short():
    """R26 (C): other scores have doubling."""
    match = match_at(LAST_CHECKER, length=5)
    do(match, "roll 2-1", "play 1/off")
    match.apply(match.next_game())
    assert (match.scores, match.crawford) == ([2, 0], False)


def test_R26_a_situation_says_so():
    for rule in (True, False):
        match = Match(Settings(length=5, crawford=rule))
        match.apply(actions.game(Checkpoint((4, 0), rule)))
        situation = match.situation()
        assert (situation.crawford, situation.crawford_rule) == (rule, rule)


def test_R26_without_the_crawford_rule_doubling_stays():
    """R26 (C): the Crawford rule is a setting."""
    match = Match(Settings(length=2, crawford=False))
    do(match, "roll 3-1", "resign single", "accept")
    match.apply(match.next_game())
    assert (match.scores, match.crawford) == ([0, 1], False)
    do(match, "roll 3-1", "play 8/5 6/5")
    assert match.can_double()


def test_R26_one_point_match_has_no_doubling():
    """R26 (C): a match to one point has no doubling at all."""
    match = Match(Settings(length=1))
    do(match, "roll 3-1", "play 8/5 6/5")
    assert not match.can_double()
    with raises(Refusal, "a one-point match"):
        do(match, "double")


def test_R26_dead_cube_may_be_turned_but_is_not_offered():
    """R26 (C): the doubler's score plus the stake already wins: legal, not on the menu."""
    match = match_at(RACE, length=5, scores=(3, 0), cube=2, owner=0)
    assert match.can_double()
    assert not match.offers_double()
    do(match, "double", "take")
    assert match.cube == 4
    match = match_at(RACE, length=5, scores=(2, 3), cube=2, owner=0)
    assert match.can_double() and match.offers_double()


def test_R27_jacoby_gammons_count_single_while_the_cube_is_in_the_middle():
    """R27 (C): gammons and backgammons count as single games with a centred cube."""
    match = match_at(LAST_CHECKER, jacoby=True)
    do(match, "roll 2-1", "play 1/off")
    assert match.result[:3] == (0, 1, 1)
    match = match_at({1: 1, 0: -15}, jacoby=True)
    do(match, "roll 2-1", "play 1/off")
    assert match.result[:3] == (0, 1, 1)


def test_R27_jacoby_gammons_count_once_the_cube_is_turned():
    """R27 (C): with the cube on a side gammons count."""
    match = match_at(LAST_CHECKER, jacoby=True)
    do(match, "double", "take", "roll 2-1", "play 1/off")
    assert match.result[:3] == (0, 2, 4)


def test_R27_automatic_doubles_do_not_turn_the_cube():
    """R27 (C): automatic doubles do not change that."""
    settings = Settings(jacoby=True, automatic=1)
    match = Match(settings)
    do(match, "roll 2-2", "roll 3-1", "resign gammon", "accept")
    assert (match.owner, match.result[:3]) == (None, (1, 1, 2))


def test_R27_holds_for_resignations_and_for_money_only():
    """R27 (C): a resigned gammon counts single as well; matches know no Jacoby."""
    match = match_at(RACE, jacoby=True)
    do(match, "resign backgammon", "accept")
    assert match.scores == [0, 1]
    match = Match(Settings(length=5, jacoby=True))
    do(match, "roll 3-1", "resign gammon", "accept")
    assert match.scores == [0, 2]


def test_R27_has_no_say_without_a_cube():
    """R27 (C): what never can be turned is not in the middle; gammons count."""
    match = match_at(LAST_CHECKER, jacoby=True, cube_on=False)
    do(match, "roll 2-1", "play 1/off")
    assert match.result[:3] == (0, 2, 2)


def test_R27_is_an_option():
    """R27 (C, optional): without it gammons count with a centred cube."""
    match = match_at(LAST_CHECKER)
    do(match, "roll 2-1", "play 1/off")
    assert match.result[:3] == (0, 2, 2)


def test_R28_beaver_doubles_again_and_keeps_the_cube():
    """R28 (C): who is doubled doubles again at once, keeps the cube, and the doubler goes on."""
    match = match_at(RACE, beavers=1)
    do(match, "double")
    assert match.can_beaver()
    do(match, "beaver")
    assert (match.phase, match.decider) == (BEAVERED, 0)
    do(match, "take")
    assert (match.phase, match.decider, match.cube, match.owner) == (TO_ROLL, 0, 4, 1)


def test_R28_dropping_a_beaver_loses_the_stake_after_ones_own_double():
    """R28 (C): the doubler drops, losing the stake as it stood after his own double."""
    match = match_at(RACE, beavers=1)
    do(match, "double", "beaver", "drop")
    assert match.phase == GAME_OVER
    assert match.result == (1, 1, 2, DROPPED)
    match = match_at(RACE, beavers=1, cube=4, owner=0)
    do(match, "double", "beaver", "drop")
    assert match.result == (1, 1, 8, DROPPED)


def test_R28_raccoon_doubles_once_more_and_leaves_the_cube():
    """R28 (C): with raccoons agreed, doubles once more; the beaverer goes on and has the cube."""
    match = match_at(RACE, beavers=2)
    do(match, "double", "beaver")
    assert match.can_raccoon()
    do(match, "raccoon")
    assert (match.phase, match.decider, match.cube, match.owner) == (RACCOONED, 1, 4, 1)
    with raises(Refusal, "the raccoon is to be answered first"):
        do(match, "roll 3-1")
    do(match, "take")
    assert (match.phase, match.decider, match.cube, match.owner) == (TO_ROLL, 0, 8, 1)
    with raises(Refusal, "the other side owns the cube"):
        do(match, "double")


def test_R28_dropping_a_raccoon_loses_the_stake_after_the_beaver():
    """R28 (C): the beaverer drops, losing the stake as it then stood."""
    match = match_at(RACE, beavers=2)
    do(match, "double", "beaver", "raccoon", "drop")
    assert (match.phase, match.result) == (GAME_OVER, (0, 1, 4, DROPPED))
    match = match_at(RACE, beavers=2, cube=4, owner=0, turn=0)
    do(match, "double", "beaver", "raccoon", "drop")
    assert match.result == (0, 1, 16, DROPPED)


def test_R28_a_log_in_which_no_raccoon_could_be_dropped_goes_on_after_it():
    """R28 (C): older logs have a raccoon and then what the doubler did, a roll or a resignation."""
    for line in ("roll 2-1", "resign single"):
        log = [actions.settings(Settings(beavers=2))]
        for words in ("roll 3-1", "play 8/5 6/5", "double", "beaver", "raccoon", line):
            log.append(records.parse(words, positions.start(), (3, 1)))
        match = replay(log)
        assert (match.turn, match.cube, match.owner) == (1, 8, 0)
        with raises(Refusal, "the raccoon is to be answered first"):
            before = replay(log[:-1])
            before.apply(log[-1])
        if match.phase == TO_PLAY:
            do(match, "play 13/11 6/5", "take back 1", "double", "beaver", "raccoon", "take")
            assert (match.cube, match.next_dice()) == (8, (2, 1))


def test_R28_beavers_and_raccoons_have_to_be_agreed_on():
    """R28 (C, money, optional): neither without agreement, and never in a match."""
    match = match_at(RACE)
    do(match, "double")
    assert not match.can_beaver()
    with raises(Refusal, "without beavers"):
        do(match, "beaver")
    match = match_at(RACE, beavers=1)
    do(match, "double", "beaver")
    assert not match.can_raccoon()
    with raises(Refusal, "without raccoons"):
        do(match, "raccoon")
    match = Match(Settings(length=5, beavers=2))
    do(match, "roll 3-1", "play 8/5 6/5", "double")
    with raises(Refusal, "without beavers"):
        do(match, "beaver")


def test_R28_a_beaver_needs_the_cubes_face():
    """R28 (C): a beaver quadruples the stake that the cube showed."""
    match = match_at(RACE, beavers=1, cube=4, owner=0, max_cube=3)
    do(match, "double")
    with raises(Refusal, "the cube goes no higher"):
        do(match, "beaver")
    match = match_at(RACE, beavers=1, cube=2, owner=0, max_cube=3)
    do(match, "double")
    assert match.can_beaver()
    do(match, "beaver", "take")
    assert match.cube == 8


def test_R28_a_raccoon_needs_the_cubes_face():
    """R28 (C): a raccoon makes the stake that the cube showed eight times as high."""
    match = match_at(RACE, beavers=2, cube=2, owner=0, max_cube=3)
    do(match, "double", "beaver")
    assert not match.can_raccoon()
    with raises(Refusal, "the cube goes no higher"):
        do(match, "raccoon")
    match = match_at(RACE, beavers=2, max_cube=3)
    do(match, "double", "beaver")
    assert match.can_raccoon()
    do(match, "raccoon", "take")
    assert match.cube == 8


def test_R29_equal_opening_dice_double_up_to_the_limit():
    """R29 (E): equal opening dice double the stake, up to a limit; the cube stays centred."""
    match = Match(Settings(automatic=2))
    for cube in (2, 4, 4):
        do(match, "roll 3-3")
        assert (match.phase, match.cube, match.owner) == (OPENING, cube, None)
    do(match, "roll 3-1")
    assert (match.phase, match.cube) == (TO_PLAY, 4)
    do(match, "play 8/5 6/5", "double", "take")
    assert (match.cube, match.owner) == (8, 0)


def test_R29_doubles_rolled_later_change_nothing():
    """R29 (E): only the opening roll doubles."""
    match = Match(Settings(automatic=2))
    do(match, "roll 3-1", "play 8/5 6/5", "roll 3-3")
    assert match.cube == 1


def test_R29_each_game_has_its_own_automatic_doubles():
    """R29 (E): the limit is for a game; the next starts at 1."""
    match = Match(Settings(automatic=1))
    do(match, "roll 3-3", "roll 3-1", "resign single", "accept")
    match.apply(match.next_game())
    assert match.cube == 1
    do(match, "roll 3-3", "roll 3-3")
    assert match.cube == 2


def test_R29_for_money_with_a_cube_only():
    """R29 (E, money, optional): not in a match, not without a cube, not unless agreed."""
    for settings in (
        Settings(length=5, automatic=2),
        Settings(cube_on=False, automatic=2),
        Settings(),
    ):
        match = Match(settings)
        do(match, "roll 3-3")
        assert (match.phase, match.cube) == (OPENING, 1)


def test_R28_after_such_a_raccoon_the_last_decision_alone_can_be_taken_back():
    """R32 (C): what is replayed for it has been legal when it was written."""
    match = match_at({6: 5, 8: 3, 19: -5, 17: -3}, beavers=2)
    for words in ("double", "beaver", "raccoon", "roll 3-1"):
        match.apply(records.parse(words, match.position, match.dice), True)
    before = match.state()
    do(match, "play 8/5 6/5", "take back last")
    assert match.state() == before
