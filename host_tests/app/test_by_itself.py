"""What needs no press: who is shut out, and what people like to go by itself."""

from fakes.sitting import Sitting, two_people
from picogammon.app.modes.turn import bears_off
from picogammon.app.session import prefs
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.steps import Hand

_LONG = 2000


def at(rolls, field=None, length=1, turn=0, value=1, **points):
    """A Sitting with `turn` to roll, a field of the preferences on; p6=2, o24=-2, bar=1, ..."""
    sitting = Sitting(rolls, two_people(length))
    if field is not None:
        sitting.session.prefs.change(field, value)
    sitting.navigator.commit(actions.game(Checkpoint(turn=turn, position=placed(points))), 0)
    return sitting


def placed(points):
    pos = positions.empty()
    for name in points:
        pos[25 if name == "bar" else int(name[1:])] = points[name]
    return pos


SHUT = {"o%d" % point: -2 for point in range(19, 25)}


def test_any_point_to_enter_on_is_no_shut_out():
    for point in range(19, 25):
        for there in (-1, 0, 1):
            shut = dict(SHUT)
            shut["o%d" % point] = there
            sitting = at([(25 - point, 25 - point)], bar=1, p1=2, **shut)
            assert not sitting.sees.headline.endswith("shut out")
            sitting.wait(_LONG)
            assert sitting.match.phase == match.TO_ROLL, (point, there)
            sitting.press("OK")
            sitting.wait(_LONG)
            assert sitting.log()[-1].startswith("roll"), "and nobody passes for them"


def test_each_goes_for_one_side_alone_as_well():
    for field, dice, points, last in (
        (prefs.ROLLING, (3, 1), {"p6": 2, "o24": -2}, "roll 3-1"),
        (prefs.PASSING, (6, 6), {"bar": 1, "p6": 2, "o19": -2, "o13": -3}, "pass"),
        (prefs.FORCED_PLAYS, (6, 5), {"p20": 1, "p1": 2, "o24": -2}, "play 20/14 14/9"),
        (prefs.BEARING_OFF, (5, 2), {"p5": 2, "p4": 3, "p2": 2, "o24": -2}, "play 5/off 2/off"),
    ):
        for side in (0, 1):
            for value in (2, 3):  # the first player, the second
                sitting = at([dice], field, turn=side, value=value, **points)
                if field != prefs.ROLLING:
                    sitting.press("OK")
                sitting.wait(_LONG)
                assert (sitting.log()[-1] == last) == (value == side + 2), (field, side, value)


def test_there_is_a_choice_where_a_die_takes_none_off_or_the_sides_have_contact():
    for dice, points in (
        ((5, 1), {"p5": 2, "p4": 3, "p2": 2, "o24": -2}),
        ((5, 2), {"p7": 1, "p5": 2, "p2": 2, "o24": -2}),
        ((5, 2), {"p5": 2, "p4": 3, "p2": 2, "o3": -1}),
    ):
        hand = Hand(placed(points), dice)
        before = bytes(hand.position)
        assert not bears_off(hand)
        assert bytes(hand.position) == before and hand.steps == []


def test_doubles_and_the_last_checkers():
    for dice, points, off in (
        ((6, 6), {"p5": 2, "p4": 3, "o24": -2}, 4),
        ((6, 1), {"p3": 1, "p1": 1, "o24": -2}, 2),
        ((6, 5), {"p5": 1, "p4": 3, "o24": -2}, 2),
    ):
        hand = Hand(placed(points), dice)
        assert bears_off(hand) and len(hand.steps) == off


def test_each_is_a_line_of_the_menu_and_kept():
    sitting = Sitting([], two_people())
    sitting.press("hold-OK")
    sitting.choose("Automatic moves")
    assert [item[0] for item in sitting.sees.page.items] == [
        "Rolling",
        "No legal play",
        "Bearing off",
        "Forced plays",
    ]
    for label, field in (("Rolling", prefs.ROLLING), ("Forced plays", prefs.FORCED_PLAYS)):
        for value, word in ((1, "both"), (2, "1st player"), (3, "2nd player"), (0, "off")):
            sitting.choose(label)
            assert sitting.store.blob[field] == value
            assert sitting.sees.page.items[sitting.sees.page.selected][1] == word
