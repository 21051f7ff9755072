"""A broken file is refused with the line and the reason; nothing of it is taken over."""

import re
from pathlib import Path

import pytest

from tools.matches import MatError, reading
from tools.matches.__main__ import main
from tools.soak import match_files

_SAMPLES = Path(__file__).with_name("samples")
_FILE = (_SAMPLES / "gnubg.mat").read_text()

# (what stands in a sound file, what stands in the broken one, the line that is wrong, the reason)
_BROKEN = [
    ("64: 8/2 6/2", "64: 8/2 6/3", 8, "64: not legal: 6/3 does not fit the dice"),
    ("64: 8/2 6/2", "64: 8/2", 8, "can still be played"),
    ("64: 8/2 6/2", "64: 8/x", 8, "not understood: 'x' is no point"),
    ("64: 8/2 6/2", "63: 8/2 8/5 6/2 6/2 6/1", 8, "more than four steps"),
    ("64: 8/2 6/2", "66: 8/2 8/2 24/18 24/18", 8, "nobody begins with 6-6"),
    ("64: 8/2 6/2", "64: ", 8, "there is no play here, and the game goes on"),
    ("64: 8/2 6/2", "????", 8, "not understood: '????'"),
    ("64: 8/2 6/2", "74: 8/2 6/2", 8, "not understood: '74: 8/2 6/2'"),
    ("64: 8/2 6/2", " Doubles => 2", 8, "the opening roll decides who goes first"),
    ("36: 8/2 24/21*", "36: 8/2 24/21 Cannot Move", 17, "36: not understood"),
    ("26: \n", "26: 8/2\n", 27, "26: not legal"),
    ("26:  ", "21:  ", 18, "there is no play here, and the game goes on"),
    ("36: 24/18 21/18", "36: Cannot Move", 18, "36: there is a legal play, beginning with 24/"),
    (
        " Doubles => 2                Drops",
        " Doubles => 4                Drops",
        10,
        "come to 2, not 4",
    ),
    (
        " Doubles => 2                Drops",
        " Takes                       Drops",
        10,
        "no double to take",
    ),
    (
        " Doubles => 2                Drops",
        " Doubles => 2                Beavers",
        10,
        "without beavers",
    ),
    (
        " Doubles => 2                Drops",
        "  " + " " * 26 + "Doubles => 2",
        10,
        "it is for Ann Lee to act",
    ),
    ("      Wins 1 point\n", "      Wins 2 points\n", 11, "this win is worth 1, not 2"),
    ("      Wins 1 point\n", " " * 34 + "Wins 1 point\n", 11, "Ann Lee has won this game"),
    ("      Wins 1 point\n", "      Wins 1 point\n      Wins 1 point\n", 12, "the game is over"),
    ("      Wins 1 point\n", "  4) 31: 8/5 6/5\n", 11, "the game is over"),
    ("      Wins 1 point\n", "      31: 8/5 6/5\n", 11, "a row without its number"),
    ("  1)    ", "  1) nonsense   ", 8, "not understood: 'nonsense'"),
    (
        " Ann Lee : 1                    Bob : 0",
        " Ann Lee : 2                    Bob : 0",
        14,
        "make it 1-0",
    ),
    (" Ann Lee : 1                    Bob : 0", "", 15, "should say `name : points"),
    (" Game 2", " Game two", 13, "not understood: 'Game two'"),
    (" 5 point match", "", 6, "a game before the line that says `N point match`"),
    (" 5 point match", " 77 point match", 4, "the match length is 0 to 64, not 77"),
    (" 5 point match", " 1 point match", 10, "no doubling in a match to one point"),
    (" Game 3", " 7 point match\n\n Game 1", 38, "a second match begins here"),
]


@pytest.mark.parametrize(
    "sound,broken,line,reason", _BROKEN, ids=[f"{b[1][:30]!r}" for b in _BROKEN]
)
def test_a_broken_file_names_the_line_and_the_reason(sound, broken, line, reason):
    assert sound in _FILE
    file = _FILE.replace(sound, broken, 1)
    with pytest.raises(MatError, match=re.escape(reason)) as caught:
        reading.read(file.encode())
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


@pytest.mark.parametrize(
    "file,reason",
    [
        (b"", "this is no match file"),
        (b" 5 point match\n", "the file has no game"),
        (b" 5 point match\n Game 1\n", "line 2: the line with names and scores is missing"),
        (b"\x00\x01\x02", "this is no text"),
        (b"; \n" * 2_000_000, "a match file has no 6,000,000 bytes"),
        (b"; \n" + b"x" * 5000, "line 2: a line of 5000 letters"),
        (b"\x89PNG\r\n", "line 1: not understood"),
        (b'; [CubeLimit "3"]\n' + _FILE.encode(), "line 1: a cube has no limit of '3'"),
        (b'; [Crawford "maybe"]\n' + _FILE.encode(), "line 1: crawford is On or Off, not 'maybe'"),
    ],
)
def test_what_is_no_match_file_says_so(file, reason):
    with pytest.raises(MatError, match=re.escape(reason)):
        reading.read(file)


@pytest.mark.parametrize(
    "own,reason",
    [
        ("game 1 action 900: refuse", "line 1: game 1 has no such action"),
        ("game 9 action 0: refuse", "line 1: there is no game 9 in this file"),
        ("game 1 action 1: take back 1", "line 1: 'take back 1' has no place here"),
        ("game 1 action 1: refuse", "line 1: there is nothing to refuse"),
        ("game 1 action 1: nonsense", "line 1: 'nonsense' is no action"),
        ("game 1 action 0: game scores=99-0", "line 1: with that score the match to 5 is over"),
        ("settings length=7", "the head says that the match goes to 7"),
        ("settings length=", "line 1: length needs a number"),
    ],
)
def test_our_own_lines_are_checked_as_well(own, reason):
    with pytest.raises(MatError, match=re.escape(reason)):
        reading.read(f'; [Picogammon "{own}"]\n{_FILE}'.encode())


def test_nothing_of_a_broken_file_is_taken_over(tmp_path, capsys):
    broken = tmp_path / "broken.mat"
    broken.write_text(_FILE.replace("56: 24/18 18/13", "56: 24/18 18/14"))
    assert main(["read", str(broken), "--log", str(tmp_path / "match.log")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"{broken}: line 59: 56: not legal:")
    assert not (tmp_path / "match.log").exists()


def test_spoilt_files_are_matches_or_errors():
    """`make soak` reads 100,000."""
    files = [path.read_bytes() for path in _SAMPLES.iterdir()]
    said = match_files.spoilt(files, 300, seed=3)
    assert 200 < said["refused"] < 300
