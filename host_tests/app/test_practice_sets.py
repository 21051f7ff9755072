"""The sets that come with the board: legal decisions, asked in turn, weak sets more often."""

from app.test_practice import Learning
from fakes.coach import ONE, Coach
from fakes.disk import Disk, files_on
from picogammon.app.modes.practice import UNKEPT
from picogammon.app.modes.turn import HandMode
from picogammon.app.practice import sets
from picogammon.app.practice.cards import LEARNER, Card, question_of
from picogammon.app.practice.set_deck import MIXED, PIPS, Progress, SetDeck, name_of
from picogammon.app.session import prefs
from picogammon.devices.files import SETS
from picogammon.devices.store import Store
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.phases import DOUBLED, TO_PLAY, TO_ROLL
from portable import some

_PHASES = {
    sets.RACING_CUBES: (TO_ROLL, DOUBLED),
    sets.TAKES: (DOUBLED,),
    sets.TOO_GOOD: (TO_ROLL,),
}
_LEAST = 40


def progress_on(disk):
    return Progress(Store(files_on(disk), SETS))


class Practising(Learning):
    """A Sitting in the middle of a match, with a coach."""

    def __init__(self, coach=None, **more):
        Learning.__init__(self, (), coach, **more)

    def progress(self):
        return progress_on(self.archive.disk)


def test_there_are_enough_of_each_and_all_come_before_one_comes_again():
    found = sets.Sets()
    assert len(found.counts) == len(sets.NAMES) and min(found.counts) >= _LEAST
    progress = progress_on(Disk())
    for of in (0, PIPS):
        count = found.total if of == PIPS else found.counts[of]
        came = set()
        for _ in range(count):
            came.add(progress.next(of, count))
            progress.answer(of, True)
        assert len(came) == count


def test_every_decision_is_legal_and_the_learners():
    found = sets.Sets()
    for of in range(len(sets.NAMES)):
        for number in some(range(found.counts[of])):
            situation = found.situation(of, number)
            card = Card("", question_of(situation))
            match = card.match()
            assert match.phase in _PHASES.get(of, (TO_PLAY,)), (of, number)
            assert match.decider == LEARNER
            assert list(match.position) == list(situation.position)
            assert card.match(1).decider == 1


def test_any_position_is_as_the_learner_sees_it():
    found = sets.Sets()
    first = found.counts[sets.BEAR_OFF]
    for number in range(first, first + found.counts[sets.RACING_CUBES]):
        situation = found.situation(sets.RACING_CUBES, number - first)
        pos = found.any(number)
        mine = positions.swapped(pos) if situation.turn else pos
        assert list(mine) == list(situation.position)


def test_progress_is_kept_and_old_answers_weigh_less():
    disk = Disk()
    progress = progress_on(disk)
    assert progress.share(3) == "new" and progress.weakness(3) == 50
    for right in (True, True, False, True):
        progress.answer(3, right)
    again = progress_on(disk)
    assert again.answers(3) == (3, 4) and again.share(3) == "75%" and again.streak == 1
    assert not again.damaged
    for _ in range(60):
        again.answer(3, False)
    right, asked = again.answers(3)
    assert right <= 1 and asked < 50 and again.streak == 0


def test_weak_sets_come_more_often_and_strong_ones_as_well():
    progress = progress_on(Disk())
    for _ in range(20):
        progress.answer(sets.BLITZ, False)
        progress.answer(sets.PRIME, True)
    came = [0] * PIPS
    for turn in range(400):
        of = progress.weakest(list(range(PIPS)))
        came[of] += 1
        progress.answer(PIPS, bool(turn & 1))
    assert came[sets.BLITZ] == max(came) and came[sets.BLITZ] > 5 * came[sets.PRIME] > 0
    assert min(came) > 0


def test_damaged_progress_is_said_and_begins_anew():
    sitting = Practising()
    progress = sitting.progress()
    progress.answer(0, True)
    sitting.archive.disk.files[SETS][9] ^= 1
    sitting.press("hold-OK")
    sitting.choose("Practice")
    assert sitting.sees.page.lines == ["What was practised before is damaged. The sets begin anew."]
    sitting.press("OK")
    assert sitting.sees.page.title == "Practice"
    sitting.choose("Counting pips")
    sitting.press("OK OK")
    assert SETS + ".bad" in sitting.archive.disk.files and not sitting.progress().damaged


def test_a_round_of_five_is_asked_graded_and_counted():
    sitting = Practising()
    log = sitting.log()
    view = sitting.practise("Openings")
    assert view.headline.startswith("1/5 You: ") and view.names == ["You", "Opponent"]
    for _ in range(5):
        mode = sitting.navigator.top
        assert isinstance(mode, HandMode)
        ranked = Coach().begin(mode.session.match).finish()
        mode.lay(actions.steps_of(ranked))
        sitting.press("OK")
        sitting.wait(300)
        page = sitting.sees.page
        assert page.title.startswith("Right")
        assert [item[2] for item in page.items] in (["better", "next"], ["played"])
        sitting.press("OK")
    assert sitting.sees.page.title == "Practice: Openings"
    assert sitting.sees.page.lines == ["5 of 5 right, 5 in a row", "Lately 100% right"]
    assert sitting.progress().answers(0) == (5, 5)
    sitting.press("OK")
    sitting.wait(50)
    assert sitting.sees.headline.startswith("1/5 ")
    sitting.press("hold-BACK")
    assert sitting.session.sitting is None  # only a card makes one
    assert sitting.log() == log and sitting.sees.names == ["Anna", "Ben"]


