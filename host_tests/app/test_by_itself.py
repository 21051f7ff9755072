"""What needs no press, for either side; and a match that two computers play on a table.

What people see of it is in transcripts/by_itself.txt and guide.txt.
"""

from fakes.first_play import FirstPlay
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session import prefs
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings
from rulebook import position

_LONG = 2000


def at(dice, pos, field=None, value=1, turn=0):
    """A Sitting with `turn` to roll, where a preference has that value."""
    sitting = Sitting([dice], two_people())
    if field is not None:
        sitting.prefer(field, value)
    sitting.navigator.commit(actions.game(Checkpoint(turn=turn, position=position(pos))), 0)
    return sitting


def test_any_point_to_enter_on_is_no_shut_out():
    for point in range(19, 25):
        for there in (-1, 0, 1):
            shut = ["%d:%d" % (at, there if at == point else -2) for at in range(19, 25)]
            sitting = at((25 - point, 25 - point), " ".join(["25:1 1:2"] + shut))
            assert not sitting.sees.headline.endswith("shut out")
            sitting.wait(_LONG)
            assert sitting.match.phase == match.TO_ROLL, (point, there)
            sitting.press("OK")
            sitting.wait(_LONG)
            assert sitting.log()[-1].startswith("roll"), "and nobody passes for them"


def test_each_goes_for_one_side_alone_as_well():
    for field, dice, pos, last in (
        (prefs.ROLLING, (3, 1), "6:2 24:-2", "roll 3-1"),
        (prefs.PASSING, (6, 6), "25:1 6:2 19:-2 13:-3", "pass"),
        (prefs.FORCED_PLAYS, (6, 5), "20:1 1:2 24:-2", "play 20/14 14/9"),
        (prefs.BEARING_OFF, (5, 2), "5:2 4:3 2:2 24:-2", "play 5/off 2/off"),
    ):
        for side in (0, 1):
            for value in (2, 3):  # the first player, the second
                sitting = at(dice, pos, field, value, side)
                if field != prefs.ROLLING:
                    sitting.press("OK")
                sitting.wait(_LONG)
                assert (sitting.log()[-1] == last) == (value == side + 2), (field, side, value)


def test_a_match_on_a_table_by_what_the_board_says_alone():
    """Two computers: people roll for them, and lay each checker where they are told to."""
    sitting = Sitting([], None, [("first", FirstPlay())])
    sitting.prefer(prefs.CHECKERS, 1)
    sitting.prefer(prefs.REAL_DICE, 1)
    sitting.begin(Settings(length=2, players=(1, 1), cube_on=False))
    dice = SeededDice(7)
    table = games = moves = 0
    for _ in range(3000):
        view = sitting.sees
        marks = list(view.marks)
        if view.page is not None:
            break
        if view.headline == "Lay the checkers as lit":
            table = list(positions.start()) + [0, 0]  # 26 and 27 are off
            games += 1
            sitting.press("OK")
        elif views.LIFTED in marks:
            assert table[:26] == list(view.checkers), "the lights show the table"
            source, target = marks.index(views.LIFTED), marks.index(views.LANDING_CURSOR)
            one = 1 if table[source] > 0 else -1
            table[source] -= one
            table[target] += one
            moves += 1
            sitting.press("OK")
        elif view.dice and view.keys[2] == "OK":
            shown = view.dice[sitting.navigator.top.at]
            sitting.press("NEXT " * (dice.below(6) + 1 - shown) + "OK")
        else:
            sitting.wait(_LONG)
    assert max(sitting.match.scores) >= 2 and games >= 1 and moves > 60
    assert 15 in [abs(count) for count in table[26:]]
