"""The coach looks two rolls ahead while a person thinks, and says how sure that makes it."""

from fakes.coach import ONE, UNIT, Coach
from fakes.sitting import Sitting, two_people
from picogammon.app.advice.pondering import sureness
from picogammon.app.session import prefs
from picogammon.app.session.players import Computer
from picogammon.engine.engine import Ranked
from picogammon.rules import actions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings

_ALL = 2
_MORE = 5


class Ponderer(Coach):
    """Finds the coach's second play better by .05 than its best, and ranks `only` so many.

    `begun`, `hurried`: how often it was asked to; hurried, it ranks at once.
    """

    def __init__(self, slices=30, only=3):
        Coach.__init__(self, slices=slices)
        self.begun = self.hurried = 0
        self._only = only

    def hurry(self):
        self.hurried += 1

    def rank(self, situation, also=None):
        self.begun += 1
        done = self.hurried
        for _ in range(self.slices):
            if self.hurried > done:
                break
            yield
        usual = yield from Coach(slices=0).rank(situation)
        best = usual[0].equity + _MORE * UNIT
        found = [Ranked(usual[1].steps, best, usual[1].outcome, 9)]
        for play in (usual[0], usual[2])[: self._only - 1]:
            found.append(Ranked(play.steps, play.equity, play.outcome, 9))
        return found


def rolled(ponderer, tutor=_ALL, settings=None, computers=()):
    """A Sitting in which player 0 has rolled 3-1."""
    settings = settings or two_people(3)
    sitting = Sitting(((3, 1), (5, 4)), settings, computers, coach=Coach(), ponderer=ponderer)
    sitting.session.prefs.change(prefs.TUTOR, tutor)
    sitting.press("OK")
    return sitting


def ask(sitting):
    sitting.press("hold-OK")
    sitting.choose("Hint")
    return sitting.sees


def test_with_the_tutor_it_begins_with_the_roll_and_a_grade_needs_no_time():
    ponderer = Ponderer()
    sitting = rolled(ponderer)
    sitting.wait(1000)
    assert ponderer.begun == 1
    assert not sitting.navigator.top.busy  # it has come to its end
    sitting.play("8/5 6/5")
    sitting.wait(100)
    page = sitting.sees.page
    assert page.title == "Mistake -0.050"
    assert page.items[0][0] == "13/9" and page.items[0][2] == "better"
    assert ponderer.begun == 1 and sitting.session.players.coach.asked == []


def test_a_play_it_does_not_know_is_graded_by_the_coach_beside_the_better_one():
    sitting = rolled(Ponderer(only=2))
    sitting.wait(1000)
    sitting.play("24/20")
    sitting.wait(1000)
    assert sitting.sees.page.items[0][0] == "13/9"
    assert sitting.session.players.coach.asked == ["rank"]
    # Its coach finds 24/20 .05 worse than 13/9, and that one as good as it is beside 8/5 6/5.
    assert sitting.sees.page.items[0][1:] == ("+0.150", "better")
    assert sitting.sees.page.items[1] == ("24/20", "+0.100  -0.050", "played")


def test_without_the_tutor_it_begins_when_a_hint_is_asked_for():
    ponderer = Ponderer(slices=50)
    sitting = rolled(ponderer, tutor=0)
    sitting.wait(1000)
    assert not ponderer.begun
    assert ask(sitting).headline.endswith("thinking about a hint")
    sitting.wait(1000)
    assert [item[0] for item in sitting.sees.page.items][:2] == ["13/9", "8/5 6/5"]
    sitting.press("PREV")
    assert sitting.sees.page.lines[-1] == "Two rolls ahead, sure to 0.008."
    sitting.press("BACK")
    ask(sitting)
    sitting.wait(20)
    assert ponderer.begun == 1 and sitting.sees.page is not None  # it is known already


def test_nobody_waits_for_longer_than_three_seconds():
    ponderer = Ponderer(slices=10**6)
    sitting = rolled(ponderer)
    sitting.wait(5000)  # while a person thinks it may take as long as it likes
    assert ponderer.hurried == 0
    ask(sitting)
    sitting.wait(2900)
    assert sitting.sees.page is None
    sitting.wait(200)
    assert ponderer.hurried and sitting.sees.page.items[0][0] == "13/9"


def test_a_grade_does_not_wait_for_longer_either():
    ponderer = Ponderer(slices=10**6)
    sitting = rolled(ponderer)
    sitting.play("8/5 6/5")
    sitting.wait(2900)
    assert sitting.sees.page is None
    sitting.wait(300)
    assert sitting.sees.page.items[0][0] == "13/9"


def test_where_nobody_may_be_helped_it_looks_at_nothing():
    ponderer = Ponderer()
    sitting = rolled(ponderer, settings=two_people(3, no_hints=True))
    sitting.wait(1000)
    assert not ponderer.begun


def test_a_computer_that_asks_the_same_engine_drops_what_was_begun():
    ponderer = Ponderer(slices=500)
    settings = Settings(length=3, players=(0, 1))
    computer = Computer(lambda: ponderer)
    sitting = rolled(ponderer, settings=settings, computers=[("first", computer)])
    sitting.wait(100)
    rolled_first = sitting.match.situation()
    begun = sitting.session.players.ponder.of(rolled_first)
    sitting.session.prefs.change(prefs.TUTOR, 1)  # off
    sitting.play("8/5 6/5")
    sitting.wait(20000)
    assert sitting.session.players.person_decides() and ponderer.begun == 2
    assert sitting.session.players.ponder.of(rolled_first) is not begun


def test_what_has_come_to_its_end_is_known_until_another_roll_is_asked_about():
    ponderer = Ponderer()
    sitting = rolled(ponderer)
    sitting.wait(1000)
    players = sitting.session.players
    players.ponder.rest()
    situation = sitting.match.situation()
    assert players.ponder.of(situation).done
    situation.dice = (6, 5)
    assert not players.ponder.of(situation).done


def test_a_cube_is_weighed_by_who_looks_furthest_ahead():
    ponderer = Ponderer()
    ponderer.cube = (0, UNIT, ONE)  # to double is right, by a little
    sitting = Sitting([(3, 1)], two_people(5), coach=Coach((0, -UNIT, ONE)), ponderer=ponderer)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
    ask(sitting)
    sitting.wait(1000)
    assert sitting.sees.page.title == "Hint: Double, take"
    assert "weigh" not in sitting.session.players.coach.asked


def test_how_sure_it_is_in_words():
    assert sureness(0) == []
    assert sureness(36) == sureness(9) == ["Two rolls ahead, sure to 0.008."]
    assert sureness(4) == ["Two rolls ahead, sure to 0.017."]
