"""Files in cases/ that were once read wrongly."""

from match_files.sample_files import names, text
from picogammon.rules import actions
from picogammon.rules.match import Match, replay
from portable import raises
from tools.matches import MatError, log, reading

# Of each file the names, the day, (score after the game, how many plays) of each game, the notes.
_CASES = {
    "cube_without_limit.mat": (
        ("Mia", "Tom"),
        None,
        [((1, 0), 3)],
        ["line 3: CubeLimit 'unlimited' is unknown and ignored"],
    ),
    "dated.sgf": (("Mia", "Tom"), "2026.05.04", [((1, 0), 3)], []),
    "long_left_name.mat": (
        ("Wilhelmine Maria Sommerfeld", "Tom"),
        "2026.05.04",
        [((1, 0), 3)],
        ["a board calls Wilhelmine Maria Sommerfeld 'Wilhelmine M'"],
    ),
    "money_with_beaver_line.mat": (("Mia", "Tom"), "2026.05.04", [((0, 1), 3)], []),
    "rating_after_name.txt": (("Mia", "Tom"), None, [((1, 0), 3)], []),
    "row_without_number.mat": (("Mia", "Tom"), None, [((1, 0), 7)], []),
    "wins_always_left.mat": (("Mia", "Tom"), None, [((0, 1), 3), ((1, 1), 3)], []),
}
HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
ROW = "  1) 42: 8/4 6/4                31: 8/5 6/5\n"


def games(found):
    """[(score after it, how many plays)] of each game of a MatchFile."""
    told = []
    for game in log.games(found.records):
        *_, match = replay(game.records, Match(game.settings))
        plays = [record for record in game.records if actions.kind_of(record) == actions.PLAY]
        told.append((tuple(match.scores), len(plays)))
    return told


def test_each_case_is_read_as_it_is_meant():
    assert names("cases") == sorted(_CASES)
    for name in _CASES:
        found = reading.read(text(name, "cases"))
        told = (found.names, found.about.get("EventDate"), games(found), found.notes)
        assert told == _CASES[name], (name, told)
        assert not found.faults


def test_whatever_the_head_says_that_nobody_knows_is_a_note():
    for head in (HEAD, HEAD.replace("5 point", "0 point")):
        money = head != HEAD
        for tag, known in (("Crawford", True), ("Jacoby", money), ("Beaver", money)):
            found = reading.read(f'; [{tag} "perhaps"]\n' + head + ROW)
            note = f"line 1: {tag} 'perhaps' is unknown and ignored"
            assert found.notes == ([note] if known else []), tag
        for tag in ("CubeLimit", "Variation"):
            for word in ("perhaps", "3", "0", "-1", "16777216", "2e3", "\u0663"):
                found = reading.read(f'; [{tag} "{word}"]\n' + head + ROW)
                assert found.notes == [f"line 1: {tag} '{word}' is unknown and ignored"]
                assert games(found) == [((0, 0), 2)]
        for tag in ("Elo", "Unrated", "Clock"):
            assert not reading.read(f'; [{tag} "perhaps"]\n' + head + ROW).notes


def test_every_switch_of_the_head_is_taken_in_each_of_its_words():
    for tag, money in (("Crawford", False), ("Jacoby", True), ("Beaver", True)):
        head = HEAD.replace("5 point", "0 point") if money else HEAD
        for word in ("On", "Off", "yes", "NO", "1", "0"):
            assert not reading.read(f'; [{tag} "{word}"]\n' + head + ROW).notes


def test_a_long_text_of_the_head_is_cut_with_a_note():
    for tag in ("Event", "Player 1", "CubeLimit"):
        found = reading.read(f'; [{tag} "{300 * "x"}"]\n' + HEAD + ROW)
        assert found.notes[0] == f"line 1: {tag} is cut to 200 letters"
    assert reading.read(f'; [Event "{300 * "x"}"]\n' + HEAD + ROW).about["Event"] == 200 * "x"
    for file in (
        f"(;FF[4]GM[6]MI[length:3]PW[{300 * 'x'}]PB[B];W[31hefe])",
        HEAD.replace("Ann", 300 * "x") + ROW,
    ):
        found = reading.read(file)
        assert found.names[0] == 200 * "x" and found.notes[0] == "a name is cut to 200 letters"


_DAYS = {
    "2026-05-04": "2026.05.04",
    "2026.5.4": "2026.05.04",
    "2026/05/04": "2026.05.04",
    "2026-05-04,05": "2026.05.04",
    "2026-05": "2026-05",
    "yesterday": "yesterday",
}


def test_the_day_is_read_in_each_way_to_write_it():
    for said in _DAYS:
        sgf = f"(;FF[4]GM[6]MI[length:3]PW[A]PB[B]DT[{said}];W[31hefe])"
        for file in (sgf, f'; [EventDate "{said}"]\n' + HEAD + ROW):
            assert reading.read(file).about["EventDate"] == _DAYS[said]


def test_an_sgf_says_event_place_round_and_who_wrote_it_down():
    head = "(;FF[4]GM[6]MI[length:3]PW[Ann\nLee]PB[ Bob ]"
    head += "EV[Club [open\\] \\\\]PC[Bern]RO[2]%s;W[31hefe])"
    wanted = {"Event": "Club [open] \\", "Place": "Bern", "Round": "2", "Transcriber": "Eve"}
    for who in ("AN[Eve]", "US[Eve]", "AN[Adam]US[Eve]"):
        found = reading.read(head % who)
        assert found.about == wanted and found.names == ("Ann Lee", "Bob")


