"""Good landings: what a checker's landing is worth is seen before it is put down."""

from fakes.coach import Coach, worth
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.display.lights import COLOURS, GAINS, Lights
from picogammon.app.modes import coached
from picogammon.app.session import prefs
from picogammon.devices.wiring import Wiring
from picogammon.engine.engine import Thought
from picogammon.rules import position as positions
from picogammon.rules import steps
from portable import some
from rulebook import position

_BOTH, _FIRST, _SECOND = 1, 2, 3
_BEST, _FINE, _DOUBTFUL, _BLUNDER = 1, 2, 3, 4


def helped(value=_BOTH, settings=None, coach=None, dice=((3, 1), (5, 4)), computers=()):
    """A Sitting in which player 0 has rolled 3-1, and the coach has looked."""
    coach = coach or Coach()
    sitting = Sitting(LoadedDice(dice), settings or two_people(3), computers, coach=coach)
    sitting.prefer(prefs.LANDINGS, value)
    sitting.press("OK")
    sitting.wait(3000)
    return sitting


def grades(sitting):
    """{place: grade} of the landings that are seen."""
    marks = sitting.sees.marks
    return {place: mark >> views.GRADE for place, mark in enumerate(marks) if mark >> views.GRADE}


def test_grades_begin_where_the_tutor_s_words_do():
    assert [coached.grade_of(loss) for loss in (0, 1, 1310, 1311, 5242, 5243)] == [
        _BEST,
        _FINE,
        _FINE,
        _DOUBTFUL,
        _DOUBTFUL,
        _BLUNDER,
    ]


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
    cases = [(positions.start(), dice) for dice in ((3, 1), (6, 5), (4, 4), (1, 1))]
    cases.append((position("25:1 6:3 5:2 8:3 13:4 24:2 1:-2 12:-5 17:-3 19:-5"), (4, 2)))
    cases.append((position("6:1 5:1 2:2 20:-15"), (6, 5)))
    cases.append((position("3:1 1:2 24:-2"), (6, 6)))
    for pos, dice in some(cases):
        if dice == (1, 1):
            continue  # by trying all orders it takes a minute
        settings = two_people()
        sitting = Sitting([dice], settings)
        situation = sitting.match.situation()
        situation.position[:] = pos
        situation.dice = dice
        found = Thought(coached.worths(Coach(), situation)).finish()
        hand = steps.Hand(pos, dice)
        for a_step in hand.legal():
            hand.make(a_step)
            assert found[coached.key(hand.position, hand.dice)] == _best(hand), (dice, a_step)
            hand.undo()


def test_only_the_side_that_wants_it_and_may_have_it():
    for value, settings, there in (
        (_FIRST, two_people(3), True),
        (_SECOND, two_people(3), False),
        (0, two_people(3), False),
        (_BOTH, two_people(3, no_hints=True), False),
    ):
        sitting = helped(value, settings)
        sitting.walk_to(8, 5)
        assert bool(grades(sitting)) == there, value
        assert (sitting.session.players.coach.asked == ["each"]) == there
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.prefer(prefs.LANDINGS, _BOTH)
    sitting.press("OK")
    assert grades(sitting) == {}, "there is no coach"


def test_where_memory_lacks_they_stay_white():
    sitting = helped(coach=Coach(slices=5000))
    assert sitting.navigator.give_way(sitting.now)
    sitting.press("OK")
    sitting.walk_to(8, 5)
    assert grades(sitting) == {} and not sitting.navigator.top.busy


def light(mark, palette=0, calm=False, now=0, brightness=3):
    """(red, green, blue) of an empty point with that mark."""
    lights = Lights(Wiring(((1, 24),)))
    view = views.View()
    view.marks[5] = mark
    view.palette, view.calm, view.brightness = palette, calm, brightness
    rgb = bytearray(72)
    lights.paint(view, now, rgb)
    return tuple(rgb[12:15])


def test_each_grade_has_its_colour_and_is_fainter_than_the_better_one():
    for palette in range(len(COLOURS)):
        for brightness in (0, 3):
            for calm in (False, True):
                for kind in (views.LANDING, views.LANDING_CURSOR):
                    shown = [
                        light(kind | grade << views.GRADE, palette, calm, 0, brightness)
                        for grade in (_BEST, _FINE, _DOUBTFUL, _BLUNDER)
                    ]
                    seen = [405 * red + 690 * green + 190 * blue for red, green, blue in shown]
                    assert seen[0] > seen[1] > seen[2] > seen[3] > 0, (palette, shown)
                    best, _, doubtful, blunder = shown
                    assert best[1] > best[0] and blunder[0] > 2 * blunder[1], shown
                    assert doubtful[0] > doubtful[1]
    assert len(GAINS[0]) == len(COLOURS[0]) // 3


def test_calm_nothing_pulses():
    for grade in (_BEST, _BLUNDER):
        mark = views.LANDING_CURSOR | grade << views.GRADE
        assert light(mark, calm=True, now=0) == light(mark, calm=True, now=300)
        assert light(mark, now=0) != light(mark, now=256)
