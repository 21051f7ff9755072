"""A person answers: a double, a beaver or a resignation."""

from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Confirm, Mode
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions, match

_KEYS = (PREV, NEXT, BACK, OK)  # OK is never a choice
_OFFERED = {  # a headline with the name and the cube's value, and one with the name
    match.DOUBLED: ("%s doubles to %d: take?", "%s doubles"),
    match.BEAVERED: ("%s beavers, cube %d", "%s beavers"),
    match.RACCOONED: ("%s raccoons, cube %d", "%s raccoons"),
}


class Answer(Mode):
    """An offer that a person has to answer.

    OK alone, which rolls everywhere else, answers nothing: a choice comes first, and OK confirms
    it. `names`: the players' names, if the offer is not about the running match.
    """

    names = None

    def choices(self):
        """(label, words of the question, function of the time) for PREV, NEXT, perhaps BACK."""

    def press(self, button, now):
        choices = self.choices()
        at = _KEYS.index(button)
        if at < len(choices):
            key, what, then = choices[at]
            name = (self.names or self.session.match.settings.names)[self.answerer()]
            question = fitting_line("%s: %s?" % (name, what), "%s?" % what)
            self.navigator.open(Confirm(self.navigator, question, key, then))

    def answerer(self):
        """The side that answers."""
        return self.session.match.decider

    def commits(self, action):
        """A function of the time that commits the action."""
        return lambda now: self.navigator.commit(action, now)

    def show(self, view):
        choices = self.choices()
        view.keys = ["", "", "", ""]
        for i in range(len(choices)):
            view.keys[_KEYS[i]] = choices[i][0]


class AnswerDouble(Answer):
    """Takes, drops or, if agreed, beavers a double; or answers a beaver or a raccoon."""

    def choices(self):
        a_match = self.session.match
        take = "TAKE" if a_match.phase == match.DOUBLED else "ACCEPT"
        answers = [
            (take, "take the cube at %d" % (2 * a_match.cube), self.commits(actions.take())),
            ("DROP", "lose the game", self.commits(actions.drop())),
        ]
        if a_match.can_beaver():
            answers.append(("BEAVER", "beaver", self.commits(actions.beaver())))
        elif a_match.can_raccoon():
            answers.append(("RACCOON", "raccoon", self.commits(actions.raccoon())))
        return answers

    def show(self, view):
        Answer.show(self, view)
        answerer = self.answerer()
        view.offered_by = 1 - answerer
        a_match = self.session.match
        name = view.names[1 - answerer]
        long, short = _OFFERED[a_match.phase]
        view.headline = fitting_line(long % (name, 2 * a_match.cube), short % name)


class AnswerOffer(Answer):
    """Accepts or refuses a resignation or a take-back.

    `accepting`: what it means to accept. `wordings`: of the question, from long to short.
    """

    def __init__(self, navigator, accepting, *wordings):
        Mode.__init__(self, navigator)
        self.accepting = accepting
        self.headline = fitting_line(*wordings)

    def choices(self):
        return (
            ("ACCEPT", self.accepting, self.commits(actions.accept())),
            ("REFUSE", "refuse", self.commits(actions.refuse())),
        )

    def show(self, view):
        Answer.show(self, view)
        view.headline = self.headline
