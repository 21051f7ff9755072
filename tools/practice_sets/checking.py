"""GNU Backgammon, looking two plies ahead, judges some of the table: who made it is no judge of it.

Each answer is the one that expert gives, as the board's coach does.
"""

import random

from picogammon.app.practice import sets
from picogammon.engine.engine import Question
from picogammon.engine.numbers import ONE
from picogammon.engine.review import after
from picogammon.rules import actions, xgid
from picogammon.rules.match import TO_PLAY
from picogammon.rules.situated import match_of
from tools.practice_sets.judging import thought
from tools.report.gnubg import Gnubg
from tools.strength import quick
from tools.terminal import print

_CLEAR = 50 * ONE // 1000  # by how much the best is better, where gnubg should always agree
_PLIES = 2


def check(many, seed):
    """Prints how often gnubg agrees on so many decisions, and where it does not.

    Raises GnubgError.
    """
    found = sets.Sets()
    every = [(of, i) for of, count in enumerate(found.counts) for i in range(count)]
    drawn = random.Random(f"check {seed}").sample(every, min(many, len(every)))
    coach = quick.make("expert")
    gnubg = Gnubg(coach, _PLIES)
    questions = [Question(match_of(found.situation(*one))) for one in drawn]
    gnubg.ask(questions)
    agreed = {True: [0, 0], False: [0, 0]}
    for (of, i), question in zip(drawn, questions):
        ours, apart = _told(coach, question)
        theirs, worth = _worths(gnubg, question)
        lost = worth[theirs] - worth[ours]
        count = agreed[apart >= _CLEAR]
        count[0] += 1
        count[1] += ours == theirs
        if ours != theirs:
            where = xgid.to_xgid(question.situation)
            print(f"{sets.NAMES[of]} {i}: {where}, ours loses {lost / ONE:.3f}")
    for clear, what in ((True, ".05 or more"), (False, "less")):
        total, same = agreed[clear]
        if total:
            print(f"the best is better by {what}: gnubg agrees on {same} of {total}")


def _told(engine, question):
    """(the best answer, by how much it is better than the next)."""
    best, worth = _worths(engine, question)
    *_, second, first = sorted(worth.values())
    return best, first - second


def _worths(engine, question):
    """(the best answer, {answer: its worth}); a play is the position that it leads to."""
    if question.phase == TO_PLAY:
        situation = question.situation
        ranked = thought(engine.rank(situation))
        worth = {after(situation.position, play.steps): play.equity for play in ranked}
    else:
        cube = thought(engine.weigh(question))
        worth = {
            action and actions.kind_of(action): value
            for action, value in cube.options(question.phase)
        }
    return max(worth, key=worth.get), worth
