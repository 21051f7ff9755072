"""Answers a PC's lines (commands) about matches, files and the clock, even during a match.

docs/ubgi.md lists these lines. Bytes are sent in base64, and a CRC is a CRC-32 in decimal.
"""

from binascii import a2b_base64, b2a_base64, crc32
from micropython import const

from picogammon.app.session import recording
from picogammon.app.session.session import closing
from picogammon.app.ubgi.words import BAD, MISSING, UNSUPPORTED, Trouble
from picogammon.devices import transfer
from picogammon.devices.files import COMING, SETTINGS
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SECTOR, SentMatch
from picogammon.devices.ring import IMPORTED, NO_SPACE, Ring, packed_day
from picogammon.rules.match import MATCH_OVER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.ubgi.asked import Lines
    from picogammon.engine.engine import Slices
    from picogammon.host import Host

# Bounds of the words of `clock`, from year to second.
_EARLIEST = (2000, 1, 1, 0, 0, 0, 0)
_LATEST = (2099, 12, 31, 6, 23, 59, 59)
_RUNNING = "running"
ASK_THEM = "two people are playing: end the match at the board, or choose New match, LATER"


class Filing:
    """Answers a PC's lines about matches and files. `navigator`: None if the board has failed."""

    def __init__(self, host: "Host", navigator: "Navigator | None") -> None:
        self.restarts = False  # True once a line asked for a restart
        self._host = host
        self._navigator = navigator
        self._coming: "transfer.Incoming | None" = None
        self._day = 0  # the day of the match that is being sent, as packed_day returns it

    def lines(self, words: "Sequence[str]") -> "Lines":
        """Yields the answer to a line. `words`: its words, first a verb such as `get`."""
        try:
            try:
                answers = getattr(self, "_" + words[0])(*words[1:])
            except TypeError:
                raise ValueError from None  # a wrong number of words
            yield from answers
            return
        except Trouble as trouble:
            why = trouble.code, str(trouble)
        except transfer.Unfit as unfit:
            why = UNSUPPORTED, str(unfit)
        except (ValueError, OverflowError):  # wrong words, numbers or base64
            why = BAD, "'%s' is written differently: see docs/ubgi.md" % words[0]
        except OSError as error:
            full = error.args[0] == NO_SPACE
            why = UNSUPPORTED, transfer.NO_ROOM if full else "the flash failed: %s" % error
        except Exception:
            self._give_up()
            raise
        self._give_up()
        yield "error %s %s" % why

    def _give_up(self) -> None:
        if self._coming:
            self._coming.drop()
        self._coming = None

    def _allow(self, path: str) -> None:
        if path == SETTINGS and self._navigator.session.needs_both:
            raise Trouble(UNSUPPORTED, ASK_THEM)

    def _matches(self) -> "Lines":
        ring = self._host.ring
        running = ring.running()
        for run in ring.runs():
            what = _RUNNING if run == running else ("played" if ring.is_played(run) else "sent")
            yield "matches %d %s %s" % (run, what, ring.day(run) or "-")
        yield "matches end %d %d" % (ring.used, ring.flash.sectors)

    def _match(self, which: str) -> "Lines":
        ring = self._host.ring
        run = ring.running() if which == _RUNNING else int(which)
        if run not in ring.runs():
            yield "match none"
            return
        yield from _bytes("match", transfer.image(ring, run))

    def _files(self) -> "Lines":
        for name in transfer.names(self._host.files):
            yield "files " + name
        yield "files end"

    def _get(self, path: str) -> "Lines":
        size = self._host.files.size(path) if path in transfer.READABLE else -1
        if size < 0:
            yield "get none"
            return
        yield from _bytes("get", transfer.pieces(self._host.files, path, size))

    def _put(self, path: str, size: str, crc: str) -> "Lines":
        self._give_up()
        self._allow(path)
        self._coming = transfer.Incoming(self._host.files, path, int(size), int(crc))
        yield "put on"

    def _send(self, size: str, crc: str, day: str) -> "Lines":
        self._give_up()
        self._day = packed_day("" if day == "-" else day)
        transfer.check_size(self._host.ring, int(size))
        yield from spare(self._host.ring, int(size))
        self._coming = transfer.Incoming(self._host.files, "", int(size), int(crc))
        yield "send on"

    def _data(self, *words: str) -> "Lines":
        coming = self._coming
        if coming is None:
            raise Trouble(MISSING, "write 'put' or 'send' first")
        self._allow(coming.path)  # again: two people may have begun since `put`
        if not coming.add(a2b_base64("".join(words))):
            yield "data on"
            return
        session = self._navigator.session
        if not coming.path:
            sent = SentMatch(self._host.files, COMING)
            try:
                log = MatchLog(Ring(sent))
                yield from transfer.checked(self._host.ring, log)
                yield from keep(self._host.ring, log, self._day)
            finally:
                sent.close()
        elif coming.path == SETTINGS:  # now, before two people agree on something else
            session.load_prefs()
            session.prefs.adapt(self._navigator.view)
            self._navigator.changed = True
        else:
            session.forget_grader()  # the people's records may be new
        self._give_up()
        yield "data end"

    def _clock(self, *words: str) -> "Lines":
        when = tuple(map(int, words))
        clock = getattr(self._host.machine, "RTC", None)
        fits = [a <= b <= c for a, b, c in zip(_EARLIEST, when, _LATEST)]
        if len(when) != len(_EARLIEST) or not all(fits):  # such a month would make the chip fail
            raise ValueError
        if clock:
            clock().datetime(when + (0,))
        yield "clock end"

    def _restart(self, *words: str) -> "Lines":
        self.restarts = True
        yield "restart end"


def spare(ring: "Ring", size: int) -> "Slices[None]":
    """Makes `ring` keep two people's unfinished matches when a sent match of `size` bytes comes.

    Raises Unfit if the sent match has no room next to the unfinished matches.
    """
    count = -(-size // SECTOR)
    if ring.room(*ring.runs()) >= 2 * count:  # added SETTINGS records may nearly double the size
        return
    ring.spared = set()
    oldest = ""
    for run in ring.runs():
        if run == ring.running() or ring.is_over(run):
            continue
        found = yield from recording.standing(MatchLog(ring, run))
        if found and not any(found[0].players):
            ring.spared.add(run)
            oldest = "%s - %s %s" % (tuple(found[0].names) + (ring.day(run),))
    if ring.room(*ring.spared) < count:
        raise transfer.Unfit("%s: first delete %s at the board" % (transfer.NO_ROOM, oldest))


def keep(ring: "Ring", log: "MatchLog", day: int) -> "Slices[None]":
    """Stores in `ring` the match `log`, which a PC has sent. `day`: its day (see packed_day)."""
    match = yield from recording.last_game(log)
    score = closing(match)
    over = match is not None and match.phase == MATCH_OVER
    match = None  # frees the memory of the match, which stock MicroPython needs
    yield from spare(ring, log.size)
    yield from MatchLog(ring, 0).write(recording.to_keep(log, score), IMPORTED, day, over)


def _bytes(verb: str, pieces: "Iterator[bytes]") -> "Iterator[str]":
    """Yields a line `VERB data BASE64` for each of `pieces`, then `VERB end SIZE CRC`."""
    size = crc = 0
    for piece in pieces:
        size += len(piece)
        crc = crc32(piece, crc)
        yield "%s data %s" % (verb, b2a_base64(piece).decode().strip())
    yield "%s end %d %d" % (verb, size, crc)
