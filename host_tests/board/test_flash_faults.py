"""If the power or the flash fails at any operation, every action that was shown is still stored."""

from binascii import b2a_base64, crc32

from devices.rings import as_file
from fakes.coach import Coach
from fakes.disk import Disk, PlugPulled, files_on
from fakes.memory import MemoryStore
from fakes.nor_flash import BLOCK_BYTES, UNSTABLE, NorFlash
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.modes.answer import Answer, Confirm
from picogammon.app.modes.menu import Ask
from picogammon.app.session import prefs
from picogammon.app.session.seal import Seal, keep_secret, seal_note, seal_of
from picogammon.app.session.session import IncompleteChange
from picogammon.devices.files import DICE, MATCHES, SETTINGS, Store
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.devices.nor import Flash, SectorFiles
from picogammon.devices.ring import Ring
from picogammon.filing import Filing
from picogammon.rules import actions, match
from portable import some
from reading.replay import replay

_SECTORS = 9
_USED = bytes(BLOCK_BYTES)  # each sector is to be erased first
_SECRET = "A" * 32
_ERRORS = (2, 5, 28, 21, 13)  # ENOENT, EIO, ENOSPC, EISDIR, EACCES


class Board:
    """A board's flash, disk and Sitting. `in_files`: True if the matches are on the disk."""

    machine = None

    def __init__(self, flash=None, disk=None, in_files=False, seals=None):
        self.flash = flash or NorFlash([_USED] * _SECTORS)
        self.disk = disk or Disk()
        self.in_files = in_files
        self.seals = seals or MemoryStore()
        self.sitting = None  # since it was started

    def copy(self):
        return Board(self.flash.copy(), self.disk.copy(), self.in_files, self.seals)

    def start(self, settings=None):
        """Starts the board; returns the Sitting. Flash and disk operations are counted from 0."""
        files = self.files = files_on(self.disk)
        sectors = len(self.flash.blocks)
        flash = Flash(self.flash, sectors)
        if self.in_files:
            flash = SectorFiles(files, MATCHES, sectors)
        self.ring = Ring(flash, lambda: (2026, 11, 22))
        self.sitting = Sitting(
            SeededDice(7),
            settings,
            log=MatchLog(self.ring),
            store=Store(files, SETTINGS),
            dice_store=Store(files, DICE),
            coach=Coach(slices=1),
            archive=Archive(self.ring, files, lambda count: bytes(count)),
            seal_store=self.seals,
        )
        self.filing = Filing(self, self.sitting.navigator)
        self.flash.forget()
        self.disk.steps = self.disk.operations = 0
        return self.sitting

    def write(self, *lines):
        for line in lines:
            for answer in self.filing.lines(line.split(" ")):
                if answer and answer.startswith("error"):
                    return


def _held(board, damaged=0):
    """Restarts a copy of `board`; returns the records of the running and of each earlier match.
    Asserts that `damaged` of these matches are damaged, and that the preferences are intact."""
    board = board.copy()
    sitting = board.start()
    assert sitting.session.damage is None
    archive = sitting.session.archive
    logs = [MatchLog(board.ring)] + [archive.open(run) for run in archive.runs()]
    held = [tuple(log.open()) for log in logs]
    assert len([log for log in logs if log.damage]) == damaged
    for _ in sitting.session.people.open():
        pass
    return held


# What people do, each from rest to rest.


def _agree(sitting):
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


def _resign(board):
    board.sitting.resign()
    board.sitting.wait(1000)


def _new_match(board):
    board.sitting.press("hold-BACK")
    board.sitting.menu("New match", "Start")


def _open_last(sitting):
    sitting.press("hold-BACK")
    sitting.open_match(0 if sitting.session.fresh else 1)
    for _ in range(20):
        sitting.press("NEXT")
        sitting.wait(50)
    sitting.press("OK")


def _of_last(board, label):
    _open_last(board.sitting)
    board.sitting.choose(label)
    _agree(board.sitting)


def _sent(board, day="2026-11-20", records=None):
    sent = as_file(records or _FROM_ELSEWHERE)
    data = [b2a_base64(sent[at : at + 114]).decode().strip() for at in range(0, len(sent), 114)]
    board.write("send %d %d %s" % (len(sent), crc32(sent), day), *["data " + one for one in data])


