"""Wiring: which light belongs to which place, for every way of laying a strip."""

from picogammon.devices.wiring import Wiring
from portable import raises

_ROUND = ((1, 24),)


def _light_of(wiring):
    """{light: (place, its number from the rim inwards)}"""
    return {
        wiring.places[place][i]: (place, i)
        for place in range(28)
        for i in range(len(wiring.places[place]))
    }


def test_the_reference_goes_round_the_board():
    wiring = Wiring(_ROUND)
    assert wiring.lights == 24
    assert [list(wiring.places[point]) for point in range(1, 25)] == [[i] for i in range(24)]
    assert wiring.places[0] == wiring.places[25] == wiring.places[26] == wiring.places[27] == b""


def test_a_run_may_count_down():
    wiring = Wiring(((12, 1), (13, 24)))
    assert wiring.places[12] == b"\x00" and wiring.places[1] == b"\x0b"
    assert wiring.places[13] == b"\x0c" and wiring.places[24] == b"\x17"


def test_two_rows_that_begin_at_the_same_side():
    wiring = Wiring(((13, 24), (12, 1)))
    assert wiring.places[13] == b"\x00" and wiring.places[12] == b"\x0c"


def test_several_lights_a_point_all_inwards():
    wiring = Wiring(_ROUND, 5)
    assert wiring.lights == 120
    assert list(wiring.places[1]) == [0, 1, 2, 3, 4]
    assert list(wiring.places[24]) == [115, 116, 117, 118, 119]


def test_all_outwards():
    wiring = Wiring(((1, 24, "out"),), 3)
    assert list(wiring.places[1]) == [2, 1, 0] and list(wiring.places[2]) == [5, 4, 3]


def test_a_snake():
    wiring = Wiring(((1, 12, "in out"), (13, 24, "out in")), 4)
    assert list(wiring.places[1]) == [0, 1, 2, 3] and list(wiring.places[2]) == [7, 6, 5, 4]
    assert list(wiring.places[13]) == [51, 50, 49, 48] and list(wiring.places[14]) == [
        52,
        53,
        54,
        55,
    ]


def test_bar_off_and_gaps():
    runs = (
        (1, 6),
        ("bar", 0),
        (7, 12),
        ("off", 1),
        ("gap", 3),
        (13, 18),
        ("bar", 1, "out"),
        (19, 24),
        ("off", 0),
    )
    wiring = Wiring(runs, 2)
    assert wiring.lights == 2 * 28 + 3
    assert list(wiring.places[25]) == [12, 13]
    assert list(wiring.places[27]) == [26, 27]
    assert list(wiring.places[13]) == [31, 32]
    assert list(wiring.places[0]) == [44, 43]
    assert list(wiring.places[26]) == [57, 58]
    assert sorted(_light_of(wiring)) == [i for i in range(59) if i not in (28, 29, 30)]


def test_a_run_may_be_a_single_point():
    runs = tuple((point, point) for point in (3, 1, 2)) + ((4, 24),)
    wiring = Wiring(runs)
    assert [list(wiring.places[point]) for point in (1, 2, 3, 4)] == [[1], [2], [0], [3]]


def test_what_is_wrong_is_said():
    for runs, lights_per_point, part in (
        (((1, 12),), 1, "never passes point 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24"),
        (((1, 24), (5, 5)), 1, "(5, 5): the strip passes point 5 twice"),
        (((1, 24), ("bar", 0), ("bar", 0)), 1, "passes bar 0 twice"),
        (((0, 23),), 1, "(0, 23): a run goes from a point to a point"),
        (((1, 25),), 1, "1 to 24"),
        (((1, "24"),), 1, "1 to 24"),
        ((("bar", 2),), 1, "0 or 1"),
        ((("home", 0),), 1, "0 or 1"),
        (((1, 24, "zigzag"),), 1, "the way must be one of in, out, in out, out in"),
        (((1,),), 1, "a run is (first, last)"),
        ((7,), 1, "not 7"),
        (((1, 24, "in", 3),), 1, "a run is (first, last)"),
        ("1-24", 1, "a tuple of runs"),
        (None, 1, "a tuple of runs"),
        ((("gap", 0), (1, 24)), 1, "at least one light"),
        ((("gap", "x"), (1, 24)), 1, "at least one light"),
        ((("gap", 300), (1, 24)), 1, "longer than 256"),
        (_ROUND, 0, "must be 1 to 5, not 0"),
        (_ROUND, 6, "must be 1 to 5, not 6"),
    ):
        with raises(ValueError, part):
            Wiring(runs, lights_per_point)


def test_a_point_without_a_light_is_named_also_the_first_and_the_last():
    for runs, missing in ((((2, 24),), "1"), (((1, 23),), "24"), (((2, 12), (14, 24)), "1, 13")):
        with raises(ValueError) as refused:
            Wiring(runs)
        assert str(refused.error) == "the strip never passes point " + missing
