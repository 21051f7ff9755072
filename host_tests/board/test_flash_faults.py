"""The power goes or the flash fails, at any operation of a sitting: every action shown is there."""

from binascii import b2a_base64, crc32

from fakes.coach import Coach
from fakes.disk import Disk, PlugPulled, files_on
from fakes.nor_flash import NorFlash
from fakes.power import Power, taps
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.modes.answer import Answer, Confirm
from picogammon.app.modes.menu import Ask
from picogammon.app.session import prefs
from picogammon.devices import transfer
from picogammon.devices.archive import Archive
from picogammon.devices.checked_files import Store
from picogammon.devices.files import DICE, MATCHES, SETTINGS
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import Flash, Image, SectorFiles
from picogammon.devices.ring import Ring
from picogammon.filing import Filing
from picogammon.rules import match
from picogammon.rules.settings import unpack
from portable import some

_SECTORS = 9
_TODAY = 2026, 11, 22
_EIO = 5
_ERRORS = (2, _EIO, 28, 21, 13)  # ENOENT, EIO, ENOSPC, EISDIR, EACCES


class Board:
    """A flash, and the sitting at a board that starts with it; the matches may lie in files."""

    machine = None

    def __init__(self, flash=None, disk=None, in_files=False):
        self.flash = flash or NorFlash(_SECTORS)
        self.disk = disk or Disk()
        self.in_files = in_files
        self.sitting = None  # since it was started

    def copy(self):
        """Another one that has not started."""
        return Board(self.flash.copy(), self.disk.copy(), self.in_files)

    def start(self, settings=None):
        """People at the board after power-on."""
        files = self.files = files_on(self.disk)
        sectors = (
            SectorFiles(files, MATCHES, _SECTORS) if self.in_files else Flash(self.flash, _SECTORS)
        )
        self.ring = Ring(sectors, lambda: _TODAY)
        self.sitting = Sitting(
            SeededDice(7),
            settings,
            journal=MatchLog(self.ring),
            store=Store(files, SETTINGS),
            dice_store=Store(files, DICE),
            coach=Coach(slices=1),
            archive=Archive(self.ring, files, lambda count: bytes(count)),
        )
        self.filing = Filing(self, self.sitting.navigator)
        return self.sitting

    def ask(self, *words):
        """The last line that answers this one."""
        lines = [line for line in self.filing.lines([str(word) for word in words], 0) if line]
        return lines[-1]

    def send(self, content, day):
        """Sends a match."""
        answer = self.ask("send", len(content), crc32(content), day)
        for at in range(0, len(content), 114):
            if not answer.startswith("error"):
                answer = self.ask("data", b2a_base64(content[at : at + 114]).decode().strip())
        return answer


def _held(board, damaged=0):
    """The records of the match that is played, and of each earlier one, as the next start has them;
    so many are damaged. The files that people's choices are in make sense."""
    board = board.copy()
    sitting = board.start()
    assert sitting.session.damage is None
    archive = sitting.session.archive
    logs = [MatchLog(board.ring)] + [archive.open(run) for run in archive.runs()]
    held = [tuple(log.open()) for log in logs]
    assert len([log for log in logs if log.damage]) == damaged
    for _ in sitting.session.library.people.open():
        pass
    return held


# What people do, each from rest to rest.


def _agree(sitting):
    """Both players accept whatever they are asked, and a question of the menu is answered."""
    keys = {Answer: "PREV", Confirm: "OK", Ask: "NEXT OK"}
    for kind in keys:
        if isinstance(sitting.navigator.top, kind):
            sitting.wait(500)
            sitting.press(keys[kind])
            _agree(sitting)


def _roll(board):
    while board.sitting.match.phase != match.TO_PLAY:
        board.sitting.press("OK")


def _play(board):
    turn = board.sitting.match.turn
    while board.sitting.match.turn == turn:
        board.sitting.press("OK")


def _prefer(board):
    board.sitting.prefer(prefs.PALETTE, 1)


def _resign(board):
    board.sitting.resign()
    board.sitting.wait(1000)


def _grade(board):
    board.sitting.grade()


def _next_game(board):
    board.sitting.press("OK OK")


def _new_match(board):
    sitting = board.sitting
    sitting.press("hold-BACK hold-OK")
    sitting.choose("New match")
    sitting.choose("Start")
    _agree(sitting)


