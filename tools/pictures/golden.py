"""The simulator's scenes as golden pictures, and as checksums that every runtime can compare.

A picture is a sheet of screens or films, each below its scene's name. A film shows the board's
lights at a few moments.
"""

import json

from PIL import Image

import scenes
from picogammon.app.display import screens
from picogammon.app.display.canvas import USUAL, WIDTH, Canvas
from picogammon.app.display.font import TEXT
from tools import ROOT
from tools.board_shape import seen

HOST_TESTS = ROOT / "host_tests"
FOLDER = HOST_TESTS / "app" / "golden"
DOCS = ROOT / "docs" / "screens"
IN_DOCS = "clock decision graded guide hint large_double_roll seal why".split()  # of docs/screens
SUMS = HOST_TESTS / "data" / "pictures.jsonl"
SCALE = 4

_INK = (214, 236, 255)
_CELL = 14
_LIGHT = 10
_UNLIT = (58, 58, 62)
_GROUND = (0, 0, 0)
_BETWEEN = (70, 70, 70)
_COLUMNS = 5
_MARGIN = 8
_TITLE = 20
# Brighter, as a light looks next to a page.
_GLOW = [round(255 * (value / 255) ** 0.3) for value in range(256)]


def glow(value):
    """Returns the brightness in a picture of a light's value, both 0..255."""
    return _GLOW[value]


def screen(view, display=USUAL):
    """Returns the OLED as a picture."""
    canvas = Canvas(display)
    screens.draw(view, canvas)
    return _dots(canvas, display.height, SCALE)


def _dots(canvas, height, scale):
    image = Image.new("RGB", (WIDTH, height))
    for y in range(height):
        for x in range(WIDTH):
            if canvas.get(x, y):
                image.putpixel((x, y), _INK)
    return image.resize((WIDTH * scale, height * scale), Image.Resampling.NEAREST)


def film(view, wiring):
    """Returns the board's lights at each of scenes.MOMENTS, one below the other."""
    rows = 2 * wiring.lights_per_point + 1
    height = rows * _CELL + 6
    image = Image.new("RGB", (15 * _CELL, len(scenes.MOMENTS) * height), _GROUND)
    for i, now in enumerate(scenes.MOMENTS):
        frame = scenes.frame(view, wiring, now)
        for place, lights in enumerate(wiring.places):
            column, low = seen(place)
            column += column // 13  # a gap before the trays
            for step, light in enumerate(lights):
                row = rows - 1 - step if low else step
                colour = tuple(glow(value) for value in frame[3 * light : 3 * light + 3])
                x, y = column * _CELL + 2, i * height + row * _CELL + 5
                if any(colour):
                    image.paste(colour, (x, y, x + _LIGHT, y + _LIGHT))
                else:
                    image.paste(_UNLIT, (x + 4, y + 4, x + 6, y + 6))
    return image


def sheets():
    """Returns {file name: {cell's name: picture}} of the golden sheets."""
    found = {"screens.png": screens_of(USUAL), "low.png": screens_of(scenes.LOW)}
    for board, wiring in scenes.boards():
        filmed = [(name, make) for name, make in scenes.SCENES if name in scenes.FILMED]
        found[f"lights_{board}.png"] = {name: film(make(), wiring) for name, make in filmed}
    return found


def screens_of(display):
    """Returns {name: picture} of all scenes that a display can show."""
    shown = scenes.SCENES if display.height >= USUAL.height else scenes.LOW_SCENES
    return {name: screen(make(), display) for name, make in shown}


def sheet(cells):
    """Returns one picture of equal pictures, each below its name."""
    boxes = places(cells)
    right = max(box[2] for box in boxes.values())
    lower = max(box[3] for box in boxes.values())
    whole = Image.new("RGB", (right + _MARGIN, lower + _MARGIN), _BETWEEN)
    for name, box in boxes.items():
        whole.paste(_titled(name).crop((0, 0, box[2] - box[0], _TITLE)), (box[0], box[1] - _TITLE))
        whole.paste(cells[name], box)
    return whole


def places(cells):
    """Returns {cell's name: (left, upper, right, lower)} of the pictures on the sheet."""
    width, height = next(iter(cells.values())).size
    found = {}
    for i, name in enumerate(cells):
        x = i % _COLUMNS * (width + _MARGIN) + _MARGIN
        y = i // _COLUMNS * (height + _TITLE + _MARGIN) + _TITLE
        found[name] = (x, y, x + width, y + height)
    return found


def _titled(name):
    canvas = Canvas()
    canvas.text(TEXT, name, 0, 1)
    return _dots(canvas, USUAL.height, 2)


def write():
    """Makes all golden pictures and the checksums again; yields the paths."""
    for folder in (FOLDER, DOCS):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()
    for name, cells in sheets().items():
        yield _saved(sheet(cells), FOLDER / name)
    for name in IN_DOCS:
        yield _saved(screens_of(USUAL)[name], DOCS / f"{name}.png")
    SUMS.parent.mkdir(exist_ok=True)
    SUMS.write_text("".join(json.dumps(pair) + "\n" for pair in scenes.sums()))
    yield SUMS


def _saved(picture, path):
    picture.save(path, optimize=True)
    return path
