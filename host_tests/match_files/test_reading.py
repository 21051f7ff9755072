"""What is read of match files where a transcript is no place for it: long texts, and samples/,
which tells one match in each program's way.

The samples are of our own writing, after what the programs are documented to write.
"""

from match_files.comparing import told
from match_files.kept import names, text_of
from picogammon.rules import actions
from picogammon.rules.settings import unpack_settings
from portable import raises
from tools.matches import MatError, reading, writing

_FILE = text_of("gnubg.mat")
_HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
_ROW = "  1) 42: 8/4 6/4                31: 8/5 6/5\n"


def _played(file):
    """What a file's games say, whatever the players are called."""
    return [game[1:] for game in told(reading.read(file).records)]


def test_every_program_s_file_is_the_same_match():
    own = _played(text_of("picogammon.mat"))
    for name in names("samples"):
        file = text_of(name)
        found = reading.read(file)
        assert found.names == ("Ann Lee", "Bob"), name
        assert not found.notes, name
        assert _played(file) == own, name
        if "Event " in file:
            assert found.about["Event"] == "Club night"


def test_expert_takes_the_place_of_a_player_that_no_board_has_any_more():
    usual = "player0=0 player1=0"
    file = text_of("picogammon.mat")
    assert usual in file
    for players, kept in (("player0=0 player1=255", [0, 4]), ("player0=104 player1=3", [4, 3])):
        found = reading.read(file.replace(usual, players))
        assert unpack_settings(found.records[0][1:]).players == kept
        (note,) = found.notes
        assert "boards no longer have the player of" in note and "expert plays instead" in note
        again = reading.read(writing.write(found.records).text)
        assert again.records == found.records and not again.notes


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
    own = _played(_FILE)
    sound = _FILE.replace("26:  ", "26: Cannot Move")
    for name in _CHANGES:
        changed = _CHANGES[name](sound)
        assert changed != sound, name
        assert _played(changed) == own, name


_AFTER = "  2)  Doubles => 2                Takes\n  3) 65: 24/18 18/13\n"
_CUBE_WORDS = [
    f"{word}{sign}2{stop}"
    for word in ("Double", "doubles", "Re-doubles", "REDOUBLE")
    for sign in (" => ", " ==> ", " -> ", " to ", ": ", " = ", " \u2192 ", " ")
    for stop in ("", ".")
]


def test_words_for_the_cube_may_have_other_signs_and_endings():
    own = told(reading.read(_HEAD + _ROW + _AFTER).records)
    for words in _CUBE_WORDS:
        found = reading.read(_HEAD + _ROW + _AFTER.replace("Doubles => 2", words))
        assert told(found.records) == own and not found.notes, words
    for word in ("Take", "take.", "Takes!", "Accept", "accepts."):
        assert told(reading.read(_HEAD + _ROW + _AFTER.replace("Takes", word)).records) == own, word
    dropped = _AFTER.partition("  3)")[0]
    own = told(reading.read(_HEAD + _ROW + dropped.replace("Takes", "Drops")).records)
    for word in ("Drop", "drops.", "Pass", "passes", "Reject", "Rejects."):
        found = reading.read(_HEAD + _ROW + dropped.replace("Takes", word))
        assert told(found.records) == own, word


def test_words_for_giving_up_may_say_what_is_given_up():
    for word in ("Resign", "resigns", "Resigned", "Concede", "concedes", "Conceded"):
        for what, points in (
            ("", 0),
            (" game", 0),
            (" the Match.", 0),
            (" normal", 1),
            ("  single  game", 1),
            (" a gammon", 2),
            (" (backgammon).", 3),
        ):
            file = _HEAD + _ROW + f"  2)  {word}{what}"
            for wins in (1, 2, 3):
                for blanks in ("\n" + 34 * " ", 20 * " "):
                    end = f"{blanks}Wins {wins} points\n"
                    found = reading.read(file + end)
                    assert found.records[-1] == actions.accept() and not found.faults, file + end
                    assert found.records[-2] == actions.resign(wins), file + end
            found = reading.read(file)
            if points:
                assert found.records[-2:] == [actions.resign(points), actions.accept()], file
            else:
                assert "for how many points" in found.notes[0], file


def test_blanks_make_no_difference():
    file = _HEAD + _ROW + _AFTER + "  4)  Resigns game\n      Wins 2 points and the match\n"
    own = reading.read(file)
    for blanks in ("  ", "\xa0", " \xa0 "):
        for words in ("5 point match", "Game 1", "Resigns game", "Wins 2 points and the match"):
            found = reading.read(file.replace(words, words.replace(" ", blanks)))
            assert found == own, (words, blanks)


def test_each_file_that_was_once_read_wrongly_is_in_a_transcript():
    with open(__file__.rpartition("/")[0] + "/transcripts/cases.txt") as file:
        read = [line[11:-1] for line in file if line.startswith("read cases/")]
    assert sorted(read) == names("cases")


def test_a_long_text_of_the_head_is_cut_with_a_note():
    for tag in ("Event", "Player 1", "CubeLimit"):
        found = reading.read(f'; [{tag} "{300 * "x"}"]\n' + _HEAD + _ROW)
        assert found.notes[0] == f"line 1: {tag} is cut to 200 letters"
    assert reading.read(f'; [Event "{300 * "x"}"]\n' + _HEAD + _ROW).about["Event"] == 200 * "x"
    for file in (
        f"(;FF[4]GM[6]MI[length:3]PW[{300 * 'x'}]PB[B];W[31hefe])",
        _HEAD.replace("Ann", 300 * "x") + _ROW,
    ):
        found = reading.read(file)
        assert found.names[0] == 200 * "x" and found.notes[0] == "a name is cut to 200 letters"


def test_a_line_of_more_than_400_letters_is_not_understood():
    more = "  2) 65: 24/18 18/13\n"
    (fault,) = reading.read(_HEAD + _ROW + 401 * "x" + "\n" + more).faults
    assert fault == "game 1, line 6: a line of 401 letters", "and the game goes on"
    long_row = more[:-1] + " " + 400 * "x" + "\n  3) 65: 18/7\n"
    found = reading.read(_HEAD + _ROW + long_row)
    assert found.faults[0].endswith("; the rest of the game is left out")
    assert reading.read("x" * 5000 + "\n" + _HEAD + _ROW).faults == [], "a remark"
    with raises(MatError, "line 4: a line of 5000 letters"):
        reading.read(_HEAD.partition(" Ann")[0] + "x" * 5000)


def test_a_file_of_many_faults_tells_fifty():
    head, game = _FILE.split(" Game 1\n")[0], " Game 1\n A : 0  B : 0\n  1) 64: 8/2 6/2  11: 9/1\n"
    found = reading.read(head + 200 * game)
    assert len(found.notes) == 51 and found.notes[-1] == "and 150 more like these"


def test_names_in_full_are_written_again():
    names = "Éloïse de la Tour d'Auvergne : 0      七 : 0"
    found = reading.read(_HEAD.replace("Ann : 0                        Bob : 0", names) + _ROW)
    written = writing.write(found.records + [actions.roll(3, 1)], names=found.names)
    assert reading.read(written.text).names == found.names == ("Éloïse de la Tour d'Auvergne", "七")
