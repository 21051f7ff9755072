"""Of a broken file what is sound is kept, and a note says game, line and reason; a file that is no
match is refused."""

import re
from pathlib import Path

import pytest

from picogammon.rules import actions
from tools.matches import MatError, log, reading
from tools.matches.__main__ import main
from tools.soak import match_files
from tools.soak.match_files import told

_SAMPLES = Path(__file__).with_name("samples")
_FILE = (_SAMPLES / "gnubg.mat").read_text()
_SOUND = reading.read(_FILE)

# (what stands in a sound file, what stands in the broken one, the line that is wrong, the reason)
_BROKEN = [
    ("64: 8/2 6/2", "64: 8/2 6/3", 8, "64: not legal: 6/3 does not fit the dice"),
    ("64: 8/2 6/2", "64: 8/2", 8, "can still be played"),
    ("64: 8/2 6/2", "64: 8/x", 8, "not understood: 'x' is no point"),
    (
        "64: 8/2 6/2",
        "64: Illegal play (8/2 6/3)",
        8,
        "64: the file says that this play was illegal",
    ),
    ("64: 8/2 6/2", "63: 8/2 8/5 6/2 6/2 6/1", 8, "more than four steps"),
    ("64: 8/2 6/2", "66: 8/2 8/2 24/18 24/18", 8, "nobody begins with 6-6"),
    ("64: 8/2 6/2", "64: ", 8, "there is no play here, and the game goes on"),
    ("64: 8/2 6/2", "00: ????", 8, "nobody knows these dice, and the game goes on"),
    ("64: 8/2 6/2", "????", 8, "not understood: '????'"),
    ("64: 8/2 6/2", "74: 8/2 6/2", 8, "not understood: '74: 8/2 6/2'"),
    ("64: 8/2 6/2", " Doubles => 2", 8, "the opening roll decides who goes first"),
    ("36: 8/2 24/21*", "36: 8/2 24/21 Cannot Move", 17, "36: not understood"),
    ("36: 8/2 24/21*", " Concedes", 17, "somebody gives up here, and the game goes on"),
    ("26: \n", "26: 8/2\n", 27, "26: not legal"),
    ("26:  ", "21:  ", 18, "there is no play here, and the game goes on"),
    ("36: 24/18 21/18", "36: Cannot Move", 18, "36: there is a legal play, beginning with 24/"),
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
    ("  1)    ", "  1) nonsense   ", 8, "not understood: 'nonsense'"),
    (" 5 point match", " 1 point match", 10, "no doubles in a one-point match"),
]

# The same where the game goes on, or is over already.
_ODD = [
    (
        " Doubles => 2                Drops",
        " Doubles => 4                Drops",
        10,
        "the cube comes to 2, not 4",
    ),
    ("      Wins 1 point\n", "      Wins 2 points\n", 11, "this win is worth 1, not 2"),
    ("      Wins 1 point\n", " " * 34 + "Wins 1 point\n", 11, "Ann Lee has won this game"),
    ("      Wins 1 point\n", "      Wins 1 point\n      Wins 1 point\n", 12, "the game is over"),
    ("      Wins 1 point\n", "  4) 31: 8/5 6/5\n", 11, "the game is over"),
    ("      Wins 1 point\n", "      31: 8/5 6/5\n", 11, "a row without its number"),
    ("      Wins 1 point\n", "      Well played!\n", 11, "not understood: 'Well played!'"),
    ("      Wins 1 point\n", "x" * 401 + "\n", 11, "a line of 401 letters"),
    (
        " Ann Lee : 1                    Bob : 0",
        " Ann Lee : 2                    Bob : 0",
        14,
        "the score is 2-0 here, but the games make it 1-0; it goes on with the file's",
    ),
]

# The same where nobody can tell what match it is.
_REFUSED = [
    (" Ann Lee : 1                    Bob : 0", "", 15, "should say `name : points"),
    (" 5 point match", "", 6, "a game before the line that says `N point match`"),
    (" 5 point match", " 77 point match", 4, "the match length is 0 to 64, not 77"),
    (" Game 3", " 7 point match\n\n Game 1", 38, "a second match begins here"),
]


