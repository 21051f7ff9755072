"""A backup is restored: no match that the board has is lost, whenever it is cut off."""

import io
import unittest.mock
import zipfile
from zlib import crc32

import pytest

from fakes.disk import PlugPulled, files_on
from fakes.nor_flash import WHOLE
from fakes.power import Power
from match_files.kept import store
from match_files.linked import LinkedBoard, Off
from match_files.people import counted, played
from match_files.random_matches import some_match
from picogammon import filing
from picogammon.app.practice.sets import Progress
from picogammon.app.session.seal import seal_note, seal_of
from picogammon.app.session.session import PLAYED_ON
from picogammon.devices.files import SETS, Store
from picogammon.devices.nor import SECTOR
from picogammon.devices.ring import SECTORS, VERSION
from picogammon.rules import actions, settings
from tools.flash import FlashError
from tools.matches import MatError, fetching, log, restoring, writing
from tools.ubgi.port import NoBoard
from tools.verbs import main

HOST_ONLY = True

_SECRET = "000102030405060708090A0B0C0D0E0F"


def _board(running, earlier=(), **more):
    """A board that is Off, with a running match, earlier ones, and other files."""
    files = {name + ".bin": content for name, content in more.items()}
    return Off(files, [*earlier, running])


def _place(board):
    return fetching.OnLink(LinkedBoard(board), lambda text: None)


def _backup(board):
    with _place(board) as place:
        return fetching.backup(place)[0]


def _restore(board, content):
    """The Plan that was carried out."""
    with _place(board) as place:
        plan = fetching.planned(place, content)
        fetching.restore(place, plan)
    return plan


def _state(board):
    """(the running match's records, [those of each earlier one, newest first]), without those that
    a board adds."""
    return _plain(board.running()), list(map(_plain, board.earlier()))


def _plain(records):
    settled, found = None, []
    for one in records:
        if one != settled and one[:2] != bytes((actions.NOTE, actions.SCORE)):
            found.append(one)
        if one[0] == actions.SETTINGS:
            settled = one
    return found


def _boots(board):
    """Switches a board on; nothing goes wrong, and it says nothing."""
    power = Power(3)
    power.disk, power.flash = board.disk, board.flash

    def script(power):
        yield 1000
        yield from power.read()

    assert power.run(script) == "off"
    assert power.crash_log() == "" and power.told == []


_OLD, _NEW = some_match(5)[:40], some_match(8)[:30]
_KEPT = [some_match(1)[:30], some_match(2)[:25]]
_THEIR_KEPT = [some_match(3)[:20], some_match(4)[:20]]


def _theirs():
    """A backup of another match, with one earlier match that `_ours` has, and two that it has not;
    the numbers are others."""
    return _backup(_board(_NEW, [*_THEIR_KEPT, _KEPT[0]]))


def _ours():
    return _board(_OLD, _KEPT)


def test_every_match_of_a_backup_is_added_once_and_the_running_match_stays():
    board = _ours()
    assert _restore(board, _theirs()).said == "3 matches"
    running, kept = _state(board)
    assert running == _OLD and sorted(kept) == sorted([*_KEPT, *_THEIR_KEPT, _NEW])
    _boots(board)
    assert _restore(board, _theirs()).said == "nothing new"
    assert _state(board) == (running, kept)


class _Cable:
    """A board's, which is pulled before line number `cut`."""

    def __init__(self, board, cut):
        self._board = board
        self._left = cut

    def ask(self, line):
        self._left -= 1
        if self._left <= 0:
            raise NoBoard("the cable came out")
        yield from self._board.ask(line)

    def close(self):
        self._board.close()


def test_wherever_the_cable_comes_out_nothing_is_lost_and_a_repetition_adds_the_rest():
    theirs = _theirs()
    counts = set()
    for cut in range(1, 1000):
        board = _ours()
        place = fetching.OnLink(_Cable(LinkedBoard(board), cut + 1), print)
        try:
            with place:
                fetching.restore(place, fetching.planned(place, theirs))
            whole = True
        except FlashError:
            whole = False
        running, kept = _state(board)
        assert running == _OLD and all(match in kept for match in _KEPT), cut
        counts.add(len(kept))
        if whole:
            break
        _boots(board)
        _restore(board, theirs)
        assert len(_state(board)[1]) == 5, cut
    assert counts == {2, 3, 4, 5}


