"""The cube in short races: checkers on ace points, where all can be counted by hand."""

from array import array

from picogammon.engine import bearoff
from picogammon.engine.bearoff_kernel import chance_first
from picogammon.engine.cube_life import LIFE, SIZE, WHOLE
from picogammon.engine.cubeful import Stakes
from picogammon.engine.ending import Ending
from picogammon.engine.engine import Thought
from picogammon.engine.numbers import ONE
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.phases import DOUBLED, TO_ROLL
from picogammon.rules.situation import Situation

_CLOSE = ONE // 33
_EXACT = 8  # of rounding


class _Aces:
    """A Race that knows checkers on the ace point: a roll takes two, a double four."""

    def left(self, pos):
        left = array("i", [0] * bearoff.ROLLS)
        _count(sum([n for n in pos if n > 0]), 0, 32768 * 36 * 36, left)
        for n in range(bearoff.ROLLS):
            left[n] = left[n] // (36 * 36)
        return left

    def chance_first(self, mine, theirs):
        return chance_first(mine, theirs, 1)


def _count(checkers, rolls, share, left):
    if checkers > 0:
        left[rolls] += share
        _count(checkers - 2, rolls + 1, share * 5 // 6, left)
        _count(checkers - 4, rolls + 1, share // 6, left)


def _situation(mine, theirs, **fields):
    pos = positions.empty()
    pos[1] = mine
    pos[24] = -theirs
    return Situation(position=pos, **fields)


def _weighed(situation):
    ending = Ending(_Aces(), Plays())
    outcome = (0, 0, 0, 0, 0)
    assert ending.knows(situation.position, outcome)
    return Thought(ending.weigh(situation, Stakes(situation), outcome)).finish()


def _exactly(mine, theirs, owner, doubling=False):
    """What it is worth for money to who is on roll: he may double now if `doubling`."""
    if theirs <= 0:
        return -1.0
    if mine <= 0:
        return 1.0
    other = (0, 2, 1)[owner]
    worth = 0
    for checkers, cases in ((2, 30), (4, 6)):
        after = mine - checkers
        worth += cases * (1 if after <= 0 else -_exactly(theirs, after, other, True)) / 36
    if doubling and owner != 2:
        worth = max(worth, min(1, 2 * _exactly(mine, theirs, 2)))
    return worth


def test_for_money_it_is_what_counting_all_rolls_gives():
    for mine in range(1, 9):
        for theirs in range(1, 9):
            for owner in (0, 1):
                cube = {} if not owner else {"cube": 2, "owner": 0}
                found = _weighed(_situation(mine, theirs, **cube))
                within = _EXACT if mine < 5 or theirs < 5 else _CLOSE
                nd = _exactly(mine, theirs, owner) * ONE
                dt = 2 * _exactly(mine, theirs, 2) * ONE
                assert abs(found.nd - nd) <= within, (mine, theirs, owner, found.nd, nd)
                assert abs(found.dt - dt) <= 2 * within, (mine, theirs, owner, found.dt, dt)


def test_the_last_roll_is_taken_from_a_quarter():
    """Two rolls against one: a double wins. Four checkers against two."""
    found = _weighed(_situation(4, 2))
    assert found.nd == found.dt // 2 and found.answer == actions.take()
    assert found.best(TO_ROLL)[0] is None


def test_in_a_match_a_dead_cube_is_weighed_by_the_score():
    """Who leads 3-2 to 5 doubles for the match, and 36 % are not enough to take."""
    for scores, length in (((3, 2), 5), ((0, 0), 3)):
        found = _weighed(_situation(6, 6, length=length, scores=scores))
        assert found.dp == ONE
        assert found.best(DOUBLED)[1] == max(-found.dt, -ONE)
    sure = _weighed(_situation(2, 2, length=5, scores=(3, 2)))
    assert abs(sure.nd - ONE) <= 1 and sure.answer == actions.drop()


def test_a_beaver_is_worth_two_takes_unless_the_cube_ends():
    found = _weighed(_situation(4, 2, beavers=2))
    assert abs(found.beaver - 2 * found.dt) <= 2 and abs(found.raccoon - 4 * found.dt) <= 4
    assert found.answer == actions.beaver()
    assert _weighed(_situation(4, 2, beavers=2, max_cube=1)).beaver is None


def test_what_it_does_not_know_it_leaves_to_others():
    ending = Ending(_Aces(), Plays())
    short = _situation(4, 4).position
    assert not ending.knows(short, (ONE // 2, 1, 0, 0, 0)), "gammons"
    assert not ending.knows(_situation(15, 4).position, (0, 0, 0, 0, 0)), "eight rolls"
    assert not ending.knows(_situation(4, 15).position, (0, 0, 0, 0, 0))


def test_no_cube_is_more_than_alive():
    assert len(LIFE) == 3 * SIZE * SIZE and max(LIFE) <= WHOLE


def test_the_numbers_are_the_same_everywhere():
    for fields, nd, dt in (
        ({}, 50292, 59168),
        ({"cube": 2, "owner": 0}, 52075, 59168),
        ({"length": 7, "scores": (3, 0)}, 50194, 71628),
        ({"length": 5, "scores": (4, 2)}, 31327, -2881),
        ({"max_cube": 1}, 49454, 64292),
    ):
        found = _weighed(_situation(8, 7, **fields))
        assert (found.nd, found.dt) == (nd, dt), (fields, found.nd, found.dt)
