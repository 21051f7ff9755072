"""Are you sure: asked before it is too late, once, and without the answer."""

from fakes.coach import ONE, Coach
from fakes.first_play import FirstPlay
from fakes.planted import planted
from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.modes import coached
from picogammon.app.modes.coached import Careful
from picogammon.app.modes.turn import HandMode
from picogammon.app.session import prefs
from picogammon.ground.places import CUBE, DICE
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings

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


def at_the_cube(cube, settings=None):
    """A Sitting in which player 0 may double, and the coach finds that cube everywhere."""
    sitting = Sitting([(3, 1)], settings or two_people(5), coach=Coach(cube))
    sitting.session.prefs.change(prefs.CAREFUL, _BLUNDERS)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    return sitting


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


def test_it_waits_says_so_and_takes_no_press_too_many_for_yes():
    sitting = careful(coach=Coach(slices=100))
    lay(sitting, *POOR)
    sitting.press("OK OK OK")
    assert sitting.sees.headline == "Amber: 24/20" and sitting.navigator.top.busy
    sitting.wait(500)
    assert sitting.sees.headline == "Amber: the coach looks"
    check(sitting.sees)
    sitting.press("BACK")
    assert isinstance(sitting.navigator.top, HandMode), "what was not asked may be asked later"
    sitting.press("OK")
    sitting.wait(1200)
    assert asks(sitting)


def test_a_series_of_presses_is_no_yes():
    for press, what in ((Sitting.press, "OK"), (Sitting.press_places, DICE)):
        sitting = careful()
        lay(sitting, *POOR)
        for _ in range(30):
            press(sitting, what)
            sitting.wait(100)
        assert asks(sitting) and sitting.match.phase == match.TO_PLAY
        press(sitting, what)
        assert sitting.match.phase == match.TO_ROLL


def test_against_a_computer_only_the_person_is_asked():
    settings = Settings(length=3, players=(0, 1))
    sitting = careful(settings=settings, computers=[("first", FirstPlay())], dice=[(3, 1)] * 3)
    lay(sitting, *POOR)
    sitting.press("OK")
    sitting.wait(50)
    assert asks(sitting)
    sitting.press("OK")
    sitting.wait(20000)
    assert sitting.log()[3] == "play 24/21 21/20" and sitting.match.turn == 0
    assert sitting.log()[5].startswith("play ") and sitting.sees.keys[2] == "ROLL"


def test_it_is_off_where_there_is_no_help_or_no_coach():
    for settings, coach in ((two_people(3, no_hints=True), Coach()), (two_people(3), None)):
        sitting = Sitting([(3, 1)] * 3, settings, coach=coach)
        sitting.session.prefs.change(prefs.CAREFUL, _MISTAKES)
        sitting.press("OK")
        lay(sitting, *POOR)
        sitting.press("OK")
        assert not isinstance(sitting.navigator.top, Careful)
        assert sitting.log()[3] == "play 24/21 21/20"


def race(points, by_itself):
    """A Sitting in which player 0 has rolled 6-4 in a race."""
    pos = positions.empty()
    for point in points:
        pos[point] += 1
    pos[22] = -15
    sitting = Sitting([(3, 1)], two_people(3), coach=Coach())
    sitting.session.prefs.change(prefs.CAREFUL, _MISTAKES)
    sitting.session.prefs.change(prefs.BEARING_OFF, by_itself)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, position=pos, cube=2, owner=1)), 0)
    sitting.navigator.commit(actions.roll(6, 4), 0)
    return sitting


def test_a_forced_play_and_what_goes_on_by_itself_are_not_asked_about():
    sitting = race((4, 1, 1, 1), 0)
    sitting.press("OK")
    sitting.wait(50)
    assert sitting.match.turn == 1
    for by_itself in (0, 1):  # two blots left: a mistake, says this coach
        sitting = race((6, 6, 4, 4), by_itself)
        if not by_itself:
            lay(sitting, (6, 6), (4, 4))
            sitting.press("OK")
        sitting.wait(2000)
        assert asks(sitting) != by_itself and sitting.match.turn == by_itself


def test_doubles_takes_and_drops():
    sitting = at_the_cube((ONE // 2, ONE // 4, ONE))
    sitting.press("NEXT OK")
    sitting.wait(50)
    assert asks(sitting) and sitting.match.phase == match.TO_ROLL
    sitting.press("BACK")
    assert sitting.sees.keys == ["", "DOUBLE", "ROLL", ""]
    sitting.press("NEXT OK")
    sitting.wait(50)
    assert sitting.match.phase == match.DOUBLED, "asked before"
    for cube, answer in (((0, ONE * 5 // 4, ONE), "PREV OK"), ((0, ONE // 2, ONE), "NEXT OK")):
        sitting = at_the_cube(cube)
        sitting.session.prefs.change(prefs.CAREFUL, -1)
        sitting.press("NEXT OK")
        sitting.session.prefs.change(prefs.CAREFUL, 1)
        sitting.press(answer)
        sitting.wait(50)
        assert asks(sitting) and sitting.sees.headline == "Blue: are you sure?"
        sitting.press("OK")
        assert sitting.match.phase != match.DOUBLED


def test_a_missed_double_is_asked_about_before_the_dice_are_rolled():
    sitting = at_the_cube((ONE // 4, ONE // 2, ONE))
    sitting.press("OK")
    sitting.wait(50)
    assert asks(sitting) and len(sitting.dice.rolls) == 1
    sitting.press("BACK NEXT OK")
    sitting.wait(50)
    assert sitting.match.phase == match.DOUBLED
    sitting = at_the_cube((ONE // 4, ONE // 2, ONE))
    sitting.session.prefs.change(prefs.REAL_DICE, 1)
    sitting.press("OK")
    sitting.wait(50)
    assert asks(sitting)
    sitting.press("OK")
    assert type(sitting.navigator.top).__name__ == "DiceEntry" and sitting.match.dice is None


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


def test_the_clock_runs_and_the_menu_gives_the_play_back():
    sitting = careful(settings=two_people(3, clock=1))
    lay(sitting, *POOR)
    sitting.press("OK")
    sitting.wait(50)
    left = list(sitting.sees.clocks)
    sitting.wait(20000)
    assert asks(sitting) and sitting.sees.clocks[0] < left[0]
    sitting.press("hold-OK BACK")
    assert isinstance(sitting.navigator.top, HandMode) and sitting.sees.keys[2] == "DONE"


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


def test_the_tutor_still_speaks_afterwards():
    sitting = careful()
    sitting.session.prefs.change(prefs.TUTOR, 1)
    lay(sitting, *POOR)
    sitting.press("OK")
    sitting.wait(550)
    sitting.press("OK")
    sitting.wait(100)
    assert sitting.sees.page.title == "Blunder -0.100"


def test_the_menu_has_it_where_there_is_a_coach():
    for coach, there in ((Coach(), True), (None, False)):
        sitting = Sitting([], two_people(3), coach=coach)
        sitting.press("hold-OK")
        sitting.choose("Settings")
        assert ("Are you sure?" in [item[0] for item in sitting.sees.page.items]) == there
    sitting = careful(0)
    sitting.press("hold-OK")
    sitting.choose("Settings")
    sitting.choose("Are you sure?")
    assert sitting.store.blob[prefs.CAREFUL] == _BLUNDERS


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
