"""Practice cards for Anki: the position as a picture in front, what was better and why behind."""

import html
import tempfile
from pathlib import Path

import genanki

from picogammon.app.practice.cards import CardError
from picogammon.engine.engine import Thought
from picogammon.rules.plays import Plays
from tools.deck import told
from tools.report import drawing

# Numbers by which Anki knows the deck and the shape of its cards again: drawn once, never changed.
_DECK = 1758203941
_MODEL = 1420977316
_STYLE = (
    drawing.STYLE
    + """\
.card { font: 18px/1.45 sans-serif; text-align: center; max-width: 30rem; margin: 0 auto; }
.xgid { font-size: 10px; color: #888; }
"""
)
_FIELDS = ("Key", "Board", "Question", "Answer", "Why", "XGID")
_FRONT = drawing.BACKGROUND + '<div class="board">{{Board}}</div><p>{{Question}}</p>'
_BACK = (
    '{{FrontSide}}<hr id="answer"><p><b>{{Answer}}</b></p><p>{{Why}}</p>'
    '<p class="xgid">{{XGID}}</p>'
)


class _Note(genanki.Note):
    """A card that Anki knows again by its first field: another import of it updates it."""

    @property
    def guid(self):
        return genanki.guid_for(self.fields[0])


def package(cards, coach):
    """An .apkg file of the cards, bytes; `coach`: an engine that knows. What no match can come to
    is left out."""
    model = genanki.Model(
        _MODEL,
        "Picogammon",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "Card", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
    )
    deck = genanki.Deck(_DECK, "Picogammon")
    for card in cards:
        fields = fields_of(card, coach)
        if fields:
            deck.add_note(_Note(model=model, fields=fields, tags=[_tag(card.name)]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.apkg")
        genanki.Package(deck).write_to_file(path)
        return path.read_bytes()


def fields_of(card, coach):
    """The texts of a card's fields, HTML; None where nothing is to be decided."""
    try:
        front = told.front(card)
    except CardError:
        return None
    back = Thought(told.back(card, coach, Plays())).finish()
    if back is None:
        return None
    why = [f"You played {back.played}", *back.why] if back.played else back.why
    return [
        told.key_of(card),
        front.board,
        html.escape(front.asked),
        html.escape(back.answer),
        "<br>".join(map(html.escape, why)),
        front.xgid,
    ]


def _tag(name):
    """A learner's name as a tag, which has no spaces."""
    return "picogammon::" + "_".join(name.split())
