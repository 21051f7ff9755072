"""The QR code on the OLED is read by a decoder that others wrote, from pictures as phones take."""

import random

import pytest
import zxingcpp
from PIL import Image, ImageFilter

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.engine.engine import Thought
from picogammon.rules import position_code
from picogammon.rules.xgid import from_xgid, to_xgid
from tools.pictures import golden

HOST_ONLY = True

_LONGEST = "SHA256:" + "F" * 64 + " -./:+"
_TEXTS = ("A", "PG", "", _LONGEST) + tuple(f"SHA256:{seed * 7919:064X}" for seed in range(1, 5))
_POSITIONS = (
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
    "XGID=a-BBBBBC-------n---------A:3:-1:-1:D:12345:3:1:0:20",
    "XGID=-BCDE-A-----------aabbccb-:1:1:1:64:10:24:0:25:10",
)


def shown(text):
    """The OLED with the code of a text."""
    view = views.View()
    view.page = views.CodeView(Thought(qr.slices(text)).finish(), ["Sealed dice", "Keep a photo"])
    view.keys = ["", "", "OK", "BACK"]
    return golden.screen(view).convert("L")


def photographed(screen, angle, blur, noise):
    """A picture of the screen: turned by some degrees, out of focus, in bad light."""
    ground = Image.new("L", (640, 640), 12)
    ground.paste(screen, (64, 192))
    turned = ground.rotate(angle, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(blur))
    grain = Image.frombytes("L", turned.size, random.Random(angle).randbytes(640 * 640))
    return Image.blend(turned, grain, noise)


def read(picture):
    """The texts of the codes in a picture."""
    return [found.text for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("text", [text for text in _TEXTS if text])
def test_a_decoder_reads_the_screen(text):
    assert read(shown(text)) == [text]


@pytest.mark.parametrize("angle", [0, 7, 45, 90, 163, 200, 290])
def test_a_decoder_reads_it_blurred_turned_and_noisy(angle):
    text = _TEXTS[angle % 4 - 4]
    assert read(photographed(shown(text), angle, 2.2, 0.35)) == [text]


@pytest.mark.parametrize("angle", [0, 13, 90, 201])
@pytest.mark.parametrize("xgid", _POSITIONS)
def test_a_position_is_the_same_after_a_photo(xgid, angle):
    code = position_code.to_code(from_xgid(xgid))
    (text,) = read(photographed(shown(code), angle, 2.2, 0.35))
    assert to_xgid(position_code.from_text(text)) == xgid


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
