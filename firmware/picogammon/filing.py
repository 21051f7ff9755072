"""A board's files over the link, while it plays on: listed, read, put there, and restored.

docs/ubgi.md has the lines. Bytes are in base64, a CRC is the CRC-32 in decimal.
"""

from binascii import a2b_base64, b2a_base64, crc32
from micropython import const

from picogammon.app.session.backup import Backup
from picogammon.app.ubgi.words import BAD, MISSING, UNSUPPORTED, Trouble
from picogammon.devices import transfer
from picogammon.devices.files import MATCHES, SETTINGS
from picogammon.devices.recent import Recent

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.ubgi.decisions import Lines
    from picogammon.host import Host

_FULL = const(28)  # ENOSPC
_CLOCK = const(7)  # words
_NEED_BOTH = (SETTINGS, transfer.BACKUP)  # real dice; the match itself
_ASK_THEM = "two people play a match: end it at the board first, or choose New match, LATER"


class Filing:
    """Answers for the files of a board that shows a Navigator's match.

    `restarts`: True once the board shall start anew.
    """

    def __init__(self, host: "Host", navigator: "Navigator | None") -> None:
        self.restarts = False
        self._host = host
        self._navigator = navigator
        self._coming: "transfer.Incoming | None" = None

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
        except ValueError:  # too many words or too few, no number, no base64
            why = BAD, "'%s' is written otherwise: docs/ubgi.md says how" % words[0]
        except OSError as error:
            full = error.args[0] == _FULL
            why = UNSUPPORTED, transfer.NO_ROOM if full else "the flash fails: %s" % error
        self._give_up()
        yield "error %s %s" % why

    def _give_up(self) -> None:
        if self._coming:
            self._coming.drop()
            self._coming = None
            self._navigator.session.untidy = True

    def _allow(self, path: str) -> None:
        """Raises Trouble for a file that changes what two people have agreed on."""
        if path in _NEED_BOTH and self._navigator.session.needs_both:
            raise Trouble(UNSUPPORTED, _ASK_THEM)

    def _files(self, words: "Sequence[str]", now: int) -> "Lines":
        folder = "".join(words)
        if folder not in ("", MATCHES):
            raise ValueError
        for name in transfer.names(self._host.files, folder):
            yield "files " + name
        yield "files end"

    def _get(self, words: "Sequence[str]", now: int) -> "Lines":
        (path,) = words
        size = self._host.files.size(path) if transfer.is_readable(path) else -1
        if size < 0:
            yield "get none"
            return
        crc = 0
        for piece in transfer.pieces(self._host.files, path, size):
            crc = crc32(piece, crc)
            yield "get data " + b2a_base64(piece).decode().strip()
        yield "get end %d %d" % (size, crc)

    def _put(self, words: "Sequence[str]", now: int) -> "Lines":
        path, size, crc = words
        self._give_up()
        self._allow(path)
        self._navigator.session.untidy = False  # or what comes might be taken for a leftover
        self._coming = transfer.Incoming(self._host.files, path, int(size), int(crc))
        yield "put on"

    def _data(self, words: "Sequence[str]", now: int) -> "Lines":
        coming = self._coming
        if coming is None:
            raise Trouble(MISSING, "put a file first")
        self._allow(coming.path)  # perhaps they have begun meanwhile
        done = coming.add(a2b_base64("".join(words)))
        self._host.files.sync()
        if done:
            self._coming = None
            self._navigator.session.untidy = not coming.waits
            self._navigator.session.library.forget_grader()  # what people have done may be new
            if coming.path == SETTINGS:  # now, while nobody has agreed on anything else
                self._navigator.session.load_prefs()
                self._navigator.session.prefs.adapt(self._navigator.view)
                self._navigator.changed = True
        yield "data end" if done else "data on"

    def _restore(self, words: "Sequence[str]", now: int) -> "Lines":
        session = self._navigator.session
        library = session.library
        archive = session.archive
        running = library.running_log
        if running.damage:
            running.mend()
        sent = Recent(self._host.files, transfer.BACKUP)
        try:
            while True:
                self._allow(transfer.BACKUP)
                match, size = session.match, running.size
                beside = Backup(sent, running)
                logs = (archive.open(name) for name in archive.names())
                own = None if session.fresh else match
                yield from beside.slices(own, session.dice.seal_store, logs)
                if match is session.match and size == running.size:  # nobody has played on
                    break
            if beside.match is None:
                raise Trouble(MISSING, "put a sound match first")
            what = (library.resume, beside.records(), beside.match, beside.keeps)
            if not (beside.same or self._navigator.begin(now, *what)):
                raise transfer.Unfit(transfer.NO_ROOM)
        finally:
            session.untidy = True  # what was put there is a leftover now
        for note in beside.notes:
            yield "restore note " + note
        yield "restore end"

    def _clock(self, words: "Sequence[str]", now: int) -> "Lines":
        when = tuple(map(int, words))
        clock = getattr(self._host.machine, "RTC", None)
        if len(when) != _CLOCK:
            raise ValueError
        if clock:
            clock().datetime(when + (0,))
        yield "clock end"

    def _restart(self, words: "Sequence[str]", now: int) -> "Lines":
        self.restarts = True
        yield "restart end"
