"""Practice cards for Anki: the position as a picture in front, what was better and why behind."""

import hashlib
import html
import tempfile
from array import array
from pathlib import Path

import genanki

from picogammon.app.advice import equities, reasons, tutor
from picogammon.app.practice.cards import CardError
from picogammon.engine.engine import Question
from picogammon.engine.review import grade
from picogammon.rules import actions, plays_text, xgid
from picogammon.rules.movegen import Plays
from picogammon.rules.phases import TO_PLAY, TO_ROLL
from tools.report import drawing
from tools.report.judging import moment_of

# Numbers by which Anki knows the deck and the shape of its cards again: drawn once, never changed.
_DECK = 1758203941
_MODEL = 1420977316
_STYLE = """\
.card { font: 18px/1.45 sans-serif; text-align: center; max-width: 30rem; margin: 0 auto; }
.board svg { width: 100%; display: block; }
.board text { text-anchor: middle; font: bold 11px sans-serif; }
.field { fill: #1d2b2a; } .bar { fill: #4a3222; }
.point0 { fill: #55605e; } .point1 { fill: #37423f; }
.board circle.side0 { fill: #e8a23c; stroke: #5d3a06; }
.board circle.side1 { fill: #4f93e6; stroke: #0d2f5e; }
.many { fill: #111; } .board .number { font: 8px sans-serif; fill: #888; }
.off.side0 { fill: #e8a23c; } .off.side1 { fill: #4f93e6; }
.cube { fill: #f4ead8; stroke: #222; } .face { fill: #222; }
.die rect { fill: #e8a23c; stroke: #222; } .die.side1 rect { fill: #4f93e6; }
.board .die circle { fill: #111; stroke: none; }
.xgid { font-size: 10px; color: #888; }
"""
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
        match = card.match()
    except CardError:
        return None
    question = Question(match)
    then = card.legal()
    played = then or _best(coach, question)
    found = _done(grade(coach, Question(match), played))
    if found is None:
        return None
    why = _done(reasons.of(found, question.situation, Plays()))
    if found.cube is not None:
        lines = tutor.cube_lines(found.cube, question)
        why = [f"{words} {equities.points(worth)}" for words, worth in lines]
    better = found.best if found.loss else played
    answer = _words(question, found, better)
    if found.loss and then:
        lost = equities.points(-found.loss)
        why = [f"You played {_words(question, found, played)}: {lost}", *why]
    key = hashlib.sha256(card.name.lower().encode() + card.question).hexdigest()
    texts = [_asked(match), answer]
    return [
        key,
        drawing.board(moment_of(match), 0),
        *map(html.escape, texts),
        "<br>".join(map(html.escape, why)),
        xgid.to_xgid(match.situation()),
    ]


def _best(coach, question):
    """What the coach would do, as a card has it."""
    action = _done(coach.decide(question))
    return bytes((actions.ROLL,)) if action is None else action


def _done(work):
    """What a generator returns that works slice by slice."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def _words(question, found, action):
    """An action in players' words."""
    if found.cube is not None:
        return tutor.cube_word(action, question)
    position = array("b", question.situation.position)
    return plays_text.format_play(position, actions.steps_of(action))


def _asked(match):
    """What the card asks, in words; the learner is the lower player."""
    settings = match.settings
    score = "for money"
    if settings.length:
        score = "%d-%d in a match to %d" % (*match.scores, settings.length)
        score += ", Crawford game" if match.crawford else ""
    if match.phase == TO_PLAY:
        what = "%d-%d to play" % match.dice
    elif match.phase == TO_ROLL:
        what = "Double, or roll?"
    else:
        what = "Doubled to %d: take?" % (2 * match.cube)
    return f"{what} ({score})"


def _tag(name):
    """A learner's name as a tag, which has no spaces."""
    return "picogammon::" + "_".join(name.split())
