"""Practice cards for Anki: the position as a picture in front, what was better and why behind."""

import hashlib
import html
import tempfile
from collections import namedtuple
from pathlib import Path

import genanki

from picogammon.app.advice import wording
from picogammon.app.practice.cards import CardError
from picogammon.engine.engine import Question, Thought
from picogammon.engine.review import grade
from picogammon.rules import actions, notation
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_PLAY, TO_ROLL
from picogammon.rules.plays import Plays, roll_text
from tools.report import drawing
from tools.report.judging import moment_of, reasons, words_of

# Numbers by which Anki recognises the deck and its kind of card: drawn once, never changed.
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
_Graded = namedtuple("_Graded", ("grade", "question"))
_OFFERED = {
    DOUBLED: "Doubled to %d: take?",
    BEAVERED: "Beavered to %d: accept?",
    RACCOONED: "Raccooned to %d: accept?",
}
_ROLL = bytes((actions.ROLL,))  # a card's action for a roll without doubling


class _Note(genanki.Note):
    """A card that Anki recognises by its first field: another import updates it."""

    @property
    def guid(self):
        return genanki.guid_for(self.fields[0])


def package(cards, coach):
    """Returns an .apkg file (bytes) of the cards that a match can reach; `coach`: an engine."""
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
            tag = "picogammon::" + "_".join(card.name.split())  # tags have no spaces
            deck.add_note(_Note(model=model, fields=fields, tags=[tag]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.apkg")
        genanki.Package(deck).write_to_file(path)
        return path.read_bytes()


def fields_of(card, coach):
    """Returns the texts of a card's fields (HTML), or None if there is nothing to decide."""
    try:
        match = card.match()
    except CardError:
        return None
    board = drawing.board(moment_of(match), 0)
    back = Thought(_back(card, coach)).finish()
    if back is None:
        return None
    best, why = back
    texts = html.escape(_asked(match)), html.escape(best), "<br>".join(map(html.escape, why))
    return [key_of(card), board, *texts, notation.to_xgid(match.situation())]


def key_of(card):
    """Returns the same text for the same decision of a learner, in any deck."""
    text = card.name.lower().encode() + card.question
    return hashlib.sha256(text).hexdigest()


def _back(card, coach):
    """Yields between slices; returns (the best action, [text: why]), or None without a decision."""
    match = card.match()
    question = Question(match)
    then = card.legal()
    done = then
    if done is None:
        done = yield from coach.decide(question)
        done = done or _ROLL
    found = yield from grade(coach, Question(match), done)
    if found is None:
        return None
    if found.cube is None:
        best = words_of(found.best if found.loss else done, question)
    else:
        best = wording.verdict(found.cube, question, found.best)
    why = []
    if then and found.loss:
        lost = wording.points(-found.loss)
        why.append("You played %s: %s" % (words_of(then, question), lost))
    cube = wording.cube_lines(found.cube, question) if found.cube else ()
    why += ["%s %s" % (words, wording.points(worth)) for words, worth in cube]
    why += yield from reasons(_Graded(found, question), Plays(), coach)
    return best, why


def _asked(match):
    """Returns the question in words; the learner is the lower player."""
    settings = match.settings
    score = "for money"
    if settings.length:
        score = "%d-%d in a match to %d" % (match.scores[0], match.scores[1], settings.length)
        score += ", Crawford game" if match.crawford else ""
    if match.phase == TO_PLAY:
        what = roll_text(match.dice, "-") + " to play"
    elif match.phase == TO_ROLL:
        what = "Double, or roll?"
    else:
        what = _OFFERED[match.phase] % (2 * match.cube)
    return "%s (%s)" % (what, score)
