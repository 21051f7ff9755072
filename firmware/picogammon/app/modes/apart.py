"""A friend plays at another board: the board waits for him, and says what he asks and says."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.answer import Answer, leave_match, take_back_question
from picogammon.app.modes.base import Message, Mode, Pages, again_key, show_again, show_rolled
from picogammon.app.modes.menu import Item, Menu
from picogammon.app.session.afar import SILENT, UNCARRIED
from picogammon.app.session.friend import PHRASES
from picogammon.app.session.greeting import FriendError
from picogammon.app.session.players import FRIEND
from picogammon.app.session.seal import hex_text
from picogammon.app.session.tournament import NAMES
from picogammon.ground import tunes
from picogammon.ground.presses import BACK, NEXT, PREV
from picogammon.rules import actions
from picogammon.rules.errors import RulesError
from picogammon.rules.position import VARIANTS
from picogammon.rules.settings import ASK, FREE

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from picogammon.app.modes.answer import Choices
    from picogammon.app.modes.base import Then
    from picogammon.app.modes.navigator import Navigator
    from picogammon.rules.settings import Settings

_GROUP = const(4)  # digits
_COMPARED = const(16)  # digits that friends read to each other
_CARRIED = "A page at the link carries it: docs/friend.md says how."


def waiting_mode(navigator: "Navigator") -> Mode | None:
    """The mode while a game waits for a friend's board; None where somebody here is to act."""
    afar = navigator.session.library.afar
    if afar.friend is None or afar.friend.rolls or not afar.ours:
        return Waiting(navigator)
    return None


class Waiting(Mode):
    """Waits for the friend, or for both boards' dice. NEXT says something to him."""

    goes_on = True

    def __init__(self, navigator: "Navigator") -> None:
        Mode.__init__(self, navigator)
        self.afar = navigator.session.library.afar
        self._line: int | None = None
        self._trouble: str | None = None
        self.stops_clock = self.afar.ours  # while both boards roll

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            show_again(self.navigator, now)
        elif button == NEXT:
            self.navigator.open(friend_menu(self.navigator))

    def tick(self, now: int) -> None:
        line = self.afar.line(now)
        if line != self._line or self.afar.trouble != self._trouble:
            self._line = line
            self._trouble = self.afar.trouble
            self.navigator.changed = True

    def show(self, view: "views.View") -> None:
        show_rolled(view, self.session)
        decider = self.session.match.decider
        view.decider = decider
        name = self.afar.name
        if self._line == UNCARRIED:
            view.headline = fitting_line("No line to %s" % name, "No line")
        elif self._line == SILENT:
            view.headline = fitting_line("%s's board is silent" % name, "Their board is silent")
        elif self.afar.ours:
            view.headline = "Both boards roll"
        else:
            view.headline = fitting_line("Waiting for %s" % name, "Waiting")
        view.keys = [again_key(self.session), "SAY", "", ""]
        if self.afar.trouble:
            view.page = views.MessageView("Far away", [self.afar.trouble])


class Later(Mode):
    """What a person has decided waits until the friend's board has all that was written here.

    BACK gives it back.
    """

    goes_on = True
    of_turn = True
    stops_clock = True

    def __init__(self, navigator: "Navigator", then: "Then") -> None:
        Mode.__init__(self, navigator)
        self.then = then
        clock = navigator.clock
        self.required = bool(clock and clock.clock.fallen() is not None)  # the time is over

    def press(self, button: int, now: int) -> None:
        if button == BACK and not self.required:
            self.navigator.leave(self)

    def tick(self, now: int) -> None:
        friend = self.session.friend
        if friend is None or not friend.holds:
            self.navigator.leave(self)
            self.then(now)

    def show(self, view: "views.View") -> None:
        self.navigator.below(self).show(view)
        name = self.session.library.afar.name
        view.headline = fitting_line("Waiting for %s's board" % name, "Waiting for their board")
        view.keys = ["", "", "", "" if self.required else "BACK"]


