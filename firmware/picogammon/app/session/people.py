"""The records of people by name: one table on flash, for sixteen people at most.

A row has the results of one person on one board, and players see the sum of a person's rows. A
merge with another board's table replaces each board's rows by the newer ones, so that no game
counts twice.
"""

from array import array
from binascii import crc32
from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.engine.numbers import CONTACT, pr
from picogammon.engine.search_kernel import class_of
from picogammon.ground import BAR
from picogammon.rules.match import MATCH_OVER, TO_PLAY, TO_ROLL
from picogammon.rules.settings import MAX_NAME

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from picogammon.devices.match_log import Archive
    from picogammon.engine.review import Decision
    from picogammon.rules.match import Match
    from picogammon.rules.settings import Settings

MOST = const(16)  # people
LATEST = const(100)  # games of a curve
ROWS = const(48)  # of all boards
_BOARDS = const(4)
_KEYS = const(256)  # the last games, known by their records
# The head: a log's serial number, the graded games of that log, keys of games, and for each board
# its number, drawn at random with its first game, and its version, which counts changes of its
# rows. The first board is this one.
_PLACE = const(6)
_BOARDS_AT = const(_PLACE + 4 * _KEYS)
HEAD = const(_BOARDS_AT + 8 * _BOARDS)

_FEW = const(10)  # decisions; a game with fewer is neither the best nor the worst
NONE = const(65535)
_MOST = const(0x3FFFFFFF)  # the largest number: such an integer takes no memory of its own
# The numbers of a row after name and board, of four bytes each: their indices.
MATCHES = const(0)
WON = const(1)
GAMES = const(2)
POINTS_WON = const(3)
POINTS_LOST = const(4)
LUCK = const(5)  # in 1/65536 of a point
_ADDED = const(6)  # these are sums
BEST = const(6)  # PR of the best game in hundredths, or NONE
WORST = const(7)
_FILLED = const(8)  # games of the curve
_KIND = const(9)  # for each of KINDS: decisions, and their errors in 1/65536 of a point
_NUMBERS = const(25)
_GAME = const(3)  # bytes of a game of the curve: PR in hundredths, decisions
_NUMBERS_AT = MAX_NAME + 1
_CURVE_AT = _NUMBERS_AT + 4 * _NUMBERS
ROW = _CURVE_AT + LATEST * _GAME

# The kinds of decisions, in their order in a row.
KINDS = "opening", "contact", "priming", "blitz", "back game", "race", "doubling", "take decisions"
_OPENING_ROWS = const(3)
_HOME = const(6)
_MADE = const(5)  # points of a prime
_CLOSED = const(3)  # points of a home, in a blitz


class PeopleError(Exception):
    """Raised if the table has no room for more records; the message is written for the player."""


if _TYPE_CHECKING:
    Agreed = tuple[int, Settings]  # (the first of a game's records made with them, the Settings)


def person_of(settings: "Settings", side: int) -> str | None:
    """Returns the name of the person on `side`; None for a level, or if the name is a colour."""
    name = settings.names[side].strip()
    is_colour = any(name.lower() in pair for pair in PALETTES)
    return None if settings.players[side] or is_colour else name


class Game:
    """A finished game, for the grader.

    `match`: the Match at the game's end. `run`: the serial number of its log. `number`: the game's
    number in that log, from 0. `key`: a CRC of the game's records, equal in every copy of the log.
    """

    def __init__(self, match: "Match", run: int, number: int, agreed: "list[Agreed]") -> None:
        self.match = match
        self.run = run
        self.number = number
        self.key = 0
        for record in match.records():
            self.key = crc32(record, self.key)
        self._agreed = agreed

    def person(self, side: int, at: int | None = None) -> str | None:
        """Returns `person_of` at record number `at`, or at the game's end."""
        settings = self.match.settings
        for start, agreed in self._agreed:
            if at is None or start <= at:
                settings = agreed
        return person_of(settings, side)


