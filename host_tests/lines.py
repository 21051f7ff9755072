"""Lines for a board's link: a row for each of its verbs, and hostile lines made of these."""

from picogammon.app.session import prefs, prefs_words
from picogammon.devices.files import SETTINGS

XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:42:2:3:0:7:10"
ASKED = b"set none not yet: the board asks both players"
_REFUSED = b"error unsupported_feature two people are playing: end the match at the board"
_AT_BOARD = b"set none two people are playing: change this at the board"
_DONE = b""  # nothing that two people have agreed on changes, so any answer will do
# What is written at the link while two people play, and how the answer begins.
WRITTEN = {
    "hardware": (("", _DONE),),
    "mirror": (("", _DONE), ("all", _DONE)),
    "set": (
        ("", _DONE),
        ("position " + XGID, ASKED),
        ("field %d 1" % prefs.REAL_DICE, ASKED),
        ("field %d 1" % prefs.CHECKERS, ASKED),
        ("field 1 0", b"set end"),
        ("played 1 0", b"set none"),
    )
    + tuple(
        [("field %d 1" % field, _AT_BOARD) for field in prefs_words.fields(prefs_words.BY_ITSELF)]
    ),
    "files": (("", _DONE), ("matches", _DONE)),
    "get": (("crash.log", _DONE),),
    "put": (("%s 8 1" % SETTINGS, _REFUSED),),
    "matches": (("", _DONE),),
    "match": (("running", _DONE),),
    "send": (("80 1 -", b"send on"),),
    "data": (("AAAA", b"error missing_context"),),
    "clock": (("2026 11 27 4 12 0 0", b"clock end"),),
    "restart": (("", b"restart end"),),
    "position": (("xgid " + XGID, _DONE),),
    "xgid": ((XGID[4:], _DONE),),
    "plays": ((XGID, _DONE),),
    "eval": ((XGID, _DONE),),
    "go": (("role chequer", _DONE),),
    "setoption": (("name level value casual", _DONE),),
    "newsession": (("type match length 3", _DONE),),
    "setscore": (("1 1", _DONE),),
    "setcube": (("value 2 owner p0", _DONE),),
    "setturn": (("p1", _DONE),),
    "dice": (("3 1", _DONE),),
    "setoffer": (("double", _DONE),),
}
WRITTEN.update(dict.fromkeys(("ubgi", "isready", "newgame", "stop", "quit"), (("", _DONE),)))


LARGE = ("5000000000", "100000000000000000000")  # too large for a word of the chip, and of any
HOSTILE = LARGE + ("-1", "-5000000000", "0", "1.5", "%s", "\xe9")


def line_of(verb, words):
    """The line with that verb and the words of a row."""
    return ("XGID" + words if verb == "xgid" else verb + " " + words).strip()


def hostile(verb, hostile_words=HOSTILE):
    """Yields the sound lines of a verb, and each with every argument replaced by a hostile word.

    A word has parts, as the numbers of an XGID; each of these is replaced by too large numbers.
    """
    for words, _ in WRITTEN[verb]:
        line = line_of(verb, words)
        yield line
        for word in hostile_words:
            yield line + " " + word
        parts = line.split(" ")
        for i in range(1, len(parts)):
            for word in hostile_words:
                yield " ".join(parts[:i] + [word] + parts[i + 1 :])
        for mark in ":/-":
            parts = line.split(mark)
            for i in range(1, len(parts)):
                _, space, behind = parts[i].partition(" ")
                for word in hostile_words[: len(LARGE)]:
                    yield mark.join(parts[:i] + [word + space + behind] + parts[i + 1 :])