def test_the_menu_says_how_each_set_goes():
    sitting = Practising()
    progress = sitting.progress()
    progress.answer(sets.SHOTS, True)
    progress.answer(sets.SHOTS, False)
    sitting.press("hold-OK")
    sitting.choose("Practice")
    lines = sitting.sees.page.items
    items = dict(lines)
    assert items["Shots"] == "50%" and items["Blitz"] == items["All sets"] == ""
    assert [line[0] for line in lines[:3]] == ["My mistakes", "All sets", "Counting pips"]
    assert len(lines) == 3 + len(sets.NAMES)


def test_behind_a_right_cube_answer_stands_why_it_is_right():
    for name, cube, keys, right in (
        ("Take or drop", (0, 2 * ONE, ONE), "NEXT OK", "Drop"),
        ("Too good?", (2 * ONE, 3 * ONE, ONE), "OK", "Too good to double"),
    ):
        sitting = Practising(Coach(cube))
        sitting.practise(name)
        sitting.press(keys)
        sitting.wait(300)
        view = sitting.sees
        assert view.page.title == "Right" and view.page.items[0][0] == right
        assert view.keys == ["<", ">", "NEXT", "END"]
        sitting.press("NEXT")
        page = sitting.sees.page
        assert page.title == "Why: " + right and "gammons" in page.lines[0]


def test_all_sets_asks_of_several_and_names_the_weakest():
    sitting = Practising()
    progress = sitting.progress()
    for _ in range(9):
        progress.answer(sets.BACK, False)
    deck = SetDeck(MIXED, sets.Sets(), progress)
    came = set()
    for _ in range(12):
        deck.card(0)
        came.add(deck.of)
        progress.answer(deck.of, True)
    assert len(came) > 4
    assert name_of(MIXED) == deck.names[0] == "All sets" and deck.told() == "Weakest: Back game"


def test_pips_are_counted_entered_and_timed():
    sitting = Practising()
    view = sitting.practise("Counting pips")
    assert view.page.title == "Pips? 1/5" and view.page.lines == ["Amber: < 100 >"]
    assert view.keys == ["-", "+", "OK", "BACK"]
    found = sets.Sets()
    pos = found.any(0)
    mine, theirs = positions.pips(pos), positions.opponent_pips(pos)
    assert [view.checkers[i] for i in range(1, 25)] == [pos[i] for i in range(1, 25)]
    assert view.pips == [0, 0]  # told nowhere
    _enter(sitting, mine)
    assert sitting.sees.page.lines == ["Amber: %d" % mine, "Blue: < %d >" % mine]
    sitting.press("BACK")
    assert sitting.sees.page.lines == ["Amber: < %d >" % mine]
    sitting.press("OK")
    _enter(sitting, theirs + 1)
    page = sitting.sees.page
    assert page.lines == ["Amber %d" % mine, "Blue %d, not %d" % (theirs, theirs + 1)]
    words = page.title.split()
    assert words[0] == "Wrong" and words[1] == "in" and 10 < int(words[2]) < 60
    assert sitting.progress().answers(PIPS) == (0, 1)
    for number in range(1, 5):
        sitting.press("OK")
        pos = found.any(sitting.progress().next(PIPS, found.total))
        assert sitting.sees.page.title == "Pips? %d/5" % (number + 1)
        _enter(sitting, positions.pips(pos))
        _enter(sitting, positions.opponent_pips(pos))
        assert sitting.sees.page.title.startswith("Right in ")
    sitting.press("OK")
    told, mean = sitting.sees.page.lines
    assert told == "4 of 5 right" and mean[-7:] == " s each"
    sitting.press("OK")
    assert sitting.sees.page.title == "Pips? 1/5"
    sitting.press("BACK")
    assert sitting.sees.page is None and sitting.sees.names == ["Anna", "Ben"]


def _enter(sitting, count):
    """Walks to a count, a pip a press, and says OK."""
    for _ in range(400):
        line = sitting.sees.page.lines[-1]
        now = int(line[line.find("<") + 1 : -1])
        if now == count:
            break
        sitting.press("NEXT" if now < count else "PREV")
        sitting.wait(300)
    sitting.press("OK")


def test_a_held_button_goes_on_faster_and_stops_at_the_ends():
    sitting = Practising()
    sitting.practise("Counting pips")
    sitting.press("NEXT " * 5)
    assert sitting.sees.page.lines == ["Amber: < 105 >"]
    sitting.press("NEXT " * 4)
    assert sitting.sees.page.lines == ["Amber: < 125 >"]
    sitting.wait(400)
    sitting.press("PREV")
    assert sitting.sees.page.lines == ["Amber: < 124 >"]
    sitting.press("PREV " * 60)
    assert sitting.sees.page.lines == ["Amber: < 0 >"]


def test_pips_on_a_full_flash_are_told_all_the_same():
    sitting = Practising()
    sitting.practise("Counting pips")
    sitting.archive.disk.full = 0
    sitting.press("OK OK")
    assert sitting.sees.page.lines[2] == UNKEPT
    sitting.press("OK")
    assert sitting.sees.page.title == "Pips? 2/5"


def test_who_sits_opposite_counts_from_there():
    sitting = Practising()
    sitting.prefer(prefs.SEAT, 1)
    view = sitting.practise("Counting pips")
    pos = sets.Sets().any(0)
    assert view.page.lines == ["Blue: < 100 >"]
    assert [view.checkers[25 - i] for i in range(1, 25)] == [-pos[i] for i in range(1, 25)]
    _enter(sitting, positions.pips(pos))
    _enter(sitting, positions.opponent_pips(pos))
    assert sitting.sees.page.title.startswith("Right")
