"""Plays as players and engines write them, read and written."""

import json

from picogammon.rules import gnu_id, plays_text, position, steps
from portable import data_lines, raises
from reading import plays
from reading.plays import PlayError

_OPENING = {24: 2, 13: 5, 8: 3, 6: 5, 1: -2, 12: -5, 17: -3, 19: -5}


def _position(places):
    pos = position.empty()
    for place in places:
        pos[place] = places[place]
    position.validate(pos)
    return pos


def _steps(*pairs):
    return [steps.step(place, die) for place, die in pairs]


def _after(pos, play):
    result = position.swapped(position.swapped(pos))
    for a_step in play:
        steps.make(result, a_step)
    return result


def _reads(text, places, roll, result):
    """Whether the text, played from the places with the roll, leads to the result (full steps)."""
    pos = _position(places)
    play = plays.parse_play(text, pos, *roll)
    return plays_text.format_steps(play) == result


def test_a_play_is_written_highest_point_first():
    pos = position.start()
    assert plays_text.format_play(pos, _steps((6, 1), (8, 3))) == "8/5 6/5"
    assert plays_text.format_play(pos, _steps((13, 5), (24, 6))) == "24/18 13/8"


def test_the_steps_of_one_checker_are_merged():
    pos = position.start()
    assert plays_text.format_play(pos, _steps((24, 6), (18, 5))) == "24/13"
    assert (
        plays_text.format_play(pos, _steps((13, 2), (13, 2), (11, 2), (6, 2))) == "13/9 13/11 6/4"
    )


def test_equal_moves_are_counted():
    pos = position.start()
    assert (
        plays_text.format_play(pos, _steps((13, 3), (13, 3), (8, 3), (8, 3))) == "13/10(2) 8/5(2)"
    )
    two_sixes = _position({6: 2, 24: -2})
    assert plays_text.format_play(two_sixes, _steps((6, 6), (6, 6))) == "6/off(2)"


def test_bar_off_and_hits_are_marked():
    pos = _position({25: 1, 22: -1, 18: -1, 6: 2, 1: -2})
    assert plays_text.format_play(pos, _steps((25, 3), (22, 4))) == "bar/22*/18*"
    assert plays_text.format_play(pos, _steps((25, 3), (6, 2))) == "bar/22* 6/4"
    both = _position({24: 2, 20: -1, 19: -2})
    assert plays_text.format_play(both, _steps((24, 4), (24, 4))) == "24/20*(2)"


def test_a_point_between_is_shown_only_when_hit_there():
    pos = _position({24: 1, 14: -1, 1: -2})
    assert plays_text.format_play(pos, _steps((24, 6), (18, 4), (14, 1))) == "24/14*/13"
    assert plays_text.format_play(pos, _steps((24, 6), (18, 5))) == "24/13"


def test_no_steps_are_no_play():
    pos = position.start()
    assert plays_text.format_play(pos, []) == "no play"
    assert plays_text.format_steps([]) == ""


def test_full_steps_have_no_marks():
    assert plays_text.format_steps(_steps((24, 6), (18, 5))) == "24/18 18/13"
    assert plays_text.format_steps(_steps((25, 3), (6, 6))) == "bar/22 6/off"
    assert plays_text.format_steps(_steps((4, 6))) == "4/off"


def test_plays_are_read_as_players_write_them():
    assert _reads("8/5 6/5", _OPENING, (3, 1), "8/5 6/5")
    assert _reads("6/5, 8/5", _OPENING, (3, 1), "8/5 6/5")
    assert _reads("24/13", _OPENING, (6, 5), "24/18 18/13")
    assert _reads("24/18/13", _OPENING, (5, 6), "24/18 18/13")
    assert _reads("13/7(2) 8/2 (2)", _OPENING, (6, 6), "13/7 13/7 8/2 8/2")
    assert _reads(" 24 / 18  13-8 ", _OPENING, (6, 5), "24/18 13/8")
    assert _reads("8/4(2)24/16", _OPENING, (4, 4), "24/20 20/16 8/4 8/4")


def test_bar_and_off_are_read_in_every_way():
    entering = {25: 1, 22: -1, 21: -2, 6: 2, 1: -2}
    for text in ("bar/22*/18", "BAR/22*/18", "25/22/18", "b/18", "bar/18", "Bar/22 22/18"):
        assert _reads(text, entering, (3, 4), "bar/22 22/18")
    home = {6: 2, 2: 1, 24: -2}
    for text in ("6/off 2/off", "6/0 2/0", "2/OFF, 6/o", "6/off2/off"):
        assert _reads(text, home, (6, 2), "6/off 2/off")


def test_full_steps_are_read_in_any_order():
    assert _reads("24/18 18/13", _OPENING, (6, 5), "24/18 18/13")
    assert _reads("18/13 24/18", _OPENING, (6, 5), "24/18 18/13")


