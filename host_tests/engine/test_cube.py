"""Cube actions: cases of the rules, 300 decisions that GNU Backgammon judged at 2-ply, and short
races with all checkers on the ace points, compared with their exact equities.

The outcomes of the 300 decisions are gnubg's at 0-ply, so our net causes no error here. An error
comes from our evaluation of the cube, or from something that gnubg's net overlooks at 0-ply. The
cube actions that gnubg itself derives from the same outcomes lose about 1 mEq.
"""

import json
from array import array

from picogammon.engine import cube, race, weights
from picogammon.engine.cube import Cube, can_beaver, can_raccoon
from picogammon.engine.cubeful import Stakes
from picogammon.engine.ending import Ending
from picogammon.engine.engine import Thought
from picogammon.engine.numbers import ONE, SLOTS
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import BEAVERED, DOUBLED, TO_ROLL, match_of
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation
from portable import data_lines

_MOST_LOST = 2  # mEq
_EVEN = array("i", (ONE // 2, 0, 0, 0, 0))
_LAST = (0, 0, 0, 0, 0, 1, 1) + (0,) * 17 + (-1, 0)  # one roll each


def _outcome(*percent):
    return array("i", [n * ONE // 100 for n in percent])


def _situation(facts, jacoby=False):
    return Situation(
        position=positions.from_numbers(facts["pos"]),
        cube=facts["cube"],
        owner=0 if facts["owner"] == "mover" else None,
        length=facts.get("len", 0),
        scores=(facts.get("me", 0), facts.get("opp", 0)),
        crawford=bool(facts.get("crawford")),
        jacoby=jacoby,
    )


def _questions():
    """Yields (case, outcome, dict with gnubg's `nd` and `dt` in points, True if Jacoby applies)."""
    outcomes = data_lines("cube_outcomes.jsonl")
    for line in data_lines("cube_actions.jsonl"):
        facts = json.loads(line)
        outcome = json.loads(next(outcomes))
        assert outcome["id"] == facts["id"]
        if not facts.get("crawford"):
            yield facts, array("i", outcome["outcome"]), facts, False
            if "jacoby" in facts:
                yield facts, array("i", outcome["outcome"]), facts["jacoby"], True


def _doubles(situation, outcome):
    return cube.weigh(situation, outcome).best(TO_ROLL)[0] == actions.double()


def _reply(situation, outcome):
    return cube.weigh(situation, outcome).best(DOUBLED)[0]


def test_doubles_and_takes_lose_little_to_a_deeper_look_and_equities_are_near_its():
    """The mean error, by gnubg's 2-ply equities, is at most 2 mEq in each kind of game."""
    lost = {}
    off_nd = off_dt = 0
    for facts, outcome, judged, jacoby in _questions():
        situation = _situation(facts, jacoby)
        found = cube.weigh(situation, outcome)
        assert found.dp == ONE
        off_nd += abs(found.nd * 1000 // ONE - int(judged["nd"] * 1000))
        off_dt += abs(found.dt * 1000 // ONE - int(judged["dt"] * 1000))
        doubled = min(judged["dt"], 1)
        name = "jacoby" if jacoby else facts["kind"]
        doubling, taking, seen = lost.get(name, (0, 0, 0))
        if match_of(situation).offers_double():
            best = max(judged["nd"], doubled)
            doubling += best - (doubled if _doubles(situation, outcome) else judged["nd"])
        takes = _reply(situation, outcome) == actions.take()
        taking += (judged["dt"] if takes else 1) - doubled
        lost[name] = (doubling, taking, seen + 1)
    assert lost["money"][2] == 150 and lost["match"][2] == 143 and lost["jacoby"][2] == 88
    for name in lost:
        doubling, taking, seen = lost[name]
        assert 1000 * doubling / seen <= _MOST_LOST, (name, lost)
        assert 1000 * taking / seen <= _MOST_LOST, (name, lost)
    assert off_nd <= 60 * (150 + 143 + 88) and off_dt <= 60 * (150 + 143 + 88)


def test_when_to_double_and_when_to_take():
    likely = _outcome(90, 70, 2, 1, 0)
    some = _outcome(69, 10, 0, 5, 0)
    last = positions.from_numbers(_LAST)
    for fields, outcome, doubles in (
        ({}, _outcome(80, 15, 0, 2, 0), True),
        ({}, likely, False),  # too good
        ({"jacoby": True}, likely, True),
        ({}, some, True),
        ({"cube": 2, "owner": 0}, some, False),  # one's own is turned later
        ({"position": last}, _outcome(53, 0, 0, 0, 0), True),  # the last roll: from even chances
        ({"position": last}, _outcome(48, 0, 0, 0, 0), False),
    ):
        assert _doubles(Situation(**fields), outcome) == doubles, (fields, list(outcome))
    for fields, outcome, takes in (
        ({}, _outcome(74, 0, 0, 0, 0), True),
        ({}, _outcome(74, 30, 1, 4, 0), False),  # gammons
        ({"position": last}, _outcome(74, 0, 0, 0, 0), True),
        ({"position": last}, _outcome(76, 0, 0, 0, 0), False),
    ):
        found = _reply(Situation(doubled=True, **fields), outcome)
        assert found == (actions.take() if takes else actions.drop()), (fields, list(outcome))


def test_a_beaver_that_makes_the_cube_dead_is_worth_less_to_its_owner():
    """A doubled player with 49 % wins should beaver, or take if a beaver makes the cube dead."""
    bad = _outcome(51, 0, 0, 0, 0)
    live = cube.weigh(Situation(beavers=1), bad)
    assert live.dt < 0 and live.answer == actions.beaver()
    dead = cube.weigh(Situation(beavers=1, max_cube=2), bad)
    assert dead.dt < 0 < dead.beaver and dead.answer == actions.take()


def test_nobody_doubles_into_a_beaver():
    """Under Jacoby, a double can be right at a negative equity, because it makes gammons count.
    Such a double is wrong if the opponent can beaver.
    """
    outcome = _outcome(48, 10, 0, 5, 0)
    found = cube.weigh(Situation(position=positions.from_numbers(_LAST), jacoby=True), outcome)
    assert found.nd < found.dt < 0
    for beavers, max_cube, doubled in ((0, 10, True), (1, 10, False), (1, 1, True)):
        situation = Situation(jacoby=True, beavers=beavers, max_cube=max_cube)
        situation.position = positions.from_numbers(_LAST)
        assert _doubles(situation, outcome) is doubled


def test_life_ends_with_the_game_and_is_never_more_than_whole():
    lives = []
    for checkers in (1, 2, 4, 6, 12):
        pos = positions.empty()
        pos[1], pos[24] = checkers, -checkers
        lives.append(cube.life(pos)[0])
    assert lives == sorted(lives)
    assert lives[0] < ONE // 20 and lives[0] < lives[4]
    assert cube.life(positions.from_numbers(_LAST))[0] < ONE // 20
    assert cube.life(positions.start())[0] == cube.CONTACT_LIFE
    assert max(weights.load().section("LIFE")) <= 128


# What can be done with the cube, what each of it is worth, and at which stakes (R28).


def _options(dt, beaver=None, raccoon=None, nd=0):
    return Cube(nd, dt, ONE, (0,) * SLOTS, beaver, raccoon)


def test_what_the_next_answer_would_cost_counts():
    lost = _options(-3 * ONE // 2, -3 * ONE)
    assert lost.best(BEAVERED) == (actions.drop(), -2 * ONE)
    assert lost.doubled == -2 * ONE, "a double loses no more than dropping the beaver"
    good = _options(ONE // 2, ONE, 2 * ONE)
    assert good.answer == actions.take(), "a beaver would be doubled once more"
    sure = _options(2 * ONE, 4 * ONE, 8 * ONE)
    assert sure.best(BEAVERED)[1] == sure.raccooned == 4 * ONE, "the stake after the beaver"


def test_of_equals_the_quieter_is_right():
    assert _options(0).best(TO_ROLL)[0] is None
    assert _options(ONE).answer == actions.take()
    assert _options(0, 0, 0).answer == actions.take()
    assert _options(0, 0, 0).best(BEAVERED)[0] == actions.take()


def test_what_can_be_beavered_is_what_the_rules_let_be():
    for beavers in (0, 1, 2):
        for cube_value, limit in ((1, 0), (1, 1), (1, 2), (1, 3), (4, 4), (4, 5), (4, 10)):
            situation = Situation(doubled=True, beavers=beavers, cube=cube_value, max_cube=limit)
            situation.owner = None if cube_value == 1 else 0
            if not limit:
                assert not can_beaver(situation)
                continue
            assert can_beaver(situation) == match_of(situation).can_beaver()
            if can_beaver(situation):
                situation.beavered = True
                assert can_raccoon(situation) == match_of(situation).can_raccoon()
    assert not can_beaver(Situation(beavers=2, length=5))


# Short races.

_CLOSE = ONE // 33
_EXACT = 8  # of rounding


class _Aces:
    """A Race with all checkers on the ace points. A roll bears off two checkers, a double four."""

    def left(self, pos):
        left = array("i", [0] * race.ROLLS)
        _count(sum([n for n in pos if n > 0]), 0, 32768 * 36 * 36, left)
        for n in range(race.ROLLS):
            left[n] = left[n] // (36 * 36)
        return left


def _count(checkers, rolls, share, left):
    if checkers > 0:
        left[rolls] += share
        _count(checkers - 2, rolls + 1, share * 5 // 6, left)
        _count(checkers - 4, rolls + 1, share // 6, left)


def _short_race(mine, theirs, **fields):
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
    """Returns the exact money equity of the player on roll, who may double now if `doubling`.

    `mine`, `theirs`: the checkers on the ace points of the player on roll and of the opponent.
    `owner`: the cube's owner, 0 for none, 1 for the player on roll, 2 for the opponent.
    """
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


def test_a_short_race_for_money_is_what_counting_all_rolls_gives():
    for mine in range(1, 9):
        for theirs in range(1, 9):
            for owner in (0, 1):
                cube = {} if not owner else {"cube": 2, "owner": 0}
                found = _weighed(_short_race(mine, theirs, **cube))
                within = _EXACT if mine < 5 or theirs < 5 else _CLOSE
                nd = _exactly(mine, theirs, owner) * ONE
                dt = 2 * _exactly(mine, theirs, 2) * ONE
                assert abs(found.nd - nd) <= within, (mine, theirs, owner, found.nd, nd)
                assert abs(found.dt - dt) <= 2 * within, (mine, theirs, owner, found.dt, dt)


def test_a_beaver_in_a_short_race_is_worth_two_takes_unless_the_cube_ends():
    found = _weighed(_short_race(4, 2, beavers=2))
    assert abs(found.beaver - 2 * found.dt) <= 2 and abs(found.raccoon - 4 * found.dt) <= 4
    assert found.answer == actions.beaver()
    assert _weighed(_short_race(4, 2, beavers=2, max_cube=1)).beaver is None


def test_what_is_no_short_race_it_leaves_to_others():
    ending = Ending(_Aces(), Plays())
    short = _short_race(4, 4).position
    assert not ending.knows(short, (ONE // 2, 1, 0, 0, 0)), "gammons"
    assert not ending.knows(_short_race(15, 4).position, (0, 0, 0, 0, 0)), "eight rolls"
    assert not ending.knows(_short_race(4, 15).position, (0, 0, 0, 0, 0))


def test_the_numbers_of_a_short_race_are_the_same_everywhere():
    for fields, nd, dt in (
        ({}, 50292, 59168),
        ({"cube": 2, "owner": 0}, 52075, 59168),
        ({"length": 7, "scores": (3, 0)}, 50194, 71628),
        ({"length": 5, "scores": (4, 2)}, 31327, -2881),
        ({"max_cube": 1}, 49454, 64292),
    ):
        found = _weighed(_short_race(8, 7, **fields))
        assert (found.nd, found.dt) == (nd, dt), (fields, found.nd, found.dt)
