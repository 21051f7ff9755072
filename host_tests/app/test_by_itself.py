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


def test_who_is_shut_out_presses_nothing():
    for turn in (0, 1):
        sitting = at([(3, 1)], turn=turn, bar=1, p1=2, **SHUT)
        assert sitting.sees.headline == "%s is shut out" % sitting.sees.names[turn]
        sitting.wait(_LONG)
        assert sitting.log()[-2:] == ["roll 3-1", "pass"] and sitting.match.turn == 1 - turn


def test_who_is_shut_out_has_a_moment_to_double_in():
    sitting = at([(3, 1)], length=5, bar=1, p1=2, **SHUT)
    sitting.press("NEXT")
    sitting.wait(_LONG)
    assert sitting.match.phase == match.TO_ROLL, "the question waits"
    sitting.press("OK")
    assert sitting.match.phase == match.DOUBLED


def test_shut_out_people_with_real_dice_do_not_have_to_throw_them():
    sitting = at([(3, 1)], prefs.REAL_DICE, bar=1, p1=2, **SHUT)
    sitting.wait(_LONG)
    assert sitting.log()[-1] == "pass"


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


def test_who_has_two_on_the_bar_is_shut_out_and_who_has_none_is_not():
    for bar in (2, 0):
        sitting = at([(3, 1)], bar=bar, p1=2, p6=2, **SHUT)
        sitting.wait(_LONG)
        assert sitting.match.phase == match.TO_ROLL
        assert sitting.match.turn == (1 if bar else 0)


def test_rolling_where_nobody_can_double():
    sitting = at([(3, 1)], prefs.ROLLING, p6=2, o24=-2)
    sitting.wait(_LONG)
    assert sitting.log()[-1] == "roll 3-1"
    for length, field in ((5, prefs.ROLLING), (1, None)):
        sitting = at([], field, length, p6=2, o24=-2)
        sitting.wait(_LONG)
        assert sitting.match.phase == match.TO_ROLL


def test_no_game_opens_by_itself_and_real_dice_are_not_rolled():
    sitting = Sitting([], two_people())
    sitting.session.prefs.change(prefs.ROLLING, 1)
    sitting.wait(_LONG)
    assert sitting.match.phase == match.OPENING
    sitting = at([], prefs.ROLLING, p6=2, o24=-2)
    sitting.session.prefs.change(prefs.REAL_DICE, 1)
    sitting.wait(_LONG)
    assert sitting.match.phase == match.TO_ROLL


def test_passing():
    where = {"bar": 1, "p6": 2, "o19": -2, "o13": -3}
    for field, last in ((prefs.PASSING, "pass"), (prefs.FORCED_PLAYS, "roll 6-6")):
        sitting = at([(6, 6)], field, **where)
        sitting.press("OK")
        assert sitting.sees.headline == "Amber: no legal play", "there is a moment to see it"
        sitting.wait(_LONG)
        assert sitting.log()[-1] == last


def test_forced_plays():
    where = {"p20": 1, "p1": 2, "o24": -2}
    for field, last in ((prefs.FORCED_PLAYS, "play"), (prefs.PASSING, "roll")):
        sitting = at([(6, 5)], field, **where)
        sitting.press("OK")
        assert sitting.sees.headline == "Amber: only 20/9"
        sitting.wait(_LONG)
        assert sitting.log()[-1].startswith(last)


def test_bearing_off_where_each_die_takes_one():
    sitting = at([(5, 2)], prefs.BEARING_OFF, p5=2, p4=3, p2=2, o24=-2)
    sitting.press("OK")
    assert sitting.sees.headline == "Amber: 5/off 2/off"
    sitting.wait(_LONG)
    assert sitting.log()[-1] == "play 5/off 2/off"


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


def test_any_button_but_ok_stops_what_would_go_by_itself():
    sitting = at([(5, 2)], prefs.BEARING_OFF, p5=2, p4=3, p2=2, o24=-2)
    sitting.press("OK BACK")
    sitting.wait(_LONG)
    assert sitting.match.phase == match.TO_PLAY and sitting.sees.keys[2:] == ["MOVE", "UNDO"]


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
