"""Real checkers on the lit board: where each goes, one after another, and nothing in between."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session import prefs
from picogammon.ground.places import BAR_0, BAR_1, OFF_1
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import ASK, Settings


def real(sitting):
    sitting.session.prefs.change(prefs.CHECKERS, 1)
    sitting.session.keep_prefs()
    return sitting


def at(side, dice, settings=None, coach=None, computers=(), **points):
    """A Sitting with real checkers; `side` has rolled; p6=2 is its own, o24=-2 the other's."""
    sitting = Sitting([], settings or two_people(5), computers, coach=coach)
    pos = positions.empty()
    for name in points:
        pos[25 if name == "bar" else int(name[1:])] = points[name]
    sitting.navigator.commit(actions.game(Checkpoint(turn=side, position=pos)), 0)
    real(sitting)
    sitting.navigator.commit(actions.roll(dice[0], dice[1]), 0)
    return sitting


def play(sitting, *steps):
    sitting.navigator.commit(actions.play([place << 3 | die for place, die in steps]), sitting.now)


def marked(view):
    """(the place to lift from, the place to lay on)."""
    marks = list(view.marks)
    return marks.index(views.LIFTED), marks.index(views.LANDING_CURSOR)


def told(sitting):
    """(headline, marked places) of each move, up to the last."""
    found = []
    while sitting.sees.keys[2] == "DONE" and views.LIFTED in list(sitting.sees.marks):
        found.append((sitting.sees.headline,) + marked(sitting.sees))
        sitting.press("OK")
    return found


def test_each_checker_is_said_and_waited_for():
    sitting = at(0, (6, 5), p13=2, p8=2, o24=-2)
    play(sitting, (13, 6), (8, 5))
    sitting.wait(60_000)
    assert told(sitting) == [("Amber: 13/7", 13, 7), ("Amber: 8/3", 8, 3)]
    assert sitting.sees.headline == "Blue to roll" and sitting.match.turn == 1


def test_a_hit_checker_goes_first_and_is_the_other_side_s():
    sitting = at(1, (6, 5), p13=1, p7=1, o7=-1, o2=-1, o24=-2)
    play(sitting, (13, 6), (7, 5))
    assert told(sitting) == [
        ("Amber: 18/bar", 18, BAR_0),
        ("Blue: 13/7", 12, 18),
        ("Amber: 23/bar", 23, BAR_0),
        ("Blue: 7/2", 18, 23),
    ]
    assert sitting.match.position[positions.BAR] == 2


def test_one_checker_that_goes_on_is_one_move():
    sitting = at(1, (2, 2), bar=1, p6=2, o24=-2)
    play(sitting, (25, 2), (23, 2), (21, 2), (6, 2))
    assert told(sitting) == [("Blue: bar/19", BAR_1, 6), ("Blue: 6/4", 19, 21)]
    sitting = at(1, (6, 5), p6=1, p5=1, p1=1, o24=-2)
    play(sitting, (6, 6), (5, 5))
    assert told(sitting) == [("Blue: 6/off", 19, OFF_1), ("Blue: 5/off", 20, OFF_1)]


def test_the_lights_show_what_lies_there_before_each_move():
    sitting = at(0, (6, 1), p13=2, o7=-1, p8=2, o24=-2)
    play(sitting, (13, 6), (8, 1))
    view = sitting.sees
    assert (view.checkers[13], view.checkers[7], view.checkers[BAR_1]) == (2, -1, 0)
    sitting.press("OK")
    view = sitting.sees
    assert (view.checkers[13], view.checkers[7], view.checkers[BAR_1]) == (2, 0, -1)
    sitting.press("OK")
    view = sitting.sees
    assert (view.checkers[13], view.checkers[7], view.checkers[8]) == (1, 1, 2)
    assert view.keys == ["<", "", "DONE", "SKIP"]
    sitting.press("PREV PREV")
    assert marked(sitting.sees) == (7, BAR_1) and sitting.sees.keys[0] == ""
    sitting.press("BACK")
    assert sitting.sees.headline == "Blue to roll"


def test_the_place_where_a_checker_goes_is_pressed_when_it_is_there():
    sitting = at(0, (6, 5), p13=2, p8=2, o24=-2)
    play(sitting, (13, 6), (8, 5))
    sitting.press_places(8)
    assert marked(sitting.sees) == (13, 7)
    sitting.press_places(7)
    assert marked(sitting.sees) == (8, 3)


