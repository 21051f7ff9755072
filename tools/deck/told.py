"""What a practice card asks and what stands behind it, in words and as a drawing."""

import hashlib
from array import array
from collections import namedtuple

from picogammon.app.advice import wording
from picogammon.engine.engine import Question
from picogammon.engine.review import grade
from picogammon.rules import actions, notation
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_PLAY, TO_ROLL
from picogammon.rules.plays import format_play, roll_text
from tools.report import drawing
from tools.report.judging import moment_of, reasons

# `asked`: the question in words; `board`: the SVG of it.
Front = namedtuple("Front", ("asked", "board", "xgid"))
# `answer`: what is best; `played`: what the learner had played, and lost with it, "" where nobody
# knows of a loss; `why`: texts.
Back = namedtuple("Back", ("answer", "played", "why"))
_Graded = namedtuple("_Graded", ("grade", "question"))
_OFFERED = {
    DOUBLED: "Doubled to %d: take?",
    BEAVERED: "Beavered to %d: accept?",
    RACCOONED: "Raccooned to %d: accept?",
}
_ROLL = bytes((actions.ROLL,))  # what a card has for a roll without doubling


def key_of(card):
    """What a card is known by, whatever its deck: the same for a learner's same decision."""
    text = card.name.lower().encode() + card.question
    return hashlib.sha256(text).hexdigest()


def front(card):
    """The Front of a card. Raises CardError where nothing is to be decided."""
    match = card.match()
    board = drawing.board(moment_of(match), 0)
    return Front(_asked(match), board, notation.to_xgid(match.situation()))


def back(card, coach, plays):
    """Yields between slices, returns the Back of a card; None where nothing is to be decided.
    `plays`: a plays.Plays."""
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
        best = _words(question, found, found.best if found.loss else done)
    else:
        best = wording.verdict(found.cube, question, found.best)
    played = ""
    if then and found.loss:
        played = "%s: %s" % (_words(question, found, then), wording.points(-found.loss))
    cube = wording.cube_lines(found.cube, question) if found.cube else ()
    why = ["%s %s" % (words, wording.points(worth)) for words, worth in cube]
    why += yield from reasons(_Graded(found, question), plays, coach)
    return Back(best, played, why)


def _words(question, found, action):
    """An action in players' words."""
    if found.cube is not None:
        return wording.cube_word(action, question)
    position = array("b", question.situation.position)
    return format_play(position, actions.steps_of(action))


def _asked(match):
    """What the card asks, in words; the learner is the lower player."""
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
