"""A match with a friend at another board, as this board's session has it: what goes, what comes.

friend.py has the protocol. Here are its ends: the session, which does and keeps what both boards
write; the seeds of this board's dice; and the messages, which somebody at the link carries.
"""

from micropython import const

from picogammon.app.session import friend as friends
from picogammon.app.session import greeting
from picogammon.app.session.beads import Strings
from picogammon.app.session.greeting import FriendError, Invitation
from picogammon.app.session.players import FRIEND
from picogammon.ground import clock
from picogammon.rules import actions
from picogammon.rules.log import Refusal
from picogammon.rules.phases import MATCH_OVER, TAKING_BACK

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from picogammon.app.session.dice_box import Store
    from picogammon.app.session.session import Happened, Session
    from picogammon.rules.match import Match
    from picogammon.rules.settings import Settings

    Beginning = tuple[Settings, tuple[bytes, ...]]  # of a match: its first records, too

_EVERY_MS = const(3000)  # a board that waits says so often where it stands
_LINK_MS = const(3000)  # whoever carries the messages asks several times a second
_SILENT_MS = const(10000)  # a friend's board that waits says something sooner
_MOST = const(8)  # messages that wait to be carried: what is lost comes again
_LOST = "The seed of this match's dice is lost: it cannot go on at this board."
_FOREIGN = "no match with that board is under way here: invite it, or go on with the match"
CARRIED, SILENT, UNCARRIED = const(0), const(1), const(2)  # of `line`


