"""The lines of a .mat file: what each says, before anybody asks whether it makes a match.

Which program wrote a file cannot be told from it, so each way to write a line is taken from each.
Like all that reads and writes matches here, this runs on the page's MicroPython as well.
"""

import re
from collections import namedtuple

from tools.matches import MatError

LEFT, RIGHT = 0, 1
MOST_BYTES = 4 << 20
_MOST_LETTERS = 400  # of a line

# Cells: what one side did. `side` is LEFT, RIGHT, or None where the column cannot be told; `word`
# one of ROLL ... RESIGNS; `value` a number (the cube, points), for ROLL (d1, d2, the play's text),
# or None.
Cell = namedtuple("Cell", ("line", "side", "word", "value"))
ROLL, DOUBLES, BEAVERS, TAKES, DROPS, WINS, LOSES, RESIGNS = range(8)

# `names`: the text of the line with names and scores, and its number. `cells` in their order.
Game = namedtuple("Game", ("line", "number", "names", "cells"))
# `tags`: [(line, tag, text)]; `length`: points (0 for money), and the line that says so.
Lines = namedtuple("Lines", ("tags", "length", "games"))

_TAG = re.compile(r';\s*\[\s*([^"\]]+?)\s*"(.*)"\s*\]\s*')
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
    (RESIGNS, r"resign(?:s|ed)(?:\s+(?:the\s+)?(?:game|match))?"),
)
_WORDS = tuple((word, re.compile(pattern, re.I | re.A)) for word, pattern in _WORDS)
_CELL = re.compile(
    r"(?<!\S)(?:[1-6]-?[1-6](?:\s*:|(?=\s+\d{1,2}/|\s+bar/))|(?:re)?doubles\b|beavers\b|raccoons\b"
    r"|takes\b|accepts\b|drops\b|passes\b|rejects\b|wins\b|loss?es\b|lost\b|resign(?:s|ed)\b)",
    re.I | re.A,
)
_LEFT_ENDS = 9  # a cell that begins so many letters after the row's number is in the left column,
_RIGHT_BEGINS = 13  # one that begins here in the right
_WINS_LEFT = 13
_WINS_RIGHT = 20
_TAB = 8


def parse(content):
    """The Lines of a file, its bytes or its text. Raises MatError, with the line, where one says
    nothing."""
    tags, games = [], []
    length = None
    expects_names = False
    for number, line in enumerate(_text(content).split("\n"), 1):
        said = line.strip()
        if not said:
            continue
        if len(line) > _MOST_LETTERS:
            raise MatError(f"a line of {len(line)} letters", number)
        if expects_names:
            begun = games[-1]
            games[-1] = Game(begun.line, begun.number, (said, number), begun.cells)
            expects_names = False
        elif said[0] in ";#":
            tag = _TAG.fullmatch(said)
            if tag:
                tags.append((number, tag[1], tag[2]))
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
            raise MatError(f"not understood: {_shown(said)}{begins}", number)
    if length is None:
        raise MatError("this is no match file: no line says `N point match`")
    if not games:
        raise MatError("the file has no game")
    if expects_names:
        raise MatError("the line with names and scores is missing", games[-1].line)
    return Lines(tags, length, games)


def _text(content):
    """The file's text: UTF-8, or what Windows wrote before there was that."""
    if len(content) > MOST_BYTES:
        raise MatError(f"a match file has no {len(content):,} bytes")
    text = content if isinstance(content, str) else _decoded(content)
    if "\0" in text:
        raise MatError("this is no text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content):
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
    before = said[: starts[0]] if starts else said
    if before.strip():
        raise MatError(f"not understood: {_shown(before.strip())}", number)
    if len(starts) > 2:
        raise MatError("more than two columns", number)
    cells = []
    for i, (start, end) in enumerate(zip(starts, starts[1:] + [len(said)])):
        side = i if len(starts) > 1 else _column(start, row is not None)
        cells.append(_cell(said[start:end].strip(), side, number))
    if not row and [cell for cell in cells if cell.word not in (WINS, LOSES)]:
        raise MatError("a row without its number", number)
    return cells


def _column(start, in_row):
    """The side whose column begins so many letters from the left, or None."""
    left, right = (_LEFT_ENDS, _RIGHT_BEGINS) if in_row else (_WINS_LEFT, _WINS_RIGHT)
    return LEFT if start < left else RIGHT if start >= right else None


def _cell(said, side, number):
    for word, pattern in _WORDS:
        found = pattern.fullmatch(said)
        if not found:
            continue
        value = None
        if word == ROLL:
            value = (int(found[1]), int(found[2]), found[3].strip())
        elif found.groups() and found[1]:
            value = int(found[1])
        return Cell(number, side, word, value)
    raise MatError(f"not understood: {_shown(said)}", number)


def _shown(said):
    return "'" + "".join(sign if sign >= " " else "?" for sign in said[:40]) + "'"


def _expanded(line):
    """The line with spaces for its tabs, each to the next eighth column."""
    first, *others = line.split("\t")
    for other in others:
        first += " " * (_TAB - len(first) % _TAB) + other
    return first
