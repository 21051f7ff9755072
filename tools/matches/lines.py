"""The lines of a .mat file: the words of each, before they are played.

A file does not tell which program wrote it, so every program's lines are accepted. All modules that
read and write matches run on the page's MicroPython as well.
"""

import re
from collections import namedtuple

from tools.matches import MatError

LEFT, RIGHT = 0, 1
MOST_BYTES = 4 << 20
MOST_LETTERS = 400  # of a line

# An action of a side. `side`: LEFT, RIGHT, or None if the column is unclear; `word`: one of ROLL
# to SET_UP. `value`: a number (the cube, points, for RESIGNS the multiple of the cube); for ROLL
# (d1, d2, the play's text); for BROKEN and ASIDE the reason; for SET_UP the position as in an XGID,
# the left player's checkers as capitals; or None. WON: the result of a game played to its end.
# BLANK: an unknown roll. After BROKEN a game cannot be followed; an ASIDE is no part of the game.
Cell = namedtuple("Cell", ("line", "side", "word", "value"))
ROLL, DOUBLES, BEAVERS, TAKES, DROPS, WINS, WON, LOSES, RESIGNS, BLANK, BROKEN, ASIDE, SET_UP = (
    range(13)
)
ENDS = (WINS, WON, LOSES)

# `names`: the text of the line with names and scores, and its number; or ((name, name), (points,
# points)) and the number, if they are known. `cells` in their order.
Game = namedtuple("Game", ("line", "number", "names", "cells"))
# `tags`: [(line, tag, text)]; `length`: (points, 0 for money, the line); `columns`: True if the
# column of a win tells the winner. Some programs write all wins in the left one.
Lines = namedtuple("Lines", ("tags", "length", "games", "columns"))

# For texts of `spaced`.
_LENGTH = re.compile(
    r"(\d{1,6})(?: |-| - )?points? match\W*|match (?:of|to) (\d{1,6})(?: points?)?\W*"
    r"|(?:unlimited|money) (?:game|match|session)\W*",
    re.I | re.A,
)
_GAME = re.compile(r"game (\d{1,6})\W*", re.I | re.A)
_SET_UP = re.compile(r"; ?set ?pos ?= ?([-A-O]{26}).*", re.I | re.A)
_ROW = re.compile(r"(\d{1,5}\s?[).])(.*)", re.A)
# Programs write cube and points with many signs.
_POINTS = r"s? (\d{1,8})(?:[.,]0+)? ?points?(?: and the match)?\W*"
_VALUE = r"(?:\W*(?:to\W*)?(\d{1,8}))?\W*"
_DICE = r"([1-6])-?([1-6])(?:\s*:|(?=\s+\d{1,2}/|\s+bar/))"
_GIVES_UP = "(?:resign(?:s|ed)?|conced(?:es?|ed))"
_MULTIPLES = {"normal": 1, "single": 1, "gammon": 2, "backgammon": 3}
_WORDS = (
    (ROLL, _DICE + "(.*)"),
    (DOUBLES, "(?:re-?)?doubles?" + _VALUE),
    (BEAVERS, "(?:beavers?|raccoons?)" + _VALUE),
    (TAKES, r"(?:takes?|accepts?)\W*"),
    (DROPS, r"(?:drops?|pass|passes|rejects?)\W*"),
    (WINS, "win" + _POINTS),
    (LOSES, "(?:loss?e|lost)" + _POINTS),
    (RESIGNS, _GIVES_UP + r"(?:\W+(?:an?|the|game|match|%s))*\W*" % "|".join(sorted(_MULTIPLES))),
    (BLANK, r"(?:00|\?\?) ?:[ ?]*"),
)
_WORDS = tuple((word, re.compile(pattern, re.I | re.A)) for word, pattern in _WORDS)
# The beginning of a cell. A passed roll is one.
_CELL = re.compile(
    rf"(?<!\S)(?:{_DICE}(?:\s*pass(?:es)?\b)?|(?:re-?)?doubles?\b|beavers?\b|raccoons?\b|takes?\b"
    r"|accepts?\b|drops?\b|pass(?:es)?\b|rejects?\b|wins?\b|loss?es?\b|lost\b"
    rf"|{_GIVES_UP}\b|(?:00|\?\?)\s*:)",
    re.I | re.A,
)
# Letters between a row's number and a cell in the left column, and in the right one.
_LEFT_ENDS, _RIGHT_BEGINS = 9, 13
_WINS_LEFT, _WINS_RIGHT = 13, 20
NOT_UNDERSTOOD = "not understood: %s"
_LONG = "a line of %d letters"
_NUMBER = 4  # letters of a missing row's number
_TAB = 8