def test_the_computer_waits_until_the_checkers_lie_there():
    settings = Settings(length=3, players=(0, 1))
    sitting = at(0, (6, 5), settings, None, [("first", FirstPlay())], p13=2, p8=2, o24=-2, o1=-2)
    sitting.session.prefs.change(prefs.REAL_DICE, 1)
    play(sitting, (13, 6), (8, 5))
    sitting.wait(10_000)
    assert sitting.match.phase == match.TO_ROLL and sitting.match.turn == 1
    told(sitting)
    sitting.wait(5000)
    assert sitting.sees.headline == "Blue's first die", "real dice are rolled for it"
    sitting.press("NEXT OK OK")
    sitting.wait(5000)
    assert [line[0][:5] for line in told(sitting)] and sitting.sees.headline == "Amber to roll"


def test_the_tutor_speaks_before_a_checker_is_moved():
    sitting = at(0, (3, 1), two_people(3, take_back=0), Coach(), p24=2, p8=3, p6=5, o19=-5)
    sitting.session.prefs.change(prefs.TUTOR, 2)
    play(sitting, (24, 3), (24, 1))
    sitting.wait(500)
    assert sitting.sees.keys[2:] == ["GO ON", "RETRY"]
    sitting.press("OK")
    assert sitting.sees.headline == "Amber: 24/21"
    play_again = at(0, (3, 1), two_people(3, take_back=0), Coach(), p8=3, p6=5, o19=-5)
    play_again.session.prefs.change(prefs.TUTOR, 2)
    play(play_again, (8, 3), (6, 1))
    play_again.wait(500)
    assert play_again.sees.headline == "Amber: 8/5", "nothing to say"


def test_where_checkers_may_lie_elsewhere_they_are_laid_as_lit():
    sitting = real(Sitting([(3, 1)], two_people(3, take_back=ASK)))
    sitting.begin(sitting.match.settings)
    for _ in range(2):
        assert sitting.sees.headline == "Lay the checkers as lit"
        assert sitting.sees.keys == ["", "", "DONE", ""] and sitting.sees.checkers[24] == 2
        sitting.press("OK")
        assert sitting.sees.headline == "Roll to start"
        sitting = Sitting([(3, 1)], journal=sitting.journal, store=sitting.store)  # switched on
    sitting.press("OK OK OK")
    while sitting.match.dice:
        sitting.press("OK")
    told(sitting)
    sitting.press("hold-OK")
    sitting.choose("Take back")
    sitting.press("OK")
    assert sitting.sees.headline.endswith("Take back 1 turn?"), "nothing has moved yet"
    sitting.press("PREV OK")
    assert sitting.sees.headline == "Lay the checkers as lit"


def laid_out():
    """The start position on a table, as player 0 sees it; 26 and 27 are the checkers off."""
    return list(positions.start()) + [0, 0]


def enter(sitting, die):
    """One real die."""
    sitting.press("NEXT " * (die - sitting.sees.dice[sitting.navigator.top.at]) + "OK")


def test_a_match_on_a_table_by_what_the_board_says_alone():
    """Two computers: people roll for them, and lay each checker where they are told to."""
    computers = [("first", FirstPlay())]
    sitting = real(Sitting([], None, computers))
    sitting.session.prefs.change(prefs.REAL_DICE, 1)
    sitting.begin(Settings(length=2, players=(1, 1), cube_on=False))
    dice = SeededDice(7)
    table = games = moves = 0
    for _ in range(3000):
        view = sitting.sees
        if view.page is not None:
            break
        if view.headline == "Lay the checkers as lit":
            table = laid_out()
            games += 1
            sitting.press("OK")
        elif views.LIFTED in list(view.marks):
            assert table[:26] == list(view.checkers), "the lights show the table"
            source, target = marked(view)
            one = 1 if table[source] > 0 else -1
            table[source] -= one
            table[target] += one
            moves += 1
            sitting.press("OK")
        elif view.dice and view.keys[2] == "OK":
            enter(sitting, dice.below(6) + 1)
        else:
            sitting.wait(2000)
    assert max(sitting.match.scores) >= 2 and games >= 1 and moves > 60
    assert 15 in [abs(count) for count in table[26:]]


def test_where_the_lights_are_the_checkers_nothing_is_said():
    sitting = Sitting([(3, 1)], two_people(3))
    assert sitting.sees.headline == "Roll to start"
    sitting.press("OK")
    while sitting.match.dice:
        sitting.press("OK")
    assert sitting.sees.headline == "Blue to roll"


def test_a_turn_without_a_play_moves_nothing():
    sitting = at(0, (6, 6), bar=1, p6=2, o19=-2, o13=-3)
    play(sitting)
    assert sitting.sees.headline == "Blue to roll"
