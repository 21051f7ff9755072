"""Of a broken file what is sound is kept, and a note says game, line and reason; a file that is no
match is refused."""

from match_files.sample_files import text
from picogammon.rules import actions
from portable import raises
from tools.matches import MatError, log, reading
from tools.soak.random_matches import told

_FILE = text("gnubg.mat")
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
    ("36: 8/2 24/21*", "36: 8/2 24/21 Cannot Move", 17, "63: not understood"),
    ("36: 8/2 24/21*", " Concedes", 17, "somebody gives up here, and the game goes on"),
    ("26: \n", "26: 8/2\n", 27, "62: not legal"),
    ("26:  ", "21:  ", 18, "there is no play here, and the game goes on"),
    ("36: 24/18 21/18", "36: Cannot Move", 18, "63: there is a legal play, beginning with 24/"),
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
    (" " * 34 + "Wins 2 points\n", "      Wins 2 points\n", 36, "Bob has won this game"),
    ("      Wins 1 point\n", "      Wins 1 point\n      Wins 1 point\n", 12, "the game is over"),
    ("      Wins 1 point\n", "  4) 31: 8/5 6/5\n", 11, "the game is over"),
    ("      Wins 1 point\n", "      31: 8/5 6/5\n", 11, "the game is over"),
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
    return _FILE.replace(sound, broken, 1)


def _check_first_fault(found, broken, line, reason):
    first = found.faults[0]
    assert reason in first, (broken, first)
    assert first[:5] == "game " and first[6:].startswith(f", line {line}: "), (broken, first)


def test_a_game_stops_where_the_rules_do_not_allow_what_it_says():
    sound_games = told(_SOUND.records)
    for sound, broken, line, reason in _BROKEN:
        found = reading.read(_changed(sound, broken))
        _check_first_fault(found, broken, line, reason)
        assert found.faults[0].endswith("; the rest of the game is left out"), broken
        assert found.faults == found.notes
        if "1 point match" not in broken:
            assert len(found.faults) == 1, broken
            assert told(found.records)[-3:] == sound_games[-3:], "the other games are kept"
        assert len(found.ends) == len(list(log.games(found.records)))


def test_what_does_not_fit_is_said_and_the_game_goes_on():
    for sound, broken, line, reason in _ODD:
        found = reading.read(_changed(sound, broken))
        _check_first_fault(found, broken, line, reason)
        assert "left out" not in " ".join(found.faults), broken
        plays = [r for r in found.records if actions.kind_of(r) != actions.GAME]
        assert plays == [r for r in _SOUND.records if actions.kind_of(r) != actions.GAME], broken
        assert found.ends == [""] * 5


def test_a_file_whose_match_nobody_can_tell_names_the_line_and_the_reason():
    for sound, broken, line, reason in _REFUSED:
        with raises(MatError, reason) as caught:
            reading.read(_changed(sound, broken))
        assert caught.error.line == line
        assert str(caught.error).startswith(f"line {line}: ")


def test_a_file_in_which_nothing_is_sound_is_refused():
    with raises(MatError, "line 5: 31: not legal: 9/1 does not fit"):
        reading.read(" 3 point match\n\n Game 1\n a : 0  b : 0\n  1) 31: 9/1\n")


def test_after_the_match_is_over_games_are_left_out():
    found = reading.read(_changed(" 5 point match", " 3 point match"))
    assert any(fault.endswith("; the game is left out") for fault in found.faults)
    assert max(max(game[-2]) for game in told(found.records)) >= 2


def test_a_file_of_many_faults_tells_fifty():
    head, game = _FILE.split(" Game 1\n")[0], " Game 1\n A : 0  B : 0\n  1) 64: 8/2 6/2  11: 9/1\n"
    found = reading.read(head + 200 * game)
    assert len(found.notes) == 51 and found.notes[-1] == "and 150 more like these"


_NO_MATCH = (
    ("", "this is no match file"),
    (" 5 point match\n", "the file has no game"),
    (" 5 point match\n Game 1\n", "line 2: the line with names and scores is missing"),
    ("(;FF[4]GM[1];B[aa])", "line 1: this is a game of something else than backgammon"),
    ("(;FF[4]GM[6]RU[Hypergammon2])", "line 1: no board plays 'Hypergammon2'"),
    ("(;FF[4]GM[6]MI[length:x])", "line 1: 'x' is no number"),
    ("(;FF[4]GM[6]MI[length:1])(;FF[4]GM[6]MI[length:3])", "a second match begins here"),
    ("(;FF[4]GM[6])X[y]", "line 1: this is no tree of games"),
    ("; \n" + "x" * 5000, "line 2: a line of 5000 letters"),
)


def test_what_is_no_match_file_says_so():
    for file, reason in _NO_MATCH:
        with raises(MatError, reason):
            reading.read(file)


_OWN = (
    ("game 1 action 900: refuse", "line 1: game 1 has no such action"),
    ("game 9 action 0: refuse", "line 1: there is no game 9 in this file"),
    ("game 1 action 1: take back 1", "line 1: 'take back 1' has no place here"),
    ("game 1 action 1: refuse", "line 1: there is nothing to refuse"),
    ("game 1 action 1: nonsense", "line 1: 'nonsense' is no action"),
    ("game 1 action 0: game scores=99-0", "line 1: with that score the match to 5 is over"),
    ("settings length=7", "the head says that the match goes to 7"),
    ("settings length=", "line 1: length needs a number"),
)


def test_our_own_lines_are_checked_as_well():
    for own, reason in _OWN:
        with raises(MatError, reason):
            reading.read(f'; [Picogammon "{own}"]\n{_FILE}')
