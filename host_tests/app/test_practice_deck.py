"""The deck of practice cards: it picks the cards that are due, and loses none."""

from app.test_practice_cards import deck_on, numbered
from fakes.disk import Disk
from fakes.sitting import SeededDice
from picogammon.app.practice import cards
from picogammon.app.practice.cards import MOST
from picogammon.devices.files import CARDS
from picogammon.engine.engine import Thought
from picogammon.engine.review import MISTAKE
from portable import raises, some

_SLOT = cards.BYTES + 4


def stocked(count):
    disk = Disk()
    deck = deck_on(disk)
    for number in range(count):
        deck.add(numbered(number))
    return disk, deck


def through(work):
    for _ in work:
        pass


def answered(deck, number, right, sitting):
    return deck.answer(deck.card(number), right, sitting)


def chosen(deck, most=9, name="Anna"):
    return Thought(deck.choose(name, most)).finish()


def questions(deck):
    return sorted([card.question for card in deck])


def test_cards_are_found_again_by_learner_whatever_the_case_of_the_name():
    disk, deck = stocked(0)
    assert chosen(deck) == [] and disk.files == {}, "reading writes nothing"
    disk, deck = stocked(3)
    deck.add(numbered(0, "Ben"))
    deck.add(numbered(7, "ANNA"))
    again = deck_on(disk)
    assert again.names == ["Anna", "Ben"] and len(again) == 5
    assert chosen(again, 9, "anna") == [0, 1, 2, 4] and chosen(again, 9, "Ben") == [3]
    assert chosen(again, 9, "nobody") == []


def test_the_same_decision_again_is_one_card_that_was_forgotten():
    disk, deck = stocked(0)
    deck.add(numbered(4))
    assert answered(deck, 0, True, 1).box == 1
    assert not deck.add(numbered(4))  # the same one, graded once more
    assert deck.card(0).box == 1
    assert deck.add(numbered(4, loss=9000, source=1))
    for found in (deck, deck_on(disk)):
        card = found.card(0)
        assert len(found) == 1 and (card.box, card.loss, card.asked) == (0, 9000, 1)


def test_what_is_due_longest_comes_first_then_the_lower_box_then_the_larger_loss():
    disk, deck = stocked(0)
    for number in range(4):
        deck.add(numbered(number, loss=MISTAKE + 1000 * number))
    answered(deck, 3, True, 1)  # due in 2
    answered(deck, 2, False, 1)
    for found in (deck, deck_on(disk)):
        assert chosen(found) == [1, 0, 2, 3] and chosen(found, 2) == [1, 0]
        assert [Thought(found.counts(sitting)).finish() for sitting in (1, 2)] == [
            [(3, 4)],
            [(4, 4)],
        ]


def test_each_card_comes_when_it_is_due_and_the_power_is_off_after_each_sitting():
    """The test computes the schedule without the deck's code.
    Every third card is hard: half of its answers are wrong."""
    disk, chance = Disk(), SeededDice(7)
    wanted = []  # of each card: right answers in a row, and the sitting in which it is due
    wrong = 0
    for sitting in range(1, 201):
        deck = deck_on(disk)
        if deck.untidy:  # practice rewrites the file first then
            through(deck.tidy())
        if sitting % 4 == 1 and len(wanted) < 30:
            deck.add(numbered(len(wanted)))
            wanted.append((0, sitting - 1))
        for _ in range(2):
            came = chosen(deck, 5)
            longest = sorted([when for _, when in wanted])[:5]
            assert sorted([wanted[number][1] for number in came]) == longest, sitting
            for number in came:
                right = chance.below(100) >= (4 if number % 3 else 50)
                answered(deck, number, right, sitting)
                wrong += not right
                in_a_row, when = wanted[number]
                if not right:
                    wanted[number] = (0, sitting)
                elif when <= sitting:  # else it was asked before its time
                    wanted[number] = (min(in_a_row + 1, 10), sitting + 2 ** min(in_a_row, 9))
        found = deck_on(disk)
        assert found.sitting == sitting and found.damaged == 0
        kept = sorted([(card.number, card.due()) for card in found])
        assert kept == [(number, when) for number, (_, when) in enumerate(wanted)]
        assert sum([card.missed for card in found]) == wrong


def test_the_streak_is_each_learners_own_and_outlasts_the_power():
    disk, deck = stocked(3)
    deck.add(numbered(0, "Ben"))
    for number, right in ((0, True), (1, True), (0, True), (3, False)):
        answered(deck, number, right, 1)
    for found in (deck, deck_on(disk)):
        assert found.streak("Anna") == 3 and found.streak("Ben") == 0
    answered(deck, 2, False, 1)
    assert deck_on(disk).streak("Anna") == 0


def full():
    disk, deck = stocked(0)
    for number in range(MOST):
        deck.add(numbered(number, loss=MISTAKE + 100 * number))
    return disk, deck


def test_in_a_full_deck_the_best_known_card_with_the_smallest_loss_makes_room():
    disk, deck = full()
    for number in (40, 30, 50):
        answered(deck, number, True, 1)
    assert deck.add(numbered(600, loss=MISTAKE + 50)) and len(deck) == MOST
    found = questions(deck_on(disk))
    assert numbered(30).question not in found and numbered(600).question in found
    for number in (601, 602):
        deck.add(numbered(number, loss=MISTAKE + 99))
    assert len(deck) == MOST
    assert not deck.add(numbered(603))  # all others are in box 0, and gave away as much or more
    assert deck.add(numbered(604, loss=MISTAKE + 1000))
    assert numbered(0).question not in questions(deck) and len(deck_on(disk)) == MOST


