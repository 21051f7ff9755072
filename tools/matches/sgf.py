"""GNU Backgammon's .sgf files, as `lines.Lines`.

A game is a tree `(;FF[4]GM[6]...;W[31hefe];B[double]...)` of which the first branch is read: its
first node is the head of a game, each other an action. Points are letters: 'a' is W's ace point,
where the left player's checkers are borne off, and B's 24 point. This runs on the page's
MicroPython, which no library for SGF does.
"""

import re

from tools.matches import MatError, lines
from tools.matches.lines import LEFT, RIGHT, Cell, Game, Lines

_OPEN = "("
_BEGINS = re.compile(r"\(\s*;\s*[A-Z]{1,8}\s*\[", re.A)
_SIDES = {"W": LEFT, "B": RIGHT}
_PLAYERS = ("PW", "PB")
_WORDS = (lines.DOUBLES, lines.BEAVERS, lines.TAKES, lines.DROPS, lines.RESIGNS)
_BAR, _OFF = "y", "z"
_POINTS = "abcdefghijklmnopqrstuvwx"
_SET_UP = ("AE", "AW", "AB", "CP", "CV")
_BACKGAMMON = "6"  # of GM
_TAGS = {"EV": "Event", "DT": "EventDate", "RO": "Round", "PC": "Place", "AN": "Transcriber"}
_TAGS["US"] = _TAGS["AN"]  # GNU Backgammon has AN
_GAMMON = "gammon"  # in a rule that names a variant
_DIGITS = "0123456789"
_MOST_NAME = 8  # letters of a property's name
_BROKEN_OFF = ""  # name of a property of our own


def tree_in(text):
    """Returns a text from its first tree on, with empty lines for those above, or None."""
    for found in _BEGINS.finditer(text):
        at = found.start()
        return text[:at].count("\n") * "\n" + text[at:]
    return None


def parse(text):
    """Returns the Lines of a text of `tree_in`. Raises MatError with the line."""
    tags, games, length = [], [], None
    for nodes in _trees(text):
        line, root = nodes[0]
        if root.get("GM", [_BACKGAMMON])[0].strip() != _BACKGAMMON:
            raise MatError("this is not a game of backgammon", line)
        info = dict(value.split(":", 1) for value in root.get("MI", ()) if ":" in value)
        points = _number(info.get("length", "0"), line)
        if not games:
            tags = _tags(line, root, points)
            length = (points, line)
        elif points != length[0]:
            raise MatError("a second match begins here; put it into a separate file", line)
        games.append(_game(nodes, info, len(games)))
    return Lines(tags, length, games, True)


def _number(text, line):
    if not _is_number(text.strip()):
        raise MatError(f"{lines.shown(text)} is not a number", line)
    return int(text)


def _is_number(text):
    return 0 < len(text) < 9 and not text.strip(_DIGITS)


def _tags(line, root, points):
    """Returns the tags of a .mat file's head."""
    tags = [(line, _TAGS[name], root[name][0]) for name in sorted(_TAGS) if name in root]
    rules = root.get("RU", [""])[0].split(":")
    tags += [(line, "Variation", rule) for rule in rules if _GAMMON in rule]
    tags.append((line, "Crawford", "On" if "Crawford" in rules else "Off"))
    if not points:
        tags.append((line, "Jacoby", "On" if "Jacoby" in rules else "Off"))
    if "NoCube" in rules:
        tags.append((line, "CubeLimit", "1"))
    for text in "\n".join(root.get("GC", ())).split("\n"):  # comments of a .mat file
        tag = lines.tag_of(text)
        if tag:
            tags.append((line, tag[0], tag[1]))
    return tags


