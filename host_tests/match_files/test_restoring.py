"""A backup is restored: no match that the board has is lost, whenever it is cut off."""

import io
import zipfile
from zlib import crc32

import pytest

from fakes.disk import files_on
from fakes.power import Power
from match_files.kept import store
from match_files.linked import LinkedBoard, Off, against_a_level
from match_files.people import counted, played
from picogammon.app.practice.set_deck import Progress
from picogammon.app.session import seal
from picogammon.devices.checked_files import Store
from picogammon.devices.files import SETS
from picogammon.devices.match_log import MatchLog
from picogammon.devices.ring import SECTORS
from picogammon.rules import actions, settings
from tools.matches import MatError, fetching, log, places, restoring
from tools.soak.match_files import some_match
from tools.ubgi.port import NoBoard
from tools.verbs import main

HOST_ONLY = True

_FROM_BACKUP = ("Saved match", "This match comes from a backup.")
_SECRET = "000102030405060708090A0B0C0D0E0F"


def _some(seed):
    """A random match of a person against a level."""
    first, *records = some_match(seed)
    return [actions.settings(_settings(first, players=(0, 1))), *records]


def _settings(record, **changes):
    return settings.unpack(record[1:]).copy(**changes)


_MAT = _some(5)


def _board(running, earlier=(), **more):
    """A board that is Off, with a running match, earlier ones, and other files."""
    files = {name + ".bin": content for name, content in more.items()}
    return Off(files, [*earlier, running])


def _place(board):
    return places.OnLink(LinkedBoard(board), lambda text: None)


def _backup(board):
    with _place(board) as place:
        return fetching.backup(place)[0]


def _restore(board, content):
    with _place(board) as place:
        return fetching.restore(place, content)


def _plain(records):
    return [one for one in records if one[:2] != bytes((actions.NOTE, actions.RESTORED))]


def _state(board):
    """(the running match's records, [those of each earlier one, newest first]), without settings
    that change nothing."""
    return _changing(board.running()), list(map(_changing, board.earlier()))


def _changing(records):
    settled, found = None, []
    for one in records:
        if one != settled:
            found.append(one)
        if one[0] == actions.SETTINGS:
            settled = one
    return found


def _boots(board):
    """What a board says when it starts; nothing goes wrong."""
    power = Power(3)
    power.disk, power.flash = board.disk, board.flash

    def script(power):
        yield 1000
        yield from power.read()

    assert power.run(script) == "off"
    assert power.crash_log() == ""
    return power.told


_OLD, _NEW = _MAT[:40], against_a_level(some_match(8)[:30])
_KEPT = [_some(1)[:30], _some(2)[:25]]


def _theirs():
    """A backup of another match, with one earlier match that `_ours` has, and two that it has not;
    the numbers are others."""
    return _backup(_board(_NEW, [_some(3)[:20], _some(4)[:20], _KEPT[0]]))


def _ours():
    return _board(_OLD, _KEPT)


def test_matches_are_told_by_what_is_in_them_and_none_is_lost():
    board = _ours()
    plan = _restore(board, _theirs())
    running, kept = _state(board)
    assert _plain(running) == _NEW
    everything = [*_KEPT, _some(3)[:20], _some(4)[:20], _OLD]
    assert sorted(kept) == sorted(everything)
    assert "Earlier matches that the board had already: 1" in plan.notes
    assert "The match that the board played is among its earlier matches now" in plan.notes
    assert _boots(board) == [_FROM_BACKUP]
    before = _state(board)
    assert "The board plays the backup's match already" in _restore(board, _theirs()).notes
    assert _state(board) == before, "once more changes nothing"


class _Cable:
    """A board's, which is pulled before line number `cut`."""

    def __init__(self, board, cut):
        self._board = board
        self._left = cut

    def ask(self, line):
        self._left -= 1
        if not self._left:
            raise NoBoard("the cable came out")
        yield from self._board.ask(line)

    def close(self):
        self._board.close()


def test_wherever_the_cable_comes_out_the_board_has_its_match_or_the_backups():
    theirs = _theirs()
    ends = []
    for cut in range(1, 1000):
        board = _ours()
        place = places.OnLink(_Cable(LinkedBoard(board), cut + 1), print)
        try:
            with place:
                fetching.restore(place, theirs)
            whole = True
        except places.FlashError:
            whole = False
        running, kept = _state(board)
        assert _plain(running) in (_OLD, _NEW) and _OLD in [running, *kept], cut
        assert _boots(board) == ([] if running == _OLD else [_FROM_BACKUP]), cut
        assert all(match in kept for match in _KEPT), cut
        ends.append(running == _OLD)
        if whole:
            break
        _restore(board, theirs)  # and it can be restored from there
        running, kept = _state(board)
        assert _plain(running) == _NEW and kept.count(_OLD) == 1 and len(kept) == 5, cut
    assert set(ends) == {True, False}


@pytest.mark.parametrize(
    ("played", "backup", "seen", "kept"),
    [
        (_MAT[:40], _MAT[:30], True, True),  # an older state of the same match,
        (_MAT[:30], _MAT[:40], False, False),  # a newer one, which has all of the old,
        (_MAT[:40], _MAT[:30] + [actions.resign(1)], True, True),  # and one that went on elsewhere
        (_MAT[:40], _some(8)[:30], False, True),
        (_MAT[:1], _some(8)[:30], False, False),  # nothing was played
    ],
)
def test_rolls_that_were_seen_already_are_told_on_the_board(played, backup, seen, kept):
    board = _board(played)
    plan = _restore(board, _backup(_board(backup)))
    running, matches = _state(board)
    assert _plain(running) == backup and matches == ([played] if kept else [])
    assert any("among its earlier matches" in note for note in plan.notes) == kept
    told = _boots(board)
    rolls = sum(actions.kind_of(record) == actions.ROLL for record in _MAT[30:40])
    more = f" Later rolls already seen: {rolls}." if seen else ""
    assert rolls > 1 and told == [(_FROM_BACKUP[0], _FROM_BACKUP[1] + more)]
    assert _boots(board) == []


