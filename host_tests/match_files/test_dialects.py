"""What other programs write is read as the same match: samples/ tells one in each of their ways.

The samples are of our own writing, after what the programs are documented to write.
"""

from match_files.sample_files import names, text
from picogammon.rules import actions, records_text
from tools.matches import reading, writing
from tools.soak.random_matches import told

_OWN = text("picogammon.mat")
HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
MONEY = " 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def played(file):
    """What a file's games say, whatever the players are called."""
    return [game[1:] for game in told(reading.read(file).records)]


def texts(file):
    """The file's actions in words, but for the settings."""
    return [records_text.text(record) for record in reading.read(file).records[1:]]


def test_every_program_s_file_is_the_same_match():
    own = played(_OWN)
    for name in names("samples"):
        file = text(name)
        found = reading.read(file)
        assert found.names == ("Ann Lee", "Bob"), name
        assert not found.notes, name
        assert played(file) == own, name
        if "Event " in file:
            assert found.about["Event"] == "Club night"


_CHANGES = {
    "crlf": lambda file: file.replace("\n", "\r\n"),
    "cr": lambda file: file.replace("\n", "\r"),
    "unmarked": lambda file: file.replace("*", ""),
    "bar": lambda file: file.replace("25/", "bar/").replace("/0", "/off"),
    "blank": lambda file: file.replace("Cannot Move", ""),
    "decimals": lambda file: file.replace("Wins 1 point\n", "Wins 1,00 points\n"),
    "capitals": lambda file: (
        file.upper().replace("ANN LEE", "Ann Lee").replace("BOB", "Bob").replace("[EVENT", "[Event")
    ),
    "end": lambda file: file.rstrip(),
    "comments": lambda file: "; anything at all\n\n" + file.replace("\n", "\n\n"),
    "long": lambda file: ";" + 5000 * "x" + "\n" + file,
}


def test_how_a_line_is_written_makes_no_difference():
    own = played(_OWN)
    sound = text("gnubg.mat").replace("51: 8/3 3/2", "51: 8/3 3/2 ")
    for name in _CHANGES:
        changed = _CHANGES[name](sound)
        assert changed != sound or name in ("blank",), name
        assert played(changed) == own, name


def test_the_head_says_the_rules():
    rules = '; [Jacoby "On"]\n; [Beaver "On"]\n; [CubeLimit "64"]\n'
    settings = _settings(rules + MONEY)
    assert (settings["jacoby"], settings["beavers"], settings["max_cube"]) == ("1", "1", "6")
    settings = _settings('; [Crawford "Off"]\n; [CubeLimit "1"]\n' + HEAD)
    assert (settings["crawford"], settings["cube_on"]) == ("0", "0")
    assert _settings(HEAD)["crawford"] == "1"


def _settings(file):
    row = "" if file[:1] == "(" else "  1) 31: 8/5 6/5\n"
    words = records_text.text(reading.read(file + row).records[0]).split()[1:]
    return dict(word.split("=") for word in words)


def test_the_games_say_whether_there_is_a_jacoby_rule():
    gammon = "  1) 31: 8/5 6/5                52: 24/22 13/8\n" + " " * 34 + "Wins %d points\n"
    said = texts(MONEY + gammon % 3)
    assert said[-2:] == ["resign backgammon", "accept"]
    doubled = MONEY + "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes\n"
    assert reading.read(doubled).records


def test_a_double_in_the_crawford_game_means_that_there_is_none():
    file = text("jellyfish.mat").replace("\r\n", "\n")
    row = "  2) 45: 13/8 6/2                33: 13/10 13/10 10/7 10/7\n"
    assert row in file
    doubled = file.replace(row, "  2)  Doubles => 2                Drops\n      Wins 1 point\n")
    found = reading.read(doubled[: doubled.index("Wins 1 point\n  3)") + 13])
    assert "crawford=0" in records_text.text(found.records[0])


