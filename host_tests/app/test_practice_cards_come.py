"""How cards come: from mistakes in games that are over, each once, of people with a name."""

import gc

from fakes.coach import Coach
from fakes.disk import PlugPulled, files_on
from fakes.memory import MemoryArchive
from fakes.sitting import Sitting, two_people
from picogammon.app.practice import cards
from picogammon.app.practice.deck import Deck
from picogammon.devices.files import CARDS
from picogammon.devices.slots import Slots
from picogammon.engine.engine import Thought
from picogammon.rules import actions
from portable import some

_DICE = [(3, 1), (4, 2)]


def deck_of(made):
    deck = Deck(Slots(files_on(made.session.archive.disk), CARDS, cards.BYTES))
    for _ in deck.open():
        pass
    return deck


def started_again(made, disk):
    """A board with the same match and that disk, after the power was off."""
    gc.collect()
    archive = MemoryArchive(made.journal, disk)
    return Sitting((), journal=made.journal, archive=archive, coach=Coach(slices=1))


def played(names=("Ann", "Bob"), first="24/20", second="8/4 6/4", games=1, length=9):
    """A Sitting in which so many games were played: both play once, and the first resigns."""
    made = Sitting(_DICE * games, two_people(length, names=names), coach=Coach(slices=1))
    for _ in range(games):
        made.press("OK")
        made.play(first)
        made.press("OK")
        made.play(second)
        made.resign()
        made.press("OK")
    return made


def test_a_mistake_of_a_game_that_is_over_becomes_a_card():
    made = played()
    assert len(deck_of(made)) == 0
    made.grade()
    deck = deck_of(made)
    (card,) = list(deck)
    assert card.name == "Ann" and Thought(deck.counts(1)).finish() == [(1, 1)]
    match = card.match()
    assert match.dice == (3, 1) and match.settings.length == 9
    assert card.played == actions.play(b"\xc3\xa9")  # 24/21 21/20
    assert card.better[0] == actions.PLAY and 6000 < card.loss < 7000


def test_who_is_named_after_a_colour_gets_no_cards():
    made = played(("Amber", "Bob"))
    made.grade()
    assert len(deck_of(made)) == 0


def test_the_same_mistake_in_another_game_is_the_same_card_once_more():
    made = played(games=2, length=0)
    made.grade()
    assert len(deck_of(made)) == 1
    assert len(made.session.archive.disk.files[CARDS]) == 2 * (cards.BYTES + 4)


def test_a_game_that_is_graded_again_changes_no_card():
    made = played()
    made.grade()
    deck = deck_of(made)
    deck.answer(deck.card(0), True, 1)
    disk = made.session.archive.disk.copy()
    del disk.files["people.bin"]  # as if the power had gone while the luck was counted
    again = started_again(made, disk)
    again.grade()
    assert "people.bin" in disk.files
    assert deck_of(again).card(0).box == 1


def graded_on(made, disk):
    """Grades on a board that starts with that disk, until its plug is pulled; its Deck."""
    again = started_again(made, disk)
    try:
        again.grade()
    except PlugPulled:
        disk.cut = None
    return deck_of(again)


def test_a_power_cut_at_any_byte_keeps_all_that_will_be_there():
    made = played(first="24/20", second="24/18")
    before = made.session.archive.disk
    steps = 2 * (cards.BYTES + 4) + 4
    for cut in some(range(0, steps, 13)):
        disk = before.copy()
        disk.cut = cut
        assert graded_on(made, disk).damaged == 0
        deck = graded_on(made, disk)
        assert sorted([card.name for card in deck]) == ["Ann", "Bob"] and deck.damaged == 0


def test_a_full_flash_is_told_and_the_cards_come_later():
    made = played()
    disk = made.session.archive.disk
    disk.full = 40
    assert not made.grade().saved
    assert len(deck_of(made)) == 0
    disk.full = None
    assert made.grade().saved and len(deck_of(made)) == 1
