"""The parts of UBGI's lines: commands, keys with values, numbers, and error messages.

This file imports nothing, so a board can refuse a line before it loads the rest.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

_MAX_REPLY = const(200)
XGID = "XGID="
STATE = ("newsession", "newgame", "setscore", "setcube", "setturn", "position", "dice", "setoffer")
COMMANDS = (
    ("ubgi", "isready", "setoption")
    + STATE
    + ("go", "stop", "xgid", "plays", "eval", "hardware", "quit")
)

BAD = "bad_argument"
MISSING = "missing_context"
UNSUPPORTED = "unsupported_feature"


class Trouble(Exception):
    """Raised for a line that cannot be answered; the message says what to write instead.

    `code`: BAD, MISSING or UNSUPPORTED.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def refusal(text: str) -> str | None:
    """Returns an error line if the first word of `text` is no command, otherwise None."""
    words = text.split()
    if not words or text.startswith(XGID) or words[0] != "xgid" and words[0] in COMMANDS:
        return None
    known = ", ".join(COMMANDS).replace("xgid", "XGID=...")
    return error_line("unknown_command", "'%s' is not one of: %s" % (words[0][:12], known))


def error_line(code: str, message: object) -> str:
    """Returns the error line with `code` and `message`, cut to 200 characters."""
    return printable("error %s %s" % (code, message))[:_MAX_REPLY]


def printable(text: str) -> str:
    """Returns `text` without outer spaces; each run of non-ASCII characters becomes one `?`."""
    letters = []
    for letter in text.strip(" \t\r\n"):
        if " " <= letter <= "~":
            letters.append(letter)
        elif not letters or letters[-1] != "?":
            letters.append("?")
    return "".join(letters)


def pairs(words: "Sequence[str]", keys: "Sequence[str]") -> dict[str, str]:
    """Returns {key: value} from `words`; raises Trouble for an unknown key or a missing value."""
    found = {}
    for i in range(0, len(words), 2):
        key = one_of("keyword", words[i], keys)
        if i + 1 == len(words):
            raise Trouble(BAD, "write a value after '%s'" % key)
        found[key] = words[i + 1]
    return found


def one_of(what: str, word: str | None, known: "Sequence[str]") -> str:
    """Returns `word` if it is in `known`; otherwise raises Trouble with a message about `what`."""
    if word not in known:
        raise Trouble(BAD, "%s: write %s, not '%s'" % (what, "/".join(known), word or ""))
    return word


def number(what: str, word: str | None, least: int, most: int) -> int:
    """Returns `word` as a number from `least` to `most`; otherwise raises Trouble about `what`."""
    digits = word or ""
    if digits.isdigit() and len(digits) < 11 and least <= int(digits) <= most:
        return int(digits)
    raise Trouble(BAD, "%s: write %d to %d, not '%s'" % (what, least, most, digits))


def exactly(words: "Sequence[str]", count: int, usage: str) -> "Sequence[str]":
    """Returns `words` if their number is `count`; otherwise raises Trouble that shows `usage`."""
    if len(words) != count:
        raise Trouble(BAD, "write '%s'" % usage)
    return words