def test_a_sent_match_that_is_over_is_never_kept_as_one_that_is_not():
    sent = log.match_log(log.content(some_match(5)))
    for cut in range(1000):
        board = Off()
        board.flash.cut = cut, WHOLE
        try:
            whole = list(filing.keep(board.ring, sent, 0))
        except PlugPulled:
            whole = []
        ring = board.ring
        assert all(ring.is_over(run) for run in ring.runs()), cut
        if whole:
            break
    assert ring.runs()


@pytest.mark.parametrize(
    ("there", "sent", "added"),
    [
        (_OLD, _OLD[:30], False),  # an older state of the same match,
        (_OLD[:30], _OLD, True),  # a newer one,
        (_OLD, [*_OLD[:30], actions.resign(1)], True),  # and one that went on elsewhere
        (_OLD, _OLD[:2], False),  # nothing was played
    ],
)
def test_a_match_is_skipped_if_one_on_the_board_starts_with_it(there, sent, added):
    for board in (_board(there), _board(_NEW, [there])):
        before = _state(board)
        for _ in range(2):
            _restore(board, _backup(_board(sent)))
            running, kept = _state(board)
            assert (running, kept[added:]) == before
            assert kept[:added] == [sent] * added


def test_a_match_is_known_without_what_a_board_adds():
    records = some_match(6)  # of several games, with settings before the first alone
    kinds = [one[0] for one in records]
    assert kinds.count(actions.GAME) > 1 and kinds.count(actions.SETTINGS) == 1
    content = _zip([("match.log", log.content(records))])
    board = _board(_OLD)
    assert [_restore(board, content).said for _ in range(2)] == [
        "1 match",
        "nothing new",
    ]
    assert _state(board) == (_OLD, [records])
    assert board.earlier() != [records], "the board adds settings"
    over = some_match(5)
    board = _board(_NEW, [[*over, actions.score((6, 0))]])
    assert _restore(board, _backup(_board(over))).said == "nothing new"


def _sealed(rolls):
    """The records of a match with sealed dice after so many records of its own."""
    records = list(_OLD[: 2 + rolls])
    records[0] = actions.settings(settings.unpack_settings(records[0][1:]).copy(sealed=True))
    return [*records[:2], seal_note(seal_of(_SECRET), "271828"), *records[2:]]


def test_a_backup_has_no_secret_and_its_board_still_has_it():
    secret = store(_SECRET.encode())
    board = _board(_sealed(12), seal=secret)
    with _place(board) as place:
        content, _, notes = fetching.backup(place)
    assert notes == [
        "The backup lacks the secret of sealed dice: the board keeps it until the match ends"
    ]
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert "seal.bin" not in packed.namelist()
        assert _SECRET.encode() not in b"".join(map(packed.read, packed.namelist()))
    _restore(board, content)
    assert bytes(board.disk.files["seal.bin"]) == secret
    assert _state(board) == (_sealed(12), [])


def test_a_match_file_notes_that_a_match_from_elsewhere_was_played_on():
    noted = "it came to the board from a backup or a file, and was continued there"
    records = [*_OLD[:20], PLAYED_ON, *_OLD[20:]]
    assert noted in writing.write(records).notes
    for records in (_OLD, [*_OLD, PLAYED_ON]):
        assert noted not in writing.write(records).notes


def test_settings_are_refused_before_anything_is_sent_while_two_people_play():
    liked = store(b"\2\1")
    content = _backup(_board(_NEW, settings=liked))
    board = _board(_OLD)
    refused = "two people are playing: end the match at the board"
    with pytest.raises(FlashError, match=refused):
        _restore(board, content)
    assert _state(board) == (_OLD, []) and "settings.bin" not in board.disk.files
    steps = [("settings.bin", liked, None)]
    with pytest.raises(MatError, match=refused):
        restoring.check_free(steps, log.content(_OLD))
    for allowed in ((steps, b""), (steps, log.content(some_match(5))), ([], log.content(_OLD))):
        restoring.check_free(*allowed)
    board = _board(some_match(5))
    assert _restore(board, content).said == "1 match and 1 other file"
    assert board.disk.files["settings.bin"] == liked
    board = _board(_OLD, settings=liked)
    assert _restore(board, content).said == "1 match", "the board has these settings"


