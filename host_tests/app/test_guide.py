"""Real checkers on the lit board: where each goes, one after another, and nothing in between."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session import prefs
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings


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
