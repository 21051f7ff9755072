"""What the net is shown, and how many rolls hit: what can be counted on a board."""

from array import array

from picogammon.engine.features_twin import features
from picogammon.engine.shots import shots
from picogammon.engine.weights import MOST, ROWS
from picogammon.rules import position as positions
from rulebook import position

_ESCAPES = bytes(4096)
_SIDE = 462
_HIT = (393, 430)
_RISK = (430, 462)
_ENTER = (332, 353)
_BEHIND = (377, 393)


def rows_of(pos):
    """(active rows, class) of a position."""
    rows = array("H", bytes(2 * MOST))
    found = features(pos, rows, _ESCAPES)
    return list(rows[: found >> 6]), found & 63


def the_one(text, among):
    """Which row between two numbers is active, counted from the first."""
    (row,) = [row for row in rows_of(position(text))[0] if among[0] <= row < among[1]]
    return row - among[0]


def test_one_row_of_each_count_says_how_many():
    for text, among, count in (
        ("20:1 19:1 14:-1", _HIT, 20 + 8),  # any 5 or 6, and 4-2, 4-1, 3-2, 3-3, 2-2
        ("4:1 0:-1", _HIT, 11 + 4),  # who is on the bar enters first
        ("4:1 0:-2", _HIT, 11),
        ("20:1 19:-1", _RISK, 11 * 5 // 18),  # eleven rolls that lose five pips each
        ("25:1 13:2 19:-2 20:-2 21:-2 22:-1", _ENTER, 3),
        ("24:2 13:5 8:3 6:5 7:-1 19:-14", _BEHIND, 10),
    ):
        assert the_one(text, among) == count, text


def test_classes():
    # Three times the player's class and the opponent's: none, one or two, more at the other's home.
    assert rows_of(positions.start())[1] == 4
    assert rows_of(position("13:5 8:3 6:7 1:-3 12:-5 19:-7"))[1] == 2
    assert rows_of(position("22:3 8:5 6:7 17:-8 19:-7"))[1] == 6
    # 16 where the player has borne off, 32 where the opponent has.
    assert rows_of(position("13:5 6:9 1:-2 12:-5 19:-8"))[1] == 16 + 1
    assert rows_of(position("13:5 6:10 1:-2 12:-5 19:-7"))[1] == 32 + 1


def test_both_sides_have_the_same_rows():
    pos = position("25:1 24:1 13:5 8:3 6:4 1:-2 12:-4 19:-5 21:-2 22:-1")
    rows, _ = rows_of(pos)
    turned, _ = rows_of(positions.swapped(pos))
    other = [row - _SIDE if row >= _SIDE else row + _SIDE for row in turned]
    assert sorted(rows) == sorted(other)


def test_there_is_room_for_the_most_rows():
    all_alone = "25:1 %s 0:-1 %s" % (
        " ".join(["%d:1" % place for place in range(2, 25, 2)]),
        " ".join(["%d:-1" % place for place in range(1, 24, 2)]),
    )
    for text in (all_alone, "25:15 0:-15", "24:15 1:-15", "25:14 0:-14"):
        rows, _ = rows_of(position(text))
        assert len(rows) <= MOST and max(rows) < ROWS


_BY_DISTANCE = ((1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6))


def _of(rolls, pips):
    """Rolls that hit, each at the cost of so many pips."""
    return rolls | rolls * pips << 6


def test_a_blot_is_hit_by_the_rolls_that_the_books_say():
    """E.g. six away with nothing between by 17 of 36."""
    for distance, rolls in _BY_DISTANCE:
        place = 10 + distance
        assert shots(1 << 10, 0, 0, 1 << place) == _of(rolls, 25 - place), distance


def test_on_the_last_point_there_is_one_pip_to_lose():
    assert shots(1 << 18, 0, 0, 1 << 24) == _of(17, 1)
    assert shots(1 << 18, 0, 1 << 24, 1 << 24) == 0  # as if it were shut


def test_made_points_are_in_the_way():
    between = 0b1111 << 11
    assert shots(1 << 10, 0, between, 1 << 15) == _of(11, 10)  # by fives alone
    assert shots(1 << 10, 0, 0, 0) == 0


def test_each_roll_hits_the_dearest_blot():
    # Any 5 or 6, and 4-2, 4-1, 3-2, 3-3, 2-2; 15 of them hit the one five away.
    assert shots(1 << 9, 0, 0, 1 << 14 | 1 << 15) == _of(15, 11) + _of(13, 10)


def test_a_checker_on_the_bar_enters_before_it_hits():
    assert shots(1, 1, 0, 1 << 4) == _of(15, 21)  # any 4, 3-1, 1-1, 2-2: as from a point
    closed = 0b1111110
    assert shots(1 | 1 << 10, 1, closed, 1 << 12) == 0
    assert shots(1 | 1 << 10, 2, 0, 1 << 12) == 0