def _later(board):
    sitting = board.sitting
    sitting.press("hold-BACK hold-OK")
    sitting.choose("New match")
    sitting.choose("Start")
    sitting.press("BACK OK")


def _open_last(sitting):
    """Opens the match that was played last before this one, at its end."""
    sitting.press("hold-BACK hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(500)
    if sitting.sees.page.items[0][0] == "This match":
        sitting.press("NEXT")
    sitting.press("OK")
    sitting.wait(300)
    for _ in range(20):
        sitting.press("NEXT")
        sitting.wait(50)
    sitting.press("OK")


def _resume(board):
    _open_last(board.sitting)
    board.sitting.choose("Play on from here")
    _agree(board.sitting)


def _delete(board):
    _open_last(board.sitting)
    board.sitting.choose("Delete")
    _agree(board.sitting)


def _short(board):
    board.sitting.begin(two_people(1))


def _tidy(board):
    board.ring.tidy()


def _sent(board):
    board.send(_FROM_ELSEWHERE, "2026-11-20")


def _restore(board):
    board.send(_FROM_ELSEWHERE, "restore")
    board.ask("restore")


def _file(records):
    """A match as it travels."""
    ring = Ring(Image(bytearray(), _SECTORS))
    MatchLog(ring).restart(records)
    return b"".join(transfer.image(ring, 1))


def _played(settings, *acts):
    board = Board()
    board.start(settings)
    for act in acts:
        act(board)
    return board


_SETTINGS = two_people(3, names=("Ann", "Bob"))
_FROM_ELSEWHERE = _file(_held(_played(two_people(5), _roll, _play, _roll))[0])
_SITTING = (
    (_roll, _play, _tidy, _roll, _prefer, _resign, _grade, _next_game, _roll, _play, _later)
    + (_roll, _tidy, _new_match, _resume, _sent, _delete, _resume, _roll, _later)
    + (_short, _roll, _play, _resign, _restore, _tidy, _delete)
)


def _goes_on(sitting):
    """People read what the board says, and play on until something is kept."""
    state = sitting.match.state()
    sitting.press("hold-BACK")
    for _ in range(12):
        _agree(sitting)
        sitting.press("OK")
        if sitting.match.state() != state and sitting.sees.page is None:
            break


def _lasts(before, after, board):
    """What is held of the matches `before` an action and `after` it: none is lost, or half there;
    and the match that people see at the board is the one that goes on."""
    for found in _held(board):
        assert [one for one in before + after if _is_in(one, [found])], "invented"
    _goes_on(board.sitting)
    assert board.copy().start().match.state() == board.sitting.match.state()
    held = _held(board)
    for one in before:
        assert _is_in(one, held) or not _is_in(one, after), "lost"


def _is_in(records, matches):
    """Whether one of the matches begins with these records."""
    return records in [one[: len(records)] for one in matches]


def _done(board, act, **faults):
    """(the board after that, operations of its flash, steps and operations of its files)."""
    board = board.copy()
    board.start()
    flash, disk = board.flash, board.disk
    base = flash.operations, disk.steps, disk.operations
    number = faults.get("number")
    if "tear" in faults:
        flash.cut = base[0] + number, faults["tear"]
    elif "done" in faults:
        flash.fault = base[0] + number, 1, faults["done"]
    elif "errno" in faults:
        disk.fault = base[2] + number, faults["errno"]
    elif faults:
        disk.cut = base[1] + number
    try:
        act(board)
        assert flash.cut is disk.cut is None, "the power goes"
    except PlugPulled:
        board = Board(flash, disk, board.in_files)
    except (AssertionError, AttributeError, IndexError):
        assert flash.fault or disk.fault  # the board said so, and nobody looked
    ends = flash.operations, disk.steps, disk.operations
    flash.cut = disk.cut = flash.fault = disk.fault = None
    if not board.sitting:
        board.start()
    return (board,) + tuple([end - start for start, end in zip(base, ends)])


def _sat(in_files):
    """Yields (a board, what people do there, what _done says of that)."""
    board = Board(in_files=in_files)
    board.start(_SETTINGS)
    for act in _SITTING:
        done = _done(board, act)
        assert _held(done[0]) != _held(board) or act in (_prefer, _grade, _tidy), act
        yield board, act, done
        board = done[0]


def _check(in_files, cases_of):
    for board, act, (then, *counts) in _sat(in_files):
        before, after = _held(board), _held(then)
        for case in some(cases_of(*counts)):
            try:
                _lasts(before, after, _done(board, act, **case)[0])
            except AssertionError as error:
                raise AssertionError((act, case)) from error


def test_the_power_goes_at_any_operation_and_every_action_shown_is_there():
    def cases(operations, steps, asked):
        found = [{"number": i, "tear": tear} for i in range(operations) for tear in (1, 3 + i)]
        return found + [{"number": i} for i in range(0, steps, 7)]

    _check(False, cases)


def test_a_flash_that_fails_at_any_operation_loses_and_repeats_nothing():
    def cases(operations, steps, asked):
        found = [{"number": i, "done": done} for i in range(operations) for done in (False, True)]
        return found + [{"number": i, "errno": _ERRORS[i % 5]} for i in range(0, asked, 3)]

    _check(False, cases)


def test_where_matches_lie_in_files_neither_cuts_nor_errors_lose_any():
    def cases(operations, steps, asked):
        found = [{"number": i} for i in range(0, steps, 11)]
        return found + [{"number": i, "errno": _ERRORS[i % 5]} for i in range(0, asked, 5)]

    _check(True, cases)


def _damaged():
    """(a board whose match is damaged near its end, the records before that)."""
    board = _played(_SETTINGS, _roll, _play, _roll, _play, _roll)
    (records,) = _held(board)
    log = board.sitting.journal
    (sector,) = board.ring.sectors(log.run)
    ends = [end for _, end, _ in log.records_from(*log.start)]
    for bit in (8, 9):
        board.flash.flip(sector, 8 * ends[-4] - bit)
    return board, records[:-4]


def _mend(board):
    assert board.sitting.sees.page.lines == ["Part of the match is damaged"]
    board.sitting.press("OK OK OK OK")


def test_a_damaged_match_is_said_until_somebody_sees_it_then_kept_and_played_on():
    board, good = _damaged()
    before = board.flash.blocks[:]
    for _ in range(2):
        board = board.copy()
        assert board.start().sees.page.title == "Saved match"
        assert board.flash.blocks == before
    assert _held(board, 1) == [good]
    _, operations, _, _ = _done(board, _mend)
    cases = [{"number": i, "tear": 1 + i} for i in range(operations)]
    cases += [{"number": i, "done": done} for i in range(operations) for done in (False, True)]
    for case in some(cases):
        again = _done(board, _mend, **case)[0]
        _goes_on(again.sitting)
        running, *earlier = _held(again, 1)
        assert running[: len(good)] == good and len(running) > len(good), case
        assert earlier == [good], case
        assert again.copy().start().sees.page is None


def test_a_full_ring_gives_up_the_oldest_match_and_says_nothing():
    board = Board()
    sitting = board.start()
    for number in range(2 * _SECTORS):
        sitting.begin(two_people(3, names=("Ann", "Bob%d" % number)))
        for act in (_roll, _play, _later, _tidy):
            act(board)
        names = [unpack(records[0][1:]).names[1] for records in _held(board)[1:]]
        assert names == ["Bob%d" % (number - i) for i in range(len(names))]
    assert len(names) == _SECTORS - 3  # a match takes another's place, and one sector is free
    assert sitting.sees.page is None


# The error, and the seed of the fingers: none of these asks a coach, who thinks for long.
_CASES = ((2, 2), (5, 21), (19, 19))


def test_a_dead_file_system_is_said_and_the_board_plays_without():
    for errno, seed in _CASES:
        power = Power(2)
        power.in_files = True
        assert power.run(taps(25)) == "off"
        kept = {path: bytes(data) for path, data in power.disk.files.items()}
        power.disk.fault = 0, errno, 1 << 30
        assert power.run(_without(seed)) == "off", (errno, power.crash_log())
        assert power.disk.files == kept


def _without(seed):
    def script(power):
        yield 100
        yield from power.read()
        assert "The saved match cannot be read" in str(power.told), power.told
        yield from power.press("OK OK OK")
        yield from power.read()
        assert power.match.phase != match.OPENING
        yield from power.press("hold-OK")
        yield from power.choose("Earlier matches")
        yield 5000
        yield from power.press("hold-BACK")
        fingers = SeededDice(seed)
        for _ in range(60):
            names = ("OK", "NEXT", "PREV", "hold-OK", "OK", "NEXT", "hold-BACK")
            yield from power.press(names[fingers.below(7)])

    return script