def test_marks_choose_between_hitting_and_not():
    places = {24: 1, 20: -1, 1: -2}
    assert _reads("24/14", places, (6, 4), "24/18 18/14")
    assert _reads("24/20*/14", places, (6, 4), "24/20 20/14")
    assert _reads("24/20/14", places, (6, 4), "24/20 20/14")


def test_a_missing_mark_is_forgiven_where_there_is_one_play():
    places = {24: 1, 20: -1, 18: -2}
    assert _reads("24/14", places, (6, 4), "24/20 20/14")
    with raises(PlayError, "different hits"):
        _reads("24/14", {24: 1, 20: -1, 18: -1}, (6, 4), "")


def test_where_the_checkers_come_to_decides_when_a_step_as_written_is_not_legal():
    assert _reads("5/1 1/0", {5: 2, 1: -2}, (4, 1), "5/4 4/off")
    assert _reads("bar/20 20/18", {25: 1, 20: -2}, (5, 2), "bar/23 23/18")
    assert _reads("8/6 6/3", {8: 2, 6: -2, 5: -1}, (2, 3), "8/5 5/3")
    with raises(PlayError, "8/4: the 4 point is blocked"):
        plays.parse_play("8/4 4/3", _position({8: 1, 4: -2, 7: -2}), 4, 1)


def test_no_play_is_read_only_where_nothing_can_be_played():
    shut_out = {25: 1, 24: -2, 23: -2, 22: -2, 21: -2, 20: -2, 19: -2}
    for text in ("", "no play", "(No play)", "pass", " cannot  move "):
        assert _reads(text, shut_out, (3, 1), "")
    with raises(PlayError, "there is a legal play"):
        _reads("", _OPENING, (3, 1), "")
    with raises(PlayError, "bar/22: the 22 point is blocked"):
        _reads("bar/22", shut_out, (3, 1), "")


def test_what_is_not_legal_is_refused_with_the_reason():
    refusals = (
        ("13/8 13/7", _OPENING, (5, 4), "13/7 does not fit the dice 5-4"),
        ("24/19 13/9", _OPENING, (5, 4), "24/19: the 19 point is blocked"),
        ("13/8", _OPENING, (5, 4), "can still be played"),
        ("20/15 13/9", _OPENING, (5, 4), "20/15: no checker there"),
        ("13/8(3)", _OPENING, (5, 5), "can still be played"),
        ("13/8* 13/9", _OPENING, (5, 4), "nothing is hit on the 8 point"),
        ("6/4 8/7", {25: 1, 8: 1, 6: 1, 12: -2}, (2, 1), "on the bar enter first"),
        ("6/off 5/off", {7: 1, 6: 1, 5: 1, 24: -2}, (6, 5), "not all checkers are home"),
        ("4/off 6/3", {6: 2, 4: 1, 24: -2}, (5, 3), "4/off: a checker farther back goes"),
        ("13/11 6/off", _OPENING, (6, 2), "6/off: not all checkers are home"),
    )
    for text, places, roll, reason in refusals:
        with raises(PlayError, reason):
            _reads(text, places, roll, "")


def test_the_larger_die_is_demanded_R8():
    """E: 3-2, either but not both can be played: the three is."""
    places = {9: 1, 4: -2, 1: -2}
    assert _reads("9/6", places, (3, 2), "9/6")
    with raises(PlayError, "9/7: "):
        _reads("9/7", places, (3, 2), "")


def test_what_is_not_a_play_is_not_understood():
    for text in (
        "hello",
        ",",
        "8/",
        "/5",
        "8",
        "8/5(5)",
        "8/5(x)",
        "8/5(2",
        "(2)",
        "*8/5",
        "8*/5",
        "8/5**",
        "8//5",
        "5/8",
        "8/8",
        "26/20",
        "8/5 6/5 4/3 3/2 2/1",
        "off/5",
        "8/bar",
        "8/5 \u00b2/1",
        "6/off*",
        "100000000000000000000/5",
    ):
        with raises(PlayError, "not understood"):
            _reads(text, _OPENING, (3, 1), "")


def test_texts_of_gnubg_are_read_and_written():
    """gnubg's own text for a play of each of a thousand decisions, and where the play leads."""
    for line in data_lines("gnubg_texts.jsonl"):
        line = json.loads(line)
        pos = position.of(line["pos"])
        first, second = line["dice"]
        text = line["text"]
        play = plays.parse_play(text, pos, first, second)
        assert gnu_id.position_id(_after(pos, play)) == line["result"], text
        assert plays_text.format_play(pos, play) == text
        again = plays.parse_play(plays_text.format_steps(play), pos, first, second)
        assert again == play, text
