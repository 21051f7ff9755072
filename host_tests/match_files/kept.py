"""A match that is played by words, with the log that a board would keep of it."""

from binascii import crc32

from matches import do
from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings


def store(blob):
    """The bytes of a file in which a board keeps a blob."""
    body = b"PGS\x01" + blob
    return body + crc32(body).to_bytes(4, "little")


class Kept:
    """A match and its log."""

    def __init__(self, **agreed):
        self.match = Match(Settings(**dict({"names": ("Ann", "Bob")}, **agreed)))
        self.records = [actions.settings(self.match.settings)]

    def do(self, *texts):
        """Applies actions given as text, or as records."""
        for text in texts:
            taken = _Taken(self.match)
            if isinstance(text, bytes):
                taken.apply(text)
            else:
                do(taken, text)
            self.records.append(taken.record)
        return self


class _Taken:
    """A match that keeps the record which it was given."""

    def __init__(self, match):
        self._match = match
        self.position, self.dice = match.position, match.dice

    def apply(self, record):
        self._match.apply(record)
        self.record = record
