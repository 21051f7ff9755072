"""What the devices' kernel makes of frames, the same on every runtime."""

from array import array
from binascii import crc32

from picogammon.devices import kernel


def _bytes(seed, size):
    return bytearray([(i * i + seed * 7 + i * seed) * 31 >> 2 & 255 for i in range(size)])


def test_frames_in_every_order_and_dimmed():
    crc = 0
    for seed in range(20):
        rgb = _bytes(seed, 3 * (seed + 1))
        for order in (b"\x01\x00\x02", b"\x00\x01\x02", b"\x02\x01\x00"):
            wire = bytearray(len(rgb))
            frame = bytearray(len(rgb))
            few = 1 + seed % 3 * 4
            whole = kernel.fill(wire, frame, rgb, order, 4096, few)
            assert frame == rgb
            assert [wire[i] for i in range(len(wire))] == [
                rgb[i - i % 3 + order[i % 3]] for i in range(len(rgb))
            ]
            assert whole == sum(rgb)
            least = kernel.fill(wire, frame, rgb, order, 0, few)
            scale = 4096 - 200 * seed
            dimmed = kernel.fill(wire, frame, rgb, order, scale, few)
            assert dimmed == sum(wire) and frame == rgb
            assert dimmed <= least + ((whole - least) * scale >> 12) + 2 * (seed + 1)
            crc = crc32(array("i", (least,)), crc32(wire, crc))
    assert crc == 0x372AE1A1


def test_a_dimmed_light_keeps_its_first_steps_and_the_shares_of_its_colours():
    rgb = bytes((8, 3, 1, 248, 124, 31, 0, 0, 9, 0, 0, 0))
    for scale, wanted in (
        (4096, rgb),
        (2048, bytes((8, 3, 1, 128, 64, 16, 0, 0, 8, 0, 0, 0))),
        (0, bytes((8, 3, 1, 8, 4, 1, 0, 0, 8, 0, 0, 0))),
    ):
        wire = bytearray(12)
        assert kernel.fill(wire, bytearray(12), rgb, b"\x00\x01\x02", scale, 8) == sum(wanted)
        assert wire == wanted


def test_spans_of_what_differs():
    crc = 0
    for seed in range(60):
        old = _bytes(1, 96)
        new = bytearray(old)
        for i in range(seed % 7):
            new[(seed * seed * (i + 3) + 11 * i) % 96] ^= 1 + i
        for at, end in ((0, 96), (5, 90), (32, 64), (40, 40)):
            for gap in (0, 3, 8):
                crc = crc32(array("i", (kernel.span(new, old, at, end, gap),)), crc)
    assert crc == 0x5895728D


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
    for different, gap, wanted in spans:
        new = bytearray(old)
        for at in different:
            new[at] = 255
        assert kernel.span(new, old, 0, 12, gap) == wanted, (different, gap)


def test_copies():
    new = _bytes(3, 64)
    old = bytearray(64)
    line = bytearray(17)
    kernel.copy(new, old, line, 30, 16)
    assert line[1:] == old[30:46] == new[30:46]
    assert line[0] == 0 and not any(old[:30]) and not any(old[46:])
