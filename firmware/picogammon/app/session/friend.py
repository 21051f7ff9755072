"""A match between two boards far apart: messages in, messages out. docs/friend.md has the protocol.

Both boards keep the same records. At each moment one of them alone may write the next, which the
rules and the records before say: so the logs never part, and differ by one record at most. A board
writes a record on flash before it sends it. What a board has to know after a power cut is in its
log, and its own beads follow from a seed that it keeps. So any message may be lost, come twice, or
late: both boards say where they are, and the one that is ahead sends what the other lacks. Only
once a board has heard that the other has all it wrote, it writes more.

A roll is three records. The side that rolls writes its next bead, and is bound by that: it may do
nothing else until it has rolled. The other side can only answer with its own bead. Now both know
the roll, and the first side writes it.
"""

from hashlib import sha256
from micropython import const

from picogammon.app.session import beads
from picogammon.app.session.greeting import (
    FriendError,
    agreement,
    agreement_in,
    bytes_of,
    hex_of,
    invited,
    number_of,
    told,
    unknown,
    words_of,
)
from picogammon.app.session.tournament import TOLD_MS, TournamentClock
from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.errors import RulesError
from picogammon.rules.log import Refusal
from picogammon.rules.phases import GAME_OVER, MATCH_OVER, OPENING, TAKING_BACK, TO_ROLL

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Protocol

    from picogammon.rules.match import Match

    class Own(Protocol):
        """A board's own strings of beads, whose seeds it keeps."""

        def anchor(self) -> bytes: ...  # of a new string, which is kept from now on
        def bead(self, number: int) -> bytes: ...  # of the string in use


PHRASES = ("Hello", "Good luck", "Well played", "One moment, please", "I am back", "Thank you")
_DIGEST = const(8)  # bytes of a standing's digest
_COUNT = const(4)  # bytes of its count
_NUMBER = const(2)  # bytes of a bead's number
_RULED = (
    actions.PLAY,
    actions.DOUBLE,
    actions.TAKE,
    actions.DROP,
    actions.BEAVER,
    actions.RACCOON,
    actions.RESIGN,
    actions.ACCEPT,
    actions.REFUSE,
)  # what the rules alone judge
_OTHER = "the other board's match is not this one: begin a new one"


class Standing:
    """Where a log stands: `count` records that both boards have, and a `digest` of them all.

    `before`: the digest before the `last` record. `rolling`: True after a bead that no roll has
    followed yet.
    """

    def __init__(self, count: int, digest: bytes) -> None:
        self.count = count
        self.digest = self.before = digest
        self.last = b""
        self.rolling = False

    def add(self, record: bytes) -> None:
        """Takes one more record into account."""
        self.count += 1
        self.before = self.digest
        self.digest = sha256(self.digest + record).digest()[:_DIGEST]
        self.last = record
        kind = actions.kind_of(record)
        if kind == actions.ROLL:
            self.rolling = False
        elif _bead_side(record) is not None and bead_of(actions.body_of(record))[0]:
            self.rolling = True

    def note(self) -> bytes:
        """The NOTE that a game begins with: where the log stood before its GAME record."""
        return actions.note(actions.STANDING, self.count.to_bytes(_COUNT, "big") + self.digest)


def standing_of(records: "Iterable[bytes]") -> "Standing | None":
    """The Standing at the end of a log, of which the last game is enough; None in other matches.

    If its notes are missing there, because the power went, all of the log is needed.
    """
    found = None
    game = b""
    noted: "dict[int, bytes]" = {}
    for record in records:
        kind = actions.kind_of(record)
        if kind == actions.NOTE:
            topic = actions.topic_of(record)
            repeats = noted.get(topic) == record  # as the notes do that follow a GAME
            noted[topic] = record
            if found is None and topic == actions.STANDING:
                body = actions.body_of(record)
                found = Standing(int.from_bytes(body[:_COUNT], "big"), body[_COUNT:])
                found.add(game)
            if repeats or topic in (actions.STANDING, actions.RESTORED):
                continue
        if found is not None and kind != actions.SETTINGS:
            found.add(record)
        elif kind == actions.GAME:
            game = record
    return found


def beginning(settings: agreed.Settings, anchors: "tuple[bytes, bytes]") -> list[bytes]:
    """The NOTEs that follow the first GAME record of such a match."""
    seen = sha256(told(settings) + anchors[0] + anchors[1]).digest()[:_DIGEST]
    return [bead_note(side, 0, anchors[side]) for side in (0, 1)] + [Standing(0, seen).note()]


