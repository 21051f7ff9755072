"""How cards come: from the grades of games that are over, of people with a name of their own."""

from binascii import crc32
from micropython import const

from picogammon.app.practice import cards
from picogammon.app.practice.deck import Deck
from picogammon.engine.review import MISTAKE

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.practice.cards import Card
    from picogammon.app.session.people import Game
    from picogammon.devices.match_log import Archive
    from picogammon.engine.engine import Slices
    from picogammon.engine.review import Decision
    from picogammon.rules.match import Match

# A smaller loss is often a matter of taste between two plays, and of the coach's own error.
LEAST = MISTAKE


class Collector:
    """A listener of the grader: puts mistakes into the deck as soon as a game's are known."""

    def __init__(self, archive: "Archive") -> None:
        self._archive = archive
        self._found: "list[Card]" = []
        self._places: list[int] = []  # the number of each one's record

    def heard(self, name: str, decision: "Decision", match: "Match") -> None:
        """As a grading.Listener."""
        if decision.grade.loss >= LEAST:
            self._found.append(cards.of_grade(name, decision.question.situation, decision.grade))
            self._places.append(decision.at)

    def graded(self, game: "Game") -> "Slices[None]":
        """Writes the cards, slice by slice. Raises OSError if that fails."""
        found, places = self._found, self._places
        self._found, self._places = [], []
        if not found:
            return
        for card, at in zip(found, places):
            card.source = crc32(at.to_bytes(2, "little"), game.key)
        deck = Deck(self._archive.cards(cards.BYTES))
        yield from deck.add_all(found)

    def ended(self, game: "Game") -> None:
        """As a grading.Listener: all is done already."""
