"""The moving picture at the head of README.md: a player's first turn, at four buttons.

The app plays it with known dice; its lights, its OLED and the pressed button are drawn on a board.
"""

import io

from PIL import Image, ImageDraw, ImageFont

from fakes.sitting import Sitting, two_people
from picogammon.app.display.lights import Lights
from picogammon.devices.strip import Wiring
from tools import ROOT
from tools.board_shape import SHAPE, middle
from tools.pictures import golden

TARGET = ROOT / "docs" / "turn.gif"
DICE = ((3, 1),)
PLAY = "play 8/5 6/5"
# (button or "", ms that follow it): roll; walk to 8/5 and move; move; done.
STORY = (
    ("", 1600),
    ("OK", 1800),
    ("NEXT", 1400),
    ("OK", 1900),
    ("OK", 1900),
    ("OK", 2600),
)

_FRAME_MS = 100
_PRESSED_MS = 300
_UNIT = 44  # a point's width
_BAR = round(_UNIT * SHAPE["barWidth"])
_SIZE = (12 * _UNIT + _BAR + 28, 490)
_BOARD = (14, 16, 12 * _UNIT + _BAR + 14, 316)
_OLED_AT = (52, 344)
_OLED_SCALE = 2
_BUTTONS = (("PREV", "PREV", 370), ("NEXT", "NEXT", 432), ("OK", "OK", 494), ("BACK", "BACK", 556))
_BUTTON_Y = 410
_HALO = 22  # pixels around a light

_TABLE = (30, 27, 26)
_WOOD = (72, 48, 32)
_FIELD = (38, 32, 30)
_POINTS = ((58, 44, 40), (84, 66, 54))
_PALE = (198, 186, 172)
_COLOURS = 96


def frames():
    """Yields a picture for each _FRAME_MS of the turn."""
    sitting = Sitting(DICE, two_people(7))
    board = _empty_board()
    lights = Lights(Wiring(((1, 24),)))
    for button, duration in STORY:
        if button:
            sitting.press(button)
        for shown in range(0, duration, _FRAME_MS):
            yield _frame(board, lights, sitting, button if shown < _PRESSED_MS else "")
            sitting.wait(_FRAME_MS)
    if sitting.actions()[-1] != PLAY:
        raise ValueError(f"the turn is not {PLAY}, but {sitting.actions()[-1]}")


def gif():
    """Returns the moving picture's bytes. The same app gives the same bytes."""
    pictures = list(frames())
    palette = _palette(pictures)
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    data = io.BytesIO()
    flat[0].save(
        data,
        "GIF",
        save_all=True,
        append_images=flat[1:],
        duration=_FRAME_MS,
        loop=0,
        optimize=True,
    )
    return data.getvalue()


def write():
    """Writes the moving picture and returns its path."""
    TARGET.write_bytes(gif())
    return TARGET


def _palette(pictures):
    """Returns a picture with a palette for all pictures, made from a sample of them."""
    sample = pictures[:: len(pictures) // 12]
    strip = Image.new("RGB", (_SIZE[0], _SIZE[1] * len(sample)))
    for i, picture in enumerate(sample):
        strip.paste(picture, (0, i * _SIZE[1]))
    return strip.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)


def _frame(board, lights, sitting, pressed):
    """Draws the board, the OLED and the buttons."""
    view = sitting.sees
    image = board.copy()
    rgb = bytearray(3 * 24)
    lights.paint(view, sitting.now, rgb)
    for point in range(1, 25):
        _shine(image, _light_at(point), rgb[3 * point - 3 : 3 * point])
    oled = golden.screen(view)
    size = tuple(side * _OLED_SCALE // golden.SCALE for side in oled.size)
    image.paste(oled.resize(size, Image.Resampling.NEAREST), _OLED_AT)
    pen = ImageDraw.Draw(image)
    for name, label, x in _BUTTONS:
        _button(pen, x, label, name == pressed)
    return image


def _shine(image, at, wire):
    """Adds a light and its halo. `wire`: red, green and blue lightness."""
    if not any(wire):
        return
    glow = tuple(golden.glow(value) for value in wire)
    image.paste(glow, (at[0] - _HALO, at[1] - _HALO), _LENS)


def _lens():
    """Returns the mask of a light's halo."""
    mask = Image.new("L", (2 * _HALO + 1, 2 * _HALO + 1))
    pen = ImageDraw.Draw(mask)
    for radius, strength in ((_HALO, 26), (18, 48), (14, 90), (11, 255)):
        pen.ellipse(_round((_HALO, _HALO), radius), fill=strength)
    return mask


def _button(pen, x, label, pressed):
    pen.ellipse(_round((x, _BUTTON_Y), 22), fill=_WOOD)
    cap = (255, 170, 60) if pressed else (96, 88, 82)
    pen.ellipse(_round((x, _BUTTON_Y), 15 if pressed else 17), fill=cap)
    pen.text((x, _BUTTON_Y + 36), label, fill=_PALE, font=_FONT, anchor="mm")


def _empty_board():
    """Draws the board with all lights out."""
    image = Image.new("RGB", _SIZE, _TABLE)
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = _BOARD
    pen.rounded_rectangle((left - 12, top - 12, right + 12, bottom + 12), 10, fill=_WOOD)
    for start in (left, left + 6 * _UNIT + _BAR):
        pen.rectangle((start, top, start + 6 * _UNIT, bottom), fill=_FIELD)
    long, half = round((bottom - top) * SHAPE["pointLength"]), round(_UNIT * SHAPE["pointBase"] / 2)
    for point in range(1, 25):
        x, y = _light_at(point)
        rim, tip = (bottom, bottom - long) if middle(point)[1] else (top, top + long)
        pen.polygon(((x - half, rim), (x + half, rim), (x, tip)), fill=_POINTS[point % 2])
        pen.ellipse(_round((x, y), 4), fill=(88, 80, 76))
    x, y = _OLED_AT
    pen.rounded_rectangle((x - 12, y - 12, x + 268, y + 140), 8, fill=(16, 18, 22))
    return image


def _light_at(point):
    """Returns the place of a point's light; player 0 sits below, with home at the right."""
    left, top, _, bottom = _BOARD
    x, below = middle(point, _UNIT, _BAR)
    return left + round(x), bottom - 26 if below else top + 26


def _round(at, radius):
    return at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius


_LENS = _lens()
_FONT = ImageFont.load_default(13)
