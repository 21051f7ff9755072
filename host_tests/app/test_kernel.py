"""The display's kernels and their twins do the same to the last bit, wherever a drawing lies."""

from array import array

from picogammon.app.display import font, lights, lights_twin, pixels_twin
from picogammon.app.display.canvas import CLEAR, INVERT, SET
from picogammon.app.display.luminances import LUMINANCES
from picogammon.ground.native import VIPER
from portable import native

if VIPER:
    from picogammon.app.display import lights_kernel, pixels_kernel

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


def _both(name, *args):
    """Calls the function of both on a picture; they must return and leave the same."""
    ours = _picture()
    theirs = _picture()
    assert getattr(pixels_kernel, name)(ours, *args) == getattr(pixels_twin, name)(theirs, *args), (
        args
    )
    assert ours == theirs, args


@native
def test_boxes():
    n = Numbers()
    for _ in range(300):
        box = [n.between(-20, 140), n.between(-20, 80), n.between(-3, 150), n.between(-3, 80)]
        mode = _MODES[n.below(3)]
        _both("box", *box, mode)
        _both("plate", *box, mode)


@native
def test_dimmed_boxes():
    n = Numbers()
    for _ in range(100):
        box = [n.between(-20, 140), n.between(-20, 80), n.between(0, 60), n.between(0, 40)]
        _both("dim", *box)


@native
def test_bitmaps():
    n = Numbers()
    data = bytes([i * 59 & 255 for i in range(64)])
    for _ in range(300):
        at, x, y = n.below(20), n.between(-20, 140), n.between(-30, 80)
        width, pages, mode = n.between(0, 11), n.between(0, 4), _MODES[n.below(3)]
        _both("bitmap", data, at, x, y, width, pages, mode)


@native
def test_pictures():
    data = bytes([i * 59 & 255 for i in range(64)])
    _both("pictures", data, 4, b"\x00\x05\x0f\x02", b"\x00\x40\x7e\x90", b"\x00\x27\x3c\x09")


@native
def test_texts():
    n = Numbers()
    for _ in range(200):
        a_font, string = _FONTS[n.below(3)], _STRINGS[n.below(len(_STRINGS))]
        x, y, mode = n.between(-40, 130), n.between(-20, 70), _MODES[n.below(3)]
        _both("text", a_font, string, x, y, mode)


@native
def test_what_fits():
    for a_font in _FONTS:
        for string in _STRINGS:
            for room in range(0, 60):
                args = a_font, string, room
                assert pixels_kernel.fitting(*args) == pixels_twin.fitting(*args)


@native
def test_lights():
    n = Numbers()
    for turn in range(100):
        palette = turn % len(lights.COLOURS)
        how = lights.COLOURS[palette], lights.GAINS[palette], LUMINANCES
        levels = [n.below(256) if n.below(3) else 0 for _ in range(24)]
        hues = bytes([3 * n.below(3) for _ in range(24)])
        scale, least = n.below(256), n.below(20)
        frames = []
        for module in (lights_kernel, lights_twin):
            left = bytearray(levels)
            rgb = bytearray(b"\xaa" * 72)
            module.scale(left, scale, least)
            scaled = bytes(left)
            module.mix(rgb, left, hues, *how)
            assert left == bytearray(24)
            frames.append((scaled, rgb))
        assert frames[0] == frames[1]


@native
def test_lights_of_stacks():
    n = Numbers()
    for turn in range(50):
        alone = bytes([(5 * place + turn) % 28 if n.below(4) else 0 for place in range(28)])
        checkers = array("b", [n.between(-15, 15) for _ in range(26)]) + array("b", bytes(2))
        marks = bytes([n.below(7) if n.below(3) == 0 else 0 for _ in range(28)])
        found = []
        for module in (lights_kernel, lights_twin):
            levels, hues = bytearray(27), bytearray(27)
            args = alone, checkers, marks, bytes(range(0, 256, 36)), 3
            found.append((module.stacks(levels, hues, *args), levels, hues))
        assert found[0] == found[1]


@native
def test_positions_seen_by_either_side():
    n = Numbers()
    for turn in range(50):
        pos = array("b", [n.between(-3, 3) for _ in range(26)])
        found = []
        for module in (lights_kernel, lights_twin):
            checkers, counts = array("b", bytes(26)), array("h", bytes(8))
            module.see(pos, checkers, counts, turn & 1)
            found.append((bytes(checkers), list(counts)))
        assert found[0] == found[1]