_ACTS = {
    "roll": _roll,
    "play": _play,
    "resign": _resign,
    "grade": lambda board: board.sitting.grade(),
    "next_game": lambda board: board.sitting.press("OK OK"),
    "prefer": lambda board: board.sitting.prefer(prefs.PALETTE, 1),
    "tidy": lambda board: board.ring.erase_next(),
    "new_match": lambda board: (_new_match(board), _agree(board.sitting)),
    "later": lambda board: (_new_match(board), board.sitting.press("BACK OK")),
    "short": lambda board: board.sitting.begin(two_people(1)),
    "resume": lambda board: _of_last(board, "Play on from here"),
    "delete": lambda board: _of_last(board, "Delete"),
    "sent": _sent,
    "read": lambda board: board.sitting.press("OK OK OK OK"),
}


def _played(settings, acts, in_files=False):
    board = Board(in_files=in_files)
    board.start(settings)
    for act in acts.split():
        _ACTS[act](board)
    return board


_SETTINGS = two_people(3, names=("Ann", "Bob"))
_FROM_ELSEWHERE = _held(_played(two_people(5), "roll play roll"))[0]
_SITTING = (
    "roll play tidy roll prefer resign grade next_game roll play later roll tidy new_match resume "
    "sent delete resume roll later short roll play resign sent tidy delete"
)


def _goes_on(sitting):
    """Closes messages, and presses OK (12 times at most) until the state of the match changes."""
    state = sitting.match.state()
    sitting.press("hold-BACK")
    for _ in range(12):
        _agree(sitting)
        sitting.press("OK")
        if sitting.match.state() != state and sitting.sees.page is None:
            break


def _lasts(before, after, board):
    """Asserts that `board` has lost no match and has invented none.
    `before`, `after`: lists by _held. The board must contain each match that is in both lists, and
    no match that is in neither. After a restart it must resume the match that people see."""
    for found in _held(board):
        assert [one for one in before + after if _is_in(one, [found])], "invented"
    _goes_on(board.sitting)
    board.flash.wake(board.flash.operations % 7)
    assert board.copy().start().match.state() == board.sitting.match.state()
    held = _held(board)
    for one in before:
        assert _is_in(one, held) or not _is_in(one, after), "lost"


def _is_in(records, matches):
    return records in [one[: len(records)] for one in matches]


def _done(board, act, where="flash", what="fault", value=None):
    """Does the action `act` on a copy of `board`; returns the copy.
    `where` ("flash" or "disk") fails during the action. `what`: "cut" for a power cut, "fault" for
    an error. `value`: when and how, as the attribute `what` of NorFlash or Disk; None: never."""
    board = board.copy()
    board.start()
    device = getattr(board, where)
    setattr(device, what, value)
    try:
        _ACTS[act](board)
        assert what != "cut", "the power goes"
    except (PlugPulled, IncompleteChange):  # after a change cut short the board starts again
        board.sitting = None
    except (AssertionError, AttributeError, IndexError):
        assert what == "fault" and value  # the board said so, and nobody looked
    device.cut = device.fault = None
    board.flash.wake(board.flash.operations % 5)
    if board.sitting is None:
        board.start()
    return board


def _check(on_flash, in_files):
    """Makes each action in _SITTING fail at each planned point, and checks that the matches survive
    (see _lasts). `on_flash`, `in_files`: functions that plan the failures of an action, for matches
    on flash and in files. Their arguments are ranges over the action's flash operations, disk steps
    and disk operations. They return lists of (where, what, value), as _done takes them."""
    for cases_of in (on_flash, in_files):
        board = Board(in_files=cases_of is in_files)
        board.start(_SETTINGS)
        for act in _SITTING.split():
            then = _done(board, act)
            before, after = _held(board), _held(then)
            assert before != after or act in ("prefer", "grade", "tidy"), act
            counts = then.flash.operations, then.disk.steps, then.disk.operations
            for case in some(cases_of(*map(range, counts))):
                try:
                    _lasts(before, after, _done(board, act, *case))
                except AssertionError as error:
                    raise AssertionError((act, case)) from error
            board = then