def held_back(navigator: "Navigator", then: "Then") -> bool:
    """True if `then(now)` is called once the friend's board has said what is due."""
    friend = navigator.session.friend
    if friend is None or friend.friend is None:
        return False
    if not friend.holds:
        time = navigator.clock and friend.ours and navigator.clock.told()
        if not time:
            return False
        friend.do(time)  # before what it was needed for
    navigator.open(Later(navigator, then))
    return True


def roll(navigator: "Navigator", now: int) -> None:
    """Rolls by the beads of both boards."""
    friend = navigator.session.friend
    if friend is not None and not held_back(navigator, navigator.roll):
        navigator.commit(friend.to_roll(), now)


def friend_menu(navigator: "Navigator") -> Menu:
    """What can be said to the friend, and what both compare."""
    return _FriendMenu(navigator)


class _FriendMenu(Menu):
    title = "To your friend"

    def items(self) -> list[Item]:
        lines = [Item(PHRASES[i], self._says(i)) for i in range(len(PHRASES))]
        return lines + [Item("Compare the dice", self._compare)]

    def _says(self, number: int) -> "Then":
        def say(now: int) -> None:
            self.session.library.afar.say(number)
            self.navigator.close_all(now)
            self.navigator.remark("Said: " + PHRASES[number], tunes.CLICK)

        return say

    def _compare(self, now: int) -> None:
        afar = self.session.library.afar

        def compare(later: int) -> None:
            names = self.session.match.settings.names
            pages = [
                (names[side], ["Read this to each other:"] + digits(anchor))
                for side, anchor in enumerate(afar.anchors())
            ]
            if pages:
                self.navigator.open(Pages(self.navigator, pages))

        self.navigator.open(Preparing(self.navigator, afar.seek_anchors, compare))


class Preparing(Message):
    """Works on dice slice by slice, which may take two seconds, and then calls `then(now)`.

    `work()` does a slice; True if there is more. BACK leaves.
    """

    busy = True

    def __init__(self, navigator: "Navigator", work: "Callable[[], bool]", then: "Then") -> None:
        Message.__init__(self, navigator, "Far away", ["The dice are made ready."])
        self._work = work
        self._then = then

    def press(self, button: int, now: int) -> None:
        if button == BACK:
            self.navigator.leave(self)

    def tick(self, now: int) -> None:
        if not self._work():
            self.navigator.leave(self)
            self._then(now)

    def show(self, view: "views.View") -> None:
        Message.show(self, view)
        view.keys = ["", "", "", "BACK"]


def digits(anchor: bytes) -> list[str]:
    """The first digits of an anchor, which friends compare, as lines."""
    text = hex_text(anchor)[:_COMPARED]
    groups = [text[at : at + _GROUP] for at in range(0, _COMPARED, _GROUP)]
    return [" ".join(groups[:2]), " ".join(groups[2:])]


class Wished(Answer):
    """The friend would like to take back: a person here, who is to act, agrees or does not."""

    of_turn = True

    def __init__(self, navigator: "Navigator", turns: int) -> None:
        Answer.__init__(self, navigator)
        self.turns = turns

    def choices(self) -> "Choices":
        return (("ACCEPT", "take it back", self._take_back), ("REFUSE", "refuse", self._leave))

    def _leave(self, now: int) -> None:
        self.session.library.afar.wished = None
        self.navigator.leave(self)

    def _take_back(self, now: int) -> None:
        self._leave(now)
        self.navigator.commit(actions.take_back(self.turns, self.session.library.afar.side), now)

    def answerer(self) -> int:
        return self.session.library.afar.side

    def show(self, view: "views.View") -> None:
        Answer.show(self, view)
        asked = take_back_question(self.session.match, self.turns)
        view.headline = fitting_line("%s: %s" % (self.session.library.afar.name, asked), asked)


# How a match begins.


def invite(navigator: "Navigator", draft: "Settings", plain: bool, now: int) -> None:
    """Invites a friend to a match with these settings; `plain`: without handicap or second leg."""
    settings = draft
    if settings.players[0] == FRIEND:
        settings = settings.copy(players=settings.players[::-1], names=settings.names[::-1])
    why = None
    if settings.players != [0, FRIEND]:
        why = "With a friend far away a person plays here: choose 'human'"
    elif not plain:
        why = "With a friend far away there is no duplicate, and both begin with 0 points"
    if why:
        navigator.open(Message(navigator, "Not now", [why + "."]))
        return

    def invite_now(later: int) -> None:
        why = invitation_to(navigator, settings)
        if why:
            navigator.open(Message(navigator, "Not now", [why + "."]))
        else:
            navigator.close_all(later)
            navigator.open(Inviting(navigator))

    navigator.open(Preparing(navigator, navigator.session.library.afar.prepare, invite_now))


