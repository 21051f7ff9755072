"""Modes in which one side answers a double, a resignation, a take-back or a proposed change."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.display.view import MessageView
from picogammon.app.modes.mode import Confirm, Mode
from picogammon.ground import BACK, NEXT, OK, PREV, capital, ticks_diff
from picogammon.rules import actions, match, plays
from picogammon.rules.settings import unpack_settings

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.display.view import View
    from picogammon.app.modes.mode import Stack, Then
    from picogammon.rules.match import Match

    Choices = Sequence[tuple[str, str, Then]]

_KEYS = (PREV, NEXT, BACK, OK)  # OK is never a choice
_SERIES_MS = const(500)  # presses of OK that follow sooner count as one series of presses
# By phase: two parts of the headline, with the player's name and the new value of the cube; the
# label of the key that accepts; the words of the confirming question, with the cube's new value.
_DOUBLES = {
    match.DOUBLED: ("%s doubles", " to %d: take?", "TAKE", "take the cube at %d"),
    match.BEAVERED: ("%s beavers", ": cube at %d", "ACCEPT", "accept the beaver: cube at %d"),
    match.RACCOONED: ("%s raccoons", ": cube at %d", "ACCEPT", "accept the raccoon: cube at %d"),
}
# By kind of action: the word for the decision that a take-back undoes.
_WORDS = actions.WORDS[: actions.RESIGN] + ("resignation", "answer", "answer")


def mode_for(navigator: "Stack") -> "Answer":
    asked_of = navigator.session.match
    kind = AnswerDouble if asked_of.phase in _DOUBLES else AnswerOffer
    return kind(navigator, asked_of.decider)


class Answer(Mode):
    """The base class of modes in which `side` has to answer.

    PREV, NEXT or BACK chooses an answer, then OK confirms this answer. OK alone chooses no answer,
    because OK rolls in other modes. `names`: the players' names, or None to use the match's.
    """

    names: "Sequence[str] | None" = None

    def __init__(self, navigator: "Stack", side: int) -> None:
        Mode.__init__(self, navigator)
        self.side = side

    def choices(self) -> "Choices":
        """Returns [(label, text that asks for confirmation, function)] for PREV, NEXT and BACK."""

    def press(self, button: int, now: int) -> None:
        choices = self.choices()
        at = _KEYS.index(button)
        if at < len(choices):
            key, what, then = choices[at]
            name = (self.names or self.session.match.settings.names)[self.side]
            short = capital(what)
            wordings = ("%s: %s" % (name, what), short, short.split(":")[0])
            question = fitting_line(*[words + "?" for words in wordings])
            self.navigator.open(Confirm(self.navigator, question, key, then))

    def leave(self, now: int) -> None:
        self.navigator.leave(self)

    def commits(self, action: bytes) -> "Then":
        return lambda now: self.navigator.commit(action, now)

    def show(self, view: "View") -> None:
        view.keys = ["", "", "", ""]
        for key, choice in zip(_KEYS, self.choices()):
            view.keys[key] = choice[0]


class AnswerDouble(Answer):
    """The mode in which a person answers a double, a beaver or a raccoon."""

    def choices(self) -> "Choices":
        a_match = self.session.match
        _, _, take, what = _DOUBLES[a_match.phase]
        answers = [
            (take, what % (2 * a_match.cube), self.commits(actions.take())),
            ("DROP", "drop the cube", self.commits(actions.drop())),
        ]
        if a_match.can_beaver():
            answers.append(("BEAVER", "beaver", self.commits(actions.beaver())))
        elif a_match.can_raccoon():
            answers.append(("RACCOON", "raccoon", self.commits(actions.raccoon())))
        return answers

    def show(self, view: "View") -> None:
        Answer.show(self, view)
        a_match = self.session.match
        view.offered_by = 1 - self.side
        name = view.names[view.offered_by]
        offer, end, _, _ = _DOUBLES[a_match.phase]
        view.headline = fitting_line(offer % name + end % (2 * a_match.cube), offer % name)


class AnswerOffer(Answer):
    """The mode in which a person accepts or refuses a resignation or a take-back."""

    def choices(self) -> "Choices":
        a_match = self.session.match
        what = "take it back"
        if a_match.phase == match.RESIGNING:
            what = "accept the " + actions.MULTIPLES[a_match.resigned]
        return (
            ("ACCEPT", what, self.commits(actions.accept())),
            ("REFUSE", "refuse", self.commits(actions.refuse())),
        )

    def show(self, view: "View") -> None:
        Answer.show(self, view)
        a_match = self.session.match
        _show_unplayed(view, a_match)
        if a_match.phase == match.RESIGNING:
            what = actions.MULTIPLES[a_match.resigned]
            asked = "resigns a %s: accept?" % what
            wordings = ["%s %s" % (view.names[1 - self.side], asked), "Accept a %s?" % what]
        else:
            asked = _take_back_question(a_match, a_match.asked)
            wordings = ["%s: %s" % (view.names[self.side], asked)]
        wordings.insert(1, capital(asked))
        view.headline = fitting_line(*wordings)


def agree(navigator: "Stack", what: str, then: "Then", now: int | None) -> bool:
    """Calls `then(now)`. If two people play, first asks both to agree to `what`.

    Returns True if it has called `then`, or False if the players have to answer first.
    """
    if navigator.session.players.two_people:
        navigator.open(Agree(navigator, what, then))
        return False
    then(now)
    return True


def asks_consent(navigator: "Stack", action: bytes) -> bool:
    """Asks both sides to agree to the SETTINGS record `action`, if their consent is needed.

    Returns True if they are asked, otherwise False. A change of the take-back rule needs consent,
    and so does a change of players after the first action of the match. A record with both changes
    leads to two questions.
    """
    session = navigator.session
    settings = session.match.settings
    wanted = unpack_settings(action[1:])
    if wanted.take_back != settings.take_back:
        what = ("free take-backs", "take-backs if agreed", "no take-backs")[wanted.take_back]
        part = settings.copy(take_back=wanted.take_back)
    elif wanted.players != settings.players and not session.fresh:
        what = "other players"
        part = settings.copy(players=wanted.players)
    else:
        return False

    def commit(now: int) -> None:
        navigator.commit(actions.settings(part), now, agreed=True)
        if wanted.pack() != part.pack():
            navigator.commit(action, now)

    navigator.open(Agree(navigator, what, commit))
    return True


def leave_match(navigator: "Stack", then: "Then", now: int) -> None:
    """Asks the players to end their match, then calls `then(now)`, which begins another match.

    If two people play, both have to agree. Instead, one person can set the match aside, to resume
    it later. A person who plays against the computer only confirms. If no match is under way, asks
    nothing.
    """
    session = navigator.session
    if not session.under_way:
        then(now)
    elif session.players.two_people:

        def put_aside(now: int) -> None:
            if navigator.begin(now, session.put_aside):
                then(now)

        navigator.open(Agree(navigator, "end this match", then, put_aside))
    else:
        from picogammon.app.modes.menu import Ask  # saves memory in an ordinary game

        navigator.open(Ask(navigator, "End this match?", "End it", then))


class Agree(Answer):
    """A question to each side in turn: agree to `what`? If both accept, calls `then(now)`.

    `aside(now)`: called if a side answers LATER (play on later); None to leave out LATER.
    """

    def __init__(
        self, navigator: "Stack", what: str, then: "Then", aside: "Then | None" = None
    ) -> None:
        Answer.__init__(self, navigator, 0)
        self.what = what
        self.then = then
        self.aside = aside

    def choices(self) -> "Choices":
        later = [("LATER", "play on later", self.aside)] if self.aside else []
        return [("ACCEPT", "agree", self._agree), ("REFUSE", "refuse", self.leave)] + later

    def _agree(self, now: int) -> None:
        if self.side:
            self.navigator.leave(self)
            self.then(now)
        self.side = 1

    def show(self, view: "View") -> None:
        self.show_below(view)
        Answer.show(self, view)
        view.decider = self.side
        asked = "%s: %s?" % ((self.names or view.names)[self.side], self.what)
        view.headline = fitting_line(asked, self.what + "?")


class TimeUp(Answer):
    """The message to `side` that the opponent's time is up; a person can claim the game."""

    required = True
    stops_clock = True

    @property
    def may_claim(self) -> bool:
        return self.players.is_person(self.side)

    def choices(self) -> "Choices":
        if not self.may_claim:
            return ()
        return (("CLAIM", "claim the game", self._claim), ("PLAY ON", "play on", self.leave))

    def press(self, button: int, now: int) -> None:
        if button == OK and not self.may_claim:
            self.leave(now)
        Answer.press(self, button, now)

    def _claim(self, now: int) -> None:
        self.leave(now)
        if self.session.match.phase in (match.TO_ROLL, match.TO_PLAY):
            self.navigator.commit(actions.resign(actions.SINGLE), now)
            self.navigator.commit(actions.accept(), now)
        else:  # this side has to answer a double
            self.navigator.commit(actions.drop(True), now)

    def show(self, view: "View") -> None:
        self.show_below(view)
        Answer.show(self, view)
        view.page = MessageView("Time", ["%s's time is up." % view.names[1 - self.side]])
        if self.may_claim:
            view.page.lines.append("%s: claim the game or play on?" % view.names[self.side])
        else:
            view.keys[OK] = "PLAY ON"