class Afar:
    """What joins a Session with a friend's board, from the first question about that.

    `friend`: the friend.Friend of the running match, or None. `trouble`: why there is none although
    a friend plays a side. `guest`: (settings, anchor) of a board that invites, or None. `wished`:
    the turns that the friend would like to take back, or None. `happened`: what the last record of
    either side did. `said`: the phrase that the friend said last, until it is taken.
    """

    def __init__(self, session: "Session", seeds: "Store", invitations: "Store") -> None:
        self.friend: friends.Friend | None = None
        self.trouble: str | None = None
        self.guest: "tuple[Settings, bytes] | None" = None
        self.wished: int | None = None
        self.happened: "Happened | None" = None
        self.said = ""
        self._session = session
        self._strings = Strings(seeds, session.dice.box.secret)
        self._invitations = invitations
        self._invitation: Invitation | None = None
        self._known = False  # True once a kept invitation was looked for
        self._to_send: list[str] = []
        self._wish: int | None = None  # what this side would like to take back
        self._refused = b""  # the anchor of the board whose invitation was refused
        self._carried_at: int | None = None
        self._heard_at: int | None = None
        self._told_at: int | None = None

    # The match.

    def take(self, match: "Match", records: "Iterable[bytes] | None") -> None:
        """Goes on with a match whose log has these records: the running game's at least.

        None: those of the running match's log.
        """
        self.friend = self.trouble = self.wished = self._wish = self._told_at = None
        if FRIEND not in match.settings.players:
            return
        side = 1 - match.settings.players.index(FRIEND)
        if records is None:
            records = self._session.library.records()
        standing = friends.standing_of(records)
        note = match.notes.get(actions.BEAD + side)
        if standing is None or note is None:
            self.trouble = "What both boards agreed on is lost: begin another match."
            return
        number, bead = friends.bead_of(note)
        self._strings.take_up(number, bead)
        self.friend = friends.Friend(side, match, standing, self._strings, self._commit)
        if side and standing.count == 1:  # the other board has not begun yet
            self._say([greeting.agreement(match.settings, bead)])

    def work(self, begins: bool) -> bool:
        """Does a slice of the work for the dice that come; True if there is more.

        `begins`: a match may begin, as it also may while somebody invites.
        """
        own = self.friend
        if own is None or own.match.phase == MATCH_OVER:
            return (begins or self.guest is not None) and self._strings.prepare()
        if self._strings.work():
            return True
        if self._strings.lost:
            self.friend = None
            self.trouble = _LOST
        return False

    def _commit(self, record: bytes) -> bool:
        self.happened = self._session.done(record)
        self.wished = None
        if actions.kind_of(record) not in (actions.TAKE_BACK, actions.NOTE):
            self._wish = None
        return self.happened.saved

    @property
    def side(self) -> int:
        """This board's side of the running match."""
        return 1 - self._session.match.settings.players.index(FRIEND)

    @property
    def name(self) -> str:
        """The friend's name."""
        return self._session.match.settings.names[1 - self.side]

    @property
    def ours(self) -> bool:
        """True if this side is to act: in the opening and between games that is player 0."""
        return (self._session.match.decider or 0) == self.side

    @property
    def holds(self) -> bool:
        """True if this side is to act, and the other board has to say something first."""
        own = self.friend
        return own is not None and self.ours and not self._ready(own)

    def _ready(self, own: friends.Friend) -> bool:
        return own.writer == own.side and own.level and not own.due

    def do(self, action: bytes) -> "Happened":
        """Does this side's action, as Session.commit does. Raises Refusal."""
        own = self.friend
        if own is None:
            raise Refusal(self.trouble)
        return self._doing(lambda: own.do(action))

    def to_roll(self) -> bytes:
        """The action with which this side rolls."""
        if self.friend is None:
            raise Refusal(self.trouble)
        return self.friend.to_roll()

    def _doing(self, act: "Callable[[], list[str]]") -> "Happened":
        self.happened = None
        self._say(act())
        return self.happened  # type: ignore[return-value]  # a record was written

    def wish(self, turns: int) -> None:
        """Asks the friend, who is to act, whether so many turns are taken back."""
        self._wish = turns
        if self.friend:
            self._say(self.friend.wish(turns))

    def say(self, number: int) -> None:
        """Says one of friend.PHRASES."""
        self._say(["say %d" % number])

    def seek_anchors(self) -> bool:
        """Does a slice of the work for `anchors`; True if there is more."""
        return self.friend is not None and self.friend.seek_anchors()

    def prepare(self) -> bool:
        """Does a slice of the work for `invite` and `accepted`; True if there is more."""
        return self._strings.prepare()

    def anchors(self) -> list[bytes]:
        """Both sides' anchors of the strings in use, to be compared by telephone."""
        return [self.friend.anchor(side) for side in (0, 1)] if self.friend else []

    # How a match begins.

    @property
    def invitation(self) -> Invitation | None:
        """The invitation that waits for an answer, also after a power cut; or None."""
        if not self._known:
            self._known = True
            try:
                kept = self._invitations.load()
                self._invitation = greeting.unpacked(kept) if kept else None
            except (OSError, FriendError):
                pass  # it is made anew
            if self._invitation and self._invitation.anchor in self.anchors():
                self._forget()  # the power went when the match had begun
        return self._invitation

    def invite(self, settings: "Settings") -> None:
        """Invites whoever is at the other end. Raises FriendError or OSError."""
        check(settings)
        self._invitation = None
        invitation = Invitation(settings, self._strings.anchor())
        if self.friend:  # its match may go on
            note = self.friend.match.notes[actions.BEAD + self.friend.side]
            self._strings.take_up(*friends.bead_of(note))
        self._invitations.save(invitation.pack())
        self._invitation = invitation
        self._known = True
        self._to_send = invitation.where()

    def withdraw(self) -> None:
        """Invites nobody any more, and accepts no invitation that came."""
        if self.guest:
            self._refused = self.guest[1]
        self.guest = None
        if self.invitation:
            self._forget()

    def _forget(self) -> None:
        self._invitation = None
        try:
            self._invitations.save(b"")
        except OSError:
            pass  # it is forgotten once there is a match

    def accepted(self, name: str = "") -> "Beginning":
        """The match that begins where this side accepts; `name`: this side's.

        Raises FriendError where nobody invites, OSError or RulesError.
        """
        if self.guest is None:
            raise FriendError("nobody invites this board now")
        settings, anchor = self.guest
        if name:
            settings = settings.copy(names=(settings.names[0], name))
        return self._first(settings, (anchor, self._strings.anchor()), 1)

    def _first(
        self, settings: "Settings", anchors: "tuple[bytes, bytes]", side: int
    ) -> "Beginning":
        records = [greeting.first_game(settings)] + friends.beginning(settings, anchors)
        players = (FRIEND, 0) if side else (0, FRIEND)
        return settings.copy(players=players), tuple(records)

    def begun(self) -> None:
        """Notes that the match of an invitation, either side's, has begun."""
        self.guest = None
        if self.invitation:
            self._forget()

    # What goes.

    def _say(self, messages: list[str]) -> None:
        for message in messages:
            if message not in self._to_send:
                self._to_send.append(message)
        self._to_send = self._to_send[-_MOST:]

    def take_messages(self) -> list[str]:
        """What is to be carried to the other board, given once."""
        messages = self._to_send
        self._to_send = []
        return messages

    def go_on(self, now: int) -> bool:
        """Does what is due, and says now and then where this board stands; True if it wrote.

        Called whenever somebody at the link asks.
        """
        anew = self._carried_at is None
        self._carried_at = now
        own = self.friend
        if anew or self._told_at is None or clock.diff(now, self._told_at) >= _EVERY_MS:
            self._told_at = now
            self._tell()
        if own is None:
            return False
        if own.due:
            try:
                self._doing(own.go_on)
            except (OSError, Refusal) as error:
                self.trouble = "The dice cannot be rolled: %s." % error
                return False
            self.trouble = None
            return True
        match = own.match
        if match.phase == TAKING_BACK and match.asked == self._wish and self._ready(own):
            self._wish = None  # it was this side's own wish
            self._doing(lambda: own.do(actions.accept()))
            return True
        return False

    def _tell(self) -> None:
        if self.invitation:
            self._say(self.invitation.where())
        own = self.friend
        if own is None:
            return
        if not own.saved and self._session.library.settle():
            self._say(own.settled())
        elif not own.level or own.match.phase != MATCH_OVER and own.writer != own.side:
            self._say(own.where())

    def line(self, now: int) -> int:
        """CARRIED, or SILENT where the friend's board says nothing, or UNCARRIED: nobody asks."""
        if self._carried_at is not None and clock.diff(now, self._carried_at) >= _LINK_MS:
            self._carried_at = None
        if self._heard_at is not None and clock.diff(now, self._heard_at) >= _SILENT_MS:
            self._heard_at = None
        if self._carried_at is None:
            return UNCARRIED
        return SILENT if self._heard_at is None else CARRIED

    # What comes.

    def hear(self, message: str, now: int) -> "Beginning | None":
        """Handles a message of the other board; returns the match that now begins, if one does.

        What else came of it: `happened`, if the other board has written a record, `wished`, `said`,
        `guest`. Raises FriendError where it cannot be; then nothing has changed.
        """
        self.happened = None
        word = greeting.words_of(message)[0]
        found = None
        if word == "agree" and self.invitation:
            agreed = self.invitation.hear(message)
            if agreed:
                found = self._first(agreed[0], (self.invitation.anchor, agreed[1]), 0)
        elif self.friend and not (word == "hello" and self._over_with(message)):
            heard = self.friend.hear(message)
            self._say(heard.to_send)
            self.said = heard.said or self.said
            if heard.wished is not None:
                self.wished = heard.wished
        elif word == "hello":
            self._invited(message)
        elif self.invitation is None or self.invitation.hear(message) is not None:
            raise FriendError(_FOREIGN)
        else:
            self._say(self.invitation.where())
        self._heard_at = now
        return found

    def _over_with(self, message: str) -> bool:
        """True if the running match is over and this invitation is to another one."""
        own = self.friend
        if own is None or own.match.phase != MATCH_OVER:
            return False
        return greeting.invited(message)[1] not in self.anchors()

    def _invited(self, message: str) -> None:
        settings, anchor = greeting.invited(message)
        check(settings)
        if anchor == self._refused:
            raise FriendError("that invitation was refused here")
        self.guest = settings, anchor


def check(settings: "Settings") -> None:
    """Raises FriendError for settings that this board plays with nobody far away."""
    greeting.check(settings)
    if not settings.no_hints:
        raise FriendError("with a friend far away nobody gets hints")
