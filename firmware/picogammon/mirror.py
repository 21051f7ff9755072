"""What a page at the other end of the link asks of a board that plays on: what it shows, its files.

A line each, in base64 where it is bytes. `mirror` (`mirror all`: whole) is answered with

    mirror board NAME VERSION     a board's name, as in boards/, and the firmware's version
    mirror lights BYTES           red, green, blue of each light, in the strip's order
    mirror oled PAGE BYTES        a page of the display, 128 columns, that has changed since
    mirror end

and `file NAME` with `file data BYTES`, as often as it takes, and `file end`; with `file none` where
there is no such file, or it is nobody's business.
"""

from binascii import b2a_base64, crc32
from micropython import const

from picogammon import VERSION
from picogammon.devices import files

FILES = ("match.log.newest", "match.log", "settings.bin", "crash.log")

_PAGES = const(8)
_COLUMNS = const(128)


class Mirror:
    """Answers for a panel.Panel; remembers what of the display was told."""

    def __init__(self, panel):
        self._panel = panel
        self._told = [None] * _PAGES

    def lines(self, words):
        """An iterator over the lines that answer a line, given as its words."""
        if words[0] == "file":
            return _file(words[1:])
        if words[1:] == ["all"]:
            self._told = [None] * _PAGES
        return self._shown()

    def _shown(self):
        panel = self._panel
        yield "mirror board %s %s" % (panel.name, VERSION)
        yield "mirror lights " + _text(panel.rgb)
        for page in range(_PAGES):
            dots = memoryview(panel.canvas.buffer)[page * _COLUMNS : (page + 1) * _COLUMNS]
            check = crc32(dots)
            if check != self._told[page]:
                self._told[page] = check
                yield "mirror oled %d %s" % (page, _text(dots))
        yield "mirror end"


def _file(names):
    if len(names) != 1 or names[0] not in FILES:
        yield "file none"
        return
    size = files.size(names[0])
    if size < 0:
        yield "file none"
        return
    for part in files.part(names[0], 0, size):
        yield "file data " + _text(part)
    yield "file end"


def _text(data):
    return b2a_base64(data).decode().strip()
