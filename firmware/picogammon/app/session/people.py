"""The results of people, in one table on flash for sixteen people at most.

A row contains the results of one person on one board. Players see the sum of a person's rows. When
two tables are merged, the newer rows of a board replace the older rows of the same board, so that
no game counts twice.
"""

from array import array
from binascii import crc32
from micropython import const
from struct import pack_into, unpack_from

from picogammon.app.display.lights import PALETTES
from picogammon.engine.numbers import CONTACT, pr
from picogammon.engine.search_kernel import class_of
from picogammon.ground import BAR
from picogammon.rules.match import MATCH_OVER, TO_PLAY, TO_ROLL
from picogammon.rules.settings import MAX_NAME

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from picogammon.devices.match_log import Archive
    from picogammon.engine.review import Decision
    from picogammon.rules.match import Match
    from picogammon.rules.settings import Settings

    Agreed = tuple[int, Settings]  # (number of a game's first record with these Settings, Settings)

MOST = const(16)  # people
LATEST = const(100)  # games in a curve, the most recent ones
ROWS = const(48)  # in the table, for all boards together
_BOARDS = const(4)
_KEYS = const(256)  # of graded games, the most recent ones (Game.key)
# The head of the table: the serial number of a log, the number of graded games in that log, the
# keys of games, then two numbers for each board: a random number that identifies the board, and a
# version, which counts the changes of the board's rows. The first board is this board.
_PLACE = const(6)
_BOARDS_AT = const(_PLACE + 4 * _KEYS)
HEAD = const(_BOARDS_AT + 8 * _BOARDS)

_FEW = const(10)  # decisions; a game with fewer is neither the best nor the worst
NONE = const(65535)
_MOST = const(0x3FFFFFFF)  # the largest number that MicroPython stores without extra memory
# Indices of the numbers in a row. They follow the name and the board, with four bytes each.
MATCHES = const(0)
WON = const(1)
GAMES = const(2)
POINTS_WON = const(3)
POINTS_LOST = const(4)
LUCK = const(5)  # in 1/65536 of a point
_ADDED = const(6)  # the numbers before this index are sums
BEST = const(6)  # PR of the best game in hundredths, or NONE
WORST = const(7)  # like BEST
_FILLED = const(8)  # games in the curve
_KIND = const(9)  # for each of KINDS: decisions, and the sum of their errors in 1/65536 of a point
_NUMBERS = const(25)
_GAME = const(3)  # bytes of a game in the curve: PR in hundredths (2), number of decisions
_NUMBERS_AT = MAX_NAME + 1
_CURVE_AT = _NUMBERS_AT + 4 * _NUMBERS
ROW = _CURVE_AT + LATEST * _GAME

# The kinds of decisions, in their order in a row.
KINDS = "opening", "contact", "priming", "blitz", "back game", "race", "doubling", "take decisions"
_OPENING_ROWS = const(3)
_HOME = const(6)
_MADE = const(5)  # made points in a prime
_CLOSED = const(3)  # made points of the home board in a blitz


class PeopleError(Exception):
    """Raised if the table has no room for more results; the message is for the player."""


def person_of(settings: "Settings", side: int) -> str | None:
    """Returns the name of the person on `side`; None for a level or an unnamed person."""
    name = settings.names[side].strip()
    is_colour = any(name.lower() in pair for pair in PALETTES)  # as long as nobody enters a name
    return None if settings.players[side] or is_colour else name


class Game:
    """A finished game to grade. `key`: a CRC of the game's records, which identifies the game."""

    def __init__(self, match: "Match", run: int, number: int, agreed: "list[Agreed]") -> None:
        self.match = match  # at the game's end
        self.run = run  # the log's serial number
        self.number = number  # in the log, from 0
        self.key = 0  # a CRC of the game's records, the same in every copy
        for record in match.records():
            self.key = crc32(record, self.key)
        self._agreed = agreed

    def person(self, side: int, at: int | None = None) -> str | None:
        """Returns the person's name on `side` at record `at`; without `at`, at the game's end."""
        settings = self.match.settings
        for start, agreed in self._agreed:
            if at is None or start <= at:
                settings = agreed
        return person_of(settings, side)


