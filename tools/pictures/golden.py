"""The scenes of the simulator as pictures, and as checksums that every runtime can compare.

A screen is four picture pixels a pixel. A strip is a film: the board as it looks at a few moments,
one below the other.
"""

import json

from PIL import Image

import scenes
from picogammon.app.display import screens
from picogammon.app.display.canvas import USUAL, WIDTH, Canvas, Display
from tools import ROOT

HOST_TESTS = ROOT / "host_tests"
FOLDER = HOST_TESTS / "app" / "golden"
SUMS = HOST_TESTS / "data" / "pictures.jsonl"
SCALE = 4

_INK = (214, 236, 255)
_CELL = 14
_LIGHT = 10
_UNLIT = (58, 58, 62)
_GROUND = (0, 0, 0)
# as a screen wants it, a little brighter: a light looks so beside a page
_GLOW = [round(255 * (value / 255) ** 0.3) for value in range(256)]


def glow(value):
    """How bright a picture shows a light's value, 0..255 both."""
    return _GLOW[value]


def screen(view, display=USUAL, leaf=0):
    """The OLED as a picture; `leaf`: of what does not fit on it."""
    canvas = Canvas(display)
    canvas.leaf = leaf
    screens.draw(view, canvas)
    height = display.height
    image = Image.new("RGB", (WIDTH, height))
    for y in range(height):
        for x in range(WIDTH):
            if canvas.get(x, y):
                image.putpixel((x, y), _INK)
    return image.resize((WIDTH * SCALE, height * SCALE), Image.Resampling.NEAREST)


def film(view, wiring):
    """The board's lights at each of scenes.MOMENTS."""
    rows = 2 * wiring.lights_per_point + 1
    height = rows * _CELL + 6
    image = Image.new("RGB", (15 * _CELL, len(scenes.MOMENTS) * height), _GROUND)
    for i, now in enumerate(scenes.MOMENTS):
        frame = scenes.frame(view, wiring, now)
        for place, lights in enumerate(wiring.places):
            column, low = _where(place)
            for step, light in enumerate(lights):
                row = rows - 1 - step if low else step
                colour = tuple(glow(value) for value in frame[3 * light : 3 * light + 3])
                x, y = column * _CELL + 2, i * height + row * _CELL + 5
                if any(colour):
                    image.paste(colour, (x, y, x + _LIGHT, y + _LIGHT))
                else:
                    image.paste(_UNLIT, (x + 4, y + 4, x + 6, y + 6))
    return image


def _where(place):
    """A place's column on the picture, and whether it is in the lower half."""
    if place == 0 or place == 25:
        return 6, place == 25
    if place > 25:
        return 14, place == 26
    column = 12 - place if place <= 12 else place - 13
    return column + (column >= 6), place <= 12


def pictures():
    """(file name, picture) of every golden picture."""
    for name, make in scenes.SCENES:
        yield f"{name}.png", screen(make())
    for name, make in scenes.LOW_SCENES:
        yield f"low_{name}.png", screen(make(), scenes.LOW)
    boards = dict(scenes.boards())
    for name, make in scenes.SCENES:
        if name in scenes.FILMED:
            for board, wiring in boards.items():
                yield f"{name}_{board}.png", film(make(), wiring)


def write():
    """Makes all golden pictures and the checksums anew; yields the paths that were written."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, image in pictures():
        path = FOLDER / name
        image.save(path, optimize=True)
        yield path
    SUMS.parent.mkdir(exist_ok=True)
    SUMS.write_text("".join(json.dumps(pair) + "\n" for pair in scenes.sums()))
    yield SUMS


def sheet(columns=3, height=USUAL.height):
    """All screens on one picture, as a display of that height shows them."""
    shown = scenes.LOW_SCENES if height < USUAL.height else scenes.SCENES
    images = [screen(make(), Display(height)) for _, make in shown]
    width, height = WIDTH * SCALE + 8, height * SCALE + 8
    rows = -(-len(images) // columns)
    whole = Image.new("RGB", (columns * width, rows * height), (70, 70, 70))
    for i, image in enumerate(images):
        whole.paste(image, (i % columns * width + 4, i // columns * height + 4))
    return whole
