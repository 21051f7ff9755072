"""What a board's log becomes as a file, and that the file is read as the same log."""

import re
from pathlib import Path

import pytest

from match_files.kept import Kept
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.rules import actions, position, settings, steps
from picogammon.rules.checkpoint import Checkpoint, opening, unpack
from tools.matches import MatError, reading, writing
from tools.matches.__main__ import main
from tools.soak.match_files import judged, some_match, through_gnubg, told

_SAMPLES = Path(__file__).with_name("samples")
_OPENING = ("roll 3-1", "play 8/5 6/5")


def body(written):
    """The file's rows."""
    return written.text.split("point match\n")[1]


def own(written):
    """What stands in our own lines of the head, but for the settings."""
    return re.findall(r'; \[Picogammon "(game .*)"\]', written.text)


def again(written):
    """The log that the file is read as."""
    return reading.read(written.text.encode()).records


def test_a_file_looks_as_jellyfish_and_gnu_backgammon_write_it():
    sample = (_SAMPLES / "picogammon.mat").read_text()
    found = reading.read(sample.encode())
    about = {"Event": "Club night", "EventDate": "2026.01.02"}
    assert writing.write(found.records, about).text == sample
    assert found.about == {"Site": "Picogammon", **about}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_is_read_as_the_same_match(seed):
    records = some_match(seed, automatic=seed % 3)
    written = writing.write(records)
    assert told(again(written)) == told(records)
    assert again(writing.write(again(written))) == again(written), "to the last byte, then"


def test_gnu_backgammon_keeps_every_action():
    """`make soak` does this with 200 matches and sessions."""
    count = judged(range(100, 108))
    assert count["matches"] == 8 and count["games"] > 15 and count["actions"] > 1200


