"""A backup's match takes the place of the one that a board plays, and no match is lost.

The board's own goes to its earlier matches if the backup's lacks any of it. Rolls that follow the
backup's in a match that the board has were seen already: a note in the new log counts them.
"""

from micropython import const

from picogammon.app.session import resume
from picogammon.app.session.seal import SealedDice
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import Any

    from picogammon.app.session.dice_box import Store
    from picogammon.rules.match import Match

    Log = Any  # a devices.recent.Recent

_MOST_SEEN = const(255)
_CHANCE = const(3)  # rolls that no two matches begin with by chance
_SLICE = const(16)  # records
_SAME = "The board plays the backup's match already"
_KEPT = "The match that the board played is its earlier match %d now"
_NO_SECRET = "The secret of its sealed dice is not on the board: people enter real dice by hand"


class Backup:
    """The log `sent`, which comes from a backup, beside the `running` one: two Recents, opened.

    `match`: where `sent` leads to. `own`: the running match, or None. `secrets`: the Store of the
    secrets of sealed dice. Known after `slices`: `same`, True if the board plays that match
    already; `keeps`, True if the running log has something that `sent` lacks; `notes`, sentences.
    """

    def __init__(
        self, sent: "Log", match: "Match", running: "Log", own: "Match | None", secrets: "Store"
    ) -> None:
        self.match = match
        self.same = False
        self.keeps = False
        self.notes: list[str] = []
        self._sent = sent
        self._running = running
        self._own = own
        self._size = running.size
        self._secrets = secrets
        self._seen = 0
        self._told: bytes | None = None  # the record that tells the secret of a match that is left

    def is_of(self, match: "Match") -> bool:
        """True if the running log is still that of `match`, as long as it was."""
        return match is self._own and self._running.size == self._size

    def slices(self, archived: "Iterable[Log]") -> "Iterator[None]":
        """Compares the logs in slices (a generator). `archived`: those of the earlier matches.

        Raises OSError if the running one cannot be read.
        """
        for log in archived:
            beside = Beside()
            try:
                yield from beside.slices(plain(log.open()), self._records())
            except OSError:
                continue  # a match that nobody can read holds no backup up
            self._seen = max(self._seen, beside.seen)
        own, match = self._own, self.match
        if own is not None:
            yield from self._beside_own(own)
        if own is not None and self.keeps and actions.SEAL in own.notes:
            self._told = SealedDice(own, self._secrets).told(own, match)
        if self.same:
            self.notes.append(_SAME)
            return
        if actions.SEAL in match.notes and actions.SECRET not in match.notes:
            if SealedDice(match, self._secrets).trouble:
                self.notes.append(_NO_SECRET)

    def _beside_own(self, own: "Match") -> "Iterator[None]":
        running = self._running
        reached = [0]
        beside = Beside()
        yield from beside.slices(plain(_told(running, reached)), self._records())
        self._seen = max(self._seen, beside.seen)
        # Records after damage are not given: what ends there may have had more.
        ends = beside.ends and reached[0] == running.size
        self.same = ends and beside.same
        self.keeps = not (ends or resume.fresh(own))

    def take(self, kept: str | None) -> None:
        """Begins the running log anew with the backup's records; a pulled plug leaves either.

        `kept`: the path to keep the old log under, or None. Raises OSError.
        """
        if kept:
            if self._told:
                self._running.append(self._told)
            name = kept.split("/")[-1]
            self.notes.append(_KEPT % int(name.split(".")[0].split("-")[0]))
        self._running.restart(self._following(), False, kept)

    def _following(self) -> "Iterator[bytes]":
        yield from self._records()
        yield actions.note(actions.RESTORED, bytes((min(self._seen, _MOST_SEEN),)))

    def _records(self) -> "Iterator[bytes]":
        return plain(_told(self._sent, [0]))


class Beside:
    """A log that was played, beside the backup's.

    `ends`: True if the backup's has all of it. `same`: True if both have the same records. `seen`:
    its rolls that follow the backup's, 0 if it is another match.
    """

    def __init__(self) -> None:
        self.ends = self.same = False
        self.seen = 0

    def slices(self, played: "Iterator[bytes]", records: "Iterator[bytes]") -> "Iterator[None]":
        """Compares the records of both in slices (a generator)."""
        rolls = count = 0
        sealed = False
        while True:
            one = next(played, None)
            other = next(records, None)
            if one is None or one != other:
                break
            rolls += actions.kind_of(one) == actions.ROLL
            sealed = sealed or _is_note(one, actions.SEAL)
            count += 1
            if count % _SLICE == 0:
                yield None
        self.ends = one is None
        self.same = one is None and other is None
        if not (sealed or rolls >= _CHANCE or rolls and other is None):
            return
        while one is not None:
            self.seen += actions.kind_of(one) == actions.ROLL
            one = next(played, None)
            count += 1
            if count % _SLICE == 0:
                yield None


def sound(
    log: "Log", breathe: "Callable[[], object] | None"
) -> "Generator[None, None, Match | None]":
    """Reads a Recent in slices (a generator); returns its match, or None if anything is wrong.

    `breathe`: as for resume.take_up.
    """
    for count, _ in enumerate(log.open()):
        if count % _SLICE == 0:
            yield None
    if log.damage:
        return None
    match, trouble = resume.take_up(log, breathe)
    return None if trouble else match


def plain(records: "Iterable[bytes]") -> "Iterator[bytes]":
    """Yields records without what a board was told of backups."""
    for record in records:
        if not _is_note(record, actions.RESTORED):
            yield record


def _told(log: "Log", reached: list[int]) -> "Iterator[bytes]":
    """Yields all records of an opened Recent; reached[0] is the offset after the last one."""
    for record, offset, _ in log.records_from(*log.start):
        reached[0] = offset
        yield record


def _is_note(record: bytes, topic: int) -> bool:
    return actions.kind_of(record) == actions.NOTE and actions.topic_of(record) == topic
