"""Are you sure: asked before it is too late, once, and without the answer."""

from fakes.coach import Coach
from fakes.planted import planted
from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.modes import coached
from picogammon.app.session import prefs
from picogammon.ground.places import CUBE, DICE
from picogammon.rules import actions, match

_BLUNDERS = 1
_MISTAKES = 2
_ASKS = "Amber: are you sure?"


def careful(value=_MISTAKES, settings=None, coach=None, computers=(), dice=((3, 1), (5, 4))):
    """A Sitting in which player 0 has rolled 3-1."""
    sitting = Sitting(dice, settings or two_people(3), computers, coach=coach or Coach())
    sitting.session.prefs.change(prefs.CAREFUL, value)
    sitting.press("OK")
    return sitting


def lay(sitting, *moves):
    """Lays steps such as (13, 4) out, as people build a play."""
    sitting.navigator.base.lay(bytes([point << 3 | die for point, die in moves]))


POOR = ((24, 3), (21, 1))  # 24/20, a blunder of .100
FAIR = ((13, 3), (10, 1))  # 13/9, a mistake of .050
BEST = ((8, 3), (6, 1))


def asks(sitting):
    view = sitting.sees
    check(view)
    asked = "are you sure?" in view.headline.lower() and view.keys == ["", "", "YES", "BACK"]
    if asked:
        sitting.wait(500)  # to read it
    return asked


def preparing(done):
    """What a coach needs, slice by slice; says so in the list `done`."""
    for _ in range(3):
        yield
    done.append(True)


def _over(sitting):
    sitting.navigator.commit(actions.resign(1), sitting.now)
    sitting.navigator.commit(actions.accept(), sitting.now)


def test_nobody_asks_for_the_coach_before_the_engines_are_prepared():
    ways = ((prefs.CAREFUL, _MISTAKES), (prefs.TUTOR, 2), (prefs.LANDINGS, 1), (None, 0))
    for field, value in ways:
        done = []
        sitting = Sitting([(3, 1)], two_people(3), coach=Coach(), preparing=preparing(done))
        players = sitting.session.players
        coach = players.find_coach()
        asked = []

        def found(done=done, asked=asked, coach=coach):
            assert done, "it would be made all at once"
            asked.append(True)
            return coach

        players.find_coach = found
        if field is not None:
            sitting.session.prefs.change(field, value)
        sitting.press("OK")
        if field == prefs.LANDINGS:
            sitting.wait(80)
        if field is None:
            _over(sitting)
        else:
            lay(sitting, *POOR)
            sitting.press("OK")
        sitting.sees  # noqa: B018  # what is shown asks for none, either
        sitting.wait(80)
        assert done and asked


def test_a_bad_play_is_asked_about_and_ok_plays_it():
    sitting = careful()
    lay(sitting, *POOR)
    before = sitting.log()
    sitting.press("OK")
    sitting.wait(50)
    assert asks(sitting) and sitting.sees.headline == _ASKS and sitting.sees.page is None
    assert sitting.sees.checkers[20] == 1, "the play lies there"
    assert sitting.log() == before
    sitting.press("OK")
    assert sitting.log() == before + ["play 24/21 21/20"] and sitting.sees.keys[2] == "ROLL"


def test_back_gives_it_back_and_another_play_is_asked_about_anew():
    sitting = careful()
    lay(sitting, *POOR)
    sitting.press("OK")
    sitting.wait(50)
    sitting.press("BACK")
    assert sitting.sees.keys == ["", "", "DONE", "UNDO"]
    lay(sitting, *FAIR)
    sitting.press("OK")
    sitting.wait(50)
    assert asks(sitting)
    sitting.press("BACK")
    for order in (POOR, ((24, 1), (23, 3)), FAIR):  # the first two are one play
        sitting.press("BACK")
        lay(sitting, *order)
        sitting.press("OK")
        sitting.wait(50)
        assert not asks(sitting) and sitting.match.phase == match.TO_ROLL, "not twice"
        sitting.navigator.commit(actions.take_back(actions.LAST, 0), 0)


def test_limits_and_a_good_play_needs_no_press():
    for value, play, wanted in (
        (_BLUNDERS, POOR, True),
        (_BLUNDERS, FAIR, False),
        (_MISTAKES, FAIR, True),
        (_MISTAKES, BEST, False),
        (0, POOR, False),
    ):
        sitting = careful(value)
        lay(sitting, *play)
        sitting.press("OK")
        sitting.wait(50)
        assert asks(sitting) == wanted, (value, play)
        assert (sitting.match.phase == match.TO_ROLL) != wanted
    assert sitting.session.players.coach.asked == [], "nobody looks unless it is wanted"


def test_pressed_places_answer():
    sitting = careful()
    lay(sitting, *POOR)
    sitting.press_places(DICE)
    sitting.wait(50)
    assert asks(sitting)
    sitting.press_places(6)
    assert sitting.sees.keys[2] == "DONE"
    lay(sitting, *FAIR)
    sitting.press_places(CUBE)
    sitting.wait(550)
    sitting.press_places(DICE)
    assert sitting.match.phase == match.TO_ROLL


def test_where_memory_lacks_for_a_look_the_play_is_made():
    class Poor(Coach):
        def rank(self, situation, also=None):
            yield
            raise MemoryError

    sitting = careful(coach=Poor())
    lay(sitting, *POOR)
    sitting.press("OK")
    sitting.wait(50)
    assert sitting.match.phase == match.TO_ROLL and sitting.sees.page is None


def test_a_bug_in_the_look_is_said_once_and_the_play_counts_without_it():
    sitting = careful()
    noted = []
    sitting.navigator.note_crash = noted.append
    lay(sitting, *POOR)
    with planted(coached, "grade"):
        sitting.press("OK")
        sitting.wait(50)
    assert len(noted) == 1 and sitting.sees.page.title == "Are you sure?"
    sitting.press("OK OK")
    sitting.wait(50)
    assert sitting.log()[-1] == "play 24/21 21/20" and len(noted) == 1
