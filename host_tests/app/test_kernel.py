"""What the display's kernels draw and light, the same on every runtime, wherever it lies."""

from array import array
from binascii import crc32

from picogammon.app.display import font, lights, lights_kernel, pixels_kernel
from picogammon.app.display.canvas import CLEAR, INVERT, SET
from picogammon.app.display.luminances import LUMINANCES

_MODES = (CLEAR, SET, INVERT)
_FONTS = (font.TEXT, font.SMALL, font.BIG)
_STRINGS = ("", "7", "HELLO, world", "0123456789", "é·…", "a\tb~\x7f")


class Numbers:
    """Numbers that look like chance and are always the same."""

    def __init__(self):
        self._state = 1

    def below(self, n):
        self._state = (self._state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self._state >> 12) % n

    def between(self, low, high):
        return low + self.below(high - low + 1)


def _picture():
    return bytearray([(i * 37 + (i >> 3)) & 255 for i in range(1024)])


class Drawings:
    """Drawings by a kernel, each on a picture of its own, and a checksum of all of them."""

    def __init__(self):
        self.crc = 0

    def draw(self, function, *args):
        picture = _picture()
        function(picture, *args)
        self.crc = crc32(picture, self.crc)


def test_boxes_are_the_same_on_every_runtime():
    n = Numbers()
    drawings = Drawings()
    for _ in range(300):
        box = [n.between(-20, 140), n.between(-20, 80), n.between(-3, 150), n.between(-3, 80)]
        mode = _MODES[n.below(3)]
        drawings.draw(pixels_kernel.box, *box, mode)
        drawings.draw(pixels_kernel.plate, *box, mode)
    assert drawings.crc == 0x3E03BB6B


def test_dimmed_boxes_are_the_same_on_every_runtime():
    n = Numbers()
    drawings = Drawings()
    for _ in range(100):
        box = [n.between(-20, 140), n.between(-20, 80), n.between(0, 60), n.between(0, 40)]
        drawings.draw(pixels_kernel.dim, *box)
    assert drawings.crc == 0x658C6A53


def test_bitmaps_are_the_same_on_every_runtime():
    n = Numbers()
    drawings = Drawings()
    data = bytes([i * 59 & 255 for i in range(64)])
    for _ in range(300):
        at, x, y = n.below(20), n.between(-20, 140), n.between(-30, 80)
        width, pages, mode = n.between(0, 11), n.between(0, 4), _MODES[n.below(3)]
        drawings.draw(pixels_kernel.bitmap, data, at, x, y, width, pages, mode)
    assert drawings.crc == 0x23053B6D


def test_pictures_are_bitmaps_one_after_another():
    data = bytes([i * 59 & 255 for i in range(64)])
    numbers, lefts, tops = b"\x00\x05\x0f\x02", b"\x00\x40\x7e\x90", b"\x00\x27\x3c\x09"
    together, apart = _picture(), _picture()
    pixels_kernel.pictures(together, data, 4, numbers, lefts, tops)
    for number, left, top in zip(numbers, lefts, tops):
        pixels_kernel.bitmap(apart, data, 4 * number, left, top, 4, 1, SET)
    assert together == apart != _picture()


def test_texts_are_the_same_on_every_runtime():
    n = Numbers()
    drawings = Drawings()
    for _ in range(200):
        a_font, string = _FONTS[n.below(3)], _STRINGS[n.below(len(_STRINGS))]
        x, y, mode = n.between(-40, 130), n.between(-20, 70), _MODES[n.below(3)]
        drawings.draw(pixels_kernel.text, a_font, string, x, y, mode)
    assert drawings.crc == 0x5B9F63D7


def test_what_fits_is_as_wide_as_it_is_drawn():
    for a_font in _FONTS:
        for string in _STRINGS:
            ends = [
                pixels_kernel.text(_picture(), a_font, string[:fit], 0, 0, SET)
                for fit in range(len(string) + 1)
            ]
            for room in range(0, 60):
                fit = max([fit for fit, end in enumerate(ends) if end - 1 <= room])
                found = pixels_kernel.fitting(a_font, string, room)
                assert found == fit << 16 | max(ends[fit] - 1, 0), (string, room)


def test_lights_are_the_same_on_every_runtime():
    n = Numbers()
    crc = 0
    for turn in range(100):
        palette = turn % len(lights.COLOURS)
        how = lights.COLOURS[palette], lights.GAINS[palette], LUMINANCES
        levels = bytearray([n.below(256) if n.below(3) else 0 for _ in range(24)])
        hues = bytes([3 * n.below(3) for _ in range(24)])
        rgb = bytearray(b"\xaa" * 72)
        lights_kernel.scale(levels, n.below(256), n.below(20))
        crc = crc32(levels, crc)
        lights_kernel.mix(rgb, levels, hues, *how)
        crc = crc32(rgb, crc)
        assert levels == bytearray(24)
    assert crc == 0x0A74288A


def test_lights_of_stacks_are_the_same_on_every_runtime():
    n = Numbers()
    crc = 0
    for turn in range(50):
        alone = bytes([(5 * place + turn) % 28 if n.below(4) else 0 for place in range(28)])
        checkers = array("b", [n.between(-15, 15) for _ in range(26)]) + array("b", bytes(2))
        marks = bytes([n.below(7) if n.below(3) == 0 else 0 for _ in range(28)])
        levels, hues = bytearray(27), bytearray(27)
        args = alone, checkers, marks, bytes(range(0, 256, 36)), 3
        marked = lights_kernel.stacks(levels, hues, *args)
        assert marked == sum([1 for place in range(28) if alone[place] and marks[place]])
        crc = crc32(hues, crc32(levels, crc))
    assert crc == 0xE6C66305


def test_a_position_seen_by_either_side():
    n = Numbers()
    for turn in range(50):
        pos = array("b", [n.between(-3, 3) for _ in range(26)])
        own, other = [[max(sign * count, 0) for count in pos] for sign in (1, -1)]
        checkers, counts = array("b", bytes(26)), array("h", bytes(8))
        lights_kernel.see(pos, checkers, counts, turn & 1)
        assert list(checkers) == ([-count for count in reversed(pos)] if turn & 1 else list(pos))
        assert list(counts) == [
            sum(own),
            sum(other),
            sum([count * place for place, count in enumerate(own)]),
            sum([count * (25 - place) for place, count in enumerate(other)]),
        ]
