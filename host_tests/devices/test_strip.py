"""The strip: which light belongs to which place, and what goes over the wire for a frame."""

from fakes.wires import Wire
from picogammon.devices.strip import TIMING, Strip, Wiring
from portable import native, no_allocation, raises

_PLENTY_MA = 100_000


def _strip(lights, **how):
    wire = Wire()
    how.setdefault("budget_ma", _PLENTY_MA)
    return wire, Strip(wire.bitstream, "pin 28", lights, **how)


def _sent(strip, wire, rgb):
    strip.show(bytearray(rgb))
    return wire.sent[-1][3]


_HIGH_NS = ((220, 380), (580, 750))  # of a 0, of a 1: what WS2812B, newer ones and SK6812 all take


def test_sends_at_times_that_all_kinds_of_lights_take_or_at_those_of_the_board():
    for how in ({}, {"timing": (350, 900, 800, 450)}):
        wire, strip = _strip(1, **how)
        strip.show(bytearray(3))
        wanted = how.get("timing", TIMING)
        assert wire.sent == [("pin 28", 0, wanted, b"\x00\x00\x00")]
    for time, (least, most) in zip((TIMING[0], TIMING[2]), _HIGH_NS):
        assert least <= time <= most


def test_light_goes_out_as_it_is_in_the_order_of_the_wire():
    wire, strip = _strip(256, ma_per_channel=1)
    frame = bytearray(3 * 256)
    for i in range(256):
        frame[3 * i] = i
    light = _sent(strip, wire, frame)
    for i in range(256):
        assert light[3 * i : 3 * i + 3] == bytes((0, i, 0)), "GRB, where none is given"
    for order in ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR"):
        wire, strip = _strip(2, order=order)
        light = _sent(strip, wire, b"\xff\x00\x00\x00\xff\x80")
        for i in range(2):
            wanted = {"R": (255, 0), "G": (0, 255), "B": (0, 128)}
            assert light[3 * i : 3 * i + 3] == bytes([wanted[colour][i] for colour in order])


def test_an_order_a_frame_and_a_budget_that_do_not_fit_the_strip_are_refused():
    for order in ("GRBW", "RGG", "grb", ""):
        with raises(ValueError, "order"):
            _strip(1, order=order)
    wire, strip = _strip(24)
    with raises(ValueError, "72 bytes, not 71"):
        strip.show(bytearray(71))
    assert not wire.sent
    with raises(ValueError, "20 mA is not enough for 24 lights"):
        _strip(24, budget_ma=20)


def test_the_same_frame_is_sent_again_only_if_that_is_asked_for():
    wire, strip = _strip(24, budget_ma=60)
    strip.resend()
    assert not wire.sent
    frame = bytearray(range(72))
    for _ in range(3):
        strip.show(frame)
    assert len(wire.sent) == 1
    strip.resend()
    assert len(wire.sent) == 2 and wire.sent[0] == wire.sent[1]
    frame[5] ^= 1
    strip.show(frame)
    strip.show(bytearray(frame))
    assert len(wire.sent) == 3


def test_no_frame_draws_more_than_the_budget():
    seed = 12345
    for lights, budget in ((24, 400), (24, 60), (120, 400), (140, 2000)):
        wire, strip = _strip(lights, budget_ma=budget)
        frame = bytearray(3 * lights)
        for mask in (255, 255, 7, 255, 63, 1, 255):
            for i in range(len(frame)):
                seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
                frame[i] = (seed >> 12) & mask
            light = _sent(strip, wire, frame)
            assert lights + sum(light) * 20 / 255 <= budget, (lights, budget, mask)


def test_over_budget_the_frame_dims_as_a_whole_and_is_bright_again_once_there_is_room():
    wire, strip = _strip(24, budget_ma=400)
    light = _sent(strip, wire, b"\xff" * 72)
    assert 390 <= 24 + sum(light) * 20 / 255 <= 400, "the budget is used"
    light = _sent(strip, wire, b"\xff\xff\xff" * 23 + b"\x20\x60\x00")
    white = set(light[: 3 * 23])
    assert len(white) == 1 and 50 < min(white) < 80
    green, red, blue = light[-3:]
    assert 1 < green < 0x60 and blue == 0
    assert abs(3 * red - green) <= 0.3 * green
    assert _sent(strip, wire, b"\xff\x00\x00" + b"\x00" * 69)[:3] == b"\x00\xff\x00"