class Person:
    """The record of a person's results, on one board or on all boards together.

    `board`: the board's index in the table's head, 0 for this board. `numbers`: the results by
    index (MATCHES, WON, ...); `person[MATCHES]` reads one. `curve`: the PR of the last games,
    packed as in a row, the oldest first.
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
        """True if every value is in range."""
        numbers = self.numbers
        for i in range(_NUMBERS):
            least = -_MOST if i == LUCK else 0
            if not least <= numbers[i] <= _MOST:
                return False
        found = max(numbers[BEST], numbers[WORST]) <= NONE and numbers[_FILLED] <= LATEST
        return found and self.name != "" and self.board < _BOARDS

    def __getitem__(self, index: int) -> int:
        return self.numbers[index]

    def pack(self) -> bytes:
        """Returns the record as the bytes of a row."""
        self.numbers[_FILLED] = len(self.curve) // _GAME
        row = bytearray((self.name + " " * (MAX_NAME - len(self.name))).encode())
        row.append(self.board)
        row.extend(bytes(self.numbers))
        row.extend(self.curve)
        row.extend(bytes(ROW - len(row)))
        return bytes(row)

    def decisions(self, kind: int | None = None) -> int:
        """Returns the number of decisions of `kind`, an index in KINDS; None counts all kinds."""
        return self._sum(0, kind)

    def pr(self, kind: int | None = None) -> int | None:
        """Returns the PR in hundredths for these decisions; None if there are none."""
        decisions = self._sum(0, kind)
        return pr(self._sum(1, kind), decisions) if decisions else None

    def _sum(self, offset: int, kind: int | None) -> int:
        kinds = range(len(KINDS)) if kind is None else (kind,)
        return sum([self.numbers[_KIND + 2 * i + offset] for i in kinds])

    def games(self) -> "Iterator[tuple[int, int]]":
        """Yields (PR in hundredths, number of decisions) of each recent game, the oldest first."""
        for at in range(0, len(self.curve), _GAME):
            low, high, decisions = self.curve[at : at + _GAME]
            yield low | high << 8, decisions

    def add(self, other: "Person") -> None:
        """Adds the results of `other`, whose games come first in the curve."""
        mine, theirs = self.numbers, other.numbers
        mine[BEST] = min(mine[BEST], theirs[BEST])
        if theirs[WORST] != NONE:
            mine[WORST] = max(0 if mine[WORST] == NONE else mine[WORST], theirs[WORST])
        for i in list(range(_ADDED)) + list(range(_KIND, _NUMBERS)):
            mine[i] = max(-_MOST, min(mine[i] + theirs[i], _MOST))
        self.curve = (other.curve + self.curve)[-_GAME * LATEST :]

    def score(self, match: "Match", side: int) -> None:
        """Counts the finished game of `match` for the player of `side`."""
        result = match.result
        assert result is not None
        won = result.winner == side
        self.numbers[GAMES] += 1
        self.numbers[POINTS_WON if won else POINTS_LOST] += result.points
        if match.phase == MATCH_OVER:
            self.numbers[MATCHES] += 1
            self.numbers[WON] += won

    def end_game(self) -> None:
        """Fills the curve, best and worst game of a record that has a single game."""
        decisions, found = self.decisions(), self.pr()
        if found is None:
            return
        found = min(found, NONE - 1)
        self.curve = bytes((found & 255, found >> 8, min(decisions, 255)))
        if decisions >= _FEW:
            self.numbers[BEST] = self.numbers[WORST] = found


def key_of(name: str) -> str:
    """Returns `name` in lower case without outer spaces; names with equal keys are one person's."""
    return name.strip().lower()


