"""The devices' kernel: what changes in a frame, and how it is dimmed, the same on every runtime."""

from picogammon.devices import kernel


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


def test_a_span_is_the_first_stretch_of_what_differs_short_gaps_within():
    for different, at, end, gap, wanted in (
        ((), 0, 12, 0, -1),
        ((0,), 0, 12, 0, 0 << 16 | 0),
        ((0, 2), 0, 12, 1, 0 << 16 | 2),
        ((0, 2), 0, 12, 0, 0 << 16 | 0),
        ((3, 5, 8), 0, 12, 1, 3 << 16 | 5),
        ((3, 5, 8), 0, 12, 2, 3 << 16 | 8),
        ((3, 5, 8), 4, 8, 2, 5 << 16 | 5),
        ((11,), 0, 12, 3, 11 << 16 | 11),
        ((5,), 5, 5, 3, -1),
    ):
        new, old = bytearray(12), bytearray(12)
        for place in different:
            new[place] = 255
        assert kernel.span(new, old, at, end, gap) == wanted, (different, gap)


def test_a_copy_goes_to_the_line_and_to_the_old_frame_and_nowhere_else():
    new = bytearray(range(1, 65))
    old = bytearray(64)
    line = bytearray(17)
    kernel.copy(new, old, line, 30, 16)
    assert line == b"\x00" + new[30:46]
    assert old == bytes(30) + new[30:46] + bytes(18)
