"""The commands that read and write match files, and their errors for other files."""

import pytest

from match_files.kept import OPENING, Kept, text_of
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from tools.dice import verify
from tools.files import FileError
from tools.matches import MatError, opening, reading, writing
from tools.matches import __main__ as matches
from tools.matches.__main__ import main
from tools.positions.__main__ import main as position
from tools.report import __main__ as report
from tools.review import __main__ as review

HOST_ONLY = True


def test_read_match_shows_what_is_kept_and_what_is_not(tmp_path, capsys):
    broken = tmp_path / "broken.mat"
    broken.write_text(text_of("gnubg.mat").replace("56: 24/18 18/13", "56: 24/18 18/14"))
    assert main(["read", str(broken), "--log", str(tmp_path / "match.log")]) == 0
    said = capsys.readouterr().out
    assert "   5      1-4  not finished: the file gives 1 point to Bob\n" in said
    assert "  game 5, line 59: 65: not legal: " in said
    assert main(["read", str(tmp_path / "match.log")]) == 0


def test_from_a_log_to_a_file_and_back(tmp_path, capsys):
    log, mat, back = (str(tmp_path / name) for name in ("match.log", "a.mat", "back.log"))
    records = Kept().do(*OPENING, "resign gammon", "accept").records
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


_NO_LOG = "this is no log of a board: name a copy of its match.log"
# What somebody may name, {name: content}, and what is said of it behind its name.
_BAD = {
    "empty.log": (b"", _NO_LOG),
    "binary.log": (bytes(range(256)) * 20, _NO_LOG),
    "letter.log": (b"Dear Ann,\n", _NO_LOG),
    "empty.mat": (b"", "this is no match file: no line says `N point match`. Name a .mat or .sgf"),
    "binary.mat": (bytes(range(256)) * 20, "this is no text. Name a .mat or .sgf"),
    "letter.mat": (b"Dear Ann,\n", "line 1: not understood: 'Dear Ann,'. A match file begins with"),
}


def _log(path, *texts, **agreed):
    Journal(Files(), str(path)).restart(Kept(**agreed).do(*texts).records)
    return path


@pytest.mark.parametrize("name", _BAD)
def test_each_tool_says_of_the_same_file_the_same(name, tmp_path, capsys):
    content, said = _BAD[name]
    path = tmp_path / name
    path.write_bytes(content)
    for tool, before in (
        (report.main, "report: "),
        (review.main, "review: "),
        (verify.main, ""),
        (lambda given: matches.main(["send", *given, "--port", "/dev/none"]), ""),
        (lambda given: matches.main(["read", *given]), ""),
    ):
        assert tool([str(path)]) == 1
        told = capsys.readouterr()
        assert told.err.startswith(f"{before}{path}: {said}") and not told.out
    assert list(tmp_path.iterdir()) == [path]


def test_a_log_of_which_nothing_was_played_or_that_makes_no_match(tmp_path):
    with pytest.raises(FileError, match="match.log: nothing has been played in it yet"):
        opening.match(_log(tmp_path / "match.log"))
    other = tmp_path / "other.log"
    Journal(Files(), str(other)).restart([b"\x01nonsense"])
    with pytest.raises(FileError, match="other.log: its records make no match: "):
        opening.match(other)


def test_a_log_that_lost_its_end_says_so(tmp_path, capsys):
    path = _log(tmp_path / "match.log", *OPENING)
    whole = opening.from_log(path)
    assert capsys.readouterr().err == ""
    path.write_bytes(path.read_bytes()[:-1])
    before = path.read_bytes()
    assert opening.from_log(path) == whole[:-1]
    assert path.read_bytes() == before, "and it is left alone"
    assert capsys.readouterr().err == f"{path} is damaged: what came last in it is lost\n"


def test_what_is_written_is_refused_before_a_board_is_asked(tmp_path, capsys):
    missing = tmp_path / "no" / "place"
    for command in ("save", "backup"):
        assert matches.main([command, str(missing), "--port", "/dev/none"]) == 1
        assert capsys.readouterr().err.startswith(f"There is no folder {missing.parent}. Name")
    kept = _log(tmp_path / "match.log")
    assert matches.main(["save", str(kept), "--port", "/dev/none"]) == 1
    assert capsys.readouterr().err == f"{kept} is there already: give another name.\n"


def test_a_log_that_cannot_be_written_is_called_as_it_was_given(tmp_path, capsys):
    mat = tmp_path / "a.mat"
    mat.write_text(writing.write(Kept().do(*OPENING).records).text)
    for given in ("no/x.log", "a.mat/x.log", "."):
        place = tmp_path / given
        assert matches.main(["read", str(mat), "--log", str(place)]) == 1
        told = capsys.readouterr()
        assert ".new" not in told.err and "Errno" not in told.err and not told.out
        assert told.err.endswith("Name another place.\n")


def test_a_log_is_read_as_a_match_file_is_and_its_variant_named(tmp_path, capsys):
    path = _log(tmp_path / "match.log", *OPENING, length=3, variant=1)
    assert main(["read", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Ann – Bob, to 3, Nackgammon\n")


def test_every_encoding_is_the_same_match():
    text = text_of("gnubg.mat")
    own = reading.read(text)
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        assert reading.read(text.encode(encoding)) == own, encoding
    assert reading.read(b"\xfe\xff" + text.encode("utf-16-be")) == own
    name = "Éloïse de la Tour d'Auvergne"
    assert reading.read(text.replace("Ann Lee", name).encode("cp1252")).names == (name, "Bob")
    for content, reason in (
        (b"\x00\x01\x02", "this is no text"),
        (b"; \n" * 2_000_000, "a match file has no 6,000,000 bytes"),
        (b"\x89PNG\r\n", "line 1: not understood"),
    ):
        with pytest.raises(MatError, match=reason):
            reading.read(content)
