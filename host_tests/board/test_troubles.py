"""When things go wrong the board says what, and plays on."""

from binascii import crc32
from json import dumps

from fakes import own_data
from fakes.coach import Coach
from fakes.disk import files_on
from fakes.planted import planted
from fakes.power import Power, at_board, messages, taps
from fakes.sitting import SeededDice, Sitting, two_people
from fakes.wires import SSD1306Display
from picogammon import board_data
from picogammon.app.modes.base import Message
from picogammon.app.modes.navigator import Navigator
from picogammon.app.practice import cards, sets
from picogammon.app.practice.sets import Sets
from picogammon.app.session import people, prefs, resume
from picogammon.app.session.players import Computer
from picogammon.board_data import Laid
from picogammon.devices import files
from picogammon.devices.checked_files import Table
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, Ring
from picogammon.engine.engine import Thought
from picogammon.ground.presses import BACK
from picogammon.rules import actions, match
from picogammon.rules.match import Match
from portable import sample, some
from reading import glass


def test_a_flash_that_fails_is_said_once_and_nothing_is_left_out_when_it_works_again():
    def script(power):
        yield 100
        while power.match.phase == match.OPENING:
            yield from power.press("OK")
        power.flash.fault = power.flash.operations, 1 << 30, False
        titles = []
        open_mode = power.board.navigator.open

        def noted(mode):
            titles.append(getattr(mode, "title", None))
            open_mode(mode)

        power.board.navigator.open = noted
        for _ in range(60):
            yield from power.press("OK")
            yield 200
        assert titles.count("Not saved") == 1
        power.flash.fault = None
        turn = power.match.turn
        while power.match.turn == turn:
            yield from power.press("OK")
        yield 200  # the computer rolls
        power.state = power.match.state()

    power = Power(11)
    assert power.run(script) == "off"
    assert messages(power) == []
    assert power.match.state()[:4] == power.state[:4]


# The error, and the seed of the fingers: none of these asks a coach, who thinks for long.
_DEAD = ((2, 2), (5, 21), (19, 19))


def test_a_dead_file_system_is_said_and_the_board_plays_without():
    for errno, seed in _DEAD:

        def script(power, seed=seed):
            yield 100
            yield from power.read()
            assert "The saved match cannot be read" in str(power.told), power.told
            yield from power.press("OK OK OK")
            yield from power.read()
            assert power.match.phase != match.OPENING
            fingers = SeededDice(seed)
            for _ in range(60):
                names = ("OK", "NEXT", "PREV", "hold-OK", "OK", "NEXT", "hold-BACK")
                yield from power.press(names[fingers.below(7)])

        power = Power(2)
        power.in_files = True
        assert power.run(taps(25)) == "off"
        kept = {path: bytes(data) for path, data in power.disk.files.items()}
        power.disk.fault = 0, errno, 1 << 30
        assert power.run(script) == "off", (errno, power.crash_log())
        assert power.disk.files == kept


def test_a_long_money_session_begins_a_new_log_with_a_new_game():
    sitting = Sitting(SeededDice(3), two_people(0))
    sitting.log.records += [b"x" * 250] * 270  # as many games would leave
    before = len(sitting.log.records)
    while sitting.match.phase != match.GAME_OVER:
        sitting.press("OK")
    assert len(sitting.log.records) > before
    sitting.press("OK")
    assert [text.split(" ")[0] for text in sitting.actions()] == ["settings", "game"]
    again = Sitting([], log=sitting.log)
    assert again.match.state() == sitting.match.state() and sum(again.match.scores) > 0


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
_ODD = (None, True, -1, 0, 3, 10**9, 10**20, 1.5, "", "GRB", "GRBW", [], [1, 2, 3, 4], [[1, 24]])
_ODD += ([None] * 4, [0, 1, 2, 99], {})
_SECRETS = (b"\xff" * 32, b"", b"\x80", b"A" * 31 + b"\xc3")


def _store(blob):
    """The file of a Store with that in it."""
    body = b"PGT\x01\x00\x00\x01\x00" + blob
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
    damaged = bytearray(b"PGT\x01{} and a wrong sum")
    for blob in [_store(blob) for blob in _SET_UPS] + [damaged]:
        power = Power()
        power.disk.files["board.bin"] = blob
        told = _plays(power)
        assert told and told[0][0] == "The board's data", blob
        assert "board.bin" in told[0][1] or "set up" in told[0][1], told


