"""A file that somebody names is a match, or it is said which file it is, what it is not, and what
to name."""

import pytest

from match_files.kept import Kept
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from tools.dice import verify
from tools.files import FileError
from tools.matches import __main__ as matches
from tools.matches import opening, writing
from tools.report import __main__ as report
from tools.review import __main__ as review

HOST_ONLY = True

_OPENING = ("roll 3-1", "play 8/5 6/5")
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


def _log(path, *texts):
    Journal(Files(), str(path)).restart(Kept().do(*texts).records)
    return path


@pytest.mark.parametrize("name", _BAD)
def test_each_tool_says_of_the_same_file_the_same(name, tmp_path, capsys):
    content, said = _BAD[name]
    path = tmp_path / name
    path.write_bytes(content)
    for main, before in (
        (report.main, "report: "),
        (review.main, "review: "),
        (verify.main, ""),
        (lambda given: matches.main(["send", *given, "--port", "/dev/none"]), ""),
        (lambda given: matches.main(["read", *given]), ""),
    ):
        assert main([str(path)]) == 1
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
    path = _log(tmp_path / "match.log", *_OPENING)
    whole = opening.from_log(path)
    assert capsys.readouterr().err == ""
    path.write_bytes(path.read_bytes()[:-1])
    assert opening.from_log(path) == whole[:-1]
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
    mat.write_text(writing.write(Kept().do(*_OPENING).records).text)
    for given in ("no/x.log", "a.mat/x.log", "."):
        place = tmp_path / given
        assert matches.main(["read", str(mat), "--log", str(place)]) == 1
        told = capsys.readouterr()
        assert ".new" not in told.err and "Errno" not in told.err and not told.out
        assert told.err.endswith("Name another place.\n")


def test_a_log_is_read_as_a_match_file_is(tmp_path, capsys):
    assert matches.main(["read", str(_log(tmp_path / "match.log", *_OPENING))]) == 0
    assert capsys.readouterr().out.startswith("Ann – Bob, for money\n")
