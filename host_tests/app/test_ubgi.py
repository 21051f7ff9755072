"""The engine interface answers every line, and never with anything but lines."""

from fakes.coach import Coach
from long_way import MixedJudge, thinker_by
from picogammon import VERSION
from picogammon.app.ubgi.protocol import MAX_LINE, Ubgi
from picogammon.engine.levels import UnknownLevel
from picogammon.rules import actions, gnu_id, xgid
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from portable import raises
from rulebook import position

_ubgi = Ubgi("casual")
_START = "XGID=-b----E-C---eE---c-e----B-:0:0:%d:%s:0:0:0:0:10"
_CLOSED_OUT = "XGID=-------------------bbbbbbA:0:0:1:%s:0:0:0:0:10"


def _ask(text, dice=None, command="", **fields):
    """The lines that answer the XGID of a situation."""
    return _ubgi.line(command + xgid.to_xgid(Situation(position(text), dice=dice, **fields)))


def _knowing(**coach):
    """A Ubgi whose engine knows what a position is worth."""
    return Ubgi("casual", lambda level, plays: Coach(**coach))


def _only(lines):
    assert len(lines) == 1, lines
    return lines[0]


def test_it_says_who_it_is():
    lines = _ubgi.line("ubgi")
    assert lines[0] == "id name Picogammon"
    assert lines[1].startswith("id author ")
    assert lines[2] == "id version " + VERSION
    assert lines[-1] == "ubgiok"


def test_a_play_is_written_in_full_steps_as_the_player_on_turn_sees_it():
    for turn in (1, -1):
        assert _ubgi.line(_START % (turn, "31")) == ["8/5 6/5"]
        assert _ubgi.line(_START % (turn, "65")) == ["24/18 18/13"]


def test_a_hit_has_no_mark_and_bar_and_off_have_their_words():
    assert _ask("25:1 24:-2 23:-2 22:-1 21:-2 20:-2 19:-2 6:5", (3, 4)) == ["bar/22 22/18"]
    assert _ask("6:1 5:1 24:-3", (6, 5)) == ["6/off 5/off"]


def test_nothing_to_be_played_is_an_empty_line():
    assert _ubgi.line(_CLOSED_OUT % "31") == [""]


def test_before_the_roll_it_rolls_or_doubles():
    assert _ubgi.line(_START % (1, "00")) == ["roll"]
    far_ahead = "6:3 5:3 4:3 18:-5 13:-5"
    assert _ask(far_ahead) == ["double"]
    assert _ask(far_ahead, owner=1, cube=2) == ["roll"]
    assert _ask(far_ahead, length=7, scores=(6, 0), crawford=True) == ["roll"]
    assert _ask(far_ahead, cube_on=False) == ["roll"]


def test_before_the_roll_it_rolls_where_it_would_resign():
    """A player would give up; programs expect roll or double."""
    lost = Situation(position("12:15 24:-1"))
    asked = thinker_by(MixedJudge()).begin(match_of(lost))
    assert asked.finish() == actions.resign(2)
    ubgi = Ubgi("casual", lambda level, plays: thinker_by(MixedJudge()))
    assert ubgi.line(xgid.to_xgid(lost)) == ["roll"]


def test_an_offered_double_is_answered_by_the_other_side():
    assert _ubgi.line(_START % (1, "D")) == ["take"]
    assert _ubgi.line(_START % (-1, "D")) == ["take"]
    assert _ask("6:3 5:3 4:3 18:-5 13:-5", doubled=True) == ["drop"]
    bad = "25:2 6:2 13:5 24:-2 23:-2 22:-2 21:-2 20:-2 8:-3"
    assert _ask(bad, doubled=True, beavers=1) == ["beaver"]
    assert _ask(bad, doubled=True) == ["take"]


def test_a_raccoon_is_taken_or_dropped_by_who_beavered():
    even = "XGID=-b----E-C---eE---c-e----B-:0:0:1:R:0:0:2:0:10"
    assert _ubgi.line(even) == ["take"]
    behind = "6:3 5:3 4:3 18:-5 13:-5"
    assert _ask(behind, doubled=True, beavered=True, raccooned=True, beavers=2) == ["drop"]


def test_a_match_to_64_points_is_answered_and_a_longer_one_refused():
    far = "XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:3:40:0:%d:10"
    for dice in ("31", "00", "D"):
        assert not _only(_ubgi.line(far % (dice, 64))).startswith("error")
    assert _ubgi.line(far % ("31", 65)) == [
        "error bad_argument the match length is 0 to 64, not 65"
    ]


def test_a_beaver_is_answered_by_the_doubler():
    even = "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:2:0:10"
    assert _ubgi.line(even) == ["take"]