def bead_note(side: int, number: int, bead: bytes) -> bytes:
    """The NOTE with a bead of a side."""
    return actions.note(actions.BEAD + side, number.to_bytes(_NUMBER, "big") + bead)


def _bead_side(record: bytes) -> int | None:
    """The side whose bead a record has, or None."""
    if actions.kind_of(record) != actions.NOTE:
        return None
    side = actions.topic_of(record) - actions.BEAD
    return side if side in (0, 1) else None


def bead_of(body: bytes) -> tuple[int, bytes]:
    """(number, bead) of a NOTE's body."""
    return int.from_bytes(body[:_NUMBER], "big"), body[_NUMBER:]


class Friend:
    """A board's end of the match. `side`: its own, 0 or 1.

    `level`: True once the other board is known to have all records that this one has. `saved`:
    False while a record could not be written on flash. Then nothing is sent.
    """

    def __init__(
        self,
        side: int,
        match: "Match",
        standing: Standing,
        own: "Own",
        commit: "Callable[[bytes], bool]",
        length: int = beads.LENGTH,
    ) -> None:
        """`commit(record)` does and keeps a record, as Session.commit and keep_note do.

        It returns True if that is on flash with all before it, and raises Refusal if the rules do
        not allow it. When a game begins, it keeps the match's notes after it; `standing.note()` is
        to be among them.
        """
        self.side = side
        self.match = match
        self.standing = standing
        self.level = False
        self.saved = True
        self._own = own
        self._commit = commit
        self._length = length
        # (number, bead) of each side: how far back its anchor was looked for.
        self._walks: "list[tuple[int, bytes] | None]" = [None, None]

    # Whose turn it is to write.

    @property
    def writer(self) -> int | None:
        """The side that writes the next record; None once the match is over."""
        if self.match.phase == MATCH_OVER:
            return None
        behind = self._behind()
        return self._acting() if behind is None else behind

    @property
    def rolls(self) -> bool:
        """True while a bead was told and its roll is not there yet."""
        return self.standing.rolling or self._behind() is not None

    @property
    def due(self) -> bool:
        """True if this board is to `go_on` now, without asking anybody.

        False if a person has to decide, or if the other board lacks a record yet.
        """
        if self.writer != self.side or not self.level:
            return False
        return self._behind() is not None or self._renews() or self.standing.rolling

    def to_roll(self) -> bytes:
        """The record with which this side, which has decided to roll, does so.

        It is its next bead, or a roll that was rolled before a take-back.
        """
        dice = self.match.next_dice()
        return self._next_bead() if dice is None else actions.roll(dice[0], dice[1])

    def refusal(self, record: bytes, side: int) -> str | None:
        """Why a side may not write this record now; None if only the rules can say."""
        if self.writer is None:
            return "the match is over: all stays as it is"
        if self.writer != side:
            return "it is not for that side to act now"
        if _bead_side(record) is not None:
            return self._bead_refusal(record, side)
        if self._behind() is not None or self._renews():
            return "a bead of the dice is due first"
        kind = actions.kind_of(record)
        if self.standing.rolling:
            return None if record == self._roll() else "that is not the roll of both boards' beads"
        if kind == actions.ROLL:
            dice = self.match.next_dice()
            fits = dice is not None and record == actions.roll(dice[0], dice[1])
            return None if fits else "a roll follows from both boards' beads"
        if kind == actions.GAME:
            fits = self.match.phase == GAME_OVER and record == self.match.next_game()
            return None if fits else "the next game begins after this one, as the rules say"
        if kind == actions.TAKE_BACK:
            fits = not actions.is_old(record) and actions.asker_of(record) == side
            return None if fits else "a side asks for a take-back itself"
        if kind == actions.NOTE:
            return self._clock_refusal(record, side)
        return None if kind in _RULED else "that cannot be changed while a friend plays"

    def _acting(self) -> int:
        """The side that has to act; in the opening and between games it is player 0."""
        return self.match.decider or 0

    def _numbers(self) -> tuple[int, int]:
        """The numbers of both sides' last beads."""
        notes = self.match.notes
        return bead_of(notes[actions.BEAD])[0], bead_of(notes[actions.BEAD + 1])[0]

    def _behind(self) -> int | None:
        """The side that has to answer the other's bead with its own; None if there is none."""
        first, second = self._numbers()
        if first == second:
            return None
        if 0 in (first, second) and self._length in (first, second):  # a new string was begun
            return 0 if first else 1
        return 0 if first < second else 1

    def _renews(self) -> bool:
        """True if both strings are used up: both sides begin new ones, before anything else."""
        first, second = self._numbers()
        return first == second == self._length and not self.standing.rolling

    def _next_bead(self) -> bytes:
        number = self._numbers()[self.side]
        if number == self._length:
            return bead_note(self.side, 0, self._own.anchor())
        return bead_note(self.side, number + 1, self._own.bead(number + 1))

    def _roll(self) -> bytes:
        """The ROLL that follows from both sides' last beads."""
        notes = self.match.notes
        number, first = bead_of(notes[actions.BEAD])
        dice = beads.roll(first, bead_of(notes[actions.BEAD + 1])[1], number)
        return actions.roll(dice[0], dice[1])

    def _bead_refusal(self, record: bytes, side: int) -> str | None:
        body = actions.body_of(record)
        number, bead = bead_of(body)
        last, known = bead_of(self.match.notes[actions.BEAD + side])
        other = bead_of(self.match.notes[actions.BEAD + 1 - side])[1]
        if len(body) != _NUMBER + beads.SIZE:
            return "a bead has %d bytes" % beads.SIZE
        if self._behind() is None and not self._renews():
            if self.standing.rolling or self.match.phase not in (OPENING, TO_ROLL):
                return "there is nothing to roll now"
            if self.match.next_dice() is not None:
                return "this roll was rolled before a take-back"
        own = _bead_side(record) == side  # the other side's next bead would be this side's choice
        if last == self._length:
            fits = own and number == 0 and bead != other
            return None if fits else "a new string of beads is due, of that side's own"
        fits = own and number == last + 1 and beads.before(bead) == known
        return None if fits else "that bead is not on the string that was begun"

    def _clock_refusal(self, record: bytes, side: int) -> str | None:
        settings = self.match.settings
        if actions.topic_of(record) != actions.CLOCK or not (settings.clock and settings.length):
            return "that note has no place in this match"
        body = actions.body_of(record)
        noted = self.match.notes.get(actions.CLOCK)
        before = TournamentClock(settings.clock, settings.length, noted)
        if len(body) == len(before.pack()):
            after = TournamentClock(settings.clock, settings.length, body)
            passed = before.left[side] - after.left[side]
            still = after.left[1 - side] == before.left[1 - side]
            if still and passed >= (TOLD_MS if after.left[side] else 1):
                return None
        return "a side's clock runs down, by a second at least, and no other's with it"

    # What this board writes and sends.

    def where(self) -> list[str]:
        """The message that says where this board stands, and asks the other where it does.

        It goes out on each new connection, and every few seconds while this board waits.
        """
        return self._told("at")

    def do(self, record: bytes) -> list[str]:
        """Writes this side's record; returns the messages to send. Raises Refusal."""
        reason = self.refusal(record, self.side)
        if not self.level:
            reason = reason or "the other board has not answered yet"
        if reason:
            raise Refusal(reason)
        self._write(record)
        return self.latest()

    def settled(self) -> list[str]:
        """Notes that all is on flash again; returns the messages to send."""
        self.saved = True
        return self.where()

    def go_on(self) -> list[str]:
        """Writes the record that is `due`: a bead, or the roll; returns the messages to send.

        Raises OSError if this board has no bead, as its dice fail or its seed is lost.
        """
        asked = self._behind() is not None or self._renews()
        return self.do(self._next_bead() if asked else self._roll())

    def wish(self, turns: int) -> list[str]:
        """The message that asks the side that has to act whether it takes back so many turns.

        If it agrees, it writes the TAKE_BACK, and this side accepts.
        """
        return ["%s %d" % (text, turns) for text in self._told("wish")]

    def _write(self, record: bytes) -> None:
        self.saved = self._commit(record)
        self.level = False
        self.standing.add(record)
        side = _bead_side(record)
        if side is not None and not bead_of(actions.body_of(record))[0]:
            self._walks[side] = None  # another string was begun

    def _told(self, word: str) -> list[str]:
        standing = self.standing
        if not self.saved:
            return []
        return ["%s %d %s" % (word, standing.count, hex_of(standing.digest))]

    def latest(self) -> list[str]:
        """The last record as a message."""
        standing = self.standing
        if not self.saved:
            return []
        words = (standing.count - 1, hex_of(standing.before), hex_of(standing.last))
        return ["act %d %s %s" % words]

    # What it hears.

    def hear(self, message: str) -> "Heard":
        """Handles a message of the other board. Raises FriendError if it cannot be."""
        words = words_of(message)
        if words[0] in ("at", "ok") and len(words) == 3:
            asks = words[0] == "at"
            return Heard(self._other_at(number_of(words[1]), bytes_of(words[2]), asks))
        if words[0] == "act" and len(words) == 4:
            return self._other_acts(number_of(words[1]), bytes_of(words[2]), bytes_of(words[3]))
        if words[0] == "wish" and len(words) == 4:
            return self._other_wishes(number_of(words[1]), bytes_of(words[2]), number_of(words[3]))
        if words[0] == "say" and len(words) == 2 and number_of(words[1]) < len(PHRASES):
            return Heard([], said=PHRASES[number_of(words[1])])
        if words[0] in ("hello", "agree"):
            return Heard(self._other_greets(words[0], message))
        raise FriendError(unknown(words[0]))

    def _other_greets(self, word: str, message: str) -> list[str]:
        """The answer to a board that does not know yet that this match has begun, or did not."""
        match = self.match
        heard, anchor = invited(message) if word == "hello" else agreement_in(message)
        names = (heard.names[0], match.settings.names[1])
        ours = told(heard.copy(names=names)) == told(match.settings)
        answers = word == ("agree", "hello")[self.side]
        if not answers or not ours or anchor != self.anchor(1 - self.side):
            raise FriendError("another match is under way here: put it aside, or end it")
        if self.side and self.standing.count == 1:
            return [agreement(match.settings, self.anchor(1))]
        return self.where()

    def anchor(self, side: int) -> bytes:
        """The anchor of a side's string: all the work for it is done, if `seek_anchors` has not."""
        while self.seek_anchors():
            pass
        return self._walks[side][1]  # type: ignore[index]  # it was looked for

    def seek_anchors(self) -> bool:
        """Does a slice of the work for both sides' anchors, from the beads that they have told;
        True if there is more."""
        for side in (0, 1):
            number, bead = self._walks[side] or bead_of(self.match.notes[actions.BEAD + side])
            count = min(number, beads.SLICE)
            self._walks[side] = number - count, beads.far_before(bead, count)
            if number > count:
                return True
        return False

    def _other_at(self, count: int, digest: bytes, asks: bool) -> list[str]:
        standing = self.standing
        if count == standing.count and digest == standing.digest:
            self.level = True
            return self._told("ok") if asks else []
        if count == standing.count - 1 and digest == standing.before:
            return self.latest()
        if count == standing.count + 1:
            return self.where()
        if count < standing.count - 1:
            return self._from_long_ago(digest)
        raise FriendError(_OTHER)

    def _from_long_ago(self, digest: bytes) -> list[str]:
        """An old message that came late: there is nothing to do, as a newer one is under way."""
        if len(digest) != _DIGEST:
            raise FriendError("a digest has %d bytes" % _DIGEST)
        return []

    def _other_acts(self, count: int, digest: bytes, record: bytes) -> "Heard":
        standing = self.standing
        if count > standing.count:
            return Heard(self.where())
        if count < standing.count - 1:
            return Heard(self._from_long_ago(digest))
        if count == standing.count - 1:
            if digest != standing.before or record != standing.last:
                raise FriendError(_OTHER)
            self.level = True
            return Heard(self._told("ok"))
        if digest != standing.digest:
            raise FriendError(_OTHER)
        try:
            actions.check(record)
            reason = self.refusal(record, 1 - self.side)
            if reason:
                raise FriendError(reason)
            self._write(record)
        except (RulesError, Refusal) as error:
            raise FriendError(str(error)) from None
        self.level = True
        return Heard(self._told("ok"), record)

    def _other_wishes(self, count: int, digest: bytes, turns: int) -> "Heard":
        standing = self.standing
        if count != standing.count or digest != standing.digest or self.due:
            return Heard([])  # from before the last record, or the roll is on its way
        if self.writer != self.side or self.match.phase == TAKING_BACK:
            raise FriendError("it is not for this side to act now")
        if turns > self.match.turns_back():
            raise FriendError("there are not so many turns to take back")
        return Heard([], wished=turns)


class Heard:
    """What came of a message: the messages `to_send`, and what there is to show.

    `record`: what the other board has written, or None. `wished`: the turns (actions.LAST: the last
    decision) that the other side would like to take back, or None. `said`: one of PHRASES, or "".
    """

    def __init__(
        self,
        to_send: list[str],
        record: bytes | None = None,
        wished: int | None = None,
        said: str = "",
    ) -> None:
        self.to_send = to_send
        self.record = record
        self.wished = wished
        self.said = said
