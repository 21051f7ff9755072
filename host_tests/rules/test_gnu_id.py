"""Position ID and Match ID, both ways; the texts are gnubg's own."""

import json
from binascii import b2a_base64

from picogammon.rules import gnu_id, position
from picogammon.rules.notation import NotationError
from picogammon.rules.position import PositionError
from picogammon.rules.situation import Situation
from portable import data_lines, raises

_START = "4HPwATDgc/ABMA"

# What gnubg 1.07 printed for these situations.
_PRINTED = (
    ("cInuAAAAAAAE", {"length": 7, "dice": (5, 3)}),
    ("UQngADAAEAAE", {"length": 7, "scores": (2, 3), "cube": 2, "owner": 0}),
    ("UYnlACAAGAAE", {"length": 7, "scores": (3, 2), "cube": 2, "owner": 0, "dice": (3, 1)}),
    (
        "AYHlADAAEAAE",
        {"length": 7, "scores": (2, 3), "cube": 2, "owner": 1, "turn": 1, "dice": (3, 1)},
    ),
    ("8AngADAAMAAE", {"length": 7, "scores": (6, 3), "crawford": True}),
    ("cAkAADAAEAAA", {"scores": (2, 3), "jacoby": True}),
    ("cAkAADAAEAAE", {"scores": (2, 3)}),
    ("MAEAADAAEAAA", {"scores": (2, 3), "jacoby": True, "turn": 1}),
    ("MBkAADAAEAAA", {"scores": (2, 3), "jacoby": True, "turn": 1, "doubled": True}),
    ("QImlAAAAAAAE", {"length": 5, "owner": 1, "dice": (3, 1)}),
    ("UAkAAAAAAAAE", {"owner": 0}),
    ("MAEgAAAAAAAE", {"length": 1, "turn": 1}),
)

_PARTS = ("turn", "dice", "doubled", "cube", "owner", "scores", "length", "crawford", "jacoby")


def gnu_id_of(key):
    """The letters of these bytes, also where no board would write them."""
    return b2a_base64(key).decode().rstrip("=\n")


def money_match_id(bits):
    """The Match ID of the start of a money session, with bits {number: value} changed."""
    key = bytearray(9)
    for bit in (4, 5, 8):  # nobody owns the cube, a game is being played
        key[bit >> 3] |= 1 << (bit & 7)
    for bit in bits:
        key[bit >> 3] &= ~(1 << (bit & 7))
        key[bit >> 3] |= bits[bit] << (bit & 7)
    return gnu_id_of(key)


def test_the_start_has_the_known_position_id():
    assert gnu_id.position_id(position.start()) == _START
    assert gnu_id.from_position_id(_START) == position.start()
    assert gnu_id.from_position_id("  4HPwATDgc/ABMA\n") == position.start()


def test_position_ids_are_those_of_gnubg():
    """The opponent's half comes first."""
    for line in data_lines("gnubg_texts.jsonl"):
        line = json.loads(line)
        pos = position.of(line["pos"])
        assert gnu_id.position_id(pos) == line["posid"]
        assert gnu_id.from_position_id(line["posid"]) == pos


def test_a_full_position_id_uses_all_its_bits():
    pos = position.empty()
    pos[25] = 15
    pos[0] = -15
    text = gnu_id.position_id(pos)
    assert gnu_id.from_position_id(text) == pos
    pos[25] = 0
    assert gnu_id.from_position_id(gnu_id.position_id(pos)) == pos


def test_an_impossible_position_has_no_id():
    pos = position.start()
    pos[6] += 1
    with raises(PositionError, "16"):
        gnu_id.position_id(pos)


def test_what_is_no_position_id_is_refused():
    refusals = (
        ("", "14 letters"),
        (_START + "=", "14 letters"),
        (_START[:-1], "14 letters"),
        ("4HPwATDgc/AB A", "' ' is not one of its letters"),
        ("4HPwATDgc/ABM\u00e4", "is not one of its letters"),
        ("\u017fHPwATDgc/ABMA", "is not one of its letters"),  # its capital is an S
        ("4HPwATDgc/ABM.", "'.' is not one of its letters"),
        ("4HPwATDgc/ABM=", "'=' is not one of its letters"),
        ("4HPwATDgc/ABMB", "the last letter cannot be 'B'"),
        ("/////////////w", "more than 15 checkers"),
    )
    for text, reason in refusals:
        with raises(NotationError, reason):
            gnu_id.from_position_id(text)