def _game(nodes, info, before):
    line, root = nodes[0]
    names = [lines.spaced(root.get(name, [""])[0]) for name in _PLAYERS]
    names = tuple([name or unsaid for name, unsaid in zip(names, _PLAYERS)])
    scores = tuple(_number(info.get(score, "0"), line) for score in ("ws", "bs"))
    number = _number(info.get("game", str(before)), line) + 1
    cells = []
    if any(name in root for name in _SET_UP):
        cells.append(Cell(line, None, lines.SET_UP, None))
    for at, node in nodes[1:]:
        cells.extend(_cells(at, node))
    result = root.get("RE", [""])[0]
    side, plus, points = result[:1], result[1:2], result[2:].rstrip("R")
    if side in _SIDES and plus == "+" and _is_number(points):
        word = lines.WINS if result.endswith("R") else lines.WON
        cells.append(Cell(nodes[-1][0], _SIDES[side], word, int(points)))
    return Game(line, number, ((names, scores), line), cells)


def _cells(line, node):
    """Returns the cells of a node: an action, or a roll that is not played yet."""
    if _BROKEN_OFF in node:
        return [Cell(line, None, lines.BROKEN, "the file breaks off")]
    if any(name in node for name in _SET_UP):
        return [Cell(line, None, lines.SET_UP, None)]
    if "DI" in node:
        side = _SIDES.get(node.get("PL", [""])[0])
        return [_roll(line, side, node["DI"][0])]
    return [_cell(line, side, node[name][0]) for name, side in _SIDES.items() if name in node]


def _cell(line, side, said):
    word, value = lines.word_of(said)
    if word in _WORDS:
        return Cell(line, side, word, value)
    return _roll(line, side, said.strip())


def _roll(line, side, said):
    """Returns the cell of `31hefe`: the dice, then sources and targets."""
    dice, letters = said[:2], said[2:]
    places = [_place(letter, side) for letter in letters]
    sound = len(dice) == 2 and not dice.strip("123456") and None not in places
    if not sound or len(places) % 2 or len(places) > 8:
        return Cell(line, side, lines.BROKEN, lines.NOT_UNDERSTOOD % lines.shown(said))
    hops = [f"{places[i]}/{places[i + 1]}" for i in range(0, len(places), 2)]
    return Cell(line, side, lines.ROLL, (int(dice[0]), int(dice[1]), " ".join(hops)))


def _place(letter, side):
    """Returns a place as the player counts it (text), or None."""
    if letter in (_BAR, _OFF):
        return "bar" if letter == _BAR else "off"
    index = _POINTS.find(letter)
    return None if index < 0 else str(index + 1 if side == LEFT else 24 - index)


# The tree.


def _trees(text):
    """Yields the nodes of each tree's first branch: [(line, {name: [value]})]. Raises MatError."""
    nodes, depth, ended, name, line = [], 0, False, "", 1
    for before, value in _values(text):
        for sign in before:
            if sign == "\n":
                line += 1
            elif sign == _OPEN:
                depth += 1
            elif sign == ")":
                depth -= 1
                ended = True  # what comes now is another branch
                if depth <= 0:
                    if nodes:
                        yield nodes
                    nodes, depth, ended, name = [], 0, False, ""
            elif sign == ";" and depth:
                name = ""
                if not ended:
                    nodes.append((line, {}))
            elif "A" <= sign <= "Z":
                name = sign if name.endswith("[") else (name + sign)[:_MOST_NAME]
        if value is None:
            break
        name = name.rstrip("[")
        if depth and not nodes or not depth and name:
            raise MatError("this is not a game tree", line)
        if not ended and nodes:
            nodes[-1][1].setdefault(name, []).append(value)
        line += value.count("\n")
        name += "["  # another value of it may follow
    if nodes:
        yield nodes + [(line, {_BROKEN_OFF: [""]})]


def _values(text):
    """Yields (the text before a value, the value), and at the end (the rest, None)."""
    before, parts = None, []
    pieces = text.split("]")
    last = pieces.pop()
    for piece in pieces:
        if before is None:
            before, _, piece = piece.partition("[")
        parts.append(piece)
        if (len(piece) - len(piece.rstrip("\\"))) % 2:
            continue  # the bracket after the piece is escaped
        yield before, _plain("]".join(parts))
        before, parts = None, []
    yield last.partition("[")[0] if before is None else before, None


def _plain(value):
    """Returns a value without its escapes."""
    if "\\" not in value:
        return value
    return "\\".join([part.replace("\\", "") for part in value.split("\\\\")])