class Person:
    """The results of a person, on one board or on all boards together.

    `board`: the board's index in the table, 0 for this board. `numbers`: the results; the indices
    are MATCHES, WON and so on. `person[i]` is `person.numbers[i]`. `curve`: the PRs of the latest
    games, as bytes; the method `games` decodes the bytes.
    """

    def __init__(self, row: bytes | None = None, name: str = "") -> None:
        self.name = name
        self.board = 0
        self.numbers = array("i", [0] * _NUMBERS)
        self.curve = b""
        if row is None:
            self.numbers[BEST] = self.numbers[WORST] = NONE
            return
        letters = [chr(byte) if 32 <= byte < 127 else "?" for byte in row[:MAX_NAME]]
        self.name = "".join(letters).strip()
        self.board = row[MAX_NAME]
        self.numbers = array("i", bytes(row[_NUMBERS_AT:_CURVE_AT]))
        filled = min(max(0, self.numbers[_FILLED]), LATEST)
        self.curve = bytes(row[_CURVE_AT : _CURVE_AT + _GAME * filled])

    @property
    def possible(self) -> bool:
        """True if every value is in its range."""
        numbers = list(self.numbers)
        numbers[LUCK] = abs(numbers[LUCK])
        if min(numbers) < 0 or max(numbers) > _MOST or max(numbers[BEST], numbers[WORST]) > NONE:
            return False
        return numbers[_FILLED] <= LATEST and self.name != "" and self.board < _BOARDS

    def __getitem__(self, index: int) -> int:
        return self.numbers[index]

    def pack(self) -> bytes:
        """Returns the results as the bytes of a row."""
        self.numbers[_FILLED] = len(self.curve) // _GAME
        name = (self.name + " " * (MAX_NAME - len(self.name))).encode()
        row = b"".join((name, bytes((self.board,)), bytes(self.numbers), self.curve))
        return row + bytes(ROW - len(row))

    def decisions(self, kind: int | None = None) -> int:
        """Returns the number of decisions of `kind`, an index in KINDS; None counts all kinds."""
        return self._sum(0, kind)

    def pr(self, kind: int | None = None) -> int | None:
        """Returns the PR in hundredths for the decisions of `kind`; None if there are none."""
        decisions = self._sum(0, kind)
        return pr(self._sum(1, kind), decisions) if decisions else None

    def _sum(self, offset: int, kind: int | None) -> int:
        kinds = range(len(KINDS)) if kind is None else (kind,)
        return sum([self.numbers[_KIND + 2 * i + offset] for i in kinds])

    def games(self) -> "Iterator[tuple[int, int]]":
        """Yields (PR in hundredths, number of decisions) of each game in `curve`, oldest first."""
        for at in range(0, len(self.curve), _GAME):
            low, high, decisions = self.curve[at : at + _GAME]
            yield low | high << 8, decisions

    def add(self, other: "Person") -> None:
        """Adds the results of `other`, whose games come before this Person's games in `curve`."""
        mine, theirs = self.numbers, other.numbers
        mine[BEST] = min(mine[BEST], theirs[BEST])
        if theirs[WORST] != NONE:
            mine[WORST] = max(0 if mine[WORST] == NONE else mine[WORST], theirs[WORST])
        for i in list(range(_ADDED)) + list(range(_KIND, _NUMBERS)):
            mine[i] = max(-_MOST, min(mine[i] + theirs[i], _MOST))
        self.curve = (other.curve + self.curve)[-_GAME * LATEST :]

    def score(self, match: "Match", side: int) -> None:
        """Adds the result of the finished game in `match`; the person played on `side`."""
        result = match.result
        assert result is not None
        won = result.winner == side
        self.numbers[GAMES] += 1
        self.numbers[POINTS_WON if won else POINTS_LOST] += result.points
        if match.phase == MATCH_OVER:
            self.numbers[MATCHES] += 1
            self.numbers[WON] += won

    def end_game(self) -> None:
        """Sets `curve`, BEST and WORST; this Person must contain the decisions of only one game."""
        decisions, found = self.decisions(), self.pr()
        if found is None:
            return
        found = min(found, NONE - 1)
        self.curve = bytes((found & 255, found >> 8, min(decisions, 255)))
        if decisions >= _FEW:
            self.numbers[BEST] = self.numbers[WORST] = found


