"""The parts of lines: words, pairs of a key and its value, numbers."""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

BAD = "bad_argument"
MISSING = "missing_context"
UNSUPPORTED = "unsupported_feature"


class Trouble(Exception):
    """A line that cannot be answered. `code`: one of those above; the message says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def pairs(words: "Sequence[str]", keys: "Sequence[str]") -> dict[str, str]:
    """{key: value} of words that come in twos, each key one of `keys`; raises Trouble."""
    found = {}
    for i in range(0, len(words), 2):
        key = one_of("keyword", words[i], keys)
        if i + 1 == len(words):
            raise Trouble(BAD, "write a value after '%s'" % key)
        found[key] = words[i + 1]
    return found


def one_of(what: str, word: str | None, known: "Sequence[str]") -> str:
    """The word, if it is one of the `known`; else raises Trouble, which lists those."""
    if word not in known:
        raise Trouble(BAD, "%s: write %s, not '%s'" % (what, "/".join(known), word or ""))
    return word


def number(what: str, word: str | None, least: int, most: int) -> int:
    """The integer in a word, from `least` to `most`; raises Trouble."""
    digits = word or ""
    if digits.isdigit() and len(digits) < 11 and least <= int(digits) <= most:
        return int(digits)
    raise Trouble(BAD, "%s: write %d to %d, not '%s'" % (what, least, most, digits))


def exactly(words: "Sequence[str]", count: int, usage: str) -> "Sequence[str]":
    """The words, if there are `count`; else raises Trouble, which says how the line is written."""
    if len(words) != count:
        raise Trouble(BAD, "write '%s'" % usage)
    return words
