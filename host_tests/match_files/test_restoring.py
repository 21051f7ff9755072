"""A backup is restored: no match that the board has is lost, whenever it is cut off."""

import io
import zipfile

import pytest

from fakes.disk import Disk, files_on
from fakes.power import Power
from match_files.kept import store
from match_files.linked import LinkedBoard
from match_files.people import counted, played
from picogammon.app.practice.set_deck import Progress
from picogammon.app.session import seal
from picogammon.app.session.players import FAR
from picogammon.devices.archive import Archive
from picogammon.devices.files import SETS
from picogammon.devices.littlefs import Witness
from picogammon.devices.recent import Recent
from picogammon.devices.checked_files import Store
from picogammon.rules import actions, settings
from tools.matches import MatError, fetching, places
from tools.matches.__main__ import main
from tools.soak.match_files import some_match
from tools.ubgi.port import NoBoard

HOST_ONLY = True

_FROM_BACKUP = ("Saved match", "This match comes from a backup.")
_SECRET = "000102030405060708090A0B0C0D0E0F"


def _some(seed):
    """A random match of a person and an engine on a PC, which isn't there."""
    first, *records = some_match(seed)
    return [actions.settings(_settings(first, players=(0, FAR))), *records]


def _settings(record, **changes):
    return settings.unpack(record[1:]).copy(**changes)


_MAT = _some(5)


def _log(disk, records, path="match.log", late=0):
    """Writes a log of records, the last of them one by one."""
    late = min(late, len(records) - 1)
    noted = Witness(files_on(disk), "seen") if path == "match.log" else None
    log = Recent(files_on(disk), path, None, noted)
    log.restart(records[: len(records) - late])
    for record in records[len(records) - late :]:
        log.append(record)
    while log.tidy():
        pass
    log.close()


def _board(running, archived=(), late=4, **more):
    """A Disk with a running match, {number: records} of earlier ones, and other files."""
    disk = Disk({name + ".bin": content for name, content in more.items()})
    _log(disk, running, late=late)
    disk.folders.add("matches")
    for number, records in dict(archived).items():
        _log(disk, records, f"matches/{number:05}.log")
        disk.files.pop(f"matches/{number:05}.log.newest", None)
    return disk


def _place(disk):
    return places.OnLink(LinkedBoard(disk), lambda text: None)


def _backup(disk):
    with _place(disk) as place:
        return fetching.backup(place)[0]


def _restore(disk, content):
    with _place(disk) as place:
        return fetching.restore(place, content)


def _plain(records):
    return [one for one in records if one[:2] != bytes((actions.NOTE, actions.RESTORED))]


def _state(disk):
    """(the running match's records, [those of each earlier one, newest first])."""
    log = Recent(files_on(disk), "match.log", None, Witness(files_on(disk), "seen"))
    running = list(log.open())
    assert log.damage is None
    kept = Archive(files_on(disk), "matches", "match.log")
    return running, [list(kept.open(name).open()) for name in kept.names()]


def _boots(disk):
    """What a board with those files says when it starts; nothing goes wrong."""
    power = Power(3)
    power.disk = disk

    def script(power):
        yield 1000
        yield from power.read()

    assert power.run(script) == "off"
    assert power.crash_log() == ""
    return power.told


_OLD, _NEW = _MAT[:40], _some(8)[:30]
_KEPT = {1: _some(1)[:30], 2: _some(2)[:25]}


def _theirs():
    """A backup of another match, with one earlier match that `_ours` has, and two that it has not;
    the numbers are others."""
    return _backup(_board(_NEW, {1: _some(3)[:20], 2: _some(4)[:20], 7: _KEPT[1]}))


def _ours():
    return _board(_OLD, _KEPT)