def test_nackgammon_is_named_where_a_file_is_read(tmp_path, capsys):
    kept = Kept(length=3, variant=1).do(*_OPENING, "resign gammon", "accept")
    path = tmp_path / "nack.mat"
    path.write_text(writing.write(kept.records).text)
    assert main(["read", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Ann – Bob, to 3, Nackgammon\n")


def test_nackgammon_is_said_as_gnu_backgammon_says_it():
    lost = ("roll 3-1", "play 8/5 6/5", "resign single", "accept")
    kept = Kept(length=3, variant=1, no_hints=True).do(*lost)
    kept.do(kept.match.next_game(), *lost)
    written = writing.write(kept.records)
    assert '; [Variation "NackGammon"]\n' in written.text and not own(written)
    assert again(written) == kept.records and not written.notes
    ours = re.sub(r'; \[Picogammon "settings .*\n', "", written.text)
    found = [unpack(r[1:]) for r in reading.read(ours).records if r[0] == actions.GAME]
    assert [list(start.position) for start in found] == [list(position.start(1))]
    plain = ours.replace("NackGammon", "Backgammon")
    assert not settings.unpack(reading.read(plain).records[0][1:]).variant


@pytest.mark.parametrize("length,notes", [(0, 0), (64, 1)])
def test_gnu_backgammon_keeps_the_highest_cube_of_a_session_and_not_of_a_match(length, notes):
    kept = Kept(length=length, max_cube=7).do(*_OPENING)
    while kept.match.cube < 128:
        kept.do("double", "take", "roll 2-1")
        hand = steps.Hand(kept.match.position, kept.match.dice)
        while hand.legal():
            hand.make(hand.legal()[-1])
        kept.do(actions.play(hand.steps))
    written = writing.write(kept.records)
    assert kept.match.cube == 128 and len(written.notes) == notes
    assert told(again(written)) == told(kept.records)
    if not notes:
        files, _ = through_gnubg([written.text])
        assert [told(reading.read(file).records) for file in files] == [told(kept.records)]


def test_a_refused_resignation_stands_in_the_head():
    kept = Kept().do(*_OPENING, "resign gammon", "refuse", "roll 6-5", "play 24/13")
    written = writing.write(kept.records)
    assert own(written) == ["game 1 action 2: resign gammon", "game 1 action 3: refuse"]
    assert again(written) == kept.records


def test_a_resigned_gammon_that_counts_as_one_is_not_forgotten():
    kept = Kept(jacoby=True).do(*_OPENING, "resign gammon", "accept")
    written = writing.write(kept.records)
    assert "Wins 1 point\n" in body(written)
    assert own(written) == ["game 1 action 2: resign gammon"]
    assert again(written) == kept.records


def test_a_resignation_that_waits_for_its_answer_is_not_forgotten():
    kept = Kept().do(*_OPENING, "resign single")
    assert again(writing.write(kept.records)) == kept.records


def test_equal_dice_in_the_opening_and_the_doubles_they_make_stand_in_the_head():
    kept = Kept(automatic=2).do("roll 4-4", "roll 2-2", *_OPENING, "double", "take")
    written = writing.write(kept.records)
    assert own(written) == ["game 1 action 0: roll 4-4", "game 1 action 1: roll 2-2"]
    assert "Doubles => 8" in body(written)
    assert again(written) == kept.records


def test_an_unfinished_game_ends_where_it_stands():
    for more in (
        (),
        ("roll 6-5",),
        ("double",),
        ("double", "beaver"),
        ("double", "beaver", "take"),
    ):
        kept = Kept(beavers=1).do(*_OPENING, *more)
        written = writing.write(kept.records)
        assert "Wins" not in written.text
        assert again(written) == kept.records


def test_what_was_taken_back_is_left_out_and_said():
    kept = Kept().do(
        "roll 3-1", "play 24/23 24/21", "take back 1", "play 8/5 6/5", "take back 1 by 0"
    )
    kept.do("play 8/5 6/5")
    written = writing.write(kept.records)
    assert written.notes == ["game 1: 2 take-backs are left out, with what they undid"]
    assert f"; {written.notes[0]}\n" in written.text
    assert again(written) == [kept.records[0], kept.records[1], kept.records[-1]]


def test_dice_of_wood_are_said():
    kept = Kept().do("roll 3-1 by hand", "play 8/5 6/5")
    written = writing.write(kept.records)
    assert written.notes == ["game 1: it is left out which rolls were entered by hand (1)"]
    assert actions.roll(3, 1) in again(written)


def test_a_game_from_a_set_up_position_is_left_out_and_said():
    place = position.of([0, 5, 5, 5] + [0] * 18 + [-5, -5, -5, 0])
    set_up = actions.game(Checkpoint(scores=(2, 1), turn=0, position=place))
    kept = Kept().do(*_OPENING, set_up, "roll 6-5", "play 3/off 3/off", "resign single", "accept")
    kept.do(kept.match.next_game(), "roll 5-2", "play 13/8 13/11")
    written = writing.write(kept.records)
    assert written.notes == ["game 2 began from a position set up by hand, so it is left out"]
    assert re.findall(r"Game \d", written.text) == ["Game 1", "Game 3"]
    games = told(kept.records)
    assert told(again(written)) == [games[0], games[2]]
    with pytest.raises(MatError, match="set up by hand"):
        writing.write([kept.records[0], set_up, actions.roll(6, 5)])


def test_a_score_that_was_set_by_hand_is_kept():
    kept = Kept(length=5).do(*_OPENING, "resign single", "accept")
    kept.do(actions.game(Checkpoint(scores=(4, 4))), *_OPENING)
    kept.do(actions.game(Checkpoint(scores=(4, 2), crawford=False)), *_OPENING)
    assert again(writing.write(kept.records)) == kept.records


@pytest.mark.parametrize(
    "names",
    [
        ("a : 1  b : 2", "x"),
        (";", "; [Site]"),
        ("Game 1", "5 point ma"),
        ('"]', "%20"),
        (" A  B ", "1)"),
    ],
)
def test_any_name_that_a_board_takes_comes_back(names):
    kept = Kept(names=names).do(*_OPENING)
    assert again(writing.write(kept.records)) == kept.records


@pytest.mark.parametrize("names", [("Eve", "Bob"), ("Bob : 0b : 0", "; x"), (" E  E ", "Ann")])
def test_a_name_that_changes_between_games_changes(names):
    for first, second in ((names, ("Ann", "Bob")), (("Ann", "Bob"), names)):
        kept = Kept(names=first).do(*_OPENING, "resign single", "accept")
        kept.do(kept.match.next_game())
        kept.do(actions.settings(kept.match.settings.copy(names=second)), *_OPENING)
        assert again(writing.write(kept.records)) == kept.records


def test_the_computers_level_stands_behind_its_name():
    names = ("Ann of the evening : 3 clubs", "The board")
    kept = Kept(players=(0, 4)).do(*_OPENING)
    written = writing.write(kept.records, names=names)
    assert f'; [Player 1 "{names[0]}"]\n; [Player 2 "The board (expert)"]' in written.text
    found = reading.read(written.text.encode())
    assert (found.records[1:], found.names) == (kept.records[1:], names)


def test_nothing_played_is_no_file():
    with pytest.raises(MatError, match="nothing has been played yet"):
        writing.write(Kept().records)
    with pytest.raises(MatError, match="the log is no match"):
        writing.write([b"\x01nonsense"])


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


def test_a_handicap_is_written_as_a_score_and_read_again():
    kept = Kept(length=5, holder=2, clock=1)
    first = actions.game(opening(kept.match.settings, (0, 2)))
    kept.do(first, "note 1 00ff00ff", *_OPENING, "double", "take", "note 1 00fe00ff", "roll 6-2")
    written = writing.write(kept.records)
    assert " Ann : 0                    " in body(written) and "Bob : 2" in body(written)
    assert not written.notes and "note" not in written.text
    notes = [record for record in kept.records if actions.kind_of(record) == actions.NOTE]
    assert again(written) == [record for record in kept.records if record not in notes]