def _changed(sound, broken):
    assert sound in _FILE
    return _FILE.replace(sound, broken, 1).encode()


def _named(table):
    return pytest.mark.parametrize(
        "sound,broken,line,reason", table, ids=[f"{row[1][:30]!r}" for row in table]
    )


@_named(_BROKEN)
def test_a_game_stops_where_the_rules_do_not_allow_what_it_says(sound, broken, line, reason):
    found = reading.read(_changed(sound, broken))
    assert reason in found.faults[0]
    assert re.match(rf"game \d, line {line}: ", found.faults[0])
    assert found.faults[0].endswith("; the rest of the game is left out")
    assert found.faults == found.notes
    if "1 point match" not in broken:
        assert len(found.faults) == 1
        assert told(found.records)[-3:] == told(_SOUND.records)[-3:], "the other games are kept"
    assert len(found.ends) == len(list(log.games(found.records)))


@_named(_ODD)
def test_what_does_not_fit_is_said_and_the_game_goes_on(sound, broken, line, reason):
    found = reading.read(_changed(sound, broken))
    assert reason in found.faults[0]
    assert re.match(rf"game \d, line {line}: ", found.faults[0])
    assert "left out" not in " ".join(found.faults)
    plays = [r for r in found.records if actions.kind_of(r) != actions.GAME]
    assert plays == [r for r in _SOUND.records if actions.kind_of(r) != actions.GAME]
    assert found.ends == [""] * 5


@_named(_REFUSED)
def test_a_file_whose_match_nobody_can_tell_names_the_line_and_the_reason(
    sound, broken, line, reason
):
    with pytest.raises(MatError, match=re.escape(reason)) as caught:
        reading.read(_changed(sound, broken))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def test_a_file_in_which_nothing_is_sound_is_refused():
    with pytest.raises(MatError, match="line 5: 31: not legal: 9/1 does not fit"):
        reading.read(b" 3 point match\n\n Game 1\n a : 0  b : 0\n  1) 31: 9/1\n")


def test_after_the_match_is_over_games_are_left_out():
    found = reading.read(_changed(" 5 point match", " 3 point match"))
    assert any(fault.endswith("; the game is left out") for fault in found.faults)
    assert max(max(game[-2]) for game in told(found.records)) >= 2


def test_a_file_of_many_faults_tells_fifty():
    head, game = _FILE.split(" Game 1\n")[0], " Game 1\n A : 0  B : 0\n  1) 64: 8/2 6/2  11: 9/1\n"
    found = reading.read((head + 200 * game).encode())
    assert len(found.notes) == 51 and found.notes[-1] == "and 150 more like these"


@pytest.mark.parametrize(
    "file,reason",
    [
        (b"", "this is no match file"),
        (b" 5 point match\n", "the file has no game"),
        (b" 5 point match\n Game 1\n", "line 2: the line with names and scores is missing"),
        (b"\x00\x01\x02", "this is no text"),
        (b"(;FF[4]GM[1];B[aa])", "line 1: this is a game of something else than backgammon"),
        (b"(;FF[4]GM[6]RU[Hypergammon2])", "line 1: no board plays 'Hypergammon2'"),
        (b"(;FF[4]GM[6]MI[length:x])", "line 1: 'x' is no number"),
        (b"(;FF[4]GM[6]MI[length:1])(;FF[4]GM[6]MI[length:3])", "a second match begins here"),
        (b"(;FF[4]GM[6])X[y]", "line 1: this is no tree of games"),
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


def test_read_match_shows_what_is_kept_and_what_is_not(tmp_path, capsys):
    broken = tmp_path / "broken.mat"
    broken.write_text(_FILE.replace("56: 24/18 18/13", "56: 24/18 18/14"))
    assert main(["read", str(broken), "--log", str(tmp_path / "match.log")]) == 0
    said = capsys.readouterr().out
    assert "   5      1-4  not finished: the file gives 1 point to Bob\n" in said
    assert "  game 5, line 59: 56: not legal: " in said
    assert main(["read", str(tmp_path / "match.log")]) == 0


def test_spoilt_files_are_matches_or_errors():
    """`make soak` reads 100,000."""
    said = match_files.spoilt(1000, seed=3)
    assert 300 < said["refused"] < 700
