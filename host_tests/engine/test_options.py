"""What can be done with the cube, what each of it is worth, and at which stakes (R28)."""

from picogammon.engine.numbers import ONE, SLOTS
from picogammon.engine.options import Cube, can_beaver, can_raccoon
from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.phases import BEAVERED, DOUBLED, RACCOONED, TO_ROLL
from picogammon.rules.situation import Situation


def _cube(dt, beaver=None, raccoon=None, nd=0):
    return Cube(nd, dt, ONE, (0,) * SLOTS, beaver, raccoon)


def _worth(cube, phase):
    return {
        actions.text(action or actions.double()): worth for action, worth in cube.options(phase)
    }


def test_who_is_doubled_takes_drops_or_beavers_what_costs_him_least():
    assert _worth(_cube(ONE // 2), DOUBLED) == {"take": -ONE // 2, "drop": -ONE}
    assert _cube(ONE // 2).answer == actions.take()
    assert _cube(ONE + 1).answer == actions.drop()
    bad = _cube(-ONE // 4, -ONE // 2)
    assert bad.answer == actions.beaver() and bad.doubled == -ONE // 2
    assert _cube(-ONE // 4).answer == actions.take(), "where beavers are not agreed"


def test_who_is_beavered_goes_on_or_drops_the_stake_after_his_own_double():
    assert _worth(_cube(-ONE // 4, -ONE // 2), BEAVERED) == {"take": -ONE // 2, "drop": -2 * ONE}
    lost = _cube(-3 * ONE // 2, -3 * ONE)
    assert lost.best(BEAVERED) == (actions.drop(), -2 * ONE)
    assert lost.doubled == -2 * ONE, "a double loses no more than dropping the beaver"


def test_a_raccoon_wins_the_stake_after_the_beaver_at_most():
    good = _cube(ONE // 2, ONE, 2 * ONE)
    assert good.best(BEAVERED) == (actions.raccoon(), 2 * ONE)
    assert good.answer == actions.take(), "a beaver would be doubled once more"
    sure = _cube(2 * ONE, 4 * ONE, 8 * ONE)
    assert sure.best(BEAVERED)[1] == sure.raccooned == 4 * ONE
    assert sure.best(RACCOONED) == (actions.drop(), -4 * ONE)
    assert good.best(RACCOONED) == (actions.take(), -2 * ONE)


def test_of_equals_the_quieter_is_right():
    assert _cube(0).best(TO_ROLL)[0] is None
    assert _cube(ONE).answer == actions.take()
    assert _cube(0, 0, 0).answer == actions.take()
    assert _cube(0, 0, 0).best(BEAVERED)[0] == actions.take()


def test_what_can_be_beavered_is_what_the_rules_let_be():
    for beavers in (0, 1, 2):
        for cube_value, limit in ((1, 0), (1, 1), (1, 2), (1, 3), (4, 4), (4, 5), (4, 10)):
            situation = Situation(doubled=True, beavers=beavers, cube=cube_value, max_cube=limit)
            situation.owner = None if cube_value == 1 else 0
            if not limit:
                assert not can_beaver(situation)
                continue
            assert can_beaver(situation) == Match.from_situation(situation).can_beaver()
            if can_beaver(situation):
                situation.beavered = True
                assert can_raccoon(situation) == Match.from_situation(situation).can_raccoon()
    assert not can_beaver(Situation(beavers=2, length=5))
