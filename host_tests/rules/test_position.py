"""What a position is, what none can be, and how it stands in QR's letters: as in an XGID."""

from array import array

from picogammon.app.display import qr
from picogammon.engine.engine import Thought
from picogammon.rules import position as positions
from picogammon.rules import position_code
from picogammon.rules.notation import NotationError
from picogammon.rules.position import PositionError
from picogammon.rules.xgid import from_xgid, to_xgid
from portable import raises
from rulebook import position

_CLOSED = "1:2 2:2 3:2 4:2 5:2 6:2"
_CLOSED_AGAINST = "24:-2 23:-2 22:-2 21:-2 20:-2 19:-2"


def test_start_is_26_small_integers_of_15_checkers_a_side():
    start = positions.start()
    assert isinstance(start, array)
    assert len(start) == 26
    assert sum(n for n in start if n > 0) == 15
    assert sum(n for n in start if n < 0) == -15
    positions.validate(start)


def test_of_takes_26_integers_of_any_kind():
    numbers = list(positions.start())
    assert positions.of(numbers) == positions.start()
    assert positions.of(tuple(numbers)) == positions.start()
    assert positions.of(n for n in numbers) == positions.start()


def test_of_names_a_wrong_length():
    with raises(PositionError, "a position has 26 numbers, this has 25"):
        positions.of([0] * 25)
    with raises(PositionError, "a position has 26 numbers, this has 3"):
        positions.validate(array("b", [1, 0, -1]))


def test_of_names_numbers_that_no_place_can_hold():
    for checkers in (16, -16, 128, 300, -1000):
        with raises(PositionError, "%d checkers in one place: a side has 15" % abs(checkers)):
            positions.of([0, checkers] + [0] * 24)


def test_validate_names_too_many_checkers_of_a_side():
    with raises(PositionError, "the player on roll has 16 checkers, 15 at most"):
        position("6:15 5:1 1:-1")
    with raises(PositionError, "the opponent has 17 checkers, 15 at most"):
        position("6:1 1:-15 0:-2")


def test_validate_names_a_bar_with_the_wrong_sides_checkers():
    with raises(PositionError, "the bar of the player on roll holds 2 opposing checkers"):
        position("6:1 25:-2")
    with raises(PositionError, "the opponent's bar holds 1 checkers of the player on roll"):
        position("6:1 0:1 3:-2")


def test_validate_refuses_an_empty_board():
    with raises(PositionError, "both sides have borne off all checkers"):
        position("")


def test_validate_refuses_both_sides_on_the_bar_against_closed_boards():
    with raises(PositionError, "nobody can move"):
        position(_CLOSED + " " + _CLOSED_AGAINST + " 25:1 0:-1")
    position(_CLOSED + " " + _CLOSED_AGAINST + " 25:1")
    position(_CLOSED + " 24:-2 23:-2 22:-2 21:-2 20:-2 19:-1 25:1 0:-1")


def test_a_refused_position_is_a_value_error():
    with raises(ValueError, "26 numbers"):
        positions.of([])


def test_swap_shows_the_opponents_view():
    pos = position("25:1 24:2 6:5 5:-3 1:-2 0:-1")
    other = position("25:1 24:2 20:3 19:-5 1:-2 0:-1")
    assert positions.swapped(pos) == other
    assert pos == position("25:1 24:2 6:5 5:-3 1:-2 0:-1"), "swapped works on a copy"
    positions.swap(pos)
    assert pos == other


def test_swapping_twice_changes_nothing():
    pos = position("25:2 13:4 8:1 7:-3 12:-1 0:-1")
    positions.swap(pos)
    positions.swap(pos)
    assert pos == position("25:2 13:4 8:1 7:-3 12:-1 0:-1")


def test_pips_of_the_start_are_167_each():
    assert positions.pips(positions.start()) == 167
    assert positions.opponent_pips(positions.start()) == 167


def test_pips_count_25_for_the_bar_and_nothing_for_checkers_off():
    pos = position("25:2 3:1 4:-1 20:-3 0:-1")
    assert positions.pips(pos) == 2 * 25 + 3
    assert positions.opponent_pips(pos) == 25 + (25 - 4) + 3 * (25 - 20)
    assert positions.opponent_pips(pos) == positions.pips(positions.swapped(pos))


def test_what_is_left_is_on_the_points_and_on_the_bar():
    assert positions.left(positions.start()) == 15
    assert positions.opponent_left(positions.start()) == 15
    pos = position("25:1 6:3 20:-2 0:-1")
    assert positions.left(pos) == 4
    assert positions.opponent_left(pos) == 3


def test_contact_until_the_sides_have_passed_each_other():
    assert positions.contact(positions.start())
    assert positions.contact(position("13:1 12:-1"))
    assert not positions.contact(position("12:1 13:-1"))
    assert not positions.contact(position("6:5 5:10 24:-15"))


def test_contact_while_a_checker_on_the_bar_faces_anything():
    assert positions.contact(position("25:1 6:2 24:-3"))
    assert positions.contact(position("1:2 24:-3 0:-1"))


def test_no_contact_when_a_side_is_off():
    assert not positions.contact(position("24:2"))
    assert not positions.contact(position("1:-2"))


_START = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:52:0:0:0:7:10"
_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"


def test_it_says_what_an_xgid_says():
    assert position_code.to_code(from_xgid(_XGID)) == _START
    for text in (_START, _START.lower(), " %s\n" % _START, _XGID, _XGID[5:]):
        assert to_xgid(position_code.from_text(text)) == _XGID


def test_each_number_of_checkers_has_a_letter():
    for checkers in range(1, 16):
        for big in (64, 96):
            letters = ["-"] * 26
            letters[3] = chr(big + checkers)
            letters[20] = "a" if big == 64 else "A"
            xgid = "XGID=%s:1:-1:-1:B:3:4:2:0:10" % "".join(letters)
            code = position_code.to_code(from_xgid(xgid))
            assert len(Thought(qr.slices(code)).finish()) == qr.SIZE
            assert to_xgid(position_code.from_text(code)) == xgid


def test_the_longest_fits_into_a_code():
    longest = from_xgid("XGID=" + "aABCD---------------------:20:-1:-1:52:32766:32766:0:32767:20")
    code = position_code.to_code(longest)
    assert len(code) == 72 and len(Thought(qr.slices(code)).finish()) == qr.SIZE


def test_what_is_none_says_why():
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
            position_code.from_text(text)
