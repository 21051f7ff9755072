"""Files with right sums that say nonsense: the board says so, and keeps its lights and buttons."""

from binascii import crc32
from json import dumps

from fakes.coach import Coach
from fakes.disk import files_on
from fakes.power import Power
from fakes.sitting import SeededDice, two_people
from picogammon.app.practice import cards, sets
from picogammon.app.practice.sets import Sets
from picogammon.app.session import people, prefs, resume
from picogammon.devices import files
from picogammon.devices.journal import Journal
from picogammon.devices.table import Table
from picogammon.engine.engine import Thought
from picogammon.rules import actions
from picogammon.rules.match import Match
from portable import some

_SET_UPS = (
    b"no JSON",
    b"\xff\xfe",
    b"[1]",
    b"3",
    b'{"a": nonsense}',
    b"[" * 400,
    b'{"WIRING": 7}',
    b'{"SUPPLY_MA": 9000}',
    b'{"BUTTON_PINS": [3]}',
)
_SECRETS = (b"\xff" * 32, b"", b"\x80", b"A" * 31 + b"\xc3")
_NOTES = (
    (actions.SEAL, b""),
    (actions.SEAL, b"\xff" * 60),
    (actions.SEAL, bytes(40) + b"\xc3\xa9\xff"),
    (actions.SECRET, b"\xff" * 32),
    (actions.SECRET, b""),
    (actions.CLOCK, b"\xff"),
    (0, b"\xff"),
    (200, b""),
)


def _store(blob):
    """The file of a Store with that in it."""
    body = b"PGS\x01" + blob
    return bytearray(body + crc32(body).to_bytes(4, "little"))


def _plays(power):
    """Boots, reads what is said into power.told, and rolls."""

    def script(power):
        yield 1000
        yield from power.read()
        yield from power.press("OK OK NEXT OK")
        yield 200
        yield from power.press("hold-OK")
        yield 200
        assert power.view.page.items
        power.menu = [item[0] for item in power.view.page.items]
        yield from power.press("BACK")

    assert power.run(script) == "off"
    assert power.crash_log() == ""
    assert power.rgb
    return power.told


def test_a_set_up_that_is_none_is_told_and_the_boards_own_data_are_used():
    for blob in _SET_UPS:
        power = Power()
        power.disk.files["board.bin"] = _store(blob)
        told = _plays(power)
        assert told and told[0][0] == "The board's data", blob
        assert "board.bin" in told[0][1] or "set up" in told[0][1], told


def _sealed(notes=()):
    """A board with the log of a match with sealed dice, whose notes are these."""
    power = Power()
    match = Match(two_people(1, sealed=bool(notes)))
    log = Journal(files_on(power.disk), "match.log")
    log.restart(resume.beginning(match) + tuple(notes))
    log.close()
    return power


def test_secrets_and_settings_that_are_none_stop_nothing():
    seal = actions.note(actions.SEAL, bytes(40) + b"123456")
    for blob in _SECRETS:
        power = _sealed((seal,))
        for name in ("seal.bin", "settings.bin", "dice.bin"):
            power.disk.files[name] = _store(blob)
        told = _plays(power)
        assert "secret" in power.board.session.dice.trouble, told


def test_preferences_and_counts_that_make_no_sense_are_told_once_and_kept_aside():
    for path, blob in (("settings.bin", b"\xff"), ("dice.bin", bytes(24) + b"\x01" * 40)):
        power = Power()
        power.disk.files[path] = _store(blob)
        said = "%s makes no sense; it is kept in %s.bad" % (path, path)
        assert _plays(power) == [("Settings", said)]
        assert power.disk.files[path + ".bad"] == _store(blob)
        assert _plays(power) == []


def test_notes_that_say_nothing_stop_nothing():
    for topic, body in _NOTES:
        power = _sealed((actions.note(topic, body), actions.note(actions.SEAL, bytes(41))))
        _plays(power)
        power = _sealed((actions.note(actions.SEAL, bytes(41)), actions.note(topic, body)))
        _plays(power)


# Every stored table, with a right checksum and values that no board writes.

