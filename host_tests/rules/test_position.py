"""Positions: starts, views, pip counts and contact; positions as GNU IDs, XGIDs and QR codes."""

import json

from picogammon.app.display import qr
from picogammon.engine.engine import Thought
from picogammon.rules import notation
from picogammon.rules import position as positions
from picogammon.rules.notation import NotationError, from_text, from_xgid, to_code, to_xgid
from picogammon.rules.plays import format_play, format_steps, make
from picogammon.rules.position import PositionError
from portable import data_lines, raises
from reading import plays
from rulebook import position

# What GNU Backgammon begins with.
_STARTS = ("4HPwATDgc/ABMA", "4Dl4ADbgOXgANg", "AACgAgAAKgAAAA")


def test_R1_ones_own_1_is_the_others_24():
    for point in range(1, 25):
        pos = position("%d:1" % point)
        assert positions.swapped(pos) == position("%d:-1" % (25 - point))


def test_R2_each_variant_starts_where_gnu_backgammon_starts():
    assert len(_STARTS) == len(positions.VARIANTS)
    for variant, expected in enumerate(_STARTS):
        pos = positions.start(variant)
        assert notation.position_id(pos) == expected
        assert positions.left(pos) == positions.opponent_left(pos) == positions.checkers_of(variant)
        assert positions.swapped(pos) == pos


def test_a_position_is_26_numbers_of_any_kind():
    numbers = list(positions.start())
    for given in (numbers, tuple(numbers), (n for n in numbers)):
        assert positions.from_numbers(given) == positions.start()
    for wrong in ([], [0] * 25, [1, 0, -1]):
        for refuses in (positions.from_numbers, positions.validate):
            with raises(PositionError, "a position has 26 numbers, this has %d" % len(wrong)):
                refuses(wrong)


def test_the_opponents_view_is_a_copy_or_the_position_turned():
    pos = position("25:1 24:2 6:5 5:-3 1:-2 0:-1")
    other = position("25:1 24:2 20:3 19:-5 1:-2 0:-1")
    assert positions.swapped(pos) == other != pos
    positions.swap(pos)
    assert pos == other


def test_pips_count_25_for_the_bar_and_nothing_for_checkers_off():
    assert positions.pips(positions.start()) == positions.opponent_pips(positions.start()) == 167
    pos = position("25:2 3:1 4:-1 20:-3 0:-1")
    assert positions.pips(pos) == 2 * 25 + 3 and positions.left(pos) == 3
    assert positions.opponent_pips(pos) == 25 + (25 - 4) + 3 * (25 - 20)
    assert positions.opponent_left(pos) == 5


def test_contact_until_the_sides_have_passed_each_other():
    for text, contact in (
        ("13:1 12:-1", True),
        ("12:1 13:-1", False),
        ("6:5 5:10 24:-15", False),
        ("25:1 6:2 24:-3", True),  # who is on the bar faces anything
        ("1:2 24:-3 0:-1", True),
        ("24:2", False),
        ("1:-2", False),
    ):
        assert positions.contact(position(text)) == contact, text


def test_texts_and_ids_of_gnubg_are_read_and_written():
    for line in data_lines("gnubg_texts.jsonl"):
        line = json.loads(line)
        pos = positions.from_numbers(line["pos"])
        assert notation.position_id(pos) == line["posid"]
        assert notation.from_position_id(line["posid"]) == pos
        text = line["text"]
        play = plays.parse_play(text, pos, *line["dice"])
        assert format_play(pos, play) == text
        again = plays.parse_play(format_steps(play), pos, *line["dice"])
        assert again == play, text
        for a_step in play:
            make(pos, a_step)
        assert notation.position_id(pos) == line["result"], text


_START = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:52:0:0:0:7:10"
_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"


def test_a_code_says_what_an_xgid_says():
    assert to_code(from_xgid(_XGID)) == _START
    for text in (_START, _START.lower(), " %s\n" % _START, _XGID, _XGID[5:]):
        assert to_xgid(from_text(text)) == _XGID


def test_each_number_of_checkers_has_a_letter():
    for checkers in range(1, 16):
        for big in (64, 96):
            letters = ["-"] * 26
            letters[3] = chr(big + checkers)
            letters[20] = "a" if big == 64 else "A"
            xgid = "XGID=%s:1:-1:-1:B:3:4:2:0:10" % "".join(letters)
            code = to_code(from_xgid(xgid))
            assert len(Thought(qr.slices(code)).finish()) == qr.SIZE
            assert to_xgid(from_text(code)) == xgid


def test_the_longest_fits_into_a_code():
    longest = from_xgid("XGID=" + "aABCD---------------------:20:-1:-1:52:32766:32766:0:32767:20")
    code = to_code(longest)
    assert len(code) == 72 and len(Thought(qr.slices(code)).finish()) == qr.SIZE


def test_what_is_no_code_says_why():
    for text, error, reason in (
        ("PICOGAMMON:-Q----E-C", NotationError, "cut off"),
        (_START[:-3], NotationError, "10 fields"),
        (_START.replace("-Q-", "-%-"), NotationError, "'%' is not"),
        (_START.replace("TE", "$E"), PositionError, "15 at most"),
        (_START.replace(":52:", ":57:"), NotationError, "dice"),
        ("PICOGAMMON:", NotationError, "cut off"),
        ("anything", NotationError, "10 fields"),
    ):
        with raises(error, reason):
            from_text(text)
