"""Match files and logs for tests: those beside this, and a match played by words. samples/ tells
one match in each program's way."""

import os
from binascii import crc32

from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings
from reading import records

_HERE = __file__.rpartition("/")[0]
OPENING = ("roll 3-1", "play 8/5 6/5")


def names(folder):
    """The names of a folder's files, sorted."""
    return sorted(os.listdir(f"{_HERE}/{folder}"))


def text_of(name, folder="samples"):
    """The text of a file as the page reads it: with its line ends, without a byte order mark."""
    with open(f"{_HERE}/{folder}/{name}", "rb") as file:
        return file.read().decode().lstrip("\ufeff")


def store(blob):
    """The bytes of a file in which a board keeps a blob."""
    body = b"PGT\x01\x00\x00\x01\x00" + blob
    return body + crc32(body).to_bytes(4, "little")


class Kept:
    """A match that is played by words, with the log that a board would keep of it."""

    def __init__(self, **agreed):
        self.match = Match(Settings(**dict({"names": ("Ann", "Bob")}, **agreed)))
        self.records = [actions.settings(self.match.settings)]

    def do(self, *texts):
        """Applies actions given as text, or as records."""
        for text in texts:
            record = text
            if not isinstance(text, bytes):
                record = records.parse(text, self.match.position, self.match.dice)
            self.match.apply(record)
            self.records.append(record)
        return self