def test_a_pulsing_light_does_not_make_the_others_tremble():
    wire, strip = _strip(24, budget_ma=400)
    frame = bytearray(b"\xc0" * 72)
    for level in list(range(255, 100, -5)):
        frame[0] = level
        strip.show(frame)
    assert len({sent[3][3:] for sent in wire.sent}) == 1
    assert len({sent[3][:3] for sent in wire.sent}) > 10


@native
def test_show_allocates_nothing():
    wire, strip = _strip(140, budget_ma=400)
    dim, bright = bytearray(b"\x20" * 420), bytearray(b"\xff" * 420)
    wire.most = 0
    with no_allocation():
        strip.show(dim)
        strip.show(bright)
        strip.show(bright)
        strip.show(dim)
    assert wire.count == 3


def test_dimmed_a_light_keeps_its_hue_down_to_its_smallest_steps():
    for light in ((255, 76, 0), (0, 64, 255), (90, 0, 30), (7, 7, 7), (40, 4, 0), (3, 1, 0)):
        for budget in range(32, 120, 4):
            wire, strip = _strip(24, budget_ma=budget, order="RGB")
            sent = _sent(strip, wire, bytes(light) * 24)
            assert sum(sent) * 20 / 255 + 24 <= budget
            found = sent[:3]
            assert sent == found * 24
            scale = max(found) / max(light)
            off = 0.1 if max(found) > 1 else 0.5  # one step cannot hold a hue
            assert any(found)
            for one, was in zip(found, light):
                assert abs(one - was * scale) <= off * max(found), (light, budget, tuple(found))


_ROUND = ((1, 24),)
_BAR_OFF_GAPS = (
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
# How a strip is laid: its runs, the lights a point, how many lights in all, and those of some
# places, from the rim inwards.
_LAID = (
    (_ROUND, 1, 24, {1: [0], 2: [1], 24: [23], 0: [], 25: [], 26: [], 27: []}),
    (((12, 1), (13, 24)), 1, 24, {12: [0], 1: [11], 13: [12], 24: [23]}),
    (((13, 24), (12, 1)), 1, 24, {13: [0], 12: [12]}),
    (((3, 3), (1, 1), (2, 2), (4, 24)), 1, 24, {1: [1], 2: [2], 3: [0], 4: [3]}),
    (_ROUND, 5, 120, {1: [0, 1, 2, 3, 4], 24: [115, 116, 117, 118, 119]}),
    (((1, 24, "out"),), 3, 72, {1: [2, 1, 0], 2: [5, 4, 3]}),
    (((1, 12, "in out"), (13, 24)), 2, 48, {1: [0, 1], 2: [3, 2], 13: [24, 25]}),
    (((1, 12), (13, 24, "out in")), 2, 48, {12: [22, 23], 13: [25, 24], 14: [26, 27]}),
    (_BAR_OFF_GAPS, 2, 59, {25: [12, 13], 27: [26, 27], 13: [31, 32], 0: [44, 43], 26: [57, 58]}),
)


def test_each_light_belongs_to_a_place_however_the_strip_is_laid():
    for runs, each, lights, wanted in _LAID:
        wiring = Wiring(runs, each)
        assert wiring.lights == lights
        for place in wanted:
            assert list(wiring.places[place]) == wanted[place], (runs, place)
        lit = sorted([light for place in wiring.places for light in place])
        gap = (28, 29, 30) if runs == _BAR_OFF_GAPS else ()
        assert lit == [light for light in range(lights) if light not in gap], runs


def test_what_is_wrong_is_said():
    for runs, lights_per_point, part in (
        (((1, 23),), 1, "the strip never passes point 24"),
        (((2, 12), (14, 24)), 1, "the strip never passes point 1, 13"),
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
