"""A board's files over the link, while it plays on: listed, read, put there, and restored.

docs/ubgi.md has the lines. Bytes are in base64, a CRC is the CRC-32 in decimal.
"""

import machine
from binascii import a2b_base64, b2a_base64, crc32
from micropython import const

from picogammon.app.session import backup
from picogammon.app.ubgi.words import BAD, MISSING, UNSUPPORTED, Trouble, exactly, number
from picogammon.devices import files, transfer
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent

_MOST_CRC = 0xFFFFFFFF
_FULL = const(28)  # ENOSPC
_TIMES = ((2025, 2100), (1, 12), (1, 31), (0, 6), (0, 23), (0, 59), (0, 59))
_NONE = "no file '%s' may be %s"
_USAGES = {
    "files": "files, or files matches",
    "get": "get PATH",
    "put": "put PATH SIZE CRC",
    "data": "data BYTES",
    "restore": "restore",
    "clock": "clock YEAR MONTH DAY WEEKDAY HOUR MINUTE SECOND",
    "restart": "restart",
}


class Filing:
    """Answers for the files of a board that shows a Navigator's match.

    `restarts`: True once the board shall start anew.
    """

    def __init__(self, navigator, written, sync):
        """`written`, `sync`: as for talk.Talk."""
        self.restarts = False
        self._navigator = navigator
        self._written = written
        self._sync = sync
        self._coming = None  # a transfer.Incoming

    def lines(self, words, now):
        """Yields the lines that answer a line, given as its words, and None after slices of work.

        The verb is one of `talk.FILED`.
        """
        verb = words[0]
        try:
            yield from getattr(self, "_" + verb)(words[1:], now)
        except Trouble as trouble:
            yield "error %s %s" % (trouble.code, trouble)
        except transfer.Unfit as unfit:
            self._give_up()
            yield "error %s %s" % (UNSUPPORTED, unfit)
        except OSError as error:
            self._give_up()
            why = transfer.NO_ROOM if error.args[0] == _FULL else "the flash fails: %s" % error
            yield "error %s %s" % (UNSUPPORTED, why)

    def _give_up(self):
        if self._coming:
            self._coming.drop()
            self._coming = None

    def _files(self, words, now):
        folder = words[0] if words else ""
        if words[1:] or folder not in ("", transfer.MATCHES):
            raise Trouble(BAD, "write '%s'" % _USAGES["files"])
        for found in transfer.sizes(folder):
            yield "files %d %s" % found
        yield "files end"

    def _get(self, words, now):
        (path,) = exactly(words, 1, _USAGES["get"])
        if not transfer.is_readable(path):
            raise Trouble(BAD, _NONE % (path, "read"))
        size = files.size(path)
        if size < 0:
            yield "get none"
            return
        crc = 0
        try:
            for piece in transfer.pieces(path, size):
                crc = crc32(piece, crc)
                yield "get data " + b2a_base64(piece).decode().strip()
        except transfer.Changed:
            raise Trouble(MISSING, "it has changed meanwhile: ask again") from None
        yield "get end %d %d" % (size, crc)

    def _put(self, words, now):
        path, size, crc = exactly(words, 3, _USAGES["put"])
        if not transfer.is_writable(path):
            raise Trouble(BAD, _NONE % (path, "written"))
        size = number("size", size, 1, transfer.MOST_BYTES)
        crc = number("crc", crc, 0, _MOST_CRC)
        self._give_up()
        self._navigator.session.untidy = False  # or what comes might be taken for a leftover
        self._coming = transfer.Incoming(path, size, crc)
        yield "put on"

    def _data(self, words, now):
        if self._coming is None:
            raise Trouble(MISSING, "no file is awaited: put it first")
        try:
            done = self._coming.add(a2b_base64(words[0]))
        except (ValueError, IndexError):
            raise transfer.Unfit("these are no bytes: put it again") from None
        finally:
            self._written()
        if not done:
            yield "data %d" % self._coming.had
            return
        self._navigator.session.untidy = not self._coming.waits
        self._coming = None
        if self._sync:
            self._sync()
        yield "data end"

    def _restore(self, words, now):
        exactly(words, 0, _USAGES["restore"])
        session = self._navigator.session
        library = session.library
        session.untidy = False
        try:
            sent = Recent(Journal(transfer.BACKUP), transfer.BACKUP)
            match = yield from backup.sound(sent, library.running_log.breathe)
            if match is None:
                raise Trouble(MISSING, "there is no sound match to restore: put it first")
            while True:
                beside = library.beside(sent, match)
                archive = session.archive
                yield from beside.slices(archive.open(name) for name in archive.names())
                if beside.is_of(session.match):
                    break
            if not (beside.same or self._navigator.begin(now, library.restore, beside)):
                raise Trouble(UNSUPPORTED, transfer.NO_ROOM)
        finally:
            sent.close()
            if files.size(transfer.BACKUP) >= 0:
                files.remove(transfer.BACKUP)
            session.untidy = True
        for note in beside.notes:
            yield "restore note " + note
        yield "restore end"

    def _clock(self, words, now):
        exactly(words, len(_TIMES), _USAGES["clock"])
        when = [number("clock", word, *most) for word, most in zip(words, _TIMES)]
        clock = getattr(machine, "RTC", None)
        if clock:
            try:
                clock().datetime(tuple(when) + (0,))
            except (OSError, ValueError):
                raise Trouble(BAD, "there is no such day") from None
        yield "clock end"

    def _restart(self, words, now):
        exactly(words, 0, _USAGES["restart"])
        self.restarts = True
        yield "restart end"
