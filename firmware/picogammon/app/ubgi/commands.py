"""The first words of UBGI's lines, known before anything else of it is in memory."""

from micropython import const

_MAX_REPLY = const(200)
XGID = "XGID="
TOLD = ("newsession", "newgame", "setscore", "setcube", "setturn", "position", "dice", "setoffer")
COMMANDS = (
    ("ubgi", "isready", "setoption")
    + TOLD
    + ("go", "stop", "xgid", "plays", "eval", "hardware", "quit")
)


def refusal(text: str) -> str | None:
    """The line that answers a `printable` line that begins with no command; else None."""
    words = text.split()
    if not words or text.startswith(XGID) or words[0] != "xgid" and words[0] in COMMANDS:
        return None
    known = ", ".join(COMMANDS).replace("xgid", "XGID=...")
    return error_line("unknown_command", "'%s' is not one of: %s" % (words[0][:12], known))


def error_line(code: str, message: object) -> str:
    """The line that tells of an error."""
    return printable("error %s %s" % (code, message))[:_MAX_REPLY]


def printable(text: str) -> str:
    """The text with a question mark for each row of letters that are not printable ASCII."""
    letters = []
    for letter in text.strip(" \t\r\n"):
        if " " <= letter <= "~":
            letters.append(letter)
        elif not letters or letters[-1] != "?":
            letters.append("?")
    return "".join(letters)