def _zip(entries, how=zipfile.ZIP_DEFLATED):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", how) as packed:
        for name, content in entries:
            packed.writestr(name, content)
    return whole.getvalue()


def _flagged(content, flag):
    """A zip whose first file has that flag, in both places that say so."""
    whole = bytearray(content)
    whole[6:8] = flag.to_bytes(2, "little")
    at = whole.index(b"PK\x01\x02") + 8
    whole[at : at + 2] = flag.to_bytes(2, "little")
    return bytes(whole)


def _named(content, name):
    """A zip whose files are called otherwise, in as many bytes."""
    return content.replace(b"match.log", name)


def _one():
    return _zip([("match.log", b"PGJ" * 50)])


# What makes each, so that the large ones are made when their turn comes.
_HOSTILE = {
    "empty": lambda: b"",
    "no zip": lambda: b"PK no",
    "a way out": lambda: _zip([("../main.py", b"evil")]),
    "a folder": lambda: _zip([("matches/", b"")]),
    "twice": lambda: _named(_zip([("match.log", b"x"), ("seatt.bin", b"y")]), b"seatt.bin"),
    "many": lambda: _zip([(f"{number}.bin", b"") for number in range(9000)]),
    "a few too many": lambda: _zip([(f"{number}.bin", b"") for number in range(257)]),
    "a bomb": lambda: _zip([("match.log", bytes(20 << 20))]),
    "a password": lambda: _flagged(_one(), 1),
    "no name": lambda: _named(_flagged(_one(), 0x800), b"match\xfflog"),
    "strange packing": lambda: _zip([("match.log", b"x")], how=zipfile.ZIP_BZIP2),
    "unpackable": lambda: _one()[:45] + b"\xff" * 8 + _one()[53:],
    "cut off": lambda: _one()[:60],
}


@pytest.mark.parametrize("name", _HOSTILE)
def test_what_is_no_backup_is_refused_with_one_sentence(name, tmp_path, capsys):
    path = tmp_path / "hostile.zip"
    path.write_bytes(_HOSTILE[name]())
    assert main(["restore", str(path), "--port", "/dev/null"]) == 1
    said = capsys.readouterr().err
    assert "this is not a board's backup" in said and len(said.splitlines()) == 1
    with pytest.raises(MatError, match="not a board's backup"):
        fetching.unpack(path.read_bytes())


def _headed(records, at, data):
    """A match as it travels, with these bytes in its header from `at`."""
    content = bytearray(log.content(records))
    content[at : at + len(data)] = data
    content[32:36] = crc32(content[4:32]).to_bytes(4, "big")
    return bytes(content)


def test_files_none_of_which_is_a_boards_are_no_backup(tmp_path):
    with pytest.raises(MatError, match="not a board's backup"):
        restoring.plan({"photo.jpg": b"", "seal.bin": b""}, {}, b"", [], 9, tmp_path)


def test_a_backup_of_another_version_is_refused_untouched():
    board = _board(_OLD, _KEPT)
    before = _state(board)
    for name in ("match.log", "matches/00001-20261122.log"):
        content = _headed(some_match(3), 6, bytes((VERSION - 1,)))
        made = _zip({"match.log": log.content(some_match(4)), name: content}.items())
        with pytest.raises(MatError, match="another version of the firmware wrote these matches"):
            _restore(board, made)
        assert _state(board) == before


def test_a_day_that_no_month_has_is_unknown():
    board = _board(_OLD)
    made = _zip([("match.log", _headed(_NEW, 18, b"\x35\xff"))])  # 2026-15-31
    assert _restore(board, made).said == "1 match"
    assert board.ring.day(board.ring.runs()[0]) == ""


