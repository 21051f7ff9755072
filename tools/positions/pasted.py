"""Finds the position in a pasted text: an ID in any format, with other words around it.

XG copies its analysis below an XGID, GNU Backgammon shows its two IDs in two lines, and mail breaks
an ID into quoted lines.
"""

from picogammon.rules import notation
from picogammon.rules.notation import NotationError
from picogammon.rules.position import RulesError
from tools.positions import ogid

_NAMED = (
    ("XGID", notation.from_xgid),
    ("OGID", ogid.from_ogid),
    ("PICOGAMMON", lambda code: notation.from_text(notation.CODE_PREFIX + code)),
)
_SIGNS = ("=", ":")  # after such a name
_SEPARATORS = "<>\"'`&,;()[]{}|\u201c\u201d\u201e\u00ab\u00bb"  # no ID has any of these
_PUNCTUATION = ".:!?"  # may touch an ID
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_LETTERS = 26  # of an XGID's position
_COLONS = 9  # of an XGID
_MOST_LETTERS = 200  # of any ID
_MOST_WORDS = 20  # of a broken ID
_NONE = (
    "no position found: it is an XGID, an OGID, a board's code, or GNU Backgammon's Position ID and"
    " Match ID"
)


def read(text):
    """Returns the Situation of a text's first ID. Raises RulesError."""
    for sign in _SEPARATORS:
        text = text.replace(sign, " ")
    words = text.split()
    wrong = None
    for i, word in enumerate(words):
        for name, of in _NAMED:
            begin = word.upper().rfind(name)
            if begin < 0:
                continue
            pieces = [word[begin + len(name) :]] + words[i + 1 : i + 1 + _MOST_WORDS]
            try:
                return _joined(pieces, of)
            except RulesError as error:
                if "".join(pieces[:2])[:1] in _SIGNS:
                    wrong = wrong or error
    if wrong:
        raise wrong
    found = _gnu_id(words)
    if found:
        return notation.from_gnubg_id(found)
    for i, word in enumerate(words):
        pieces = [word.lstrip(_PUNCTUATION)] + words[i + 1 : i + 1 + _MOST_WORDS]
        word = word[:_MOST_LETTERS].strip(_PUNCTUATION)
        colons = word.count(":")
        if word.find(":") == _LETTERS:
            try:
                return _joined(pieces, notation.from_xgid)
            except RulesError:
                if colons == _COLONS or len(words) == 1:
                    raise
        if ogid.may_be(word) or (colons > 1 and len(words) == 1):
            return ogid.from_ogid(word)
    raise NotationError(_NONE)


def _joined(pieces, of):
    """Returns the Situation that `of` reads in the fewest pieces. Raises the first RulesError.

    Pieces that end at a colon come last, as more may follow.
    """
    whole, more = [], []
    for count in range(1, len(pieces) + 1):
        joined = "".join(pieces[:count]).lstrip("=:")
        beside = joined.endswith(":") or pieces[count : count + 1] and pieces[count][0] == ":"
        if joined:
            (more if beside else whole).append(joined[:_MOST_LETTERS].rstrip(_PUNCTUATION))
    wrong = NotationError(_NONE)
    for joined in whole + more:
        try:
            return of(joined)
        except RulesError as error:
            wrong = error if joined == (whole + more)[0] else wrong
    raise wrong


def _gnu_id(words):
    """Returns `<Position ID>:<Match ID>` of the words, or None."""
    parts = [part.strip(_PUNCTUATION) for word in words for part in word.split(":")]
    found = [
        _first(parts, letters, of)
        for letters, of in ((14, notation.from_position_id), (12, notation.from_match_id))
    ]
    return ":".join(found) if all(found) else None


def _first(parts, letters, of):
    """Returns the first part that `of` reads, else the first of as many base64 letters, or None."""
    known = [part for part in parts if len(part) == letters and not part.strip(_BASE64)]
    for part in known:
        try:
            of(part)
            return part
        except RulesError:
            pass
    return known[0] if known else None
