"""Finds the position in a pasted text: an ID in any format, with other words around it.

XG copies its analysis below an XGID, GNU Backgammon shows its two IDs in two lines.
"""

from picogammon.rules import gnu_id, xgid
from picogammon.rules.position import RulesError
from picogammon.rules.xgid import NotationError
from tools.positions import ogid

_XGID = "XGID="
_PREFIXES = (
    (_XGID, xgid.from_xgid),
    (ogid.PREFIX, ogid.from_ogid),
    (xgid.CODE_PREFIX, xgid.from_text),
)
_SEPARATORS = "<>\"'`&,;()[]{}|\u201c\u201d\u201e\u00ab\u00bb"  # no ID has any of these
_PUNCTUATION = ".:!?"  # what may touch one, too
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_LETTERS = 26  # of an XGID's position
_COLONS = 9  # of an XGID
_MOST_LETTERS = 200  # of any ID
_NONE = (
    "no position found: it is an XGID, an OGID, a board's code, or GNU Backgammon's Position ID and"
    " Match ID"
)


def read(text):
    """The Situation of a text's first ID. Raises RulesError if there is none or it is wrong."""
    for sign in _SEPARATORS:
        text = text.replace(sign, " ")
    words = text.split()
    for word in words:
        upper = word.upper()
        for prefix, of in _PREFIXES:
            begin = upper.find(prefix)
            if begin >= 0:
                return of(word[begin : begin + _MOST_LETTERS].rstrip(_PUNCTUATION))
    found = _gnu_id(words)
    if found:
        return gnu_id.from_gnubg_id(found)
    for word in words:
        word = word[:_MOST_LETTERS].strip(_PUNCTUATION)
        colons = word.count(":")
        if word.find(":") == _LETTERS and (colons == _COLONS or len(words) == 1):
            return xgid.from_xgid(word)
        if ogid.may_be(word) or (colons > 1 and len(words) == 1):
            return ogid.from_ogid(word)
    raise NotationError(_NONE)


def _gnu_id(words):
    """`<Position ID>:<Match ID>` of the words that are these, or None."""
    parts = [part.strip(_PUNCTUATION) for word in words for part in word.split(":")]
    found = [
        _first(parts, letters, of)
        for letters, of in ((14, gnu_id.from_position_id), (12, gnu_id.from_match_id))
    ]
    return ":".join(found) if all(found) else None


def _first(parts, letters, of):
    """The first part that `of` reads, else the first with as many letters of base64, or None."""
    known = [part for part in parts if len(part) == letters and not part.strip(_BASE64)]
    for part in known:
        try:
            of(part)
            return part
        except RulesError:
            pass
    return known[0] if known else None