_RATED = (
    "Mia,1712",
    "Mia, 1712",
    "Mia,1712.33",
    "Mia (1712)",
    "Mia(1712.33)",
    "Mia [1712]",
    "Mia (Elo 1712)",
    "Mia (rating: 1712,3)",
    "Mia 1712.33",
)
_NOT_RATED = ("Mia 1712", "Mia2000", "Mia (2)", "Mia, Tom", "1712", "Mia,12", "(1712)")


def test_a_rating_is_no_part_of_a_name_in_whatever_way_it_is_written():
    for name in _RATED:
        found = reading.read(HEAD.replace("Ann", name).replace("Bob", name) + ROW)
        assert found.names == ("Mia", "Mia"), name
        tagged = f'; [Player 1 "{name}"]\n; [Player 2 "Tom"]\n'
        found = reading.read(tagged + HEAD.replace("Ann", name).replace("Bob", "Tom") + ROW)
        assert found.names == ("Mia", "Tom"), name
        sgf = "(;FF[4]GM[6]MI[length:3]PW[%s]PB[B];W[31hefe])"
        found = reading.read(sgf % name.replace("]", "\\]"))
        assert found.names == ("Mia", "B"), name
    for name in _NOT_RATED:
        assert reading.read(HEAD.replace("Ann", name) + ROW).names == (name, "Bob"), name


def test_a_long_name_leaves_no_blank_before_the_other():
    long = "Wilhelmine Maria Sommerfeld von der Au"
    for other in ("Tom", "Tom : 7", "Éloïse"):
        for score in (0, 4, 12):
            line = f" {long} : {score}{other} : 3\n"
            found = reading.read(HEAD.replace("5 point", "21 point").split(" Ann")[0] + line + ROW)
            assert found.names == (long, other)
            assert games(found)[0][0] == (score, 3)
    head = f'; [Player 1 "{long}"]\n; [Player 2 "7 of 9"]\n' + HEAD.split(" Ann")[0]
    assert reading.read(f"{head} {long} : 07 of 9 : 0\n" + ROW).names == (long, "7 of 9")


_NUMBERLESS = (  # what stands in place of a row and its number
    "     65: 24/18 18/13              52: 13/8 13/11\n",
    "\t65: 24/18 18/13\t\t\t52: 13/8 13/11\n",
    "  2} 65: 24/18 18/13              52: 13/8 13/11\n",
    "     65: 24/18 18/13\n                                 52: 13/8 13/11\n",
    "65: 24/18 18/13   52: 13/8 13/11\n",
)


def test_a_row_without_its_number_is_played_or_the_game_stops_there():
    for row in _NUMBERLESS:
        found = reading.read(HEAD + ROW + row + "  3)  Doubles => 2                Drops\n")
        assert not found.notes, (row, found.notes)
        assert games(found) == [((1, 0), 4)], row
    cubes = "      Doubles => 2                Takes\n  3) 65: 24/18 18/13\n"
    assert games(reading.read(HEAD + ROW + cubes)) == [((0, 0), 3)]
    odd = HEAD + ROW + "     65: 24/18 18/13              Takes a nap\n  3) 65: 18/7\n"
    assert reading.read(odd).faults[0].endswith("; the rest of the game is left out")
    long = HEAD + ROW + "  2) 65: 24/18 18/13 " + 400 * "x" + "\n  3) 65: 18/7\n"
    assert reading.read(long).faults[0].endswith("; the rest of the game is left out")


def test_a_remark_is_passed_over():
    for remark in (
        "Takes a lot of courage",
        "Here 31: 8/5 6/5 was better",
        "Well: played",
        401 * "x",
    ):
        found = reading.read(HEAD + ROW + remark + "\n  2) 65: 24/18 18/13\n")
        assert len(found.faults) == 1 and games(found) == [((0, 0), 3)], remark


_LEFT, _RIGHT = 2 * " ", 34 * " "
_GIVEN_UP = "  2)  Resigns\n"
_DROPPED = "  2)  Doubles => 2                Drops\n"
_LATER = "\n Game %d\n Ann : %d                        Bob : %d\n"


def test_a_win_in_the_wrong_column_is_the_other_sides():
    for column in (_LEFT, _RIGHT):
        wins = column + "Wins 1 point\n"
        # Who gives up does not win, whatever the column.
        alone = HEAD + ROW + _GIVEN_UP + wins
        assert games(reading.read(alone)) == [((0, 1), 2)]
        both = alone + _LATER % (2, 0, 1) + ROW + _DROPPED + wins
        both += _LATER % (3, 1, 1) + ROW + _DROPPED + wins
        found = reading.read(both)
        assert games(found) == [((0, 1), 2), ((1, 1), 2), ((2, 1), 2)] and not found.notes
        # The next score tells as well, and of the last game the plays.
        silent = HEAD + ROW + wins + _LATER % (2, 0, 1) + ROW + _DROPPED + wins
        found = reading.read(silent)
        assert games(found) == [((0, 1), 2), ((1, 1), 2)] and not found.notes
    # Where wins stand in both columns, they tell.
    told = HEAD + ROW + _DROPPED + _RIGHT + "Wins 1 point\n"
    told += _LATER % (2, 0, 1) + ROW + _DROPPED + _LEFT + "Wins 1 point\n"
    assert "Ann has won this game" in reading.read(told).faults[0]


def test_nothing_of_hypergammon_with_fewer_checkers_is_played():
    with raises(MatError, "a side has three checkers"):
        reading.read('; [Variation "HyperGammon (2)"]\n' + HEAD + ROW)
