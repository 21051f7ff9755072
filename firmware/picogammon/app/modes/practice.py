"""Practice, in which a learner's mistakes come back as cards.

A practice round has five cards. The learner plays each card's position as in a game, then the coach
grades and explains the answer. The running match and its log do not change.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line, fitting_one
from picogammon.app.modes.advice import Verdict
from picogammon.app.modes.answer import AnswerDouble
from picogammon.app.modes.menu import Choice, Item
from picogammon.app.modes.mode import Mode
from picogammon.app.modes.turn import PlayMode, Turn
from picogammon.app.practice import cards
from picogammon.app.practice.cards import Deck
from picogammon.app.session.prefs import FORCED_PLAYS, ROLLING, SEAT, Prefs
from picogammon.engine.engine import Question
from picogammon.engine.review import DOUBTFUL, grade
from picogammon.ground import BACK, OK
from picogammon.rules import actions
from picogammon.rules.match import TO_PLAY, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    from picogammon.app.modes.mode import Stack
    from picogammon.app.practice.cards import Card
    from picogammon.engine.engine import Slices
    from picogammon.engine.review import Grade
    from picogammon.rules.match import Match

_MOST = const(5)  # cards in a round
_ROLL = bytes((actions.ROLL,))  # a card's action for a roll without doubling
_EMPTY = "No cards yet. Enter your name (This match): your mistakes become cards after each game."
_UNREAD = "The cards cannot be read."
UNKEPT = "Your answer could not be saved. Practice continues."


class Practice(Mode):
    """A practice round, which deals five cards to a learner and shows the result at the end.

    For each card, the round opens one mode to ask for an action, and one to explain the answer.
    The verdict compares a right answer with another play. `beside`: the label of the other play.
    """

    beside = "in match"

    def __init__(self, navigator: "Stack", deck: "Any" = None) -> None:
        """`deck`: a SetDeck with the cards to deal; None for the cards.Deck on flash."""
        Mode.__init__(self, navigator)
        self._deck: "Any" = deck or Deck(self.session.archive.cards(cards.BYTES))
        self._name = ""
        self._dealt: list[int] = []  # the numbers of the round's next cards
        self._done = 0  # cards asked in this round
        self._right = 0
        self._due = self._all = 0  # numbers of the learner's cards that are due, and of all
        self._card: "Card" = None  # the present card
        self._match: "Match" = None  # the match of the present card
        self._action: bytes | None = None  # the answer, while it is graded
        self._graded = False  # True once the coach has worked for practice
        self.work = self._read()

    def tick(self, now: int) -> None:
        try:
            Mode.tick(self, now)
            if self.work is None and self._dealt and self.navigator.top is self:
                self.work = self._ask_all()
                Mode.tick(self, now)
        except OSError:
            self._leave(now)
            self._say(_UNREAD)

    def press(self, button: int, now: int) -> None:
        if self._action is not None:
            return  # the coach is grading the answer
        if button == BACK or not self._name:
            self._leave(now)
        elif button == OK and self._over:
            self.work = self._deal()

    def closed(self, now: int) -> None:
        if self.work is not None:
            self.work.close()
            self.work = None
        if self._graded:
            self.navigator.base.think_anew()

    def _leave(self, now: int) -> None:
        self.navigator.leave(self)
        self.closed(now)

    @property
    def _over(self) -> bool:
        return bool(self._name) and self.work is None and not self._dealt

    def _say(self, text: str) -> None:
        self.navigator.say("Practice", text)

    @property
    def _sitting(self) -> int:
        return self.session.sitting or self._deck.sitting + 1

    def _read(self) -> "Slices[None]":
        """Reads the deck and deals cards; if the deck has several learners, asks who practises."""
        deck = self._deck
        yield from deck.open()
        damaged = deck.damaged
        if deck.untidy:
            try:
                yield from deck.tidy()
            except OSError:
                yield from deck.open()  # the next practice tries to compact the deck again
        self.navigator.changed = True
        if not deck.names:
            self.navigator.leave(self)
            self._say(_EMPTY)
        elif len(deck.names) == 1:
            self._name = deck.names[0]
            yield from self._deal()
        else:
            counts = yield from deck.counts(self._sitting)
            lines = [self._learner(name, due) for name, (due, _) in zip(deck.names, counts)]
            self.navigator.leave(self)
            self.navigator.open(Choice(self.navigator, "Who practises?", lines, True))
        if damaged:
            self._say("Left out %d damaged card%s." % (damaged, "" if damaged == 1 else "s"))

    def _learner(self, name: str, due: int) -> Item:
        def choose(now: int) -> None:
            self.navigator.open(self)
            self._name = name
            self.work = self._deal()

        return Item(name, choose, lambda: "%d due" % due)

    def _deal(self) -> "Slices[None]":
        deck = self._deck
        self._dealt = yield from deck.choose(self._name, _MOST)
        counts = yield from deck.counts(self._sitting)
        names = [name.lower() for name in deck.names]
        self._due, self._all = counts[names.index(self._name.lower())]
        self._done = self._right = 0

    def _ask_all(self) -> "Slices[None]":
        """Asks the dealt cards one by one; waits at a `yield` while another mode is on top."""
        while self._dealt:
            asking = self._asked(self._dealt.pop(0))
            if asking is None:
                continue
            self._done += 1
            self.navigator.open(asking)
            yield
            if self._action is None:  # the player has ended the round
                self._done -= 1
            else:
                yield from self._judge(self._action)
                self._action = None

    def end(self, now: int) -> None:
        """Ends the round; cards without an answer stay unchanged in the deck."""
        self.navigator.leave(self.navigator.top)
        self._dealt = []
        self.tick(now)
        if not self._done:
            self._leave(now)

    def _asked(self, number: int) -> "Mode | None":
        """Returns the mode in which a person answers card `number`; None if the card is damaged."""
        card = self._deck.card(number)
        if card is None:
            return None
        try:
            self._match = card.match(self.session.prefs[SEAT])
        except cards.CardError:
            return None
        self._card = card
        desk: "Any" = Desk(self, self._match)
        if self._match.phase == TO_PLAY:
            return PlayCard(desk)
        if self._match.phase == TO_ROLL:
            return RollCard(desk)
        return AnswerCard(desk, self._match.decider)

    def counted(self, headline: str, short: str | None = None) -> str:
        """Returns text like "2/5 " + `headline`. If it is too long, `short` replaces `headline`."""
        short = short or headline
        count = "%d/%d " % (self._done, self._done + len(self._dealt))
        return fitting_line(count + headline, count + short, short)

    def answered(self, action: bytes) -> None:
        """Starts to grade `action`, the answer to the present card."""
        self.navigator.leave(self.navigator.top)
        self._action = action
        self._graded = True

    def _judge(self, action: bytes) -> "Slices[None]":
        while not self.players.prepare():
            yield
        coach = self.players.coach
        yield
        found = yield from grade(coach, Question(self._match), action)
        if found is None:  # the position has no choice of plays: skip the card
            return
        right = found.loss < DOUBTFUL
        self._right += right
        sitting = self._sitting
        kept: "Card | None" = None
        unkept = False
        try:
            kept = self._deck.answer(self._card, right, sitting)
            self.session.sitting = sitting or None
            if kept:
                self._due += (kept.due() <= sitting) - (self._card.due() <= sitting)
        except OSError:
            unkept = True
        words: tuple[str, ...] = ()
        played = b""
        if right and found.cube is None:
            played = yield from self._beside()
        if played and played != action:  # explain why the answer is better than `played`
            then = yield from grade(coach, Question(self._match), played)
            if then is not None and then.loss:
                words = ("better" if found.loss else "played", self.beside)
                found = then
        title = ""
        if right:
            streak = kept.streak if kept else 0
            title = "Correct, %d in a row" % streak if streak and streak > 1 else "Correct"
        self.navigator.open(CardVerdict(self, Question(self._match), found, title, *words))
        if unkept:
            self._say(UNKEPT)
        yield

    def _beside(self) -> "Slices[bytes]":
        """Returns the play to compare a right answer with, or None. Yields between slices."""
        yield
        return self._card.legal()

    def show_match(self, view: views.View) -> None:
        """Shows the match of the present card in `view`, without clocks and dice."""
        views.show_match(view, self._match)
        view.clocks = None

    def show(self, view: views.View) -> None:
        if self._action is not None:
            self.show_match(view)
            if actions.kind_of(self._action) == actions.PLAY:
                match = self._match
                played = actions.steps_of(self._action)
                views.show_played(view, match.position, match.turn, played)
                views.show_dice(view, match.dice, match.turn)
            view.headline = "One moment"
            view.keys = ["", "", "", ""]
            return
        title = "Practice"
        if self._name:
            title = fitting_one("Practice: " + self._name, self._name)
        lines = ["One moment"]
        if self._over:
            streak = self._deck.streak(self._name)
            row = ", %d in a row" % streak if streak > 1 else ""
            lines = ["Correct: %d of %d%s" % (self._right, self._done, row), self.standing()]
        view.page = views.MessageView(title, lines)
        view.keys = ["", "", "MORE" if self._name else "", "BACK"]

    def standing(self) -> str:
        cards = "card" if self._all == 1 else "cards"
        return "%d of %d %s due" % (self._due, self._all, cards)


class CardVerdict(Verdict):
    """The verdict on the answer to a card; OK goes to the next card, BACK ends the round."""

    def __init__(
        self, practice: Practice, question: Question, a_grade: "Grade", title: str, *words: str
    ) -> None:
        """`title`: praise for a right answer, or "". `words`: other labels for the plays shown."""
        Verdict.__init__(self, practice.navigator, question, a_grade)
        self._practice = practice
        self.after = practice.tick
        if title and a_grade.cube is not None:
            self.title = self.items.pop(0)[0]
            self.at -= 1
        elif title:
            self.title = title
            for i, word in enumerate(words):
                self.items[i] = self.items[i][:2] + (word,)

    def press(self, button: int, now: int) -> None:
        if button == BACK:
            self._practice.end(now)
        else:
            Verdict.press(self, button, now)

    def show(self, view: views.View) -> None:
        self._practice.show_match(view)
        Verdict.show(self, view)
        view.keys[3] = "END"


class Desk:
    """A stand-in for the Navigator in a card's mode; passes the learner's answer to `practice`."""

    def __init__(self, practice: Practice, match: "Match") -> None:
        self.session = Seat(practice, match)
        self.practice = practice

    def __getattr__(self, name: str) -> "Any":
        return getattr(self.practice.navigator, name)

    def commit(self, action: bytes, now: int) -> None:
        self.practice.answered(action)

    def roll(self, now: int) -> None:
        self.practice.answered(_ROLL)

    ask_or_roll = roll


class Seat:
    """A stand-in for the Session in a card's mode; its `prefs` allow no automatic moves."""

    last_play = None
    last_roll = None

    def __init__(self, practice: Practice, match: "Match") -> None:
        self.match = match
        self.players = practice.players
        liked = bytearray(practice.session.prefs.pack())
        for field in range(ROLLING, FORCED_PLAYS + 1):
            liked[field] = 0
        self.prefs = Prefs(bytes(liked))
        self.prefs.seat = practice.session.prefs.seat


