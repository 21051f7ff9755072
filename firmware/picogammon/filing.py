"""A board's matches and files over the link, while it plays on: listed, read, sent and restored.

docs/ubgi.md has the lines. Bytes are in base64, a CRC is the CRC-32 in decimal.
"""

from binascii import a2b_base64, b2a_base64, crc32
from micropython import const

from picogammon.app.session import recording
from picogammon.app.ubgi.words import BAD, MISSING, UNSUPPORTED, Trouble
from picogammon.devices import transfer
from picogammon.devices.files import COMING, SETTINGS
from picogammon.devices.nor import SECTOR
from picogammon.devices.ring import packed_day
from picogammon.rules.match import MATCH_OVER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.ubgi.decisions import Lines
    from picogammon.devices.match_log import MatchLog
    from picogammon.engine.engine import Slices
    from picogammon.host import Host

_FULL = const(28)  # ENOSPC
# The words of `clock`, from year to second.
_EARLIEST = (2000, 1, 1, 0, 0, 0, 0)
_LATEST = (2099, 12, 31, 6, 23, 59, 59)
_RESTORE = "restore"
_RUNNING = "running"
_ASK_THEM = "two people play a match: end it at the board first, or choose New match, LATER"


class Filing:
    """Answers for the matches and files of a board that shows a Navigator's match.

    `restarts`: True once the board shall start anew.
    """

    def __init__(self, host: "Host", navigator: "Navigator | None", deep: bool = False) -> None:
        """`deep`: True if `lines` runs deep in the stack; then `due` has to be asked elsewhere."""
        self.restarts = False
        self._due: "Callable[[], object] | None" = None
        self._deep = deep
        self._host = host
        self._navigator = navigator
        self._coming: "transfer.Incoming | None" = None
        self._day = 0  # of a match that comes
        self._needs_both = False  # whether what comes changes what two people have agreed on
        self._sent: "MatchLog | None" = None  # a match that is to be restored

    def lines(self, words: "Sequence[str]", now: int) -> "Lines":
        """Yields the lines that answer a line, given as its words, and None after slices of work.

        The first word is one of `talk.FILED`.
        """
        try:
            yield from getattr(self, "_" + words[0])(words[1:], now)
            return
        except Trouble as trouble:
            why = trouble.code, str(trouble)
        except transfer.Unfit as unfit:
            why = UNSUPPORTED, str(unfit)
        except (ValueError, OverflowError):  # too many words or too few, no number, no base64
            why = BAD, "'%s' is written otherwise: docs/ubgi.md says how" % words[0]
        except OSError as error:
            full = error.args[0] == _FULL
            why = UNSUPPORTED, transfer.NO_ROOM if full else "the flash fails: %s" % error
        except Exception:
            self._give_up()
            raise
        self._give_up()
        yield "error %s %s" % why

    def due(self) -> "Callable[[], object] | None":
        """What an answer waits for, to be called once, where little of the stack is in use."""
        due, self._due = self._due, None
        return due

    def _give_up(self) -> None:
        if self._coming:
            self._coming.drop()
        self._coming = self._sent = None

    def _allow(self) -> None:
        """Raises Trouble if what comes changes what two people have agreed on."""
        if self._needs_both and self._navigator.session.needs_both:
            raise Trouble(UNSUPPORTED, _ASK_THEM)

    # What is there.

    def _matches(self, words: "Sequence[str]", now: int) -> "Lines":
        if words:
            raise ValueError
        ring = self._host.ring
        running = ring.running()
        for run in ring.runs():
            what = _RUNNING if run == running else ("played" if ring.is_played(run) else "sent")
            yield "matches %d %s %s" % (run, what, ring.day(run) or "-")
        yield "matches end %d %d" % (ring.used, ring.flash.sectors)

    def _match(self, words: "Sequence[str]", now: int) -> "Lines":
        (which,) = words
        ring = self._host.ring
        run = ring.running() if which == _RUNNING else int(which)
        if run not in ring.runs():
            yield "match none"
            return
        yield from _bytes("match", transfer.image(ring, run))

    def _files(self, words: "Sequence[str]", now: int) -> "Lines":
        if words:
            raise ValueError
        for name in transfer.names(self._host.files):
            yield "files " + name
        yield "files end"

    def _get(self, words: "Sequence[str]", now: int) -> "Lines":
        (path,) = words
        size = self._host.files.size(path) if transfer.is_readable(path) else -1
        if size < 0:
            yield "get none"
            return
        yield from _bytes("get", transfer.pieces(self._host.files, path, size))

    # What comes.

    def _put(self, words: "Sequence[str]", now: int) -> "Lines":
        path, size, crc = words
        self._give_up()
        self._needs_both = path == SETTINGS  # real dice
        self._allow()
        self._coming = transfer.Incoming(self._host.files, path, int(size), int(crc))
        yield "put on"

    def _send(self, words: "Sequence[str]", now: int) -> "Lines":
        size, crc, day = words
        self._give_up()
        self._needs_both = day == _RESTORE
        self._allow()
        self._day = packed_day("" if day in (_RESTORE, "-") else day)
        transfer.check_size(self._host.ring, int(size))
        yield from self._spare(int(size))
        self._coming = transfer.Incoming(self._host.files, "", int(size), int(crc))
        yield "send on"

    def _data(self, words: "Sequence[str]", now: int) -> "Lines":
        coming = self._coming
        if coming is None or self._sent:
            raise Trouble(MISSING, "put a file or send a match first")
        self._allow()  # perhaps they have begun meanwhile
        if not coming.add(a2b_base64("".join(words))):
            yield "data on"
            return
        session = self._navigator.session
        if not coming.path:
            sent = transfer.match_in(self._host.files, COMING)
            yield from transfer.checked(self._host.ring, sent)
            if self._needs_both:
                self._sent = sent
            else:
                yield from self._keep(sent)
        elif coming.path == SETTINGS:  # now, while nobody has agreed on anything else
            session.load_prefs()
            session.prefs.adapt(self._navigator.view)
            self._navigator.changed = True
        else:
            session.library.forget_grader()  # what people have done may be new
        if not self._sent:
            self._give_up()
        yield "data end"

    def _spare(self, size: int) -> "Slices[None]":
        """Lets no match of two people that was put aside make room for so many bytes that come.

        Raises Unfit if there is no other room.
        """
        ring = self._host.ring
        count = -(-size // SECTOR)
        if ring.room(*ring.runs()) >= count:
            return
        archive = self._navigator.session.archive
        ring.spared = set()
        oldest = ""
        for run in archive.runs():
            if ring.is_over(run):
                continue
            found = yield from recording.standing(archive.open(run))
            if found and not any(found[0].players):
                ring.spared.add(run)
                oldest = "%s - %s %s" % (tuple(found[0].names) + (ring.day(run),))
        if ring.room(*ring.spared) < count:
            raise transfer.Unfit("%s: first delete %s at the board" % (transfer.NO_ROOM, oldest))

    def _keep(self, sent: "MatchLog") -> "Slices[None]":
        ring = self._host.ring
        match = yield from recording.last_game(sent)
        yield from self._spare(sent.size)
        run = yield from transfer.keep(ring, recording.to_keep(sent, match), self._day)
        if match is not None and match.phase == MATCH_OVER:
            ring.over(run)

    def _restore(self, words: "Sequence[str]", now: int) -> "Lines":
        if self._sent is None:
            raise Trouble(MISSING, "send a match first")
        from picogammon.app.session.backup import Backup  # saves memory if nobody restores

        session = self._navigator.session
        library = session.library
        archive = session.archive
        running = library.running_log
        while True:
            self._allow()
            match, size = session.match, running.size
            beside = Backup(self._sent, running)
            logs = (archive.open(run) for run in archive.runs())
            own = None if session.fresh else match
            yield from beside.slices(own, session.dice.seal_store, logs)
            if match is session.match and size == running.size:  # nobody has played on
                break
        if beside.match is None:
            raise Trouble(MISSING, "send a sound match first")
        what = (library.resume, beside.records(), beside.match, beside.keeps)
        done: "list[bool | Exception]" = [beside.same]

        def begin() -> None:
            try:
                done.append(self._navigator.begin(now, *what))
            except Exception as error:
                if session.match is not match:
                    raise
                done.append(error)  # all is as it was

        if self._deep and not beside.same:
            self._due = begin
        elif not beside.same:
            begin()
        while self._due:
            yield None
        if isinstance(done[-1], Exception):
            raise done[-1]
        if not done[-1]:
            raise transfer.Unfit(transfer.NO_ROOM)
        self._give_up()
        for note in beside.notes:
            yield "restore note " + note
        yield "restore end"

    def _clock(self, words: "Sequence[str]", now: int) -> "Lines":
        when = tuple(map(int, words))
        clock = getattr(self._host.machine, "RTC", None)
        if len(when) != len(_EARLIEST):
            raise ValueError
        for least, number, most in zip(_EARLIEST, when, _LATEST):
            if not least <= number <= most:  # a month beyond these faults the chip
                raise ValueError
        if clock:
            clock().datetime(when + (0,))
        yield "clock end"

    def _restart(self, words: "Sequence[str]", now: int) -> "Lines":
        self.restarts = True
        yield "restart end"


def _bytes(verb: str, pieces: "Iterator[bytes]") -> "Iterator[str]":
    """Yields the lines with all of the bytes, and one with their number and CRC."""
    size = crc = 0
    for piece in pieces:
        size += len(piece)
        crc = crc32(piece, crc)
        yield "%s data %s" % (verb, b2a_base64(piece).decode().strip())
    yield "%s end %d %d" % (verb, size, crc)