def test_the_power_goes_at_any_operation_and_every_action_shown_is_there():
    _check(
        lambda flash, *_: [
            ("flash", "cut", (i, tear)) for i in flash for tear in (1, 3 + i, UNSTABLE)
        ],
        lambda _, steps, asked: [("disk", "cut", i) for i in steps[::7]],
    )


def test_a_flash_that_fails_at_any_operation_loses_and_repeats_nothing():
    ways = (True, False)
    _check(
        lambda flash, *_: [("flash", "fault", (i, 1 + i % 3, to)) for i in flash for to in ways],
        lambda _, steps, asked: [
            ("disk", "fault", (i, _ERRORS[i % 5], 1 + i % 3 * 4)) for i in asked[::4]
        ],
    )


def test_a_damaged_match_is_said_until_somebody_sees_it_then_kept_and_played_on():
    board = _played(_SETTINGS, "roll play roll play roll")
    good = _held(board)[0][:-4]
    log = board.sitting.log
    end = [end for _, end, _ in log.records_from(*log.start)][-4]
    for bit in (39, 40):  # in that record
        board.flash.flip(board.ring.sectors(log.run)[0].number, 8 * end - bit)
    before = board.flash.blocks[:]
    for _ in range(2):
        board = board.copy()
        page = board.start().sees.page
        assert (page.title, page.lines) == ("Saved match", ["Part of the match is damaged"])
        assert board.flash.blocks == before
    assert _held(board, 1) == [good]
    operations = range(_done(board, "read").flash.operations)
    cases = [("cut", (i, 1 + i)) for i in operations]
    for case in some(cases + [("fault", (i, 1, i % 2 == 0)) for i in operations]):
        again = _done(board, "read", "flash", *case)
        _goes_on(again.sitting)
        running, *earlier = _held(again, 1)
        assert running[: len(good)] == good and len(running) > len(good), case
        assert earlier == [good], case
        assert again.copy().start().sees.page is None


def test_a_match_that_cannot_be_read_for_once_is_read_again_and_never_called_damaged():
    board = _played(_SETTINGS, "roll play later roll", in_files=True)
    for least in range(0, 24, 2):
        for errors, said in ((1, ()), (1 << 30, ("cannot be read",))):
            again = board.copy()
            sitting = again.start()
            again.disk.fault = again.disk.operations + least, 5, errors
            sitting.press("hold-OK")
            sitting.choose("Earlier matches")
            sitting.wait(500)
            assert sitting.sees.page.items[-1][0] in ("Ann - Bob",) + said, least
            sitting.press("OK")
            assert "Delete" not in sitting.sees.headline, least


def test_a_match_that_comes_is_noted_as_over_if_it_is():
    for settings, over in ((two_people(1), b"\x00"), (_SETTINGS, b"\xff")):
        records = _held(_played(settings, "roll play roll resign"))[0]
        board = _played(_SETTINGS, "roll")
        _sent(board, records=records)
        sector = board.ring.sectors(board.ring.runs()[0])[0]
        assert board.ring.flash.read(sector.number, 2, 1) == over


def _fill(board, room):
    note = actions.note(actions.CLOCK, bytes(98))
    while board.sitting.log.room > room:
        assert board.sitting.session.keep_note(note)


def _press_on(sitting, title):
    for _ in range(40):
        page = sitting.sees.page
        sitting.press("OK")
        if page and page.title == title:
            return " ".join(page.lines)
    raise AssertionError("nothing is said")


def _put_aside(sitting, presses=3):
    sitting.press("OK " * presses)
    records = list(sitting.log.open())
    assert sitting.navigator.begin(sitting.now, sitting.session.put_aside)
    return records