def key_of(name: str) -> str:
    """Returns the key of `name`: lower case, no outer spaces. One key belongs to one person."""
    return name.strip().lower()


class People:
    """The results of all people, in a table on flash. Methods raise OSError if the flash fails."""

    def __init__(self, archive: "Archive") -> None:
        self.unkept: str | None = None  # the name of a person for whom the table had no room
        self.left_out = 0  # rows with impossible values, which are ignored
        self._table = archive.people(HEAD, ROW, ROWS)
        self._archive = archive
        self._head: bytearray | None = None
        self._next: "tuple[int, bytearray] | None" = None  # by add_game: (old _table.saved, head)
        self._did: "dict[str, Person]" = {}  # by key: results in the game that is graded

    @property
    def damage(self) -> str | None:
        """The damage to the table, in words; None if the table is intact."""
        return self._table.damage

    def open(self) -> "Iterator[None]":
        """Reads the table in slices. Without `open`, the first use reads it without a pause."""
        if self._head is None:
            found = yield from self._table.open()
            if self._head is None:  # another caller may have read the table between two slices
                self._head = bytearray(found or bytes(HEAD))

    def _opened(self) -> bytearray:
        for _ in self.open():
            pass
        assert self._head is not None
        return self._head

    def keep_damaged(self) -> None:
        """Keeps a damaged table's file under another name; drops rows with impossible values."""
        if self.left_out:
            self._save(self._rows())
        self.left_out = 0
        self._table.keep_damaged()

    # For players, who see, delete and rename records.

    def everybody(self, name: str | None = None) -> list[Person]:
        """Returns all people from A to Z, or only `name`, each with the sums over all boards."""
        found: "dict[str, Person]" = {}
        for person in self._rows():
            key = key_of(person.name)
            if key in found:
                found[key].add(person)
            elif name is None or key == key_of(name):
                found[key] = person
        return [found[key] for key in sorted(found)]

    def of(self, name: str) -> Person | None:
        """Returns the person `name` with the sum of the results on all boards; None if unknown."""
        found = self.everybody(name)
        return found[0] if found else None

    def delete(self, name: str) -> None:
        """Deletes the results of the person `name`; later games of that person count from zero."""
        key = key_of(name)
        self._save(person for person in self._rows() if key_of(person.name) != key)

    def rename(self, name: str, other: str) -> None:
        """Renames the person `name` to `other`; if `other` exists, adds up the results of both."""
        self._save(self._renamed(key_of(name), key_of(other), other))

    def _renamed(self, old: str, new: str, name: str) -> "Iterator[Person]":
        """Yields all rows; per board, makes the rows with keys `old` and `new` one row `name`."""
        leaving = {row.board: row for row in self._rows() if key_of(row.name) == old}
        for person in self._rows():
            key = key_of(person.name)
            if key == old:
                continue
            if key == new:
                person.name = name
                if person.board in leaving:
                    person.add(leaving.pop(person.board))
            yield person
        for board in sorted(leaving):
            leaving[board].name = name
            yield leaving[board]

    def _rows(self) -> "Iterator[Person]":
        self._opened()
        i = left_out = 0
        while i < self._table.count:  # `count` changes if the table is replaced between slices
            person = Person(self._table.row(i))
            i += 1
            if person.possible:
                yield person
            else:
                left_out += 1
        self.left_out = max(self.left_out, left_out)

    def _save(self, rows: "Iterable[Person]", head: bytearray | None = None) -> None:
        if head is None:
            head = bytearray(self._opened())
            _count_change(head)
        for _ in self._table.write(bytes(head), (person.pack() for person in rows)):
            pass
        self._table.keep()
        self._head = head

    # For the grader.

    def place(self) -> tuple[int, int]:
        """Returns (serial number of the log graded last, number of graded games in that log)."""
        run, games = unpack_from("<IH", self._opened())
        return run, games

    def knows(self, key: int) -> bool:
        """True if the game with `key` (Game.key) is graded."""
        return key in _keys(self._opened())

    def begin_game(self) -> None:
        """Clears the previous game's results; call this before a game is graded."""
        self._did = {}

    def add_decision(self, name: str, decision: "Decision") -> None:
        """Adds `decision` of the person `name` to the results of the game that is being graded."""
        numbers = self._doing(name).numbers
        at = _KIND + 2 * KINDS.index(kind_of(decision))
        numbers[at] += 1
        numbers[at + 1] += decision.grade.loss

    def add_luck(self, name: str, luck: int) -> None:
        """Adds the luck of a roll of the person `name`, in 1/65536 of a point."""
        self._doing(name).numbers[LUCK] += luck

    def _doing(self, name: str) -> Person:
        return self._did.setdefault(key_of(name), Person(None, name))

    def add_game(self, game: "Game") -> "Iterator[None]":
        """Writes a new table with `game`, in slices; until `keep`, the old table counts."""
        self._next = None
        saved = self._table.saved
        did = {}
        for key, one in self._did.items():
            did[key] = Person(one.pack())
        yield
        for side in (0, 1):
            name = game.person(side)
            if name:
                did.setdefault(key_of(name), Person(None, name)).score(game.match, side)
        for one in did.values():
            one.end_game()
        yield from self._add_earlier(did)
        yield
        head = bytearray(self._opened())
        pack_into("<IH", head, 0, game.run, game.number + 1)
        urandom = self._archive.urandom
        if urandom and not _boards(head)[0][0]:
            head[_BOARDS_AT : _BOARDS_AT + 4] = urandom(4)
        _remember(head, [game.key])
        _count_change(head)
        self._next = saved, head
        yield from self._table.write(bytes(head), (row.pack() for row in self._with(did)))

    def keep(self) -> bool:
        """Replaces the old table by the table that `add_game` wrote; returns True on success.

        Returns False if the old table changed after `add_game` began; then call `add_game` again.
        """
        if self._next is None or self._next[0] != self._table.saved or not self._table.keep():
            return False
        self._head = self._next[1]
        self._next = None
        self._did = {}
        return True

    def _add_earlier(self, did: "dict[str, Person]") -> "Iterator[None]":
        """Adds the earlier results on this board to each Person in `did`.

        `did`: {key: the person's results in the graded game}. Drops a person who has no row for
        this board yet if the table has no room for one; `unkept` is then that person's name.
        """
        known = set()
        ours = set()
        count = 0
        for person in self._rows():
            yield
            key = key_of(person.name)
            count += 1
            known.add(key)
            if not person.board and key in did:
                ours.add(key)
                did[key].name = person.name
                did[key].add(person)
        self.unkept = None
        for key in list(did):
            if key in ours:
                continue
            if key not in known and len(known) >= MOST or count >= ROWS:
                self.unkept = did.pop(key).name
            else:
                known.add(key)
                count += 1

    def _with(self, changed: "dict[str, Person]") -> "Iterator[Person]":
        """Yields all rows; this board's new and changed rows come from `changed`, {key: Person}."""
        for person in self._rows():
            yield person if person.board else changed.pop(key_of(person.name), person)
        yield from changed.values()

    # Merging two boards' records.

    def merge(self, other: "People") -> None:
        """Merges `other` into this table; `other` is from another board or an earlier backup.

        Raises PeopleError, without any change, if the table has no room.
        """
        theirs = other._opened()
        head = bytearray(self._opened())
        newer = {}  # {board's index in `other`: index here}, of boards with newer rows in `other`
        for i, (board, version) in enumerate(_boards(theirs)):
            if not board:
                continue
            boards = [number for number, _ in _boards(head)]
            if board not in boards and 0 not in boards[1:]:
                raise PeopleError("only %d boards' records fit" % _BOARDS)
            mine = boards.index(board) if board in boards else boards.index(0, 1)
            if not boards[mine] or version > _boards(head)[mine][1]:
                newer[i] = mine
                pack_into("<II", head, _BOARDS_AT + 8 * mine, board, version)
        own = [key for key in _keys(head) if key]
        _remember(head, own + [key for key in _keys(theirs) if key not in own])
        names = set()
        count = 0
        for person in self._merged(other, newer):
            names.add(key_of(person.name))
            count += 1
        if len(names) > MOST or count > ROWS:
            raise PeopleError("only %d players' records fit: delete some first" % MOST)
        self._save(self._merged(other, newer), head)

    def _merged(self, other: "People", newer: "dict[int, int]") -> "Iterator[Person]":
        """Yields the merged table's rows.

        `newer`: the boards with newer rows in `other`, as {index in `other`: index in this table}.
        """
        for person in self._rows():
            if person.board not in newer.values():
                yield person
        for person in other._rows():
            if person.board in newer:
                person.board = newer[person.board]
                yield person


