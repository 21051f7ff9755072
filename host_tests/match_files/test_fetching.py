"""A board's matches are found on its USB port and in an image of its flash, and sent there; at the
end on a serial port, at whose other end main.py runs on MicroPython's unix port."""

import binascii
import zipfile

import pytest

from cable import plugged
from match_files.comparing import told
from match_files.kept import store
from match_files.linked import flash_image, keep
from match_files.random_matches import some_match
from picogammon import VERSION
from picogammon.devices.files import Files
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from tools.boards.chips import CHIPS
from tools.flash import FlashError
from tools.matches import MatError, fetching, opening, reading, writing
from tools.verbs import main

HOST_ONLY = True

_OURS, _OTHERS = some_match(5)[:15], some_match(8)[:30]


def _on(board, said=print):
    return fetching.OnLink(board, said)


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
        (VERSION, "mirror said Picogammon failed.\n", ("has stopped: Picogammon failed.",)),
    ),
)
def test_a_board_is_told_and_how_to_update_an_older_version(version, mirrored, said):
    told = []
    with _on(_Told(mirror=f"mirror board pico {version}\n{mirrored}mirror end"), told.append):
        pass
    assert len(told) == len(said) and all(part in line for part, line in zip(said, told))


def test_what_comes_over_the_cable_damaged_is_asked_for_again_and_then_refused():
    text = binascii.b2a_base64(b"own").decode().strip()
    place = _on(_Told(get=f"get data {text}\nget end 3 1"))
    with pytest.raises(FlashError, match=r"dice\.bin arrived damaged over the cable"):
        place.read("dice.bin")
    whole = f"get data {text}\nget end 3 {binascii.crc32(b'own')}"
    assert _on(_Told(get=whole)).read("dice.bin") == b"own"
    assert _on(_Told(get="get none")).read("dice.bin") is None
    with pytest.raises(MatError, match="no match on this board yet"):
        fetching.running(_on(_Told(match="match none")))
    again = _on(_Told(match="error missing_context it has changed: request it again"))
    with pytest.raises(FlashError, match="it has changed"):
        again.match(1)
    with pytest.raises(FlashError, match="^The board says: the flash has no room$"):
        _on(_Told(put="error unsupported_feature the flash has no room")).put("board.bin", b"x")


@pytest.mark.parametrize("stock", (False, True))
@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.name)
def test_an_image_of_the_flash_is_a_board_at_which_nobody_plays(chip, stock, tmp_path):
    found = {"settings.bin": store(b"own"), "crash.log": b"no", "main.py": b"pass"}
    whole, mat = str(tmp_path / "all.zip"), str(tmp_path / "a.mat")
    for name in ("ours.bin", "ours.uf2"):
        image = flash_image(tmp_path / name, found, [_OTHERS, _OURS], chip, stock)
        before = image.read_bytes()
        with fetching.InFlash(image) as place:
            assert fetching.running(place) == _OURS
            assert fetching.archived(place, 1) == (_OTHERS, "")
        assert main(["save-match", mat, "--flash", str(image), "--date", "2026.11.22"]) == 0
        assert image.read_bytes() == before, "reading changes nothing"
    assert main(["backup", whole, "--flash", str(image)]) == 0
    assert main(["backup", whole, "--flash", str(image)]) == 1, "it is not written over"
    with zipfile.ZipFile(whole) as packed:
        assert packed.namelist() == ["match.log", "matches/00001.log", "settings.bin"]
    theirs = some_match(3)[:20]
    for name in ("theirs.bin", "theirs.uf2"):
        image = flash_image(tmp_path / name, {"main.py": b"pass"}, [theirs], chip, stock)
        assert main(["restore", whole, "--flash", str(image)]) == 0
        assert main(["send-match", mat, "--flash", str(image)]) == 0
        with fetching.InFlash(image) as place:
            assert fetching.running(place) == theirs
            sent, *kept = [fetching.archived(place, one.number) for one in fetching.earlier(place)]
            assert told(sent[0]) == told(_OURS) and sent[1] == "2026.11.22"
            assert kept == [(_OURS, ""), (_OTHERS, "")]
            assert place.read("settings.bin") == found["settings.bin"]
            assert place.names() == ["settings.bin"], "of no others a PC may know"


def test_a_full_flash_is_said_and_its_image_is_as_it_was(tmp_path, capsys):
    image = flash_image(tmp_path / "a.bin", {"full.txt": bytes(480 << 10)}, [_OURS])
    before = image.read_bytes()
    with pytest.raises(FlashError, match="the flash has no room for it"):
        with fetching.InFlash(image) as place:
            place.put("cards.bin", bytes(4096))
    assert image.read_bytes() == before


@pytest.fixture
def playing(tmp_path):
    """The folder with a board's files: a match, and settings."""
    made = tmp_path / "board"
    made.mkdir()
    keep(_ring(made), some_match(5)[:40])
    (made / "settings.bin").write_bytes(store(b"\1"))
    return made


def _ring(folder):
    return Ring(SectorFiles(Files(), str(folder / "matches"), SECTORS))


def test_matches_go_and_come_and_a_backup_is_restored_while_the_board_plays(
    playing, tmp_path, capsys
):
    mat, got, whole = (str(tmp_path / name) for name in ("sent.mat", "got.mat", "all.zip"))
    (tmp_path / "sent.mat").write_text(writing.write(some_match(8)).text)
    ours = opening.from_log(playing / "matches")
    with plugged(playing) as port:
        where = ["--port", port]
        assert main(["send-match", mat, *where, "--date", "2026.11.22"]) == 0
        assert "is match 2 there" in capsys.readouterr().out
        assert main(["save-match", got, *where, "--match", "2"]) == 0
        assert told(reading.read((tmp_path / "got.mat").read_bytes()).records) == told(
            reading.read((tmp_path / "sent.mat").read_bytes()).records
        )
        assert main(["save-match", got, *where, "--match", "list"]) == 0
        assert "2  2026.11.22" in capsys.readouterr().out
        assert main(["backup", whole, *where]) == 0
        assert main(["save-match", str(tmp_path / "now.log"), *where]) == 0
        assert opening.from_log(tmp_path / "now.log") == ours
        assert " plays on bench\n" in capsys.readouterr().out
        assert main(["restore", whole, *where]) == 0
        assert "nothing new" in capsys.readouterr().out
    theirs = some_match(3)[:30]
    keep(_ring(playing), theirs)
    ring = _ring(playing)
    ring.drop(ring.runs()[1])
    with plugged(playing) as port:
        assert main(["restore", whole, "--port", port]) == 0
        assert "all.zip: 1 match\n" in capsys.readouterr().out
        assert main(["save-match", str(tmp_path / "then.log"), "--port", port]) == 0
    assert opening.from_log(tmp_path / "then.log") == theirs
    assert len(_ring(playing).runs()) == 3
    assert not (playing / "crash.log").exists()
