"""What other programs write is read as the same match: samples/ tells one in each of their ways.

The samples are of our own writing, after what the programs are documented to write.
"""

from pathlib import Path

import pytest

from picogammon.rules import actions
from tools.matches import reading, writing
from tools.soak.match_files import told

_SAMPLES = Path(__file__).with_name("samples")
_OWN = (_SAMPLES / "picogammon.mat").read_bytes()
_FILES = sorted(path.name for path in _SAMPLES.iterdir())
HEAD = b" 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
MONEY = b" 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def played(file):
    """What a file's games say, whatever the players are called."""
    return [game[1:] for game in told(reading.read(file).records)]


def texts(file):
    """The file's actions in words, but for the settings."""
    return [actions.text(record) for record in reading.read(file).records[1:]]


@pytest.mark.parametrize("name", _FILES)
def test_every_program_s_file_is_the_same_match(name):
    file = (_SAMPLES / name).read_bytes()
    found = reading.read(file)
    assert found.names == ("Ann Lee", "Bob")
    assert not found.notes
    assert played(file) == played(_OWN)
    if b"Event " in file:
        assert found.about["Event"] == "Club night"


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.replace(b"\n", b"\r\n"),
        lambda file: file.replace(b"\n", b"\r"),
        lambda file: b"\xef\xbb\xbf" + file,
        lambda file: file.replace(b"*", b""),
        lambda file: file.replace(b"25/", b"bar/").replace(b"/0", b"/off"),
        lambda file: file.replace(b"Cannot Move", b""),
        lambda file: file.replace(b"Wins 1 point\n", b"Wins 1,00 points\n"),
        lambda file: file.upper().replace(b"ANN LEE", b"Ann Lee").replace(b"BOB", b"Bob"),
        lambda file: file.rstrip(),
        lambda file: b"; anything at all\n\n" + file.replace(b"\n", b"\n\n"),
    ],
    ids="crlf cr bom unmarked bar blank decimals capitals end comments".split(),
)
def test_how_a_line_is_written_makes_no_difference(change):
    file = (_SAMPLES / "gnubg.mat").read_bytes()
    changed = change(file.replace(b"51: 8/3 3/2", b"51: 8/3 3/2 "))
    assert changed != file
    assert played(changed) == played(_OWN)


def test_the_head_says_the_rules():
    rules = b'; [Jacoby "On"]\n; [Beaver "On"]\n; [CubeLimit "64"]\n'
    settings = _settings(rules + MONEY)
    assert (settings["jacoby"], settings["beavers"], settings["max_cube"]) == ("1", "1", "6")
    settings = _settings(b'; [Crawford "Off"]\n; [CubeLimit "1"]\n' + HEAD)
    assert (settings["crawford"], settings["cube_on"]) == ("0", "0")
    assert _settings(HEAD)["crawford"] == "1"


def _settings(file):
    words = actions.text(reading.read(file + b"  1) 31: 8/5 6/5\n").records[0]).split()[1:]
    return dict(word.split("=") for word in words)


def test_the_games_say_whether_there_is_a_jacoby_rule():
    gammon = b"  1) 31: 8/5 6/5                52: 24/22 13/8\n" + b" " * 34 + b"Wins %d points\n"
    said = texts(MONEY + gammon % 3)
    assert said[-2:] == ["resign backgammon", "accept"]
    doubled = MONEY + b"  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes\n"
    assert reading.read(doubled).records


def test_a_double_in_the_crawford_game_means_that_there_is_none():
    file = (_SAMPLES / "jellyfish.mat").read_bytes().replace(b"\r\n", b"\n")
    row = b"  2) 45: 13/8 6/2                33: 13/10 13/10 10/7 10/7\n"
    assert row in file
    doubled = file.replace(row, b"  2)  Doubles => 2                Drops\n      Wins 1 point\n")
    found = reading.read(doubled[: doubled.index(b"Wins 1 point\n  3)") + 13])
    assert "crawford=0" in actions.text(found.records[0])


def test_beavers_and_raccoons_in_all_their_names():
    head = MONEY + b"  1) 42: 8/4 6/4                  Doubles => 2\n"
    wanted = ["double", "beaver", "raccoon", "take"]
    for offers in (
        b"Beavers => 4 Beavers => 8",
        b"Doubles => 4 Redoubles => 8",
        b"Beavers Raccoons",
    ):
        first, second = offers.replace(b" => ", b"=>").split()
        row = b"  2)  %-28s%s\n  3)  Takes\n" % (first, second)
        assert texts(head + row)[2:] == wanted
        unsaid = b"  2)  %-28s%s\n  3) %-28s65: 24/18 18/13\n" % (first, second, b"")
        assert texts(head + unsaid)[2:6] == wanted
    dropped = b"  2)  Beavers => 4                Drops\n      Wins 2 points\n"
    assert texts(head + dropped)[-1] == "drop"


def test_who_resigns_is_on_roll_whether_the_dice_are_rolled_or_not():
    row = b"  1) 42: 8/4 6/4                %s\n      Wins 2 points\n"
    assert texts(HEAD + row % b"")[-2:] == ["resign gammon", "accept"]
    for blank in (b"55:", b"55: ????", b"55: ???", b" Resigns", b" Resigned Game"):
        assert texts(HEAD + row % blank)[-2:] == ["resign gammon", "accept"]
    assert "roll 5-5" in texts(HEAD + row % b"55: ????")


def test_a_game_given_up_out_of_turn_stops_there_and_the_score_goes_on():
    file = HEAD + b"  1) 42: 8/4 6/4                31: 8/5 6/5\n      Wins 1 point\n"
    more = b"\n Game 2\n Ann : 1                        Bob : 0\n  1) 31: 8/5 6/5\n"
    found = reading.read(file + more)
    assert len(found.notes) == 1 and "game 1: Ann won 1 point " in found.notes[0]
    assert actions.text(found.records[-3]).startswith("game scores=1-0")


def test_a_file_may_begin_in_the_middle_of_a_match_and_leave_games_out():
    later = HEAD.replace(b"Game 1", b"Game 3").replace(b": 0  ", b": 4  ")
    found = reading.read(later + b"  1) 42: 8/4 6/4\n\n")
    assert actions.text(found.records[1]).startswith("game scores=4-0 crawford=1")
    doubled = later + b"  1) 42: 8/4 6/4                  Doubles => 2\n"
    assert actions.text(reading.read(doubled).records[1]).startswith("game scores=4-0 crawford=0")
    won = HEAD + b"  1) 42: 8/4 6/4\n      Wins 1 point\n"
    gap = b"\n Game 4\n Ann : 2                        Bob : 2\n  1) 42: 8/4 6/4\n"
    assert actions.text(reading.read(won + gap).records[-3]).startswith("game scores=2-2")


def test_names_are_as_long_as_people_have_them_and_a_board_s_as_long_as_fits():
    names = "Éloïse de la Tour d'Auvergne : 0      七 : 0"
    found = reading.read(HEAD.replace(b"Ann : 0                        Bob : 0", names.encode()))
    assert found.names == ("Éloïse de la Tour d'Auvergne", "七")
    assert "name0=Eloise%20de%20la name1=Player%202" in actions.text(found.records[0])
    assert len(found.notes) == 2
    windows = names.replace("七", "Bob").encode("cp1252")
    found = reading.read(HEAD.replace(b"Ann : 0                        Bob : 0", windows))
    assert found.names[0].startswith("Éloïse")
    written = writing.write(found.records + [actions.roll(3, 1)], names=found.names)
    assert reading.read(written.text.encode()).names == found.names