def test_a_game_that_fills_the_ring_goes_on_and_all_of_it_is_saved():
    board = Board(NorFlash([_USED] * 24))
    sitting = board.start(two_people(5))
    aside = []
    for _ in range(2):
        aside.append(sitting.log.run)
        _put_aside(sitting)
    keep_secret(board.seals, _SECRET)
    seal = seal_note(seal_of(_SECRET), "123456")
    sitting.begin(two_people(5, sealed=True), (seal,))
    runs = []
    for number in range(3):
        runs.append(sitting.log.run)
        _fill(board, 1)
        assert "Soon" in _press_on(sitting, "Long match")
        _fill(board, 0)
        assert "cannot take back its earlier turns" in _press_on(sitting, "Long match")
        assert sitting.log.run > runs[-1] and runs[-1] in board.ring.runs()
        copy = board.copy()
        again = copy.start()
        old = replay(MatchLog(copy.ring, runs[-1]).open())
        assert old.turns_back() and old.phase == match.TO_ROLL
        for new in (sitting.match, again.match):
            assert new.turns_back() == 0 and new.settings.pack() == old.settings.pack()
            assert new.situation().__dict__ == old.situation().__dict__
            assert new.notes[actions.CLOCK] == old.notes[actions.CLOCK]
            assert Seal(new.notes[actions.SEAL]).game == 2 + number, "or rolls would come again"
        assert again.match.state() == sitting.match.state() and again.sees.page is None
    assert not [run for run in aside + runs[:-1] if run in board.ring.runs()]
    _open_last(sitting)
    before, seen = _held(board), sitting.match.state()
    sitting.choose("Play on from here")
    _agree(sitting)
    assert sitting.sees.page.title == "Not now"
    assert "no room for a copy" in " ".join(sitting.sees.page.lines)
    assert (_held(board), sitting.match.state()) == (before, seen)
    sitting.press("hold-BACK")
    assert board.ring.reading == 0
    sitting.begin(two_people(3))
    assert sitting.sees.page is None and board.copy().start().match.settings.length == 3


def test_a_press_that_waits_for_a_long_game_to_be_read_keeps_the_board_alive():
    board = Board()
    sitting = board.start(two_people(5))
    sitting.press("OK OK OK")
    for _ in range(400):
        sitting.session.keep_note(actions.note(actions.CLOCK, bytes(9)))
    _put_aside(sitting, 0)
    sitting.menu("Earlier matches")
    sitting.wait(500)
    sitting.press("OK")
    fed = []
    board.ring.keep_alive = lambda: fed.append(True)
    sitting.press("OK")
    assert len(fed) > 400 // 16


def test_where_the_running_match_is_lost_a_new_one_begins_and_the_earlier_ones_stay():
    for more in (0, 2):  # sectors
        board = Board()
        sitting = board.start(two_people(5))
        aside = _put_aside(sitting, 20)
        sitting.press("OK OK OK")
        _fill(board, sitting.log.room - more)
        first = board.ring.sectors(sitting.log.run)[0].number
        board.flash.blocks[first] = bytes(40) + board.flash.blocks[first][40:]
        sitting = board.start()
        assert ("set aside" if more else "has lost 4 KB") in _press_on(sitting, "Saved match")
        assert sitting.session.fresh and sitting.sees.page is None
        sitting.press("OK")
        kept = [list(log.open()) for log in map(sitting.session.archive.open, board.ring.runs())]
        assert kept[-1] == aside and len(kept) == (3 if more else 2)
        assert board.copy().start().match.state() == sitting.match.state()


def test_a_long_damaged_match_that_has_no_room_for_its_copy_goes_on_with_its_game():
    board = Board(NorFlash([_USED] * 24))
    sitting = board.start(two_people(5))
    aside = sitting.log.run
    _put_aside(sitting, 20)
    sitting.press("OK " * 20)
    _fill(board, 7)
    sitting.press("OK " * 20)
    damaged = board.ring.sectors(sitting.log.run)
    number = damaged[-2].number
    board.flash.blocks[number] = board.flash.blocks[number][:512] + bytes(BLOCK_BYTES - 512)
    sitting = board.start()
    assert "damaged" in _press_on(sitting, "Saved match")
    turns = sitting.match.turns_back()
    sitting.press("OK OK OK")
    assert sitting.sees.page is None and sitting.match.turns_back() >= turns > 0
    assert board.copy().start().match.state() == sitting.match.state()
    runs = board.ring.runs()
    assert len(runs) == 3 and damaged[0].run in runs and runs[-1] == aside
