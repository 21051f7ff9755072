"""What the coach says before a play is made: what each landing is worth.

What people see of it is in transcripts/coach.txt.
"""

from fakes.coach import Coach, worth
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.modes import coaching
from picogammon.app.session import prefs
from picogammon.app.session.players import Computer
from picogammon.engine.engine import Thought
from picogammon.rules import actions, plays
from picogammon.rules import position as positions
from portable import some
from rulebook import position

_BOTH = 1
_POOR = ((24, 3), (21, 1))  # 24/20, a blunder of .100


def rolled(field=None, value=0, coach=None, preparing=None):
    """A Sitting in which player 0 has rolled 3-1, where a preference is changed."""
    sitting = Sitting([(3, 1)], two_people(3), coach=coach or Coach(), preparing=preparing)
    if field is not None:
        sitting.prefer(field, value)
    sitting.press("OK")
    return sitting


def play_poorly(sitting):
    """Lays 24/20 out, as people build a play, and presses OK."""
    sitting.navigator.base.lay(bytes([point << 3 | die for point, die in _POOR]))
    sitting.press("OK")
    sitting.wait(50)


def preparing(done):
    """What prepares a coach, slice by slice; says so in the list `done`."""

    def slices():
        for _ in range(3):
            yield
        done.append(True)

    return slices


def test_nobody_asks_for_the_coach_before_the_engines_are_prepared():
    ways = ((prefs.TUTOR, 2), (prefs.LANDINGS, _BOTH), (None, 0))
    for field, value in ways:
        done, asked = [], []
        sitting = Sitting([(3, 1)], two_people(3), coach=Coach(), preparing=preparing(done))
        players = sitting.session.players

        def made(done=done, asked=asked):
            assert done, "it would be made all at once"
            asked.append(True)
            return Coach()

        computer = Computer(made, lambda: None)
        players.find_coach = lambda computer=computer: computer
        if field is not None:
            sitting.prefer(field, value)
        sitting.press("OK")
        if field == prefs.LANDINGS:
            sitting.wait(80)
        if field is None:  # the review of a game
            sitting.navigator.commit(actions.resign(actions.SINGLE), sitting.now)
            sitting.navigator.commit(actions.accept(), sitting.now)
        else:
            play_poorly(sitting)
        sitting.sees  # noqa: B018  # what is shown asks for none, either
        sitting.wait(80)
        assert done and asked, field


def test_grades_of_landings_begin_where_the_tutor_s_words_do():
    grades = [coaching.grade_of(loss) for loss in (0, 1, 1310, 1311, 5242, 5243)]
    assert grades == [1, 2, 2, 3, 3, 4]


def _best(hand):
    """The worth of the best play that a hand can become, by trying all of them."""
    legal = list(hand.legal())
    if not legal:
        return worth(hand.position)
    best = None
    for a_step in legal:
        hand.make(a_step)
        found = _best(hand)
        hand.undo()
        best = found if best is None or found > best else best
    return best


def test_each_landing_is_worth_the_best_play_behind_it():
    cases = [(positions.start(), dice) for dice in ((3, 1), (6, 5), (4, 4))]
    cases.append((position("25:1 6:3 5:2 8:3 13:4 24:2 1:-2 12:-5 17:-3 19:-5"), (4, 2)))
    cases.append((position("6:1 5:1 2:2 20:-15"), (6, 5)))
    cases.append((position("3:1 1:2 24:-2"), (6, 6)))
    for pos, dice in some(cases):
        situation = Sitting([dice], two_people()).match.situation()
        situation.position[:] = pos
        situation.dice = dice
        found = Thought(coaching.equities(Coach(), situation)).finish()
        hand = plays.Hand(pos, dice)
        for a_step in hand.legal():
            hand.make(a_step)
            assert found[coaching.key(hand.position, hand.dice)] == _best(hand), (dice, a_step)
            hand.undo()


def test_where_memory_lacks_landings_stay_white():
    sitting = rolled(prefs.LANDINGS, _BOTH, Coach(slices=5000))
    sitting.wait(3000)
    assert sitting.navigator.give_way(sitting.now)
    sitting.press("OK")
    sitting.walk_to(8, 5)
    grades = [mark >> views.GRADE for mark in sitting.sees.marks]
    assert not any(grades) and not sitting.navigator.top.busy
