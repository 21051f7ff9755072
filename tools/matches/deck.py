"""A board's practice cards, as its own code reads and writes them; the page runs this as well."""

from picogammon.app.practice import cards
from picogammon.app.practice.cards import Card, CardError, Deck
from picogammon.devices.files import Files, Slots
from picogammon.rules import notation
from picogammon.rules.position import RulesError
from picogammon.rules.settings import MAX_NAME
from tools.positions import pasted


def opened(path):
    """The Deck in a file, which need not be there."""
    deck = Deck(Slots(Files(), path, cards.BYTES))
    for _ in deck.open():
        pass
    return deck


def merge(deck, sent):
    """Adds the cards of the Deck `sent` to a deck. Of one that both have, what was asked more often
    counts. The sittings of the two are told from their last ones on."""
    later = deck.sitting - sent.sitting if len(deck) else 0
    for card in sent:
        card.sitting = max(0, card.sitting + later)
        card.seen = max(0, card.seen + later)
        deck.put(card)


def name_of(text):
    """A learner's name without the spaces around it; raises CardError where no card can have it."""
    name = text.strip()
    if not 1 <= len(name) <= MAX_NAME or not all(" " <= letter <= "~" for letter in name):
        raise CardError("a name is 1 to %d plain letters, not %r" % (MAX_NAME, text))
    return name


def as_xgids(found):
    """(the cards as XGIDs, sentences that say which of them no XGID can say). The learner is the
    lower player."""
    lines, faults = [], []
    for card in found:
        try:
            lines.append(notation.to_xgid(card.match().situation()))
        except (CardError, RulesError) as error:
            faults.append("A card is left out: %s" % error)
    return lines, faults


def questions(text):
    """The questions of a list of positions, an ID a line, with whatever text around it. Raises
    CardError, naming the line."""
    found = []
    for number, line in enumerate(text.replace("\r", "\n").split("\n"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        try:
            question = cards.question_of(pasted.read(line))
            Card("", question).match()
        except (CardError, RulesError) as error:
            raise CardError("line %d: %s" % (number, error)) from None
        found.append(question)
    if not found:
        raise CardError("the file has no XGID: write one per line")
    return found


def add(deck, name, new):
    """Puts the questions that `name`, or None for the only learner of a deck, has not yet into it.

    (the learner's name, how many were added). Raises CardError where nobody knows whose they are.
    """
    if name is None and len(deck.names) == 1:
        name = deck.names[0]
    if name is None:
        raise CardError("give the name of the cards' owner")
    added = 0
    for question in new:
        card = Card(name, question)
        added += deck.find(card) is None and deck.put(card)
    return name, added
