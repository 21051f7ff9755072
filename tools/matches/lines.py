"""The lines of a .mat file: what each says, before anybody asks whether it makes a match.

Which program wrote a file cannot be told from it, so each way to write a line is taken from each.
Like all that reads and writes matches here, this runs on the page's MicroPython as well.
"""

import re
from collections import namedtuple

from tools.matches import MatError

LEFT, RIGHT = 0, 1
MOST_BYTES = 4 << 20
MOST_LETTERS = 400  # of a line

# Cells: what one side did. `side` is LEFT, RIGHT, or None where the column cannot be told; `word`
# one of ROLL ... ASIDE; `value` a number (the cube, points), for ROLL (d1, d2, the play's text),
# for BROKEN and ASIDE why nobody understands it, or None. WON says of a game that was played to
# its end what the program that wrote the file took it for. BLANK is a roll that nobody knows; after
# what is BROKEN nothing can be followed, and an ASIDE stands beside the game.
Cell = namedtuple("Cell", ("line", "side", "word", "value"))
ROLL, DOUBLES, BEAVERS, TAKES, DROPS, WINS, WON, LOSES, RESIGNS, BLANK, BROKEN, ASIDE = range(12)

# `names`: the text of the line with names and scores, and its number; or, where it is known what
# these are, ((name, name), (points, points)) and the number. `cells` in their order.
Game = namedtuple("Game", ("line", "number", "names", "cells"))
# `tags`: [(line, tag, text)]; `length`: points (0 for money), and the line that says so; `columns`:
# whether a win's column tells the winner. Some programs write all wins in the left one.
Lines = namedtuple("Lines", ("tags", "length", "games", "columns"))

_LENGTH = re.compile(
    r"(\d{1,6})[ -]points? match\.?|match (?:of|to) (\d{1,6})(?: points?)?"
    r"|(?:unlimited|money) (?:game|match|session)",
    re.I | re.A,
)
_GAME = re.compile(r"game\s+(\d{1,6})\.?", re.I | re.A)
_ROW = re.compile(r"\d{1,5}\s?[).](.*)", re.A)
_POINTS = r"(\d{1,8})(?:[.,]0+)?\s*points?(?:\s+and\s+the\s+match)?\.?"
_VALUE = r"(?:\s*(?:=>|to|:)?\s*(\d{1,8}))?"
_WORDS = (
    (ROLL, r"([1-6])-?([1-6])(?:\s*:|(?=\s+\d{1,2}/|\s+bar/))(.*)"),
    (DOUBLES, r"(?:re)?doubles" + _VALUE),
    (BEAVERS, r"(?:beavers|raccoons)" + _VALUE),
    (TAKES, r"(?:takes|accepts)"),
    (DROPS, r"(?:drops|passes|rejects)"),
    (WINS, "wins " + _POINTS),
    (LOSES, "los(?:s?es|t) " + _POINTS),
    (RESIGNS, r"(?:resign(?:s|ed)|conced(?:es|ed))(?:\s+(?:the\s+)?(?:game|match))?\.?"),
    (BLANK, r"(?:00|\?\?)\s*:(?:\s|\?)*"),
)
_WORDS = tuple((word, re.compile(pattern, re.I | re.A)) for word, pattern in _WORDS)
_CELL = re.compile(
    r"(?<!\S)(?:[1-6]-?[1-6](?:\s*:|(?=\s+\d{1,2}/|\s+bar/))|(?:re)?doubles\b|beavers\b|raccoons\b"
    r"|takes\b|accepts\b|drops\b|passes\b|rejects\b|wins\b|loss?es\b|lost\b|resign(?:s|ed)\b"
    r"|conced(?:es|ed)\b|(?:00|\?\?)\s*:)",
    re.I | re.A,
)
_LEFT_ENDS = 9  # a cell that begins so many letters after the row's number is in the left column,
_RIGHT_BEGINS = 13  # one that begins here in the right
_WINS_LEFT = 13
_WINS_RIGHT = 20
_NOT_UNDERSTOOD = "not understood: %s"
_NUMBER = 4  # letters of a row's number, where there is none
_TAB = 8