def test_beavers_and_raccoons_in_all_their_names():
    head = MONEY + "  1) 42: 8/4 6/4                  Doubles => 2\n"
    wanted = ["double", "beaver", "raccoon", "take"]
    for offers in (
        "Beavers => 4 Beavers => 8",
        "Doubles => 4 Redoubles => 8",
        "Beavers Raccoons",
    ):
        first, second = offers.replace(" => ", "=>").split()
        row = "  2)  %-28s%s\n  3)  Takes\n" % (first, second)
        assert texts(head + row)[2:] == wanted
        unsaid = "  2)  %-28s%s\n  3) %-28s65: 24/18 18/13\n" % (first, second, "")
        assert texts(head + unsaid)[2:6] == wanted
    dropped = "  2)  Beavers => 4                Drops\n      Wins 2 points\n"
    assert texts(head + dropped)[-1] == "drop"


def test_who_resigns_is_on_roll_whether_the_dice_are_rolled_or_not():
    row = "  1) 42: 8/4 6/4                %s\n      Wins 2 points\n"
    assert texts(HEAD + row % "")[-2:] == ["resign gammon", "accept"]
    for blank in ("55:", "55: ????", "55: ???", "00: ????", "??:", " Resigns", " Concedes"):
        assert texts(HEAD + row % blank)[-2:] == ["resign gammon", "accept"]
    assert texts(HEAD + row % " Resigned Game")[-2:] == ["resign gammon", "accept"]
    assert "roll 5-5" in texts(HEAD + row % "55: ????")


def test_a_game_given_up_out_of_turn_stops_there_and_the_score_goes_on():
    file = HEAD + "  1) 42: 8/4 6/4                31: 8/5 6/5\n      Wins 1 point\n"
    more = "\n Game 2\n Ann : 1                        Bob : 0\n  1) 31: 8/5 6/5\n"
    found = reading.read(file + more)
    assert len(found.notes) == 1 and "game 1, line 6: Ann won 1 point " in found.notes[0]
    assert found.ends == ["given up, and the file gives Ann 1 point", ""] and not found.faults
    assert records_text.text(found.records[-3]).startswith("game scores=1-0")


def test_who_gives_up_for_no_points_is_named():
    found = reading.read(HEAD + "  1) 42: 8/4 6/4                 Concedes the match\n")
    told = "game 1, line 5: Bob gave up, and the file does not say for how many points"
    assert (found.notes, found.ends, found.faults) == ([told], ["Bob gave up"], [])
    assert texts(HEAD + "  1) 42: 8/4 6/4                 Concedes\n")[-1] == "play 8/4 6/4"


def test_points_that_do_not_fit_the_cube_are_those_of_the_next_score():
    odd = (
        HEAD
        + "  1) 42: 8/4 6/4                  Doubles => 2\n  2)  Takes                      55:\n"
    )
    more = "\n Game 2\n Ann : 3                        Bob : 0\n  1) 31: 8/5 6/5\n"
    found = reading.read(odd + "      Wins 3 points\n" + more)
    assert found.faults == [
        "game 1, line 7: nobody wins 3 points with the cube at 2; the rest of the game is left out"
    ]
    assert found.ends == ["the file gives 3 points to Ann", ""]
    assert records_text.text(found.records[-3]).startswith("game scores=3-0")
    capped = reading.read((odd + "      Wins 5 points and the match\n").replace(" 5 p", " 3 p", 1))
    assert len(capped.faults) == 1
    capped = reading.read(odd.replace(" 5 p", " 3 p", 1) + "      Wins 3 points and the match\n")
    assert not capped.faults and "resign gammon" in records_text.text(capped.records[-2])
    assert capped.notes == ["game 1: the file gives 3 points for a win of 4, which end the match"]


def test_a_win_after_a_double_is_a_drop():
    row = HEAD + "  1) 42: 8/4 6/4                  Doubles => 2\n"
    assert texts(row + " " * 34 + "Wins 1 point\n")[-2:] == ["double", "drop"]