def test_files_that_are_not_what_they_must_be_are_left_out():
    sound = log.content(some_match(3)[:20])
    bad = {
        "settings.bin": b"own",
        "dice.bin": store(b"x")[:-1],
        "board.bin": store(b"no JSON"),
        "seal.bin": store(b"\xff" * 32),
        "others.bin": b"x",
        "match.log": b"GIF89a",
        "matches/00001.log": sound,
        "matches/00002.log": sound[:8],
        "matches/00003.log": b"",
    }
    board = _ours()
    before = {path: bytes(data) for path, data in board.disk.files.items()}
    plan = _restore(board, _zip(bad.items()))
    assert [path for path, _, _ in plan.steps] == ["matches/00001.log"]
    left_out = [note for note in plan.notes if note.endswith("it is left out")]
    assert len(left_out) == len(bad) - 1
    assert {path: bytes(data) for path, data in board.disk.files.items()} == before
    _boots(board)


def _spoilt(board, sector):
    """The board, after damage to the last byte in use of a sector: its record is lost."""
    content = board.flash.blocks[sector].rstrip(b"\xff")
    for bit in (0, 1):
        board.flash.flip(sector, 8 * (len(content) - 1) + bit)
    return board


def test_what_is_damaged_in_a_backup_costs_no_more_than_that():
    board = _ours()
    _restore(board, _backup(_spoilt(_spoilt(_board(_NEW, [some_match(3)[:20]]), 0), 1)))
    running, kept = _state(board)
    assert running == _OLD and _NEW[:-1] in kept and some_match(3)[:19] in kept


def test_a_full_board_names_the_matches_that_make_room_before_anything_is_sent(tmp_path, capsys):
    over, aside = some_match(5), some_match(9)[:30]
    assert settings.unpack_settings(aside[0][1:]).players == [0, 0]
    marked = [[*over, actions.note(9, bytes((number,)))] for number in range(SECTORS - 3)]
    board = _board(_OLD, [aside, *marked])
    ring = board.ring
    for run in ring.runs()[1:-1]:
        ring.finish(run)
    assert ring.used == SECTORS - 1
    path = tmp_path / "theirs.zip"
    path.write_bytes(_theirs())
    before = _state(board)
    with _place(board) as place:
        plan = fetching.planned(place, path.read_bytes())
    assert len(plan.going) == 5 and _state(board) == before
    with unittest.mock.patch.object(fetching, "place_of", lambda *_: _place(board)):
        assert main(["restore", str(path)]) == 1
        said = capsys.readouterr().err
        assert said.count(plan.going[0]) == 5 and "--make-room" in said
        assert _state(board) == before
        assert main(["restore", str(path), "--make-room"]) == 0
    assert "4 matches" in capsys.readouterr().out
    running, kept = _state(board)
    assert running == _OLD and aside in kept and _NEW in kept
    gone = [match for match in marked if _plain(match) not in kept]
    assert gone == marked[: len(gone)] and 0 < len(gone) <= 5


def test_what_a_board_adds_to_a_match_needs_room_too(tmp_path):
    sent = log.content(some_match(28))  # nearly a sector, without SETTINGS before its games
    steps = restoring.plan({"match.log": sent}, {}, b"", [], 4, tmp_path).steps
    assert len(sent) <= SECTOR < len(steps[0][1])
    with pytest.raises(MatError, match="no room"):
        restoring.plan({"match.log": sent}, {}, b"", [], 3, tmp_path)


def test_what_a_board_adds_to_a_match_that_is_sent_makes_no_match_of_two_people_go():
    game = next(one for one in some_match(6) if one[0] == actions.GAME)
    sent = log.match_log(log.content([_OLD[0], *[game] * 400]))
    assert list(sent.open())
    board = _board(_OLD, [[*_OLD, actions.note(9, bytes((number,)))] for number in range(55)])
    ring = board.ring
    before = ring.runs()
    with pytest.raises(OSError, match="28"):
        list(filing.keep(ring, sent, 0))
    assert ring.runs() == before


