"""A backup's match takes the place of the one that a board plays, and no match is lost.

The board's own goes to its earlier matches if the backup's lacks any of it, and is not there yet.
Rolls that follow the backup's in a match that the board has were seen already: a note in the new
log counts them.
"""

from micropython import const

from picogammon.app.session import resume
from picogammon.app.session.recording import to_keep
from picogammon.app.session.seal import SealedDice
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from picogammon.app.session.dice_box import Store
    from picogammon.app.session.keeper import Log
    from picogammon.rules.match import Match

_MOST_SEEN = const(255)
_CHANCE = const(3)  # rolls that no two matches begin with by chance
_SLICE = const(16)  # records
_NOTHING = const(-1)  # of records: not even the backup's has more
_SAME = "The board plays the backup's match already"
_KEPT = "The match that the board played is among its earlier matches now"
_NO_SECRET = "The secret of its sealed dice is not on the board: people enter real dice by hand"


class Backup:
    """The log `sent`, which comes from a backup, beside the `running` one: two Recents.

    Known after `slices`: `match`, to which `sent` leads, None if it is damaged, or no match;
    `same`, True if it is the running one already; `keeps`, True if the running log has what `sent`
    lacks; `notes`, sentences for people.
    """

    def __init__(self, sent: "Log", running: "Log") -> None:
        self.match: "Match | None" = None
        self.same = self.keeps = False
        self.notes: list[str] = []
        self._sent = sent
        self._running = running
        self._seen = 0

    def slices(
        self, own: "Match | None", secrets: "Store", archived: "Iterable[Log]"
    ) -> "Iterator[None]":
        """Compares the logs in slices (a generator).

        `own`: the running match, None if nothing was done in it; its log was opened. `secrets`:
        those of sealed dice. `archived`: the logs of earlier matches. Raises OSError if `sent` or
        the running log cannot be read.
        """
        sent, running = self._sent, self._running
        for count, _ in enumerate(sent.open()):
            if count % _SLICE == 0:
                yield None
        if sent.damage:
            return
        match, trouble = resume.saved_match(sent, running.feed)
        if match is None or trouble:
            return
        twin = False
        for log in archived:
            yield None
            try:
                _, seen = yield from _compared(log.open(), _records(sent, [0]))
                self._seen = max(self._seen, seen)
                more, _ = yield from _compared(log.open(), _records(running, [0]))
            except OSError:
                continue  # a match that nobody can read holds no backup up
            twin = twin or more == _NOTHING
        reached = [0]
        more, seen = yield from _compared(_records(running, reached), _records(sent, [0]))
        self._seen = min(max(self._seen, seen), _MOST_SEEN)
        # Records after damage are not given: what ends there may have had more.
        whole = reached[0] == running.size
        self.match = match
        self.same = whole and more == _NOTHING
        # A sealed match that is left tells its secret, and so is another one than its twin.
        if own is not None:
            there = more <= 0 or twin and actions.SEAL not in own.notes
            self.keeps = not (whole and there)
        if self.same:
            self.notes.append(_SAME)
        elif self.keeps:
            self.notes.append(_KEPT)
        if actions.SEAL in match.notes and SealedDice(match, secrets).secret is None:
            self.notes.append(_NO_SECRET)
        match.apply(self._restored())

    def records(self) -> "Iterator[bytes]":
        """Yields the records of the log that takes the running one's place."""
        yield from to_keep(self._sent, None)
        yield self._restored()

    def _restored(self) -> bytes:
        return actions.note(actions.RESTORED, bytes((self._seen,)))


def _compared(
    played: "Iterable[bytes]", records: "Iterator[bytes]"
) -> "Generator[None, None, tuple[int, int]]":
    """Compares two logs in slices (a generator).

    Returns how many records `played` has that follow what both begin with, and how many of these
    are rolls. Of another match one is counted, and no roll. _NOTHING: both are the same.
    """
    other = next(records, None)
    sealed = False
    common = count = more = seen = 0
    for one in plain(played):
        count += 1
        if count % _SLICE == 0:
            yield None
        roll = actions.kind_of(one) == actions.ROLL
        if not more and one == other:
            common += roll
            sealed = sealed or _is_note(one, (actions.SEAL,))
            other = next(records, None)
        elif more or sealed or common >= _CHANCE or common and other is None:
            more += 1
            seen += roll
        else:
            return 1, 0
    return more or (_NOTHING if other is None else 0), seen


def plain(records: "Iterable[bytes]") -> "Iterator[bytes]":
    """Yields records without those that a board adds.

    These are notes of backups and scores, and settings that change nothing.
    """
    settled = None
    for record in records:
        if actions.kind_of(record) == actions.SETTINGS:
            if record == settled:
                continue
            settled = record
        if not _is_note(record, (actions.RESTORED, actions.SCORE)):
            yield record


def _records(log: "Log", reached: list[int]) -> "Iterator[bytes]":
    """Yields the plain records of an opened Recent; reached[0] is the offset after the last one."""

    def records() -> "Iterator[bytes]":
        for record, offset, _ in log.records_from(*log.start):
            reached[0] = offset
            yield record

    return plain(records())


def _is_note(record: bytes, topics: tuple[int, ...]) -> bool:
    return actions.kind_of(record) == actions.NOTE and actions.topic_of(record) in topics
