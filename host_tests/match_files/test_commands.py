"""The commands that read and write match files."""

import pytest

from match_files.kept import Kept
from match_files.sample_files import text
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from tools.matches import writing
from tools.matches.__main__ import main
from tools.positions.__main__ import main as position

HOST_ONLY = True
_OPENING = ("roll 3-1", "play 8/5 6/5")


def test_read_match_shows_what_is_kept_and_what_is_not(tmp_path, capsys):
    broken = tmp_path / "broken.mat"
    broken.write_text(text("gnubg.mat").replace("56: 24/18 18/13", "56: 24/18 18/14"))
    assert main(["read", str(broken), "--log", str(tmp_path / "match.log")]) == 0
    said = capsys.readouterr().out
    assert "   5      1-4  not finished: the file gives 1 point to Bob\n" in said
    assert "  game 5, line 59: 65: not legal: " in said
    assert main(["read", str(tmp_path / "match.log")]) == 0


def test_nackgammon_is_named_where_a_file_is_read(tmp_path, capsys):
    kept = Kept(length=3, variant=1).do(*_OPENING, "resign gammon", "accept")
    path = tmp_path / "nack.mat"
    path.write_text(writing.write(kept.records).text)
    assert main(["read", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Ann – Bob, to 3, Nackgammon\n")


def test_from_a_log_to_a_file_and_back(tmp_path, capsys):
    log, mat, back = (str(tmp_path / name) for name in ("match.log", "a.mat", "back.log"))
    records = Kept().do(*_OPENING, "resign gammon", "accept").records
    Journal(Files(), log).restart(records)
    assert main(["save", mat, "--log", log, "--event", "Club night", "--date", "2026.01.02"]) == 0
    assert capsys.readouterr().out == f"{mat}: 1 game\n"
    assert main(["save", mat, "--log", log, "--event", "Club night", "--date", "2026.01.02"]) == 0
    assert main(["save", mat, "--log", log]) == 1, "another file is not written over"
    assert "a.mat already: give another name" in capsys.readouterr().err
    assert main(["read", mat, "--log", back]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Ann – Bob, for money, Club night, 2026.01.02\n")
    assert "2-0  Ann wins a gammon (2), resigned\n" in said
    assert list(Journal(Files(), back).open()) == records
    assert main(["read", mat, "--log", back]) == 1
    assert "is there already" in capsys.readouterr().err
    assert main(["save", mat, "--log", str(tmp_path / "none.log")]) == 1
    assert f"There is no {tmp_path / 'none.log'}. Is the name right?" in capsys.readouterr().err


def test_one_position_comes_out_in_every_format_whichever_came_in(capsys):
    line = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:2:4:0:7:10"
    assert position([line]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == line and said[1].startswith("OGID=11ccccchhhjjjjj:66666888dddddoo:B1N:52:W:")
    for other in said[1:]:
        assert position([other]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == said[1:]
    for other in ("nonsense", "4HPwATDgc/ABMA"):  # and a Position ID alone
        assert (
            position([other]) == 1
            and "GNU Backgammon's Position ID and Match ID" in capsys.readouterr().err
        )
    for too_few_or_many in ([], [line, line]):
        with pytest.raises(SystemExit) as ended:
            position(too_few_or_many)
        assert ended.value.code == 2
