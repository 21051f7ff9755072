"""Screens equal stored pictures (golden sheets) pixel by pixel, and zxing reads their QR codes.

`python -m tools.pictures` makes new sheets: look at them.
"""

import random

import pytest
import zxingcpp
from PIL import Image, ImageChops, ImageFilter

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.display.lights import LUMINANCES
from picogammon.app.display.screens.board import column
from picogammon.engine.engine import Thought
from picogammon.rules.notation import from_xgid, to_code
from tools.board_shape import SHAPE
from tools.pictures import golden, make_font, turn

HOST_ONLY = True
_ANEW = "python -m tools.pictures, and look"
_LONGEST = "SHA256:" + "F" * 64 + " -./:+"
_TEXTS = ("A", "PG", "", _LONGEST) + tuple(f"SHA256:{seed * 7919:064X}" for seed in range(1, 5))
_POSITIONS = (
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
    "XGID=a-BBBBBC-------n---------A:3:-1:-1:D:12345:3:1:0:20",
    "XGID=-BCDE-A-----------aabbccb-:1:1:1:64:10:24:0:25:10",
)


@pytest.fixture(scope="module")
def sheets():
    return golden.sheets()


@pytest.mark.parametrize("name", ("screens.png", "low.png", "lights_one.png", "lights_three.png"))
def test_each_cell_of_a_sheet_is_as_it_was(sheets, name):
    made = golden.sheet(sheets[name])
    with Image.open(golden.FOLDER / name) as opened:
        wanted = opened.convert("RGB")
    assert wanted.size == made.size, f"cells were added or left out: {_ANEW}"
    places = golden.places(sheets[name])
    other = [cell for cell, box in places.items() if _differ(wanted.crop(box), made.crop(box))]
    assert other == [], f"{name} has others: {_ANEW}"
    assert not _differ(wanted, made), f"the names of {name} are others: {_ANEW}"


def _differ(one, other):
    return ImageChops.difference(one, other).getbbox() is not None


def test_docs_show_screens_as_they_are(sheets):
    for name in golden.IN_DOCS:
        with Image.open(golden.DOCS / f"{name}.png") as shown:
            assert not _differ(shown.convert("RGB"), sheets["screens.png"][name]), (
                f"{name}: {_ANEW}"
            )


def test_no_golden_picture_is_left_over(sheets):
    assert {path.name for path in golden.FOLDER.iterdir()} == set(sheets)
    assert {path.stem for path in golden.DOCS.iterdir()} == set(golden.IN_DOCS)


def test_the_font_is_made_from_its_drawings():
    assert make_font.TARGET.read_text() == make_font.render()


def test_the_luminances_are_those_of_the_formula():
    """LUMINANCES has 255 equal steps of lightness, from L* 0 to L* 55 (CIE 1976).
    L* 100 is a WS2812B with all three colours fully on: 1285 mcd (red 405, green 690, blue 190).
    These intensities are the middles of the ranges in the data sheet."""
    all_on = 1285 * 128
    for i in range(256):
        lightness = 55 * i  # 255ths of L*
        if lightness <= 8 * 255:
            light = all_on * 10 * lightness // (9033 * 255)
        else:
            light = all_on * (lightness + 16 * 255) ** 3 // (116 * 255) ** 3
        assert LUMINANCES[2 * i] | LUMINANCES[2 * i + 1] << 8 == light, i
    assert len(LUMINANCES) == 2 * 256


def test_the_display_has_the_points_where_every_drawing_has_them():
    for row in (SHAPE["below"], SHAPE["above"]):
        points = [place for place in row if 1 <= place <= 24]
        assert points == sorted(points, key=column)


def test_the_moving_picture_shows_the_board_as_it_is():
    assert turn.TARGET.read_bytes() == turn.gif(), _ANEW
    assert turn.TARGET.stat().st_size < 300_000


def shown(text):
    view = views.View()
    view.page = views.CodeView(Thought(qr.slices(text)).finish(), ["Sealed dice", "Keep a photo"])
    view.keys = ["", "", "OK", "BACK"]
    return golden.screen(view).convert("L")


def photographed(screen, angle, blur, noise):
    ground = Image.new("L", (640, 640), 12)
    ground.paste(screen, (64, 192))
    turned = ground.rotate(angle, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(blur))
    grain = Image.frombytes("L", turned.size, random.Random(angle).randbytes(640 * 640))
    return Image.blend(turned, grain, noise)


def read(picture):
    return [found.text for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("text", [text for text in _TEXTS if text])
def test_a_decoder_reads_the_screen(text):
    assert read(shown(text)) == [text]


@pytest.mark.parametrize("angle", [0, 7, 45, 90, 163, 200, 290])
def test_a_decoder_reads_it_blurred_turned_and_noisy(angle):
    for text in (_TEXTS[angle % 4 - 4], *map(to_code, map(from_xgid, _POSITIONS))):
        assert read(photographed(shown(text), angle, 2.2, 0.35)) == [text]


def test_a_decoder_notices_a_wrong_module_or_mends_it():
    rows = Thought(qr.slices(_TEXTS[-1])).finish()
    rows[15] ^= 0b111 << 12
    view = views.View()
    view.page = views.CodeView(rows, [])
    assert read(golden.screen(view).convert("L")) == [_TEXTS[-1]], "the checks mend three modules"


def test_what_does_not_fit_is_refused():
    assert len(_LONGEST) == 77
    with pytest.raises(ValueError, match="77 letters"):
        Thought(qr.slices(_LONGEST + "-")).finish()
    with pytest.raises(ValueError):
        Thought(qr.slices("lower case")).finish()
