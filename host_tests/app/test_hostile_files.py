"""Stored files with valid checksums but contents that no board writes: the board starts, reports
the damage that it finds, and shows each screen that uses the file.

board/test_troubles.py tests the file of the hardware set-up.
"""

from binascii import crc32

from fakes.coach import Coach
from fakes.disk import Disk, files_on
from fakes.memory import MemoryArchive, MemoryLog
from fakes.ruler import check
from fakes.sitting import SeededDice, Sitting
from picogammon import LAYOUT
from picogammon.app.display import view as views
from picogammon.app.practice import cards, sets
from picogammon.app.session import people, prefs
from picogammon.devices import files
from picogammon.devices.file_system import is_newer
from picogammon.devices.files import Store, Table
from picogammon.rules import actions
from portable import sample

_BLOBS = {  # as a board writes them
    files.SETTINGS: prefs.Prefs().pack(),
    files.DICE: bytes(64),
    files.SECRETS: b"0123456789ABCDEF" * 2,
    files.SETS: bytes((1, 0)) + bytes(4 * len(sets.NAMES) + 4),
}
_TABLES = {  # the size of a row or slot, and how many of them are tried
    files.PEOPLE: (people.ROW, (0, 1, 2, people.ROWS, people.ROWS + 1)),
    files.CARDS: (cards.BYTES, (0, 1, 90)),
}
_FILLS = (b"\x00", b"\x01", b"\x41", b"\x7f", b"\x80", b"\xff", b"\xff\xff\xff\x3f", b"\x00\x80")
_SPOILT = 20  # contents of each file that are sound but for a stretch of bytes
_NAMES = ("Ann", "Bob", "Cid")
_LABELS = ("Players", "Practice", "Dice statistics", "Preferences", "New match")


def contents(path):
    """Yields hostile contents of the file `path`.
    Each is a list: the rows of a table, the slots of cards, or a single blob."""
    chance = SeededDice(len(path))
    for _ in range(_SPOILT):
        yield [spoilt(one, chance) for one in sound(path)]
    if path in _TABLES:
        row, counts = _TABLES[path]
        for count in counts:
            for fill in _FILLS:
                yield [filled(fill, row)] * count
                yield [begun(path, i, filled(fill, row)) for i in range(count)]
    else:
        usual = len(_BLOBS[path])
        for size in (0, 1, usual - 1, usual, usual + 1, 4096, 5000):
            for fill in _FILLS:
                yield [filled(fill, size)]
            yield [bytes([chance.below(256) for _ in range(size)])]


def sound(path):
    """Returns valid contents of the file `path`: a list of rows, of slots, or of a single blob."""
    if path == files.PEOPLE:
        return [people.Person(None, name).pack() for name in _NAMES]
    if path != files.CARDS:
        return [_BLOBS[path]]
    slots = []
    for number in range(6):
        question = cards.question_of(sets.situation(number, 0))
        card = cards.Card(_NAMES[number % 3], question, bytes((actions.ROLL,)))
        card.number = number
        slots.append(card.pack())
    return slots


def spoilt(whole, chance):
    below = chance.below
    size = len(whole)
    start, length = ((below(size), 1), (below(size), 4), (below(size), 40), (0, size))[below(4)]
    over = (_FILLS + (bytes([below(256) for _ in range(8)]),))[below(len(_FILLS) + 1)]
    return (whole[:start] + filled(over, length) + whole[start + length :])[:size]


def filled(fill, size):
    return (fill * size)[:size]


def begun(path, number, row):
    """Returns `row` with valid first bytes: in the file of people, the name and the board's number
    of person `number`; in the file of cards, the version of a card."""
    name = (b"P%d" % number + b" " * 12)[:12]
    head = name + bytes((number % 5,)) if path == files.PEOPLE else b"\x01"
    return head + row[len(head) :]


def lay(disk, path, content):
    """Writes `content`, a list of rows, slots or one blob, to the file `path`, with checksums."""
    if path == files.PEOPLE:
        table = Table(files_on(disk), path, people.HEAD, people.ROW, 999)
        for _ in table.write(filled(b"\xff", people.HEAD), content):
            pass
        assert table.keep()
        return
    head = b"" if path == files.CARDS else b"PGT\x01\x00\x00\x01\x00"
    bodies = [head + body for body in content]
    disk.files[path] = bytearray(
        b"".join([body + crc32(body).to_bytes(4, "little") for body in bodies])
    )


def board(disk):
    log = MemoryLog()
    kept = files_on(disk)
    return Sitting(
        SeededDice(3),
        log=log,
        archive=MemoryArchive(log, disk),
        store=Store(kept, files.SETTINGS),
        dice_store=Store(kept, files.DICE),
        seal_store=Store(kept, files.SECRETS),
        coach=_COACH,
    )


_COACH = Coach(slices=1)


def read(sitting):
    while isinstance(sitting.sees.page, views.MessageView):
        check(sitting.sees)
        before = sitting.navigator.top
        sitting.press("OK")
        sitting.wait(100, 50)
        if sitting.navigator.top is before:
            break


def used(sitting):
    read(sitting)
    sitting.grade_a_game()
    for label in _LABELS:
        for line in range(2):
            sitting.press("hold-BACK")
            sitting.menu(label)
            sitting.wait(300, 50)
            read(sitting)
            sitting.press("NEXT " * line + "OK")
            sitting.wait(300, 50)
            check(sitting.sees)
            sitting.press("NEXT OK OK")
            check(sitting.sees)


def all_contents():
    for path in sorted(list(_BLOBS) + list(_TABLES)):
        for content in contents(path):
            yield path, content


def test_a_file_with_contents_that_no_board_writes_stops_nothing():
    named = [name for name in dir(files) if str(getattr(files, name)).endswith(".bin")]
    known = list(_BLOBS) + list(_TABLES) + [files.SET_UP]
    assert {getattr(files, name) for name in named} == set(known)
    count = sum([1 for _ in all_contents()])
    wanted = set(sample(range(count), 23))
    for number, (path, content) in enumerate(all_contents()):
        if number in wanted:
            disk = Disk()
            lay(disk, path, content)
            try:
                for _ in range(2):  # the second time after a restart
                    used(board(disk))
            except Exception:
                print(path, number)
                raise


def test_only_a_whole_mark_says_that_the_flash_is_laid_out_otherwise():
    for mark, newer in (
        (b"", False),
        (b"PG", False),
        (b"PGL", False),
        (b"PGL" + bytes((LAYOUT,)), False),
        (b"PGL" + bytes((LAYOUT + 1,)), True),
        (b"PGX" + bytes((LAYOUT + 1,)), False),
    ):
        assert is_newer(mark) == newer, mark
