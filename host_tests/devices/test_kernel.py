"""What the devices' kernel makes of frames, the same on every runtime."""

from array import array
from binascii import crc32

from picogammon.devices import kernel


def _bytes(seed, size):
    return bytearray([(i * i + seed * 7 + i * seed) * 31 >> 2 & 255 for i in range(size)])


def test_a_dimmed_light_keeps_its_first_steps_and_the_shares_of_its_colours():
    rgb = bytes((8, 3, 1, 248, 124, 31, 0, 0, 9, 0, 0, 0))
    for scale, wanted in (
        (4096, (3, 8, 1, 124, 248, 31, 0, 0, 9, 0, 0, 0)),
        (2048, (3, 8, 1, 64, 128, 16, 0, 0, 8, 0, 0, 0)),
        (0, (3, 8, 1, 4, 8, 1, 0, 0, 8, 0, 0, 0)),
    ):
        wire, frame = bytearray(12), bytearray(12)
        assert kernel.fill(wire, frame, rgb, b"\x01\x00\x02", scale, 8) == sum(wanted)
        assert wire == bytes(wanted) and frame == rgb


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