def test_the_crawford_game_is_played_once_whatever_was_left_out():
    game = "\n Game %d\n Ann : %d                        Bob : %d\n  1) 42: 8/4 6/4  %s\n"
    crawford = game % (2, 4, 0, "31: 9/1") + " " * 34 + "Wins 1 point\n"
    found = reading.read(HEAD + "  1) 42: 8/4 6/4\n" + crawford + game % (3, 4, 1, ""))
    began = [records_text.text(r) for r in found.records if actions.kind_of(r) == actions.GAME]
    assert "crawford=1" in began[0] and "crawford=0" in began[1]


def test_gnubgs_sgf_has_all_that_we_wrote_into_a_mat_file():
    """In what was a .mat file's comment."""
    sgf = text("gnubg.sgf")
    own = ("game 1 action 3: resign single", "game 1 action 4: refuse")
    said = "".join(f'[Picogammon "{line}"\\]\n' for line in own)
    found = reading.read(sgf.replace("RU[", f"GC[{said}]RU[", 1))
    words = [records_text.text(record) for record in found.records]
    assert words[4:6] == ["resign single", "refuse"] and not found.notes


_SGF = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RE[W+2R];W[42hdfd]\n%s)"
_WRONG_IN_SGF = (
    (";B[31lqst]", "line 2: 31: not legal"),
    (";AE[a];B[31]", "line 2: a position that was set up by hand"),
    (";B[3x]", "line 2: not understood: '3x'"),
    (";B[31hx", "line 2: the file breaks off"),
)


def test_what_is_wrong_in_an_sgf_is_said_as_in_a_mat():
    for sgf, note in _WRONG_IN_SGF:
        found = reading.read(_SGF % sgf)
        assert len(found.faults) == 1 and note in found.faults[0]
    assert texts(_SGF % ";B[31]")[-2:] == ["resign gammon", "accept"]


def test_an_sgf_says_its_rules():
    head = "(;FF[4]GM[6]MI[length:%d]PW[A]PB[B]RU[%s];W[42hdfd])"
    assert _settings(head % (3, "Crawford:Nackgammon"))["variant"] == "1"
    assert _settings(head % (3, ""))["crawford"] == "0"
    for rules, jacoby, cube_on in (("Jacoby", "1", "1"), ("NoCube", "0", "0")):
        found = _settings(head % (0, rules))
        assert (found["jacoby"], found["cube_on"]) == (jacoby, cube_on)


def test_only_the_first_branch_of_an_sgf_counts():
    sgf = "(;FF[4]GM[6]MI[length:3]PW[A]PB[B](;W[42hdfd];B[31qtst])(;W[31fehe])(;B[11]))"
    assert texts(sgf) == ["roll 4-2", "play 8/4 6/4", "roll 3-1", "play 8/5 6/5"]


def test_a_file_may_begin_in_the_middle_of_a_match_and_leave_games_out():
    later = HEAD.replace("Game 1", "Game 3").replace(": 0  ", ": 4  ")
    found = reading.read(later + "  1) 42: 8/4 6/4\n\n")
    assert records_text.text(found.records[1]).startswith("game scores=4-0 crawford=1")
    doubled = later + "  1) 42: 8/4 6/4                  Doubles => 2\n"
    assert records_text.text(reading.read(doubled).records[1]).startswith(
        "game scores=4-0 crawford=0"
    )
    won = HEAD + "  1) 42: 8/4 6/4\n      Wins 1 point\n"
    gap = "\n Game 4\n Ann : 2                        Bob : 2\n  1) 42: 8/4 6/4\n"
    assert records_text.text(reading.read(won + gap).records[-3]).startswith("game scores=2-2")


def test_names_are_as_long_as_people_have_them_and_a_board_s_as_long_as_fits():
    names = "Éloïse de la Tour d'Auvergne : 0      七 : 0"
    found = reading.read(HEAD.replace("Ann : 0                        Bob : 0", names))
    assert found.names == ("Éloïse de la Tour d'Auvergne", "七")
    assert "name0=Eloise%20de%20la name1=Player%202" in records_text.text(found.records[0])
    assert len(found.notes) == 2
    written = writing.write(found.records + [actions.roll(3, 1)], names=found.names)
    assert reading.read(written.text).names == found.names