def test_matches_are_told_by_what_is_in_them_and_none_is_lost():
    disk = _ours()
    plan = _restore(disk, _theirs())
    running, kept = _state(disk)
    assert _plain(running) == _NEW
    everything = [*_KEPT.values(), _some(3)[:20], _some(4)[:20], _OLD]
    assert sorted(kept) == sorted(everything)
    assert "Earlier matches that the board had already: 1" in plan.notes
    assert "The match that the board played is among its earlier matches now" in plan.notes
    assert _boots(disk) == [_FROM_BACKUP]
    before = _state(disk)
    assert "The board plays the backup's match already" in _restore(disk, _theirs()).notes
    assert _state(disk) == before, "once more changes nothing"


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
        disk = _ours()
        place = places.OnLink(_Cable(LinkedBoard(disk), cut + 1), print)
        try:
            with place:
                fetching.restore(place, theirs)
            whole = True
        except places.FlashError:
            whole = False
        running, kept = _state(disk)
        assert _plain(running) in (_OLD, _NEW) and _OLD in [running, *kept], cut
        assert _boots(disk) == ([] if running == _OLD else [_FROM_BACKUP]), cut
        assert all(match in kept for match in _KEPT.values()), cut
        ends.append(running == _OLD)
        if whole:
            break
        _restore(disk, theirs)  # and it can be restored from there
        running, kept = _state(disk)
        assert _plain(running) == _NEW and kept.count(_OLD) == 1 and len(kept) == 5, cut
    assert set(ends) == {True, False}


@pytest.mark.parametrize(
    ("board", "backup", "seen", "kept"),
    [
        (_MAT[:40], _MAT[:30], True, True),  # an older state of the same match,
        (_MAT[:30], _MAT[:40], False, False),  # a newer one, which has all of the old,
        (_MAT[:40], _MAT[:30] + [actions.resign(1)], True, True),  # and one that went on elsewhere
        (_MAT[:40], _some(8)[:30], False, True),
        (_MAT[:1], _some(8)[:30], False, False),  # nothing was played
    ],
)
def test_rolls_that_were_seen_already_are_told_on_the_board(board, backup, seen, kept):
    disk = _board(board)
    plan = _restore(disk, _backup(_board(backup)))
    running, matches = _state(disk)
    assert _plain(running) == backup and matches == ([board] if kept else [])
    assert any("among its earlier matches" in note for note in plan.notes) == kept
    told = _boots(disk)
    rolls = sum(actions.kind_of(record) == actions.ROLL for record in _MAT[30:40])
    more = f" Later rolls already seen: {rolls}." if seen else ""
    assert rolls > 1 and told == [(_FROM_BACKUP[0], _FROM_BACKUP[1] + more)]
    assert _boots(disk) == []


def test_rolls_of_a_match_that_is_over_since_then_are_told_as_well():
    disk = _board(_some(8)[:30], {1: _MAT[:40]})
    _restore(disk, _backup(_board(_MAT[:30])))
    assert "Later rolls already seen" in _boots(disk)[0][1]


def _sealed(rolls):
    """The records of a match with sealed dice after so many records of its own."""
    records = list(_MAT[: 2 + rolls])
    records[0] = actions.settings(_settings(records[0], sealed=True))
    return [*records[:2], seal.note(seal.seal_of(_SECRET), "271828"), *records[2:]]


def test_a_backup_has_no_secret_and_its_board_still_has_it():
    secret = store(_SECRET.encode())
    disk = _board(_sealed(12), seal=secret)
    with _place(disk) as place:
        content, _, notes = fetching.backup(place)
    assert notes == ["The secret of sealed dice is not in it: it never leaves the board"]
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert "seal.bin" not in packed.namelist()
        assert _SECRET.encode() not in b"".join(map(packed.read, packed.namelist()))
    _log(disk, _sealed(20))
    plan = _restore(disk, content)
    assert bytes(disk.files["seal.bin"]) == secret
    assert "Later rolls already seen" in _boots(disk)[0][1], "they come again"
    assert not any("secret" in note for note in plan.notes)
    (kept,) = _state(disk)[1]
    assert kept == _sealed(20), "it goes on, so the secret is not told"
    other = _board(_NEW)
    plan = _restore(other, content)
    assert any(note.startswith("The secret of its sealed dice is not on") for note in plan.notes)


def test_a_sealed_match_that_is_replaced_tells_its_secret():
    disk = _board(_sealed(12), seal=store(_SECRET.encode()))
    _restore(disk, _backup(_board(_NEW)))
    (kept,) = _state(disk)[1]
    assert kept == [*_sealed(12), actions.note(actions.SECRET, _SECRET.encode())]