class TakeBack(Mode):
    """A question: how many turns to take back? Suggests a person's last decision first.

    `asked_at`: the time of the question or of the last OK, or None after PREV or NEXT. An OK
    within 0.5 s of that time is refused, because it can be meant for an earlier question.
    """

    def __init__(self, navigator: "Stack", now: int) -> None:
        Mode.__init__(self, navigator)
        self.asked_at: int | None = now
        match = navigator.session.match
        is_person = self.players.is_person
        ways = [match.turns_back_to(side) for side in (0, 1) if is_person(side)]
        first = min([turns for turns in ways if turns] or [1])
        self.most = match.turns_back()
        self.least = 1
        if match.last_in_turn():
            self.least = actions.LAST
            if is_person(match.before(actions.LAST).decider):
                first = actions.LAST
        self._turn_to(first)

    def _turn_to(self, turns: int) -> None:
        self.turns = turns
        self._past = self.session.match.before(turns)

    def press(self, button: int, now: int) -> None:
        if button in (PREV, NEXT):
            self.asked_at = None
            by = 1 if button == PREV else -1
            self._turn_to(max(self.least, min(self.most, self.turns + by)))
        elif button == BACK:
            self.navigator.leave(self)
        elif self.asked_at is not None and ticks_diff(now, self.asked_at) < _SERIES_MS:
            self.asked_at = now
            self.navigator.refuse("")
        else:
            self.asked_at = now
            self.navigator.commit(actions.take_back(self.turns, self.players.only_person), now)

    def show(self, view: "View") -> None:
        past = self._past
        views.show_match(view, past)
        _show_unplayed(view, past)
        view.headline = capital(_take_back_question(self.session.match, self.turns))
        farther = "<" if self.turns < self.most else ""
        view.keys = [farther, ">" if self.turns > self.least else "", "YES", "NO"]


def _show_unplayed(view: "View", match: "Match") -> None:
    if match.dice:
        views.show_dice(view, match.dice, match.turn, plays.dice_of(match.dice))


def _take_back_question(match: "Match", turns: int) -> str:
    if turns != actions.LAST:
        return "take back %d turn%s?" % (turns, "" if turns == 1 else "s")
    kind = actions.kind_of(next(match.latest(actions.LAST)))
    return "take back the %s?" % _WORDS[kind]
