"""The coach: equities of steps, looking ahead while people think, reviews, and lack of memory.

transcripts/coach.txt has the pages that people see; test_reasons.py tests the coach's reasons.
"""

from fakes.coach import Coach, Ponderer, worth
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.advice.pondering import Pondering, sureness
from picogammon.app.advice.pondering import ponderer as find_ponderer
from picogammon.app.display import view as views
from picogammon.app.modes import coaching
from picogammon.app.session import prefs
from picogammon.app.session.players import Computer
from picogammon.engine import levels
from picogammon.engine.engine import Thought
from picogammon.rules import actions, plays
from picogammon.rules import position as positions
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from portable import some
from rulebook import position

_TUTOR_ALL = 2
_BOTH = 1


def rolled(field, value, settings=None, coach=None, **how):
    """Returns a Sitting after a roll of 3-1, with preference `field` changed by `value` steps."""
    settings = settings or two_people(3)
    sitting = Sitting([(3, 1), (5, 4)], settings, coach=coach or Coach(), **how)
    sitting.prefer(field, value)
    sitting.press("OK")
    return sitting


def test_nobody_asks_for_the_coach_before_the_engines_are_prepared():
    for field, value in ((prefs.TUTOR, _TUTOR_ALL), (prefs.LANDINGS, _BOTH), (None, 0)):
        done = []

        def preparing(done=done):
            yield from (None, None, None)
            done.append("prepared")

        computer = Computer(lambda done=done: done.append("made") or Coach(), lambda: None)
        sitting = Sitting([(3, 1)], two_people(3), coach=Coach(), preparing=preparing)
        sitting.session.players.find_coach = lambda computer=computer: computer
        if field is not None:
            sitting.prefer(field, value)
        sitting.press("OK")
        if field is None:  # the review of a game
            sitting.navigator.commit(actions.resign(actions.SINGLE), sitting.now)
            sitting.navigator.commit(actions.accept(), sitting.now)
        elif field == prefs.TUTOR:
            sitting.play("24/20")
        sitting.wait(200)
        assert done == ["prepared", "made"], field


def test_grades_of_landings_begin_where_the_tutor_s_words_do():
    grades = [coaching.grade_of(loss) for loss in (0, 1, 1310, 1311, 5242, 5243)]
    assert grades == [1, 2, 2, 3, 3, 4]


def _best(hand):
    """Returns the highest equity of all legal plays that begin with the steps made in `hand`."""
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
    sitting = rolled(prefs.LANDINGS, _BOTH, coach=Coach(slices=5000))
    sitting.wait(3000)
    assert sitting.navigator.give_way(sitting.now)
    sitting.press("OK")
    sitting.walk_to(8, 5)
    grades = [mark >> views.GRADE for mark in sitting.sees.marks]
    assert not any(grades) and not sitting.navigator.top.busy


def test_a_computer_that_asks_the_same_engine_drops_what_was_begun():
    ponderer = Ponderer(slices=500)
    settings = Settings(length=3, players=(0, 1))
    computer = Computer(lambda: ponderer)
    sitting = rolled(
        prefs.TUTOR, _TUTOR_ALL, settings, computers=[("first", computer)], ponderer=ponderer
    )
    sitting.wait(100)
    rolled_first = sitting.match.situation()
    begun = sitting.session.players.ponder.thought_about(rolled_first)
    sitting.session.prefs.change(prefs.TUTOR, 1)  # off
    sitting.play("8/5 6/5")
    sitting.wait(20000)
    assert sitting.session.players.person_decides() and ponderer.begun == 2
    assert sitting.session.players.ponder.thought_about(rolled_first) is not begun


def test_what_has_come_to_its_end_is_known_until_another_roll_is_asked_about():
    ponderer = Ponderer()
    sitting = rolled(prefs.TUTOR, _TUTOR_ALL, ponderer=ponderer)
    sitting.wait(1000)
    players = sitting.session.players
    players.ponder.rest()
    situation = sitting.match.situation()
    assert players.ponder.thought_about(situation).done
    situation.dice = (6, 5)
    assert not players.ponder.thought_about(situation).done


def test_each_roll_has_three_seconds_and_only_a_slow_level_ponders():
    ponderer = Ponderer()
    pondering = Pondering(ponderer)
    for count, dice in enumerate(((3, 1), (6, 5))):
        pondering.thought_about(Situation(position=positions.start(), dice=dice))
        for late, hurried in ((0, 0), (2990, 0), (3000, 1)):
            pondering.hurry_if_late(10_000 * count + late)
            assert ponderer.hurried == count + hurried
    (slow,) = [name for name in levels.levels() if levels.is_slow(name)]
    found = [("expert", Computer(FirstPlay)), (slow, Computer(lambda: ponderer))]
    assert find_ponderer(found[:1]) is None and find_ponderer(found) is ponderer


def test_how_sure_it_is_in_words():
    assert sureness(0) == []
    assert sureness(36) == sureness(9) == ["2-ply, within 0.008 (95 %)"]
    assert sureness(4) == ["2-ply, within 0.017 (95 %)"]


def test_a_level_that_judges_itself_has_no_band():
    computers = [("expert", Computer(Coach)), ("master", Computer(FirstPlay))]
    sitting = Sitting([(3, 1), (4, 2)], two_people(3), computers)
    for play in ("24/20", "8/4 6/4"):
        sitting.press("OK")
        sitting.play(play)
    sitting.resign()
    sitting.wait(3000)
    sitting.press("PREV NEXT")
    usual = "PR 0.0"
    for player, rated in enumerate((usual, "This level is the judge", usual)):
        sitting.match.settings.players[1] = player
        sitting.navigator.changed = True
        assert sitting.sees.page.lines[0] == rated
