"""A board's matches are found on its USB port and in an image of its flash, and sent there; at the
end on a serial port, at whose other end main.py runs on MicroPython's unix port."""

import binascii
import unittest.mock
import zipfile

import pytest
import serial

from cable import plugged
from fakes.disk import Disk
from match_files.kept import store
from match_files.linked import LinkedBoard, flash_image
from picogammon import VERSION
from picogammon.app.session.players import FAR
from picogammon.devices.files import MATCHES, Files
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.rules import actions, settings
from tools.boards.chips import CHIPS
from tools.matches import MatError, fetching, log, places, reading, writing
from tools.matches.__main__ import main
from tools.soak.match_files import some_match, told

HOST_ONLY = True

_RESTORED = actions.note(actions.RESTORED, b"\0")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """(the records of a match, {name: bytes} of the files in which a board keeps it)."""
    path = tmp_path_factory.mktemp("board") / "match.log"
    records = some_match(5)
    log = Recent(Files(), str(path))
    log.restart(records[:9])
    for record in records[9:15]:
        log.append(record)
    log.close()
    found = {name.name: name.read_bytes() for name in path.parent.iterdir()}
    assert set(found) == {"match.log", "match.log.newest"}
    return records[:15], found


def _linked(found):
    """A LinkedBoard with those files."""
    disk = Disk(found)
    disk.folders = {path.rpartition("/")[0] for path in found if "/" in path}
    return LinkedBoard(disk)


def _on(board, said=print):
    return places.OnLink(board, said)


def test_from_the_usb_port_while_the_board_plays_on(kept):
    records, found = kept
    said = []
    board = _linked(found)
    with _on(board, said.append) as place:
        assert fetching.running(place) == records
    assert {path: bytes(data) for path, data in board.disk.files.items()} == found
    assert said == [f"Picogammon {VERSION} plays on bench"]


class _Told:
    """A port at which every line is answered by what is in `answers`, by the line's first word."""

    def __init__(self, **answers):
        self._answers = {"clock": "clock end", **answers}

    def ask(self, line):
        yield from self._answers[line.decode().split()[0]].split("\n")

    def close(self):
        pass


_OLDER = f"firmware, 0.0.9, is older than this, {VERSION}."


@pytest.mark.parametrize(
    ("version", "mirrored", "said"),
    (
        ("0.0.9", "", ("Picogammon 0.0.9 plays on pico", _OLDER)),
        (VERSION, "", (f"Picogammon {VERSION} plays on pico",)),
        ("99.0.0", "", ("Picogammon 99.0.0 plays on pico",)),
        ("dev", "", ("Picogammon dev plays on pico",)),
        (VERSION, "mirror said Picogammon failed.\n", ("stands still: Picogammon failed.",)),
    ),
)
def test_a_board_is_told_and_how_to_update_an_older_version(version, mirrored, said):
    told = []
    with _on(_Told(mirror=f"mirror board pico {version}\n{mirrored}mirror end"), told.append):
        pass
    assert len(told) == len(said) and all(part in line for part, line in zip(said, told))


def test_a_board_that_knows_no_files_is_told_how_to_update_it(monkeypatch):
    port = unittest.mock.Mock()
    port.read_until.return_value = b"error unknown_command 'files' is no command\r\n"
    monkeypatch.setattr(serial, "serial_for_url", lambda *where, **how: port)
    with pytest.raises(places.FlashError, match="firmware is older(.|\n)*To update it") as refused:
        places.OnLink("/dev/ttyACM0", print)
    assert "Matches stay" in str(refused.value) and port.close.called


def test_what_comes_over_the_cable_damaged_is_asked_for_again_and_then_refused():
    text = binascii.b2a_base64(b"PGJ").decode().strip()
    place = _on(_Told(get=f"get data {text}\nget end 3 1"))
    with pytest.raises(places.FlashError, match=r"match\.log does not come over the cable whole"):
        place.read("match.log")
    whole = f"get data {text}\nget end 3 {binascii.crc32(b'PGJ')}"
    assert _on(_Told(get=whole)).read("match.log") == b"PGJ"
    assert _on(_Told(get="get none")).read("match.log") is None
    with pytest.raises(MatError, match="no match on this board yet"):
        fetching.running(_on(_Told(get="get none")))
    again = _on(_Told(get="error missing_context it has changed meanwhile: ask again"))
    with pytest.raises(places.FlashError, match="changed meanwhile"):
        again.read("match.log")
    with pytest.raises(places.FlashError, match="^The board says: the flash has no room$"):
        _on(_Told(put="error unsupported_feature the flash has no room")).put("board.bin", b"x")


