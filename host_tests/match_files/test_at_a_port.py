"""The tools on a serial port, at whose other end main.py runs on MicroPython's unix port."""

import pytest

from cable import plugged
from match_files.kept import store
from picogammon.app.session.players import FAR
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.rules import actions, settings
from tools.matches import log, reading, writing
from tools.matches.__main__ import main
from tools.soak.match_files import some_match, told

HOST_ONLY = True


@pytest.fixture
def folder(tmp_path):
    """The folder with a board's files: a match, and settings."""
    made = tmp_path / "board"
    made.mkdir()
    Journal(Files(), str(made / "match.log")).restart(some_match(5)[:40])
    (made / "settings.bin").write_bytes(store(b"\1"))
    return made


def test_matches_go_and_come_and_a_backup_is_restored_while_the_board_plays(
    folder, tmp_path, capsys
):
    mat, got, whole = (str(tmp_path / name) for name in ("sent.mat", "got.mat", "all.zip"))
    (tmp_path / "sent.mat").write_text(writing.write(some_match(8)).text)
    ours = log.read(str(folder / "match.log"))
    with plugged(folder) as port:
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
        assert len(list((folder / "matches").glob("*.log"))) == 1, "nothing has changed"
        first, *others = some_match(3)[:30]
        first = actions.settings(settings.unpack(first[1:]).copy(players=(0, FAR)))
        Journal(Files(), str(tmp_path / "other.log")).restart([first, *others])
    (folder / "match.log").write_bytes((tmp_path / "other.log").read_bytes())
    (folder / "match.log.newest").unlink(missing_ok=True)
    with plugged(folder) as port:
        assert main(["restore", whole, "--port", port]) == 0
        said = capsys.readouterr().out
        assert main(["save", str(tmp_path / "then.log"), "--port", port]) == 0, "it starts anew"
    assert log.read(str(tmp_path / "then.log"))[:-1] == ours
    assert "2 files written" in said and "among its earlier matches now" in said
    assert "Earlier matches that the board had already: 1" in said
    assert len(list((folder / "matches").glob("0*.log"))) == 2
    assert not (folder / "crash.log").exists()