def test_impossible_positions_of_an_id_are_named():
    with raises(NotationError, "both sides have checkers"):
        gnu_id.from_position_id(gnu_id_of(b"\x01\x00\x00\x00\x00\x00\x02\x00\x00\x00"))
    with raises(NotationError, "behind the last point"):
        gnu_id.from_position_id(gnu_id_of(b"\x01\x00\x00\x00\x00\x00\x00\x00\x00\x80"))
    with raises(PositionError, "both sides have borne off"):
        gnu_id.from_position_id("AAAAAAAAAAAAAA")


def test_match_ids_are_those_of_gnubg():
    for text, parts in _PRINTED:
        assert gnu_id.match_id(Situation(**parts)) == text, parts


def test_match_ids_are_read():
    for text, parts in _PRINTED:
        read = gnu_id.from_match_id(text)
        meant = Situation(**parts)
        for part in _PARTS:
            assert getattr(read, part) == getattr(meant, part), (text, part)
        assert read.position == position.start()


def test_the_larger_die_is_written_first():
    """As gnubg does; what is read keeps the order of the text."""
    assert gnu_id.match_id(Situation(dice=(3, 5))) == gnu_id.match_id(Situation(dice=(5, 3)))
    assert gnu_id.from_match_id(gnu_id.match_id(Situation(dice=(3, 5)))).dice == (5, 3)


def test_jacoby_means_nothing_in_a_match():
    with_jacoby = Situation(length=7, jacoby=True)
    assert gnu_id.match_id(with_jacoby) == gnu_id.match_id(Situation(length=7))
    assert not gnu_id.from_match_id(gnu_id.match_id(with_jacoby)).jacoby


def test_a_match_to_one_point_has_no_crawford_game():
    text = gnu_id.match_id(Situation(length=1, crawford=True))
    assert text == gnu_id.match_id(Situation(length=1))
    assert not gnu_id.from_match_id(text).crawford


def test_a_gnubg_id_holds_position_and_match():
    text = "4HNwAITxDA6AAQ:AYHlADAAEAAE"
    read = gnu_id.from_gnubg_id(text)
    assert read.turn == 1 and read.dice == (3, 1)
    assert gnu_id.position_id(read.position) == "4HNwAITxDA6AAQ"
    assert gnu_id.gnubg_id(read) == text
    alone = gnu_id.from_gnubg_id("4HNwAITxDA6AAQ")
    assert gnu_id.position_id(alone.position) == "4HNwAITxDA6AAQ"
    assert (alone.length, alone.dice, alone.cube) == (0, None, 1)
    with raises(NotationError, "a colon"):
        gnu_id.from_gnubg_id(text + ":")


def test_a_position_id_that_is_full_of_checkers_to_its_last_bit_is_refused():
    with raises(PositionError, "the opponent has 75 checkers"):
        gnu_id.from_position_id("/3//f/9//3//fw")
    with raises(NotationError, "more than 15 checkers"):
        gnu_id.from_position_id("/" * 13 + "w")


def test_what_is_no_match_id_is_refused():
    refusals = (
        ("", "12 letters"),
        (_START, "12 letters"),
        ("cInuAAAAAA!E", "'!' is not one of its letters"),
        (money_match_id({8: 0}), "no game has begun"),
        (money_match_id({8: 0, 9: 1}), "the game is over"),
        (money_match_id({9: 1}), "the game was resigned"),
        (money_match_id({8: 0, 10: 1}), "a double was dropped"),
        (money_match_id({10: 1}), "no game state 5"),
        (money_match_id({13: 1}), "a resignation is on offer"),
        (money_match_id({4: 0}), "nobody owns the cube"),
        (money_match_id({6: 1}), "the player to decide"),
        (money_match_id({12: 1}), "the player to decide"),
        (money_match_id({15: 1}), "the dice are 1 and 0"),
        (money_match_id({15: 1, 16: 1, 17: 1, 18: 1}), "the dice are 7 and 1"),
        (money_match_id({7: 1}), "no Crawford game"),
        (money_match_id({70: 1}), "behind the last field"),
        (money_match_id({21: 1, 36: 1}), "the match is over"),
    )
    for text, reason in refusals:
        with raises(NotationError, reason):
            gnu_id.from_match_id(text)
    assert gnu_id.from_match_id(money_match_id({})).cube == 1


def test_what_a_match_id_cannot_say_is_refused():
    with raises(NotationError, "beavered"):
        gnu_id.match_id(Situation(doubled=True, beavered=True, beavers=1))
    with raises(NotationError, "cannot hold a cube of 65536"):
        gnu_id.match_id(Situation(cube=65536, max_cube=20))