def parse(text):
    """The Lines of a file's text (`text_of`).

    Raises MatError, with the line, where nobody can tell what match this is; what cannot be
    understood within a game is one of its cells.
    """
    tags, games = [], []
    length = None
    expects_names = False
    for number, line in enumerate(text.split("\n"), 1):
        said = line.strip()
        if not said:
            continue
        if said[0] in ";#" and not expects_names:
            tag = tag_of(said[1:])
            if tag:
                tags.append((number, tag[0], tag[1]))
            continue
        if len(line) > MOST_LETTERS:
            if not games or expects_names:
                raise MatError(f"a line of {len(line)} letters", number)
            word = BROKEN if _ROW.fullmatch(said[:MOST_LETTERS]) else ASIDE
            games[-1].cells.append(Cell(number, None, word, f"a line of {len(line)} letters"))
        elif expects_names:
            begun = games[-1]
            games[-1] = Game(begun.line, begun.number, (said, number), begun.cells)
            expects_names = False
        elif _LENGTH.fullmatch(said):
            if length is not None:
                raise MatError("a second match begins here; put it into a file of its own", number)
            points = int("".join(filter(None, _LENGTH.fullmatch(said).groups())) or 0)
            length = (points, number)
        elif _GAME.fullmatch(said):
            if length is None:
                raise MatError("a game before the line that says `N point match`", number)
            games.append(Game(number, int(_GAME.fullmatch(said)[1]), None, []))
            expects_names = True
        elif games:
            games[-1].cells.extend(_cells(line, number))
        else:
            begins = "" if length else ". A match file begins with `N point match`"
            raise MatError(f"not understood: {shown(said)}{begins}", number)
    if length is None:
        raise MatError("this is no match file: no line says `N point match`")
    if not games:
        raise MatError("the file has no game")
    if expects_names:
        raise MatError("the line with names and scores is missing", games[-1].line)
    return Lines(tags, length, games, _columns_tell(games))


def _columns_tell(games):
    """Whether wins stand in both columns, or beside what the other side lost."""
    cells = [cell for game in games for cell in game.cells if cell.word in (WINS, LOSES)]
    return len({cell.side for cell in cells}) > 1


def tag_of(said):
    """(tag, text) of what may be `[tag "text"]`, or None."""
    said = said.strip()
    inner = said[1:-1].strip()
    begin = inner.find('"')
    tag = inner[:begin].strip()
    if said[:1] != "[" or said[-1:] != "]" or begin < 0 or not tag or "]" in tag:
        return None
    if inner[-1] != '"' or len(inner) < begin + 2:
        return None
    return tag, inner[begin + 1 : -1]


def text_of(content):
    """The text of a file, which may be text already: UTF-8, UTF-16, or what Windows wrote before
    there was either."""
    if len(content) > MOST_BYTES:
        raise MatError(f"a match file has no {len(content):,} bytes")
    text = content if isinstance(content, str) else _decoded(content)
    if "\0" in text:
        raise MatError("this is no text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content):
    if content[:2] == b"\xff\xfe" or content[1:4:2] == b"\0\0":
        return content.decode("utf-16-le", "replace").lstrip("\ufeff")
    if content[:2] == b"\xfe\xff" or content[:4:2] == b"\0\0":
        return content.decode("utf-16-be", "replace").lstrip("\ufeff")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _cells(line, number):
    """The cells of a row, or of a line that says who won."""
    line = _expanded(line)
    row = _ROW.fullmatch(line.strip())
    said = row[1] if row else line.rstrip()
    starts = [found.start() for found in _CELL.finditer(said)]
    before = (said[: starts[0]] if starts else said).strip()
    texts = [said[start:end].strip() for start, end in zip(starts, starts[1:] + [len(said)])]
    found = [_word(text) for text in texts]
    # GNU Backgammon reads a row without its number, too.
    certain = row or starts and found[0][0] == ROLL and not _has_letters(before)
    nobody = BROKEN if certain else ASIDE
    if before and (row or not certain):
        return [Cell(number, None, nobody, _NOT_UNDERSTOOD % shown(before))]
    if len(starts) > 2:
        return [Cell(number, None, nobody, "more than two columns")]
    if not certain and BROKEN in [word for word, _ in found]:
        return [Cell(number, None, ASIDE, _NOT_UNDERSTOOD % shown(said.strip()))]
    in_row = row or any(word not in (WINS, LOSES) for word, _ in found)
    indent = 0 if row or not in_row else _NUMBER
    sides = [_column(start - indent, in_row) for start in starts] if len(starts) < 2 else (0, 1)
    return [Cell(number, side, word, value) for side, (word, value) in zip(sides, found)]


def _has_letters(text):
    return any(sign.isalpha() or sign > "~" for sign in text)


def _column(start, in_row):
    """The side whose column begins so many letters from the left, or None."""
    left, right = (_LEFT_ENDS, _RIGHT_BEGINS) if in_row else (_WINS_LEFT, _WINS_RIGHT)
    return LEFT if start < left else RIGHT if start >= right else None


def _word(said):
    """(the word, the value) of what a cell says."""
    for word, pattern in _WORDS:
        found = pattern.fullmatch(said)
        if found and word == ROLL:
            return word, (int(found[1]), int(found[2]), found[3].strip())
        if found:
            return word, int(found[1]) if found.groups() and found[1] else None
    return BROKEN, _NOT_UNDERSTOOD % shown(said)


def spaced(text):
    """The text with one space where it has any white space, and none around it."""
    return " ".join(text.split())


def shown(said):
    """The beginning of a text, as it may stand in a message."""
    return "'" + "".join(sign if sign >= " " else "?" for sign in said[:40]) + "'"


def _expanded(line):
    """The line with spaces for its tabs, each to the next eighth column."""
    first, *others = line.split("\t")
    for other in others:
        first += " " * (_TAB - len(first) % _TAB) + other
    return first