def invitation_to(navigator: "Navigator", settings: "Settings") -> str | None:
    """Invites to a match with these settings; returns why that cannot be, or None."""
    rule = ASK if settings.take_back == FREE else settings.take_back
    try:
        navigator.session.library.afar.invite(settings.copy(take_back=rule, no_hints=True))
    except (FriendError, RulesError) as error:
        return str(error)
    except OSError as error:
        return "The dice or the flash fail: %s" % error
    return None


class Inviting(Message):
    """An invitation waits for an answer; BACK withdraws it."""

    def __init__(self, navigator: "Navigator") -> None:
        lines = ["Your board invites a friend's.", _CARRIED]
        Message.__init__(self, navigator, "Far away", lines)

    def press(self, button: int, now: int) -> None:
        if button == BACK:
            self.session.library.afar.withdraw()
        Message.press(self, button, now)

    def show(self, view: "views.View") -> None:
        Message.show(self, view)
        view.keys[3] = "CANCEL"


class Invited(Mode):
    """A friend's board invites: PREV plays, NEXT does not."""

    def press(self, button: int, now: int) -> None:
        if self.session.library.afar.guest is None:
            self.navigator.leave(self)  # answered elsewhere
        elif button == PREV:
            work = self.session.library.afar.prepare
            self.navigator.open(Preparing(self.navigator, work, self._accept))
        elif button in (NEXT, BACK):
            self.session.library.afar.withdraw()
            self.navigator.leave(self)

    def _accept(self, now: int) -> None:
        accept(self.navigator, "", now)

    def tick(self, now: int) -> None:
        if self.session.library.afar.guest is None:  # answered elsewhere
            self.navigator.leave(self)

    def show(self, view: "views.View") -> None:
        guest = self.session.library.afar.guest
        if guest is not None:
            lines = ["%s invites you." % guest[0].names[0], what(guest[0])]
            view.page = views.MessageView("Far away", lines)
        view.keys = ["PLAY", "NO", "", ""]


def what(settings: "Settings") -> str:
    """What is played, in a sentence or two."""
    told = "A money session."
    if settings.length:
        told = "A match to %d point%s." % (settings.length, "" if settings.length == 1 else "s")
    if settings.variant:
        told += " %s." % VARIANTS[settings.variant][0]
    if settings.clock:
        told += " Clock: %s." % NAMES[settings.clock]
    return told


def accept(navigator: "Navigator", name: str, now: int) -> bool:
    """Begins the match that a friend's board has invited to, once nobody here plays another.

    `name`: this side's. True if it has begun. Raises FriendError or RulesError where it cannot be.
    """
    afar = navigator.session.library.afar
    if afar.guest is None:
        raise FriendError("nobody invites this board now")

    asks = False

    def begin_it(later: int) -> None:
        try:
            begin(navigator, later, *afar.accepted(name))
        except OSError as error:
            text = "The dice or the flash fail: %s." % error
            navigator.open(Message(navigator, "Not now", [text]))
        except (FriendError, RulesError) as error:
            if not asks:
                raise
            navigator.open(Message(navigator, "Not now", ["%s." % error]))

    leave_match(navigator, begin_it, now)
    asks = True  # whether to leave a match: who answers that is not who has called
    return afar.guest is None


def begin(navigator: "Navigator", now: int, settings: "Settings", first: "Sequence[bytes]") -> None:
    """Begins the match that both boards have agreed on."""
    session = navigator.session
    if navigator.begin(now, session.library.new_match, settings, first):
        session.library.afar.begun()
        lines = ["You play with %s." % session.library.afar.name, what(settings)]
        navigator.alert(Message(navigator, "Far away", lines), now)
