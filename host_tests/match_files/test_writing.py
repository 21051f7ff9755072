"""What a board's log becomes as a file, and that the file is read as the same log."""

from match_files.kept import Kept
from match_files.sample_files import text
from picogammon.rules import actions, position, settings
from picogammon.rules.checkpoint import Checkpoint, opening, unpack
from portable import raises, some
from tools.matches import MatError, reading, writing
from tools.soak.random_matches import some_match, told

_OPENING = ("roll 3-1", "play 8/5 6/5")


def body(written):
    """The file's rows."""
    return written.text.split("point match\n")[1]


def own(written):
    """What stands in our own lines of the head, but for the settings."""
    begin = '; [Picogammon "'
    said = [line[len(begin) : -2] for line in written.text.split("\n") if line.startswith(begin)]
    return [line for line in said if line.startswith("game ")]


def again(written):
    """The log that the file is read as."""
    return reading.read(written.text).records


def test_a_file_looks_as_jellyfish_and_gnu_backgammon_write_it():
    sample = text("picogammon.mat")
    found = reading.read(sample)
    about = {"Event": "Club night", "EventDate": "2026.01.02"}
    assert writing.write(found.records, about).text == sample
    assert found.about == dict(about, Site="Picogammon")


def test_what_is_written_is_read_as_the_same_match():
    for seed in some(range(12)):
        records = some_match(seed, seed % 3)
        written = writing.write(records)
        assert told(again(written)) == told(records), seed
        assert again(writing.write(again(written))) == again(written), "to the last byte, then"


def test_nackgammon_is_said_as_gnu_backgammon_says_it():
    lost = ("roll 3-1", "play 8/5 6/5", "resign single", "accept")
    kept = Kept(length=3, variant=1, no_hints=True).do(*lost)
    kept.do(kept.match.next_game(), *lost)
    written = writing.write(kept.records)
    assert '; [Variation "NackGammon"]\n' in written.text and not own(written)
    assert again(written) == kept.records and not written.notes
    ours = "\n".join([row for row in written.text.split("\n") if "settings " not in row])
    found = [unpack(r[1:]) for r in reading.read(ours).records if r[0] == actions.GAME]
    assert [list(start.position) for start in found] == [list(position.start(1))]
    plain = ours.replace("NackGammon", "Backgammon")
    assert not settings.unpack(reading.read(plain).records[0][1:]).variant


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
    assert [row[1:] for row in written.text.split("\n") if row.startswith(" Game")] == [
        "Game 1",
        "Game 3",
    ]
    games = told(kept.records)
    assert told(again(written)) == [games[0], games[2]]
    with raises(MatError, "set up by hand"):
        writing.write([kept.records[0], set_up, actions.roll(6, 5)])


def test_a_score_that_was_set_by_hand_is_kept():
    kept = Kept(length=5).do(*_OPENING, "resign single", "accept")
    kept.do(actions.game(Checkpoint(scores=(4, 4))), *_OPENING)
    kept.do(actions.game(Checkpoint(scores=(4, 2), crawford=False)), *_OPENING)
    assert again(writing.write(kept.records)) == kept.records


_NAMES = (
    ("a : 1  b : 2", "x"),
    (";", "; [Site]"),
    ("Game 1", "5 point ma"),
    ('"]', "%20"),
    (" A  B ", "1)"),
    ("Ann,1712", "Bob (1655)"),
)


def test_any_name_that_a_board_takes_comes_back():
    for names in _NAMES:
        kept = Kept(names=names).do(*_OPENING)
        assert again(writing.write(kept.records)) == kept.records, names


def test_a_name_that_changes_between_games_changes():
    for names in (("Eve", "Bob"), ("Bob : 0b : 0", "; x"), (" E  E ", "Ann")):
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
    found = reading.read(written.text)
    assert (found.records[1:], found.names) == (kept.records[1:], names)


def test_nothing_played_is_no_file():
    with raises(MatError, "nothing has been played yet"):
        writing.write(Kept().records)
    with raises(MatError, "the log is no match"):
        writing.write([b"\x01nonsense"])


def test_a_handicap_is_written_as_a_score_and_read_again():
    kept = Kept(length=5, holder=2, clock=1)
    first = actions.game(opening(kept.match.settings, (0, 2)))
    kept.do(first, "note 1 00ff00ff", *_OPENING, "double", "take", "note 1 00fe00ff", "roll 6-2")
    written = writing.write(kept.records)
    assert " Ann : 0                    " in body(written) and "Bob : 2" in body(written)
    assert not written.notes and "note" not in written.text
    notes = [record for record in kept.records if actions.kind_of(record) == actions.NOTE]
    assert again(written) == [record for record in kept.records if record not in notes]