def _zip(entries, comment=b"picogammon-backup", how=zipfile.ZIP_DEFLATED):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", how) as packed:
        packed.comment = comment
        for name, content in entries:
            packed.writestr(name, content)
    return whole.getvalue()


def _log_bytes(records):
    disk = Disk()
    _log(disk, records)
    return bytes(disk.files["match.log"])


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
    "of others": lambda: _zip([("match.log", b"x")], b""),
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


def test_files_that_are_not_what_they_must_be_are_left_out():
    sound = _log_bytes(_some(3)[:20])
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
        "matches/notes.log": sound,
    }
    disk = _ours()
    before = {path: bytes(data) for path, data in disk.files.items()}
    plan = _restore(disk, _zip(bad.items()))
    assert [path for path, _ in plan.steps] == ["matches/00003.log"], "1 is another match there"
    left_out = [note for note in plan.notes if note.endswith("it is left out")]
    assert len(left_out) == len(bad) - 1
    after = {path: bytes(disk.files[path]) for path in before}
    assert after == before
    assert _boots(disk) == []


def test_a_damaged_end_of_the_backups_match_costs_no_more_than_that():
    other = _board(_NEW, late=0)
    other.files["match.log"][-3] ^= 1
    disk = _ours()
    _restore(disk, _backup(other))
    assert _plain(_state(disk)[0]) == _NEW[:-1]


def test_a_log_that_stands_beside_its_place_is_the_boards_match():
    disk = _ours()
    disk.files["match.log.new"] = disk.files.pop("match.log")
    _restore(disk, _theirs())
    running, kept = _state(disk)
    assert _plain(running) == _NEW and _OLD in kept


def test_more_than_a_board_keeps_is_told():
    many = {number: [*_some(3)[:20], actions.note(9, bytes((number,)))] for number in range(70)}
    notes = _restore(_ours(), _backup(_board(_NEW, many))).notes
    assert any("more than a board keeps" in note for note in notes)


def test_what_people_did_on_two_boards_adds_up_and_counts_once():
    one, other = _board(_OLD), _board(_OLD)
    played(one, ("Ann", "Bob"), 1)
    played(other, ("BOB", "Eve"), 2)
    content = _backup(other)
    for _ in range(2):
        _restore(one, content)
        assert counted(one) == {"ann": 1, "bob": 2, "eve": 1}
    played(one, ("Ann", None), 3)
    _restore(other, _backup(one))
    _restore(one, _backup(other))
    assert counted(one) == counted(other) == {"ann": 2, "bob": 2, "eve": 1}
    empty = _board(_OLD)
    _restore(empty, _backup(one))
    assert counted(empty) == counted(one)


def test_people_who_find_no_room_are_left_out_and_said():
    one, other = _board(_OLD), _board(_OLD)
    for number in range(8):
        played(one, (f"A{number}", f"B{number}"), 10 + number)
    played(other, ("Ann", "Bob"), 2)
    assert any("delete some" in note for note in _restore(one, _backup(other)).notes)
    assert len(counted(one)) == 16


def _practised(disk, *answers):
    progress = Progress(Store(files_on(disk), SETS))
    for of, right in answers:
        progress.answer(of, right)
    return progress


def _said_of_sets(plan):
    return [note for note in plan.notes if SETS in note]


def _progress(disk):
    """[(decisions that were asked, lately right, lately asked)] of each set, and the streak."""
    found = Progress(Store(files_on(disk), SETS))
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
    for disk, name, games in ((one, "Bob", 1), (other, "Eve", 2)):
        played(disk, ("Ann", name), games)
        _practised(disk, *[(0, True)] * games)
    sound = other.files[path]
    other.files[path] = bytearray(store(wrong))
    assert f"{path} in the backup is damaged: it is left out" in _restore(one, _backup(other)).notes
    other.files[path] = sound
    own = one.files[path]
    own[-1] ^= 1
    notes = _restore(one, _backup(other)).notes
    assert f"{path} on the board was damaged: the backup's takes its place" in notes
    assert counted(one) == people
    assert _progress(one)[0][0] == (2, 2, 2)