def parse(text):
    """Returns the Lines of a file's text (`text_of`). Lines above the first game are remarks.

    Raises MatError, with the line, if it is unclear what match this is.
    """
    tags, games = [], []
    length = None
    numbered = enumerate(text.split("\n"), 1)
    filled = ((number, line) for number, line in numbered if spaced(line))
    for number, line in filled:
        said = spaced(line)
        if said[0] in ";#":
            tag = tag_of(line.strip()[1:])
            set_up = _SET_UP.fullmatch(said)
            if tag:
                tags.append((number, tag[0], tag[1]))
            elif set_up and games:
                games[-1].cells.append(Cell(number, None, SET_UP, set_up[1]))
        elif _LENGTH.fullmatch(said):
            if games:
                raise MatError("a second match begins here; put it into a separate file", number)
            points = int("".join(filter(None, _LENGTH.fullmatch(said).groups())) or 0)
            length = (points, number)
        elif length and _GAME.fullmatch(said):
            try:
                at, names = next(filled)
            except StopIteration:
                missing = "the line with names and scores is missing"
                raise MatError(missing, number) from None
            if len(names) > MOST_LETTERS:
                raise MatError(_LONG % len(names), at)
            games.append(Game(number, int(_GAME.fullmatch(said)[1]), (spaced(names), at), []))
        elif games:
            games[-1].cells.extend(_cells(line, number))
    if length is None:
        raise MatError("this is not a match file: no line says `N point match`")
    if not games:
        raise MatError("the file has no game")
    return Lines(tags, length, games, _columns_tell(games))


def _columns_tell(games):
    """True if wins are in both columns, or next to the other side's loss."""
    cells = [cell for game in games for cell in game.cells if cell.word in (WINS, LOSES)]
    return len({cell.side for cell in cells if cell.side is not None}) > 1


def tag_of(said):
    """Returns (tag, text) of `[tag "text"]`, or None."""
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
    """Returns the text of a file in UTF-8, UTF-16 or Windows' older encoding, or of a text."""
    if len(content) > MOST_BYTES:
        raise MatError(f"a match file is smaller than {len(content):,} bytes")
    text = content if isinstance(content, str) else _decoded(content)
    if "\0" in text:
        raise MatError("this is not a text file")
    for written, meant in (("\r\n", "\n"), ("\r", "\n"), ("\xa0", " ")):
        text = text.replace(written, meant)
    return text


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
    """Returns the cells of a row, or of a line that says who won."""
    if len(line) > MOST_LETTERS:
        row = _ROW.fullmatch(line.strip()[:MOST_LETTERS])
        return [Cell(number, None, BROKEN if row else ASIDE, _LONG % len(line))]
    line = _expanded(line)
    row = _ROW.fullmatch(line.strip())
    # Some programs write the row's number into its right cell as well.
    said = row[2].replace(" " + row[1], " " * (1 + len(row[1]))) if row else line.rstrip()
    starts = [found.start() for found in _CELL.finditer(said)]
    before = (said[: starts[0]] if starts else said).strip()
    texts = [said[start:end].strip() for start, end in zip(starts, starts[1:] + [len(said)])]
    found = [word_of(text) for text in texts]
    words = [word for word, _ in found]
    # GNU Backgammon also reads a row without its number.
    letters = any(sign.isalpha() or sign > "~" for sign in before)
    certain = row or starts and words[0] == ROLL and not letters
    nobody = BROKEN if certain else ASIDE
    if before and (row or not certain):
        return [Cell(number, None, nobody, NOT_UNDERSTOOD % shown(before))]
    if not certain and BROKEN in words:
        return [Cell(number, None, ASIDE, NOT_UNDERSTOOD % shown(said.strip()))]
    in_row = row or any(word not in ENDS for word in words)
    indent = 0 if row or not in_row else _NUMBER
    sides = _sides(words, [_column(start - indent, in_row) for start in starts])
    if sides is None:
        return [Cell(number, None, nobody, "more than two columns")]
    return [Cell(number, side, word, value) for side, (word, value) in zip(sides, found)]


def _sides(words, columns):
    """Returns the side of each cell of a line, or None if there are too many.

    A result may follow the actions.
    """
    done = sum([word not in ENDS for word in words])
    if len(words) == 2:
        return [LEFT, RIGHT]
    if done > 2 or len(words) > done + 2 or any(word in ENDS for word in words[:done]):
        return None
    ends = [LEFT, RIGHT] if len(words) == done + 2 else columns[done:] if done < 2 else [None]
    return ([LEFT, RIGHT] if done == 2 else columns[:done]) + ends


def _column(start, in_row):
    """Returns the side of a column that begins at `start`, or None."""
    left, right = (_LEFT_ENDS, _RIGHT_BEGINS) if in_row else (_WINS_LEFT, _WINS_RIGHT)
    return LEFT if start < left else RIGHT if start >= right else None


def word_of(said):
    """Returns (word, value) of a cell's text."""
    said = spaced(said)
    for word, pattern in _WORDS:
        found = pattern.fullmatch(said)
        if found and word == ROLL:
            return word, (int(found[1]), int(found[2]), found[3].strip())
        if found and word == RESIGNS:
            named = [name for name in sorted(_MULTIPLES) if name in said.lower()]
            return word, _MULTIPLES[named[0]] if named else None  # backgammon comes first
        if found:
            return word, int(found[1]) if found.groups() and found[1] else None
    return BROKEN, NOT_UNDERSTOOD % shown(said)


def spaced(text):
    """Returns the text with single spaces for white space, and none around it."""
    return " ".join(text.split())


def shown(said):
    """Returns the beginning of a text for a message."""
    return "'" + "".join(sign if sign >= " " else "?" for sign in said[:40]) + "'"


def _expanded(line):
    """Returns the line with spaces for its tabs (MicroPython has no expandtabs)."""
    first, *others = line.split("\t")
    for other in others:
        first += " " * (_TAB - len(first) % _TAB) + other
    return first