def test_from_an_image_of_the_flash(kept, tmp_path):
    records, found = kept
    for chip in CHIPS:
        for name in ("pico.bin", "pico.uf2"):
            with places.InFlash(flash_image(tmp_path / name, found, chip)) as place:
                assert fetching.running(place) == records
    assert main(["save", str(tmp_path / "a.mat"), "--flash", str(tmp_path / "pico.uf2")]) == 0


def test_a_backup_brings_matches_and_settings_back(kept, tmp_path):
    records, found = kept
    found = {**found, "settings.bin": store(b"own"), "seen/log": b"noted", "crash.log": b"no"}
    found["layout.bin"] = b"PGL\x01"
    image = flash_image(tmp_path / "pico.bin", {**found, "matches/00004.log": found["match.log"]})
    whole = tmp_path / "all.zip"
    assert main(["backup", str(whole), "--flash", str(image)]) == 0
    assert main(["backup", str(whole), "--flash", str(image)]) == 1, "it is not written over"
    board = _linked({"match.log": b"another", "match.log.newest": b"one", "seen/log": b"newer"})
    with _on(board) as place:
        fetching.restore(place, whole.read_bytes())
        assert fetching.running(place) == records + [_RESTORED]
    there = board.disk.files
    assert there["match.log.bad"] == b"another"
    assert there["settings.bin"] == found["settings.bin"]
    assert there["matches/00004.log"] == found["match.log"]
    assert "crash.log" not in there
    assert "layout.bin" not in zipfile.ZipFile(whole).namelist()


def test_a_backup_is_restored_into_an_image_as_the_board_would_do_it(kept, tmp_path, capsys):
    records, found = kept
    whole = tmp_path / "all.zip"
    assert (
        main(["backup", str(whole), "--flash", str(flash_image(tmp_path / "pico.bin", found))]) == 0
    )
    Journal(Files(), str(tmp_path / "other.log")).restart(some_match(8)[:30])
    other = {"match.log": (tmp_path / "other.log").read_bytes(), "seen/filler": b"\1"}
    image = str(flash_image(tmp_path / "pico.uf2", other | {"main.py": b"pass"}))
    assert main(["restore", str(whole), "--flash", image]) == 0
    assert "is among its earlier matches now" in capsys.readouterr().out
    with places.InFlash(image) as place:
        assert fetching.running(place) == records + [_RESTORED]
        assert fetching.archived(place, 1) == (some_match(8)[:30], "")
        assert place.read("main.py") == b"pass" and place.read("match.log.newest") is None
        assert place.names(MATCHES) == ["00001.log"]


@pytest.fixture
def playing(tmp_path):
    """The folder with a board's files: a match, and settings."""
    made = tmp_path / "board"
    made.mkdir()
    Journal(Files(), str(made / "match.log")).restart(some_match(5)[:40])
    (made / "settings.bin").write_bytes(store(b"\1"))
    return made


def test_matches_go_and_come_and_a_backup_is_restored_while_the_board_plays(
    playing, tmp_path, capsys
):
    mat, got, whole = (str(tmp_path / name) for name in ("sent.mat", "got.mat", "all.zip"))
    (tmp_path / "sent.mat").write_text(writing.write(some_match(8)).text)
    ours = log.read(str(playing / "match.log"))
    with plugged(playing) as port:
        where = ["--port", port]
        assert main(["send", mat, *where, "--date", "2026.11.22"]) == 0
        assert main(["save", got, *where, "--match", "1"]) == 0
        assert told(reading.read((tmp_path / "got.mat").read_bytes()).records) == told(
            reading.read((tmp_path / "sent.mat").read_bytes()).records
        )
        assert main(["backup", whole, *where]) == 0
        assert main(["save", str(tmp_path / "now.log"), *where]) == 0
        assert log.read(str(tmp_path / "now.log")) == ours
        assert " plays on bench\n" in capsys.readouterr().out
        assert main(["restore", whole, *where]) == 1
        assert "two people play a match: end it at the board first" in capsys.readouterr().err
        assert len(list((playing / "matches").glob("*.log"))) == 1, "nothing has changed"
        first, *others = some_match(3)[:30]
        first = actions.settings(settings.unpack(first[1:]).copy(players=(0, FAR)))
        Journal(Files(), str(tmp_path / "other.log")).restart([first, *others])
    (playing / "match.log").write_bytes((tmp_path / "other.log").read_bytes())
    (playing / "match.log.newest").unlink(missing_ok=True)
    with plugged(playing) as port:
        assert main(["restore", whole, "--port", port]) == 0
        said = capsys.readouterr().out
        assert main(["save", str(tmp_path / "then.log"), "--port", port]) == 0, "it starts anew"
    assert log.read(str(tmp_path / "then.log"))[:-1] == ours
    assert "2 files written" in said and "among its earlier matches now" in said
    assert "Earlier matches that the board had already: 1" in said
    assert len(list((playing / "matches").glob("0*.log"))) == 2
    assert not (playing / "crash.log").exists()