def _boards(head: bytearray) -> list[tuple[int, int]]:
    """Returns [(ID, version of the rows)] for each board in the header `head`; ID 0 is no board."""
    return [unpack_from("<II", head, at) for at in range(_BOARDS_AT, HEAD, 8)]


def _count_change(head: bytearray) -> None:
    pack_into("<I", head, _BOARDS_AT + 4, _boards(head)[0][1] + 1 & 0xFFFFFFFF)


def _keys(head: bytearray) -> list[int]:
    return list(array("I", head[_PLACE:_BOARDS_AT]))


def _remember(head: bytearray, keys: list[int]) -> None:
    new = bytes(array("I", keys)) + head[_PLACE:_BOARDS_AT]
    head[_PLACE:_BOARDS_AT] = new[: _BOARDS_AT - _PLACE]


def kind_of(decision: "Decision") -> str:
    """Returns the kind of `decision`, one of KINDS; "contact" if no other kind fits."""
    question = decision.question
    if question.phase != TO_PLAY:
        return "doubling" if question.phase == TO_ROLL else "take decisions"
    pos = question.situation.position
    if class_of(pos) != CONTACT:
        return "race"
    if decision.row <= _OPENING_ROWS:
        return "opening"
    # For each side: its made points from its own view, the opponent's last checker from his view.
    mine = [n for n in range(1, BAR) if pos[n] > 1]
    theirs = [BAR - n for n in range(1, BAR) if pos[n] < -1]
    my_last = max([n for n in range(1, BAR + 1) if pos[n] > 0])
    their_last = BAR - min([n for n in range(BAR) if pos[n] < 0])
    sides = (mine, their_last), (theirs, my_last)
    if any(_count(made, BAR - _HOME) > 1 for made, _ in sides):
        return "back game"
    for made, last in sides:
        for first in range(BAR - last + 1, BAR - _HOME + 1):
            if _count(made, first) >= _MADE:
                return "priming"
    if any(last == BAR and _count(made, 1) >= _CLOSED for made, last in sides):
        return "blitz"
    return "contact"


def _count(made: "Sequence[int]", first: int) -> int:
    return len([point for point in made if first <= point < first + _HOME])