class PlayCard(PlayMode):
    """The mode that asks a learner to play a roll."""

    navigator: "Any"  # a Desk

    def press(self, button: int, now: int) -> None:
        if button == BACK and not self.chosen:
            self.navigator.practice.end(now)
        else:
            PlayMode.press(self, button, now)

    def show(self, view: views.View) -> None:
        self.navigator.practice.show_match(view)
        PlayMode.show(self, view)
        view.keys[3] = view.keys[3] or "END"
        if not self.hand.steps:
            view.headline = self.navigator.practice.counted(view.headline)


class RollCard(Turn):
    """The mode that asks a learner whether to roll or to double."""

    navigator: "Any"  # a Desk
    goes_on = False

    def press(self, button: int, now: int) -> None:
        if button == BACK:
            self.navigator.practice.end(now)
        else:
            Turn.press(self, button, now)

    def show(self, view: views.View) -> None:
        self.navigator.practice.show_match(view)
        Turn.show(self, view)
        view.keys[3] = "END"
        name = view.names[self.session.match.turn]
        asked = "double or roll?"
        view.headline = self.navigator.practice.counted("%s: %s" % (name, asked), asked)


class AnswerCard(AnswerDouble):
    """The mode that asks a learner to answer a double, a beaver or a raccoon."""

    navigator: "Any"  # a Desk

    @property
    def _end(self) -> int:
        return OK if len(self.choices()) > 2 else BACK

    def press(self, button: int, now: int) -> None:
        if button == self._end:
            self.navigator.practice.end(now)
        else:
            AnswerDouble.press(self, button, now)

    def show(self, view: views.View) -> None:
        self.navigator.practice.show_match(view)
        AnswerDouble.show(self, view)
        view.keys[self._end] = "END"
        view.headline = self.navigator.practice.counted(view.headline)