def test_a_board_whose_matches_all_were_put_aside_has_no_room():
    records = some_match(5)[:20]
    board = _board(_OLD, [[*records, actions.note(9, bytes((number,)))] for number in range(61)])
    before = _state(board)
    with pytest.raises(MatError, match="no room"):
        _restore(board, _theirs())
    assert _state(board) == before


def test_what_people_did_on_two_boards_adds_up_and_counts_once():
    one, other = _board(_OLD), _board(_OLD)
    played(one.disk, ("Ann", "Bob"), 1)
    played(other.disk, ("BOB", "Eve"), 2)
    content = _backup(other)
    for _ in range(2):
        _restore(one, content)
        assert counted(one.disk) == {"ann": 1, "bob": 2, "eve": 1}
    played(one.disk, ("Ann", None), 3)
    _restore(other, _backup(one))
    _restore(one, _backup(other))
    assert counted(one.disk) == counted(other.disk) == {"ann": 2, "bob": 2, "eve": 1}
    empty = _board(_OLD)
    _restore(empty, _backup(one))
    assert counted(empty.disk) == counted(one.disk)


def test_people_who_find_no_room_are_left_out_and_said():
    one, other = _board(_OLD), _board(_OLD)
    for number in range(8):
        played(one.disk, (f"A{number}", f"B{number}"), 10 + number)
    played(other.disk, ("Ann", "Bob"), 2)
    assert any("delete some" in note for note in _restore(one, _backup(other)).notes)
    assert len(counted(one.disk)) == 16


def _practised(board, *answers):
    progress = Progress(Store(files_on(board.disk), SETS))
    for of, right in answers:
        progress.answer(of, right)
    return progress


def _said_of_sets(plan):
    return [note for note in plan.notes if SETS in note]


def _progress(board):
    """[(decisions that were asked, lately right, lately asked)] of each set, and the streak."""
    found = Progress(Store(files_on(board.disk), SETS))
    assert not found.damaged
    return [(found.next(of, 1 << 20) // 17, *found.answers(of)) for of in range(3)], found.streak


def test_what_was_practised_on_two_boards_is_laid_together():
    one, other = _board(_OLD), _board(_OLD)
    _practised(one, (0, True), (0, True), (0, False), (1, True))
    _practised(other, (0, False), (1, True), (1, False), (2, True), (2, True))
    theirs = _backup(other)
    for _ in range(2):
        assert _said_of_sets(_restore(one, theirs)) == []
        assert _progress(one) == ([(3, 2, 3), (2, 1, 2), (2, 2, 2)], 2)
    _restore(other, _backup(one))
    assert _progress(other) == _progress(one), "both know the same"
    _practised(one, (1, True))
    before = _progress(one)
    _restore(one, theirs)
    assert _progress(one) == before, "an older backup takes nothing away"
    empty = _board(_OLD)
    _restore(empty, _backup(one))
    assert _progress(empty) == before


@pytest.mark.parametrize(
    ("path", "wrong", "people"),
    [
        ("people.bin", b"x", {"ann": 1, "eve": 1}),
        (SETS, b"no progress", {"ann": 2, "bob": 1, "eve": 1}),
        (SETS, bytes((1, 0, 9, 0, 2, 3)) + bytes(44), {"ann": 2, "bob": 1, "eve": 1}),
    ],
)
def test_a_damaged_file_is_left_out_or_gives_way_and_that_is_said(path, wrong, people):
    one, other = _board(_OLD), _board(_OLD)
    for board, name, games in ((one, "Bob", 1), (other, "Eve", 2)):
        played(board.disk, ("Ann", name), games)
        _practised(board, *[(0, True)] * games)
    sound = other.disk.files[path]
    other.disk.files[path] = bytearray(store(wrong))
    assert f"{path} in the backup is damaged: it is left out" in _restore(one, _backup(other)).notes
    other.disk.files[path] = sound
    own = one.disk.files[path]
    own[-1] ^= 1
    notes = _restore(one, _backup(other)).notes
    assert f"{path} on the board was damaged: the backup's replaces it" in notes
    assert counted(one.disk) == people
    assert _progress(one)[0][0] == (2, 2, 2)
