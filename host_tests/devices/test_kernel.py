"""The devices' kernel and its twin do the same to the last bit."""

from picogammon.devices import twin
from picogammon.ground.native import VIPER
from portable import native

if VIPER:
    from picogammon.devices import kernel


def _bytes(seed, size):
    return bytearray([(i * i + seed * 7 + i * seed) * 31 >> 2 & 255 for i in range(size)])


@native
def test_frames_in_every_order_and_dimmed():
    for seed in range(20):
        rgb = _bytes(seed, 3 * (seed + 1))
        for order in ((1, 0, 2), (0, 1, 2), (2, 1, 0)):
            made = []
            for module in (kernel, twin):
                wire = bytearray(len(rgb))
                frame = bytearray(len(rgb))
                total = module.order(wire, frame, rgb, *order)
                assert frame == rgb
                few = 1 + seed % 3 * 4
                least = module.least(wire, few)
                dimmed = module.dim(wire, 4096 - 200 * seed, few)
                made.append((total, least, dimmed, wire))
            assert made[0] == made[1]
            total, least, dimmed, wire = made[0]
            assert dimmed == sum(wire)
            assert dimmed <= least + ((total - least) * (4096 - 200 * seed) + 4095 >> 12)


@native
def test_spans_of_what_differs():
    for seed in range(60):
        old = _bytes(1, 96)
        new = bytearray(old)
        for i in range(seed % 7):
            new[(seed * seed * (i + 3) + 11 * i) % 96] ^= 1 + i
        for at, end in ((0, 96), (5, 90), (32, 64), (40, 40)):
            for gap in (0, 3, 8):
                args = (new, old, at, end, gap)
                assert kernel.span(*args) == twin.span(*args), args


def test_a_span_is_the_first_stretch_of_what_differs_short_gaps_within():
    old = bytearray(12)
    spans = (
        ((), 0, -1),
        ((0,), 0, 0 << 16 | 0),
        ((0, 2), 1, 0 << 16 | 2),
        ((0, 2), 0, 0 << 16 | 0),
        ((3, 5, 8), 1, 3 << 16 | 5),
        ((3, 5, 8), 2, 3 << 16 | 8),
        ((11,), 3, 11 << 16 | 11),
    )
    for module in (kernel, twin) if VIPER else (twin,):
        for different, gap, wanted in spans:
            new = bytearray(old)
            for at in different:
                new[at] = 255
            assert module.span(new, old, 0, 12, gap) == wanted, (different, gap)


@native
def test_copies():
    new = _bytes(3, 64)
    made = []
    for module in (kernel, twin):
        old = bytearray(64)
        line = bytearray(17)
        module.copy(new, old, line, 30, 16)
        assert line[1:] == old[30:46] == new[30:46]
        made.append((old, line))
    assert made[0] == made[1]