class People:
    """The records of people, in a table of an archive. Methods raise OSError if the flash fails.

    `unkept`: the name of a person for whom the table had no room, or None. `left_out`: the number
    of rows that are ignored because they have values that no board writes.
    """

    def __init__(self, archive: "Archive") -> None:
        self.unkept: str | None = None
        self.left_out = 0
        self._table = archive.people(HEAD, ROW, ROWS)
        self._archive = archive
        self._head: bytearray | None = None
        self._next: "tuple[int, bytearray] | None" = None  # what `add_game` wrote: (saved, head)
        self._did: "dict[str, Person]" = {}  # in the game that is graded, by key

    @property
    def damage(self) -> str | None:
        """The damage of the table, in a sentence, or None."""
        return self._table.damage

    def open(self) -> "Iterator[None]":
        """Reads the table, unless that was done before. Yields between slices of work.

        Other methods read an unopened table in one go.
        """
        if self._head is None:
            found = yield from self._table.open()
            if self._head is None:  # another caller may have read it between the slices
                self._head = bytearray(found or bytes(HEAD))

    def _opened(self) -> bytearray:
        for _ in self.open():
            pass
        assert self._head is not None
        return self._head

    def keep_damaged(self) -> None:
        """Sets a damaged table aside, and writes the table without its invalid rows."""
        if self.left_out:
            self._change(lambda person: person)
        self.left_out = 0
        self._table.keep_damaged()

    # Looking at records.

    def everybody(self, name: str | None = None) -> list[Person]:
        """Returns a Person for each name, or for `name` only, summed over all boards.

        The names are in alphabetical order. Each row is read once.
        """
        found: "dict[str, Person]" = {}
        for person in self._rows():
            key = key_of(person.name)
            if key in found:
                found[key].add(person)
            elif name is None or key == key_of(name):
                found[key] = person
        return [found[key] for key in sorted(found)]

    def of(self, name: str) -> Person | None:
        """Returns the Person called `name`, summed over all boards, or None."""
        found = self.everybody(name)
        return found[0] if found else None

    def delete(self, name: str) -> None:
        """Deletes the record of the person `name`, who gets a new record with the next game."""
        self._change(lambda person: None if key_of(person.name) == key_of(name) else person)

    def rename(self, name: str, other: str) -> None:
        """Renames the person `name` to `other`; if `other` exists, merges the two records."""
        old, new = key_of(name), key_of(other)
        leaving: "dict[int, Person]" = {}  # by board: the rows of `name`
        staying = set()  # boards with a row of `other`
        for person in self._rows():
            if key_of(person.name) == new:
                staying.add(person.board)
            elif key_of(person.name) == old:
                leaving[person.board] = person

        def change(person: Person) -> Person | None:
            key = key_of(person.name)
            if key == new and person.board in leaving:
                person.add(leaving[person.board])
            elif key == old != new and person.board in staying:
                return None
            if key in (old, new):
                person.name = other
            return person

        self._change(change)

    def _rows(self) -> "Iterator[Person]":
        self._opened()
        i = left_out = 0
        while i < self._table.count:  # changes if the table is replaced between slices
            person = Person(self._table.row(i))
            i += 1
            if person.possible:
                yield person
            else:
                left_out += 1
        self.left_out = max(self.left_out, left_out)

    def _change(self, change: "Callable[[Person], Person | None]") -> None:
        """Replaces each row of the table by `change` of it, or deletes it if that is None."""
        head = bytearray(self._opened())
        _count_change(head)
        self._save(head, (change(person) for person in self._rows()))

    def _save(self, head: bytearray, rows: "Iterable[Person | None]") -> None:
        for _ in self._table.write(bytes(head), (person.pack() for person in rows if person)):
            pass
        self._table.keep()
        self._head = head

    # For the grader.

    def place(self) -> tuple[int, int]:
        """Returns (serial number of the log graded last, number of graded games in that log)."""
        head = self._opened()
        return _number(head, 0), int.from_bytes(head[4:_PLACE], "little")

    def knows(self, key: int) -> bool:
        """True if the game with `key` (Game.key) is graded."""
        keys = bytes(self._opened()[_PLACE:_BOARDS_AT])
        wanted = key.to_bytes(4, "little")
        at = keys.find(wanted)
        while at % 4 and at >= 0:
            at = keys.find(wanted, at + 1)
        return at >= 0

    def begin_game(self) -> None:
        """Begins the results of a game; called before the game's first decision is graded."""
        self._did = {}

    def add_decision(self, name: str, decision: "Decision") -> None:
        """Counts a decision of the person `name` in the current game."""
        numbers = self._doing(name).numbers
        at = _KIND + 2 * KINDS.index(kind_of(decision))
        numbers[at] += 1
        numbers[at + 1] += decision.grade.loss

    def add_luck(self, name: str, luck: int) -> None:
        """Counts the luck of a roll by the person `name`, in 1/65536 of a point."""
        self._doing(name).numbers[LUCK] += luck

    def _doing(self, name: str) -> Person:
        return self._did.setdefault(key_of(name), Person(None, name))

    def add_game(self, game: "Game") -> "Iterator[None]":
        """Writes a new table, which includes the finished `game`, next to the old one.

        Yields between slices of work. `keep` then replaces the old table. A second call writes the
        new table from the beginning.
        """
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
        head[:_PLACE] = game.run.to_bytes(4, "little") + (game.number + 1).to_bytes(2, "little")
        urandom = self._archive.urandom
        if urandom and not _number(head, _BOARDS_AT):
            head[_BOARDS_AT : _BOARDS_AT + 4] = urandom(4)
        _remember(head, (game.key,))
        _count_change(head)
        self._next = saved, head
        yield from self._table.write(bytes(head), self._with(did))

    def keep(self) -> bool:
        """Replaces the old table with the one that `add_game` wrote.

        Returns True if the game is now saved. Returns False if the old table has changed since;
        then call `add_game` once more.
        """
        if self._next is None or self._next[0] != self._table.saved or not self._table.keep():
            return False
        self._head = self._next[1]
        self._next = None
        self._did = {}
        return True

    def _add_earlier(self, did: "dict[str, Person]") -> "Iterator[None]":
        """Adds this board's rows to the records of one game in `did`; yields after each row read.

        A person for whom the table has no room is removed from `did`, and becomes `unkept`.
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

    def _with(self, changed: "dict[str, Person]") -> "Iterator[bytes]":
        """Yields all rows as bytes; rows in `changed` replace this board's rows of these people."""
        for person in self._rows():
            if not person.board:
                person = changed.pop(key_of(person.name), person)
            yield person.pack()
        for person in changed.values():
            yield person.pack()

    # Merging two boards' records.

    def merge(self, other: "People") -> None:
        """Merges the records of the table `other`, which may come from this board or another one.

        Raises PeopleError if there is no room; then nothing changes.
        """
        theirs = other._opened()
        head = bytearray(self._opened())
        newer = {}  # {their index of a board: ours} if their rows are newer
        for i in range(_BOARDS):
            board, version = _board(theirs, i)
            if not board:
                continue
            boards = [_board(head, j)[0] for j in range(_BOARDS)]
            if board not in boards and 0 not in boards[1:]:
                raise PeopleError("only %d boards' records fit" % _BOARDS)
            mine = boards.index(board) if board in boards else boards.index(0, 1)
            if not boards[mine] or version > _board(head, mine)[1]:
                newer[i] = mine
                at, there = _BOARDS_AT + 8 * mine, _BOARDS_AT + 8 * i
                head[at : at + 8] = theirs[there : there + 8]
        own = [key for key in _keys(head) if key]
        _remember(head, [key for key in _keys(theirs) if key not in own])
        _remember(head, own)  # the newest, or this board would lose its place
        names = set()
        count = 0
        for person in self._merged(other, newer):
            names.add(key_of(person.name))
            count += 1
        if len(names) > MOST or count > ROWS:
            raise PeopleError("only %d players' records fit: delete some first" % MOST)
        self._save(head, self._merged(other, newer))

    def _merged(self, other: "People", newer: "dict[int, int]") -> "Iterator[Person]":
        """Yields the rows of the merged table; `newer` is as in `merge`."""
        for person in self._rows():
            if person.board not in newer.values():
                yield person
        for person in other._rows():
            if person.board in newer:
                person.board = newer[person.board]
                yield person


