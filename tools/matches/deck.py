"""A board's practice cards, as its own code reads and writes them; the page runs this as well."""

from picogammon.app.practice import cards
from picogammon.app.practice.deck import Deck
from picogammon.devices.files import Files
from picogammon.devices.slots import Slots


def opened(path):
    """The Deck in a file, which need not be there."""
    deck = Deck(Slots(Files(), path, cards.BYTES))
    for _ in deck.open():
        pass
    return deck


def lay_in(deck, sent):
    """Adds the cards of the Deck `sent` to a deck. Of one that both have, what was asked more often
    counts. The sittings of the two are told from their last ones on."""
    later = deck.sitting - sent.sitting if len(deck) else 0
    for card in sent:
        card.sitting = max(0, card.sitting + later)
        card.seen = max(0, card.seen + later)
        deck.put(card)