_TABLES = [
    getattr(files, name)
    for name in dir(files)
    if name[0] != "_" and str(getattr(files, name)).endswith(".bin")
]
_BLOBS = {
    files.SETTINGS: prefs.Prefs().pack(),
    files.DICE: bytes(64),
    files.SECRETS: b"0123456789ABCDEF" * 4,
    files.SETS: bytes((1, 0)) + bytes(4 * len(sets.NAMES) + 4),
}
_CONSTANTS = (
    "BUTTON_PINS HOME_LEFT LIGHTS_PER_POINT NAME OLED_ADDRESS OLED_DRIVER OLED_FLIP OLED_HEIGHT"
    " OLED_MIRROR OTHERS_MA PIEZO_PIN PLACE_COLUMN_PINS PLACE_ROW_PINS STRIP_ORDER STRIP_PIN"
    " SUPPLY_MA WIRING"
).split()
_ODD = (None, True, -1, 0, 3, 10**9, 1.5, "", "GRB", [], [1, 2, 3, 4], [[1, 24]], [None] * 4, {})
_NAMES = ("Ann", "Bob", "Cid")
_COACH = Coach(slices=1)


_OVER = (b"\x00", b"\x01", b"\x7f", b"\x80", b"\xff", b"\xff\xff\xff\x7f")


class Spoiler:
    """Stored tables that make no sense, from a seed."""

    def __init__(self, seed):
        self.below = SeededDice(seed).below

    def spoilt(self, sound):
        """The bytes with a stretch of them replaced, now and then all of them."""
        below = self.below
        size = len(sound)
        start, length = ((below(size), 1), (below(size), 4), (below(size), 40), (0, size))[below(4)]
        over = bytes([below(256) for _ in range(8)])
        over = (_OVER + (over,))[below(len(_OVER) + 1)]
        new = (over * length)[:length]
        return (sound[:start] + new + sound[start + length :])[:size]

    def records(self):
        """Records of a match that goes wrong."""
        found = list(resume.beginning(Match(two_people(3, names=_NAMES[:2]))))
        for _ in range(self.below(12)):
            kind = self.below(actions.NOTE + 2)
            found.append(bytes([kind] + [self.below(256) for _ in range(self.below(6))]))
        return found

    def cards(self):
        """The file of some cards."""
        found = Sets()
        slots = b""
        for number in range(6):
            question = cards.question_of(found.situation(number, 0))
            card = cards.Card(_NAMES[number % 3], question, bytes((actions.ROLL,)))
            card.number = number
            body = self.spoilt(card.pack())
            slots += body + crc32(body).to_bytes(4, "little")
        return bytearray(slots)

    def set_up(self):
        """The file of a set-up with one constant."""
        found = {_CONSTANTS[self.below(len(_CONSTANTS))]: _ODD[self.below(len(_ODD))]}
        return _store(dumps(found).encode())

    def lay(self, disk):
        """Puts all tables onto a disk, and two logs."""
        below = self.below
        for path in _TABLES:
            disk.files[path] = _store(self.spoilt(_BLOBS.get(path, bytes(40))))
        disk.files[files.SET_UP] = self.set_up()
        disk.files[files.CARDS] = self.cards()
        table = Table(files_on(disk), files.PEOPLE, people.HEAD, people.ROW)
        head = self.spoilt(bytes(people.HEAD)) if below(2) else bytes(people.HEAD)
        rows = [self.spoilt(people.Person(None, name).pack()) for name in _NAMES]
        for _ in table.write(head, rows):
            pass
        assert table.keep()
        disk.folders.add(files.MATCHES)
        for path in (files.LOG, files.MATCHES + "/00001.log"):
            log = Journal(files_on(disk), path)
            log.restart(self.records())
            log.close()


def _used(power):
    """A script: a game is over and graded, and each screen that shows a stored table is opened."""
    yield 1000
    yield from power.read()
    board = power.board
    session = board.session
    session.players.find_coach = lambda: _COACH
    session.players.find_ponderer = None
    power.begin(two_people(3, names=_NAMES[:2]))
    commit = board.navigator.commit
    assert commit(actions.roll(3, 1), power.now)
    ranked = list(Thought(_COACH.rank(session.match.situation(), b"\xc3\xa9")).finish())
    assert commit(actions.play(ranked[-1].steps), power.now)
    assert commit(actions.resign(actions.SINGLE), power.now)
    assert commit(actions.accept(), power.now)
    yield 30000
    assert not session.ungraded
    for label in ("Players", "Practice", "New match", "Dice statistics", "Settings"):
        for line in range(3):
            yield from power.press("hold-BACK hold-OK")
            yield from power.choose(label)
            yield from power.read()
            yield from power.press("NEXT " * line + "OK OK NEXT NEXT NEXT OK")
            yield 500
            yield from power.press("OK NEXT OK OK OK NEXT NEXT")
            yield 500


def test_values_that_cannot_be_in_sound_tables_stop_nothing():
    for seed in some(range(8)):
        power = Power(3)
        Spoiler(seed).lay(power.disk)
        ended = power.run(_used)
        assert ended == "off" and power.crash_log() == "", (seed, power.crash_log())