def test_rolls_of_a_match_that_is_over_since_then_are_told_as_well():
    board = _board(_some(8)[:30], [_MAT[:40]])
    _restore(board, _backup(_board(_MAT[:30])))
    assert "Later rolls already seen" in _boots(board)[0][1]


def test_a_match_is_known_with_its_note_of_the_score_and_without():
    over, score = _some(5), actions.score((6, 0))
    board = _board(over)
    assert "Earlier matches that the board had already" not in _restore(board, _theirs()).notes
    assert [*over, score] in _state(board)[1]
    plan = _restore(board, _backup(_board(_NEW, [over])))
    assert "Earlier matches that the board had already: 1" in plan.notes


def _sealed(rolls):
    """The records of a match with sealed dice after so many records of its own."""
    records = list(_MAT[: 2 + rolls])
    records[0] = actions.settings(_settings(records[0], sealed=True))
    return [*records[:2], seal.note(seal.seal_of(_SECRET), "271828"), *records[2:]]


def test_a_backup_has_no_secret_and_its_board_still_has_it():
    secret = store(_SECRET.encode())
    board = _board(_sealed(12), seal=secret)
    with _place(board) as place:
        content, _, notes = fetching.backup(place)
    assert notes == ["The secret of sealed dice is not in it: it never leaves the board"]
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert "seal.bin" not in packed.namelist()
        assert _SECRET.encode() not in b"".join(map(packed.read, packed.namelist()))
    running = MatchLog(board.ring)
    for record in _sealed(20)[len(_sealed(12)) :]:
        running.append(record)
    plan = _restore(board, content)
    assert bytes(board.disk.files["seal.bin"]) == secret
    assert "Later rolls already seen" in _boots(board)[0][1], "they come again"
    assert not any("secret" in note for note in plan.notes)
    (kept,) = _state(board)[1]
    assert kept == _sealed(20), "it goes on, so the secret is not told"
    other = _board(_NEW)
    plan = _restore(other, content)
    assert any(note.startswith("The secret of its sealed dice is not on") for note in plan.notes)


def test_a_sealed_match_that_is_replaced_tells_its_secret():
    board = _board(_sealed(12), seal=store(_SECRET.encode()))
    _restore(board, _backup(_board(_NEW)))
    (kept,) = _state(board)[1]
    assert kept == [*_sealed(12), actions.note(actions.SECRET, _SECRET.encode())]


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
    assert "this is no backup of a board" in said and len(said.splitlines()) == 1
    with pytest.raises(MatError, match="no backup"):
        fetching.unpack(path.read_bytes())


def test_a_backup_of_another_version_is_refused_untouched():
    board = _board(_some(1), [_some(2)])
    before = _state(board)
    for name in ("match.log", "matches/00001-20261122.log"):
        content = bytearray(log.content(_some(3)))
        content[6] -= 1  # the version
        content[32:36] = crc32(content[4:32]).to_bytes(4, "big")
        made = _zip({"match.log": log.content(_some(4)), name: bytes(content)}.items())
        with pytest.raises(MatError, match="another version of the firmware wrote these matches"):
            _restore(board, made)
        assert _state(board) == before


def test_files_that_are_not_what_they_must_be_are_left_out():
    sound = log.content(_some(3)[:20])
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
    assert [path for path, _ in plan.steps] == ["matches/00001.log"]
    left_out = [note for note in plan.notes if note.endswith("it is left out")]
    assert len(left_out) == len(bad) - 1
    assert {path: bytes(data) for path, data in board.disk.files.items()} == before
    assert _boots(board) == []


def _spoilt(board, sector):
    """The board, after damage to the last byte in use of a sector: its record is lost."""
    content = board.flash.blocks[sector].rstrip(b"\xff")
    for bit in (0, 1):
        board.flash.flip(sector, 8 * (len(content) - 1) + bit)
    return board


def test_what_is_damaged_in_a_backup_costs_no_more_than_that():
    board = _ours()
    _restore(board, _backup(_spoilt(_spoilt(_board(_NEW, [_some(3)[:20]]), 0), 1)))
    running, kept = _state(board)
    assert _plain(running) == _NEW[:-1] and _some(3)[:19] in kept


def test_a_damaged_match_of_the_board_is_kept():
    board = _spoilt(_ours(), 2)
    _restore(board, _theirs())
    running, kept = _state(board)
    assert _plain(running) == _NEW and _OLD[:-1] in kept


def test_more_than_a_board_keeps_is_told_and_the_oldest_go():
    many = [[*_some(3)[:20], actions.note(9, bytes((number,)))] for number in range(SECTORS)]
    names = [restoring.name_of(number, "2026-11-22") for number in range(SECTORS)]
    whole = [(name, log.content(records)) for name, records in zip(names, many)]
    board = _ours()
    notes = _restore(board, _zip([("match.log", log.content(_NEW)), *whole])).notes
    assert any("more than a board keeps" in note for note in notes)
    running, kept = _state(board)
    assert _plain(running) == _NEW and _OLD in kept and many[-1] in kept and many[0] not in kept


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
    assert f"{path} on the board was damaged: the backup's takes its place" in notes
    assert counted(one.disk) == people
    assert _progress(one)[0][0] == (2, 2, 2)
