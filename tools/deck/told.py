"""What a practice card asks and what stands behind it, in words and as a drawing: for Anki, and for
the page, whose MicroPython runs this as well.
"""

import hashlib
from array import array
from binascii import hexlify
from collections import namedtuple

from picogammon.app.advice import equities, tutor
from picogammon.app.modes import by_place
from picogammon.app.practice.cards import CardError
from picogammon.engine.engine import Question
from picogammon.engine.review import DOUBTFUL, grade
from picogammon.rules import actions, xgid
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_PLAY, TO_ROLL
from picogammon.rules.plays import Hand, format_play, roll_text, source
from reading.plays import parse_play
from tools.report import drawing
from tools.report.judging import Moment, moment_of, reasons

# `asked`: the question in words; `board`: the SVG of it, and `words`, what that shows; `xgid`;
# `choices`: the words of each action of the cube, none where a play is asked.
Front = namedtuple("Front", ("asked", "board", "words", "xgid", "choices"))
# `answer`: what is best; `yours`: what was answered, and `lost`, by how many points that is worse,
# in words, "" where nothing was answered or lost; `right`: whether that is fine; `played`: what the
# learner had played, and lost with it, "" where nobody knows of a loss; `why`: texts.
Back = namedtuple("Back", ("answer", "yours", "lost", "right", "played", "why"))
# A play that is laid on a card's board: its `steps`, as numbers and as `text`; `board` and `words`,
# as a Front's; `spots`: {name of a place: what is there}; `complete`: all dice are used;
# `refused`: why what was wanted cannot be, or "".
Laid = namedtuple("Laid", ("steps", "text", "board", "words", "spots", "complete", "refused"))
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
    return hexlify(hashlib.sha256(text).digest()).decode()


def front(card):
    """The Front of a card. Raises CardError where nothing is to be decided."""
    match = card.match()
    choices = [tutor.cube_word(action, Question(match)) for action in _cube_actions(match)]
    moment = moment_of(match)
    shown = drawing.board(moment, 0), drawing.in_words(moment)
    return Front(_asked(match), *shown, xgid.to_xgid(match.situation()), choices)


def answer_of(card, text):
    """The action that a text means: a play, or one of its Front's choices. Raises PlayError."""
    match = card.match()
    if match.phase == TO_PLAY:
        return actions.play(parse_play(text, match.position, *match.dice))
    words = front(card).choices
    return _cube_actions(match)[words.index(text)]


def laid(card, made, point=None, to=None):
    """The Laid of a card's play after these steps, and after a press of a point (1..24, 25 the bar,
    0 off), or a checker dragged from there `to` another one; as on a board. Raises StepError, and
    CardError where no play is asked.
    """
    match = card.match()
    if match.phase != TO_PLAY:
        raise CardError("no play is asked here")
    hand = Hand(match.position, match.dice)
    for a_step in made:
        hand.make(a_step)
    more = None
    if to is not None:
        more = by_place.dragged(hand, point, to)
    elif point is not None:
        more, _ = by_place.pressed(hand, point)
    refused = ""
    if not more and (point is not None or to is not None):
        refused = by_place.why_not(hand, point, to)
    for a_step in more or ():
        hand.make(a_step)
    before = moment_of(match)
    moment = Moment(list(hand.position), hand.dice, before.cube, before.owner, before.each)
    return Laid(
        list(hand.steps),
        format_play(match.position, hand.steps) if hand.steps else "",
        drawing.board(moment, 0),
        drawing.in_words(moment),
        drawing.spots(moment, [source(a_step) for a_step in hand.legal()]),
        hand.complete,
        refused,
    )


def back(card, coach, plays, action=None):
    """Yields between slices, returns the Back of a card to which `action` was answered, or nothing;
    None where nothing is to be decided. `plays`: a plays.Plays."""
    match = card.match()
    question = Question(match)
    then = card.legal()
    done = action or then
    if done is None:
        done = yield from coach.decide(question)
        done = done or _ROLL
    found = yield from grade(coach, Question(match), done)
    if found is None:
        return None
    if found.cube is None:
        best = _words(question, found, found.best if found.loss else done)
    else:
        best = tutor.verdict(found.cube, question, found.best)
    yours = _words(question, found, action) if action else ""
    right = found.loss < DOUBTFUL
    lost = equities.decimal(found.loss, 3) if action and found.loss else ""
    played = ""
    if then:
        if action and then != action and (right or not card.loss):
            # It says why this is better.
            found = yield from grade(coach, Question(match), then)
        loss = card.loss if action and not right and then != action else found.loss
        if loss:
            played = "%s: %s" % (_words(question, found, then), equities.points(-loss))
    why = yield from reasons(_Graded(found, question), plays, coach)
    return Back(best, yours, lost, right, played, why)


def _cube_actions(match):
    """The actions of a card that asks no play."""
    if match.phase == TO_PLAY:
        return []
    if match.phase == TO_ROLL:
        return [actions.double(), _ROLL]
    found = [actions.take(), actions.drop()]
    if match.can_beaver():
        found.append(actions.beaver())
    if match.can_raccoon():
        found.append(actions.raccoon())
    return found


def _words(question, found, action):
    """An action in players' words."""
    if found.cube is not None:
        return tutor.cube_word(action, question)
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