def test_plays_lists_each_distinct_result_as_the_opponent_sees_it():
    lines = _ask("13:1 7:-1 1:-2", (6, 5), "plays ")
    hit = gnu_id.position_id(position("23:-1 25:1 24:2"))
    passed_by = gnu_id.position_id(position("23:-1 18:1 24:2"))
    assert sorted(lines[:-1]) == [
        "play 13/7 7/2 " + hit,
        "play 13/8 8/2 " + passed_by,
    ]
    assert lines[-1] == "readyok"


def test_plays_are_as_many_as_there_are():
    lines = _ubgi.line("plays " + _START % (1, "66"))
    assert len(lines) == 11 + 1
    assert _ubgi.line("plays " + _CLOSED_OUT % "31") == ["readyok"]


def test_plays_without_dice_are_refused():
    for dice in ("00", "D"):
        line = _only(_ubgi.line("plays " + _START % (1, dice)))
        assert line == "error missing_context there are no dice to be played"


def test_eval_is_refused_as_long_as_the_level_has_no_numbers():
    line = _only(_ubgi.line("eval " + _START % (1, "00")))
    assert line == "error unsupported_feature the level casual cannot tell what a position is worth"


def test_eval_is_seven_numbers_from_the_side_of_the_player_on_turn():
    ubgi = _knowing()
    line = _only(ubgi.line("eval " + _START % (1, "00")))
    assert line == "0.50000 0.12500 0.00999 0.06250 0.00101 0.00000 0.01001"
    line = _only(ubgi.line("eval " + _START % (-1, "31")))
    assert line == "0.54504 0.12500 0.00999 0.06250 0.00101 0.09009 0.10010", "after the best play"
    ahead = "eval XGID=-b----E-D---eE---c-e----A-:0:0:-1:00:0:0:0:0:10"
    assert _only(ubgi.line(ahead)).split()[5] == "-0.16016"


def test_eval_thinks_in_slices():
    ubgi = _knowing(slices=7)
    replies = list(ubgi.slices("eval " + _START % (1, "31")))
    assert replies[:-1] == [None] * len(replies[:-1]) and len(replies) > 7


def test_a_game_that_is_over_is_refused():
    for line in (
        "XGID=-A------------------------:0:0:1:31:0:0:0:0:10",
        "XGID=-A------------------------:0:0:-1:31:0:0:0:0:10",
        "plays XGID=-A------------------------:0:0:-1:31:0:0:0:0:10",
    ):
        assert _ubgi.line(line) == ["error bad_argument the game is over"]
    over = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:5:0:0:5:10"
    assert _only(_ubgi.line(over)).startswith("error bad_argument the match is over")


def test_stop_quit_and_an_empty_line_print_nothing_and_quit_closes():
    ubgi = Ubgi("casual")
    for line in ("stop", "", " \r\n"):
        assert ubgi.line(line) == []
    assert not ubgi.closed
    assert ubgi.line("quit\r\n") == []
    assert ubgi.closed


def test_anything_else_is_answered_with_an_error_and_a_reason():
    for text, reason in (
        ("hello", "unknown_command 'hello' is no command"),
        ("UBGI", "'UBGI' is no command"),
        ("quit now", "bad_argument write 'quit'"),
        ("xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "is no command"),
        ("XGID=", "10 fields"),
        ("XGID=hello", "10 fields"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10", "dice"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:65:10", "match length is 0 to 64, not 65"),
        ("XGID=-b----E-C---eE---c-e----P-:0:0:1:31:0:0:0:0:10", "'P'"),
        ("plays", "XGID"),
        ("plays 31", "XGID"),
        ("eval", "XGID"),
        ("eval XGID=1", "10 fields"),
        ("x" * (MAX_LINE + 1), "line too long: more than 160"),
        ("\x00\x01\x7f\xe9", "'?'"),
        (None, "went wrong"),
        (_START % (1, "31") + "\n" + "x" * MAX_LINE, "line too long"),
    ):
        line = _only(_ubgi.line(text))
        assert line.startswith("error "), line
        assert reason in line, line
        assert len(line) <= 200


def test_damaged_lines_never_break_it():
    """Each letter of an XGID replaced by each of some others."""
    line = _START % (1, "31")
    for at in range(len(line)):
        for letter in "a B9-:\t~\xff":
            for reply in _ubgi.line(line[:at] + letter + line[at + 1 :]):
                assert "\n" not in reply
                assert "went wrong" not in reply, reply
                assert all(" " <= sign <= "~" for sign in reply)


def test_an_unknown_level_is_refused():
    with raises(UnknownLevel, "novice"):
        Ubgi("wizard").ready()