def _let_go(power):
    """A script: the button that is held is let go after eleven seconds."""
    yield 11_000
    power.switches.down.discard(BACK)
    yield 1000


def test_each_constant_of_a_set_up_may_have_any_value_and_the_board_starts_and_can_undo_it():
    cases = [(name, value) for name in board_data.FOUND.split() for value in _ODD]
    for name, value in sample(cases, 31):
        power = Power()
        power.disk.files["board.bin"] = _store(dumps({name: value}).encode())

        assert power.run(taps(3)) == "off" and power.crash_log() == "", (name, value)
        power.switches.down.add(BACK)  # before the power comes
        assert power.run(_let_go) == "reset" and power.crash_log() == "", (name, value)
        assert "board.bin" not in power.disk.files, (name, value)


def _sealed(notes=()):
    """A board with the log of a match with sealed dice, whose notes are these."""
    power = Power()
    match = Match(two_people(1, sealed=bool(notes)))
    MatchLog(_ring(power)).restart(resume.beginning(match) + tuple(notes))
    return power


def _ring(power):
    return Ring(Flash(power.flash, SECTORS))


def test_secrets_and_settings_that_are_none_stop_nothing():
    seal = actions.note(actions.SEAL, bytes(40) + b"123456")
    for blob in _SECRETS:
        power = _sealed((seal,))
        for name in ("seal.bin", "settings.bin", "dice.bin"):
            power.disk.files[name] = _store(blob)
        told = _plays(power)
        assert "secret" in power.board.session.dice.trouble, told


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

    def lay(self, power):
        """Puts all tables and two matches onto a Power's flash."""
        below = self.below
        disk = power.disk
        for path in _TABLES:
            disk.files[path] = _store(self.spoilt(_BLOBS.get(path, bytes(40))))
        disk.files[files.SET_UP] = self.set_up()
        disk.files[files.CARDS] = self.cards()
        table = Table(files_on(disk), files.PEOPLE, people.HEAD, people.ROW, people.ROWS)
        head = self.spoilt(bytes(people.HEAD)) if below(2) else bytes(people.HEAD)
        rows = [self.spoilt(people.Person(None, name).pack()) for name in _NAMES]
        for _ in table.write(head, rows):
            pass
        assert table.keep()
        log = MatchLog(_ring(power))
        for _ in range(2):
            log.restart(self.records())


def _used(power):
    """A script: a game is over and graded, and each screen that shows a stored table is opened."""
    yield 1000
    yield from power.read()
    board = power.board
    session = board.session
    session.players.find_coach = lambda: Computer(lambda: _COACH)
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
        Spoiler(seed).lay(power)
        ended = power.run(_used)
        assert ended == "off" and power.crash_log() == "", (seed, power.crash_log())


_SAID = "This is so much text that it has no room on four rows in letters of any kind. " * 2


def _low_power():
    """A Power with a display of 32 rows."""
    power = Power()
    power.display = power.bus.display = SSD1306Display(height=32)
    power.data_on_flash = lambda: Laid(own_data, {"OLED_HEIGHT": 32})
    return power


@at_board(make=_low_power)
def test_what_nobody_scrolls_goes_on_every_three_seconds_and_begins_with_every_change(power):
    yield 500
    navigator = power.board.navigator
    navigator.open(Message(navigator, "Long", [_SAID]))
    message = navigator.top
    show = Message.show

    def unscrolled(view):
        show(message, view)
        view.page.first = None

    message.show = unscrolled
    navigator.changed = True
    yield 200
    first = power.display.glass()
    yield 2000
    assert power.display.glass() == first
    yield 1500
    assert power.display.glass() != first
    navigator.changed = True
    yield 200
    assert power.display.glass() == first


def test_the_alarm_says_all_leaf_by_leaf():
    read = set()

    def script(power):
        yield 100
        power.alarm.view.page.lines.append("Hold BACK: put it aside, begin anew.")
        for _ in range(4):
            yield 3100
            read.update(glass.rows(power.display.glass()))

    power = _low_power()
    with planted(Navigator, "tick"):
        for _ in range(3):
            assert power.run(taps(0)) == "reset"
        assert power.run(script) == "off", power.crash_log()
    said = " ".join(sorted(read)).upper()
    for words in ("PICOGAMMON FAILED", "THE MATCH IS", "HOLD BACK: PUT IT"):
        assert words in said
