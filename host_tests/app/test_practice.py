"""Practice, beyond transcripts/practice.txt: built-in sets, flash errors, background work."""

from app.test_practice_cards import deck_on, numbered
from fakes.coach import Coach
from fakes.disk import Disk, files_on
from fakes.sitting import Sitting, two_people
from picogammon.app.practice import sets
from picogammon.app.practice.cards import LEARNER, Card, question_of
from picogammon.app.practice.sets import MIXED, PIPS, Progress, SetDeck, name_of
from picogammon.devices.files import CARDS, SETS, Store
from picogammon.ground import OK, SHORT
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED, TO_PLAY, TO_ROLL
from picogammon.rules.notation import from_xgid
from portable import some

_OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:7:10"
_PHASES = {
    sets.RACING_CUBES: (TO_ROLL, DOUBLED),
    sets.TAKES: (DOUBLED,),
    sets.TOO_GOOD: (TO_ROLL,),
}
_LEAST = 40


class Practising(Sitting):
    """A Sitting in a match; Anna has practice cards: the opening position with each of `rolls`."""

    def __init__(self, *rolls, slices=2):
        settings = two_people(3, names=("Anna", "Ben"))
        Sitting.__init__(self, [(3, 1), (5, 4)], settings, coach=Coach(slices=slices))
        self.press("OK")
        self.disk = self.session.archive.disk
        for dice in rolls:
            self.add(question_of(from_xgid(_OPENING % dice)))

    def add(self, question):
        deck_on(self.disk).add(Card("Anna", question, b"", b"", 5000))

    def practise(self, name="My mistakes"):
        self.menu("Practice", name)
        self.work()
        return self.sees

    def work(self):
        for _ in range(1000):
            if not self.navigator.top.busy:
                return
            self.wait(10)
        raise AssertionError("it never ends")

    def progress(self):
        return progress_on(self.disk)


def progress_on(disk):
    return Progress(Store(files_on(disk), SETS))


def test_damaged_cards_are_said_and_left_out_as_is_what_no_match_can_come_to():
    sitting = Practising("21", "31", "32")
    sitting.disk.files[CARDS][50] ^= 1
    assert sitting.practise().page.lines == ["Left out 1 damaged card."]
    sitting.navigator.press(OK, SHORT, sitting.now)
    sitting.navigator.refresh()
    assert sitting.navigator.view.page.lines == ["One moment"], "there is no result yet"
    sitting.wait(50)
    assert sitting.sees.headline.startswith("1/2 ")
    for rolls, shown in (((), "Correct: 0 of 0"), (("21",), None)):
        sitting = Practising(*rolls)
        sitting.add(bytes(26) + question_of(from_xgid(_OPENING % "31"))[26:])
        page = sitting.practise().page
        assert (page and page.lines[0]) == shown


def test_a_long_deck_is_read_and_written_anew_in_slices_and_may_be_left_at_any():
    sitting = Practising()
    for number in range(40):
        deck_on(sitting.disk).add(numbered(number))
    deck = deck_on(sitting.disk)
    while not deck.untidy:
        deck.answer(deck.card(0), True, 1)
    before = bytes(sitting.disk.files[CARDS])
    sitting.menu("Practice", "My mistakes")
    assert sitting.navigator.top.busy
    sitting.press("BACK")
    assert sitting.sees.names == ["Anna", "Ben"] and sitting.disk.files == {CARDS: before}
    assert sitting.practise().headline.startswith("1/5 ")
    assert len(sitting.disk.files[CARDS]) < len(before)


def test_what_cannot_be_read_is_said():
    sitting = Practising("31")
    sitting.disk.fault = (sitting.disk.operations, 5, 99)
    assert sitting.practise().page.lines == ["The cards cannot be read."]
    sitting.press("OK")
    assert sitting.sees.page is None


def test_a_review_whose_thought_was_broken_off_begins_anew():
    sitting = Practising("31", slices=50)
    sitting.play("24/20")
    sitting.resign()
    over = sitting.navigator.base
    sitting.wait(30)
    broken = over.review
    assert broken.thinking
    sitting.practise()
    sitting.press("OK OK OK")
    sitting.work()
    sitting.press("hold-BACK")
    assert sitting.navigator.top is over and over.review is not broken
    sitting.wait(5000)
    assert over.review.graded and over.review.sides[0].decisions == 1


# The sets that come with the board


def test_there_are_enough_of_each_and_all_come_before_one_comes_again():
    assert sets.EACH >= _LEAST
    progress = progress_on(Disk())
    for of in (0, PIPS):
        count = sets.POSITIONS if of == PIPS else sets.EACH
        came = set()
        for _ in range(count):
            came.add(progress.next(of, count))
            progress.answer(of, True)
        assert len(came) == count


def test_every_decision_is_legal_and_the_learners():
    for of in range(len(sets.NAMES)):
        for number in some(range(sets.EACH)):
            situation = sets.situation(of, number)
            card = Card("", question_of(situation))
            match = card.match()
            assert match.phase in _PHASES.get(of, (TO_PLAY,)), (of, number)
            assert match.decider == LEARNER
            assert list(match.position) == list(situation.position)
            assert card.match(1).decider == 1
            if of == sets.RACING_CUBES:  # after the bear-off's, as the learner sees it
                pos = sets.position(sets.EACH + number)
                mine = positions.swapped(pos) if situation.turn else pos
                assert list(mine) == list(situation.position)


def test_progress_is_kept_and_old_answers_weigh_less():
    disk = Disk()
    progress = progress_on(disk)
    assert progress.share(3) == "new" and progress.weakness(3) == 50
    for right in (True, True, False, True):
        progress.answer(3, right)
    again = progress_on(disk)
    assert again.answers(3) == (3, 4) and again.share(3) == "75 %" and again.streak == 1
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
        of = progress.weakest()
        came[of] += 1
        progress.answer(PIPS, bool(turn & 1))
    assert came[sets.BLITZ] == max(came) and came[sets.BLITZ] > 5 * came[sets.PRIME] > 0
    assert min(came) > 0


def test_all_sets_asks_of_several_and_names_the_weakest():
    progress = progress_on(Disk())
    for _ in range(9):
        progress.answer(sets.BACK, False)
    deck = SetDeck(MIXED, progress)
    came = set()
    for _ in range(12):
        deck.card(0)
        came.add(deck.of)
        progress.answer(deck.of, True)
    assert len(came) > 4
    assert name_of(MIXED) == "All sets" and deck.standing() == "Weakest: Back game"