def _number(head: bytearray, at: int) -> int:
    return int.from_bytes(head[at : at + 4], "little")


def _board(head: bytearray, index: int) -> tuple[int, int]:
    """Returns (number, version) of the board with `index`; the number is 0 if there is none."""
    at = _BOARDS_AT + 8 * index
    return _number(head, at), _number(head, at + 4)


def _count_change(head: bytearray) -> None:
    at = _BOARDS_AT + 4
    head[at : at + 4] = (_number(head, at) + 1 & 0xFFFFFFFF).to_bytes(4, "little")


def _keys(head: bytearray) -> list[int]:
    return [_number(head, at) for at in range(_PLACE, _BOARDS_AT, 4)]


def _remember(head: bytearray, keys: "Iterable[int]") -> None:
    """Adds `keys` of graded games to `head`, in place of the oldest ones."""
    new = b"".join([key.to_bytes(4, "little") for key in keys])
    head[_PLACE:_BOARDS_AT] = (new + head[_PLACE:_BOARDS_AT])[: _BOARDS_AT - _PLACE]


def kind_of(decision: "Decision") -> str:
    """Returns the kind of `decision`, one of KINDS; if several fit, the one tested first."""
    question = decision.question
    if question.phase != TO_PLAY:
        return "doubling" if question.phase == TO_ROLL else "take decisions"
    pos = question.situation.position
    if class_of(pos) != CONTACT:
        return "race"
    if decision.row <= _OPENING_ROWS:
        return "opening"
    # Each side's points, from the roller's view and from the other side's view.
    mine = [n for n in range(1, BAR) if pos[n] > 1]
    theirs = [BAR - n for n in range(1, BAR) if pos[n] < -1]
    my_last = max([n for n in range(1, BAR + 1) if pos[n] > 0])
    their_last = BAR - min([n for n in range(BAR) if pos[n] < 0])
    for made in (mine, theirs):
        if len([n for n in made if n >= BAR - _HOME]) > 1:
            return "back game"
    if _primes(mine, their_last) or _primes(theirs, my_last):
        return "priming"
    if my_last == BAR and _closes(theirs) or their_last == BAR and _closes(mine):
        return "blitz"
    return "contact"


def _primes(made: "Sequence[int]", last: int) -> bool:
    """True if `made` has five of six points in a row in front of the other side's `last` checker.

    `last` is counted as that checker's player counts.
    """
    for start in range(BAR - last + 1, BAR - _HOME + 1):
        if len([n for n in made if start <= n < start + _HOME]) >= _MADE:
            return True
    return False


def _closes(made: "Sequence[int]") -> bool:
    """True if `made` has at least three points of the home board."""
    return len([n for n in made if n <= _HOME]) >= _CLOSED