def test_the_file_is_written_anew_before_it_has_many_slots_that_do_not_count():
    disk, deck = stocked(6)
    sitting = 0
    while not deck.untidy:
        sitting += 1
        answered(deck, sitting % 6, sitting % 5 > 0, sitting)
    before = [card.__dict__ for card in deck]
    assert len(disk.files[CARDS]) > 250 * _SLOT
    through(deck.tidy())
    assert len(disk.files[CARDS]) == 6 * _SLOT and not deck.untidy
    assert list(disk.files) == [CARDS]
    for found in (deck, deck_on(disk)):
        assert [card.__dict__ for card in found] == before
        assert found.sitting == sitting


def test_who_never_practises_gets_no_more_cards_once_the_file_is_twice_the_deck():
    disk, deck = full()
    for number in range(MOST):
        assert deck.add(numbered(number, source=1))
    assert not deck.add(numbered(600, loss=90000))
    through(deck.tidy())
    assert not deck.untidy and deck.add(numbered(600, loss=90000))


def test_a_deck_that_somebody_else_has_written_to_is_read_again():
    disk, deck = stocked(3)
    asked = deck.card(2)
    other = deck_on(disk)
    other.add(numbered(3))
    assert deck.answer(asked, True, 1).box == 1
    for number in (0, 1):
        answered(other, number, False, 1)
    through(other.tidy())
    assert deck.answer(asked, False, 2).asked == 2
    assert len(deck_on(disk)) == 4 and deck_on(disk).damaged == 0
    disk.files[CARDS] = bytearray()
    assert deck.answer(asked, True, 2) is None and len(deck) == 0


def test_a_card_from_elsewhere_stays_as_it_is_unless_the_deck_knows_more_of_it():
    disk, deck = stocked(0)
    there = numbered(1)
    there.box, there.sitting, there.seen, there.asked = 3, 7, 7, 5
    assert deck.put(there) and deck.card(0).box == 3 and deck.sitting == 7
    fresh = numbered(1)
    assert not deck.put(fresh) and deck_on(disk).card(0).box == 3
    fresh.asked = 6
    assert deck.put(fresh) and len(deck) == 1 and deck_on(disk).card(0).box == 0


def test_a_damaged_card_is_skipped_and_counted_and_the_others_stay():
    disk, deck = stocked(5)
    answered(deck, 3, True, 1)
    for at in some(range(len(disk.files[CARDS]))):
        spoilt = disk.copy()
        spoilt.files[CARDS][at] ^= 0x10
        found = deck_on(spoilt)
        assert found.damaged == 1
        lost = at // _SLOT
        wanted = [numbered(n).question for n in range(5) if n != lost or lost == 3]
        assert questions(found) == sorted(wanted)
        for number in (7, 8):  # the place of what is lost is used again
            found.add(numbered(number))
        assert len(deck_on(spoilt)) == len(wanted) + 2


def test_a_full_flash_raises_and_the_deck_is_as_it_was():
    disk, deck = stocked(1)
    size = len(disk.files[CARDS])
    for room in (0, 1, 50, _SLOT - 1):
        disk.full = size + room
        for write in (
            lambda: deck.add(numbered(1)),
            lambda: answered(deck, 0, True, 1),
            lambda: through(deck_on(disk).add_all([numbered(1), numbered(2)])),
        ):
            with raises(OSError):
                write()
        assert len(deck) == 1 and deck.card(0).box == 0
        found = deck_on(disk)
        assert len(found) == 1 and found.damaged == 0
    disk.full = None
    deck.add(numbered(1))
    answered(deck, 0, True, 1)
    found = deck_on(disk)
    assert len(found) == 2 and found.card(0).box == 1 and found.damaged == 0


def test_an_answer_that_comes_while_the_file_is_written_anew_is_kept():
    disk, deck = stocked(3)
    before = bytes(disk.files[CARDS])
    work = deck.tidy()
    next(work)
    work.close()
    assert disk.files == {CARDS: before}, "given up, it changes nothing"
    work = deck.tidy()
    next(work)
    deck_on(disk).add(numbered(5))
    through(work)
    assert len(deck_on(disk)) == 4 and list(disk.files) == [CARDS]


def test_cards_of_a_game_come_with_one_write_and_the_same_one_once():
    disk, deck = stocked(0)
    deck.add(numbered(7))
    before = disk.synced
    for _ in deck.add_all([numbered(1), numbered(2, source=1), numbered(1), numbered(7)]):
        assert len(disk.files[CARDS]) == _SLOT
    assert disk.synced == before + 1 and len(disk.files[CARDS]) == 3 * _SLOT
    found = deck_on(disk)
    assert len(found) == len(deck) == 3 and found.damaged == 0
    assert sorted([card.number for card in found]) == [0, 1, 2]


def test_what_is_answered_while_cards_come_is_kept():
    disk, deck = stocked(0)
    deck.add(numbered(7))
    answers = 0
    for at in range(3):
        late = deck_on(disk)
        pauses = 0
        for _ in deck_on(disk).add_all([numbered(10 * at), numbered(10 * at + 1)]):
            if pauses == at:
                answers += answered(late, 0, True, at + 1) is not None
            pauses += 1
        found = deck_on(disk)
        assert len(found) == 3 + 2 * at and found.card(0).asked == answers
    assert answers > 1


def test_a_deck_of_too_many_learners_takes_no_other_and_keeps_theirs():
    disk, deck = stocked(0)
    for number in range(256):
        assert deck.put(numbered(number, name="N%d" % number))
    assert not deck.add(numbered(256)) and len(deck) == 256
    assert deck.add(numbered(256, name="n7")) and len(deck) == 257
