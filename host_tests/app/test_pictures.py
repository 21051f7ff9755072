"""The golden pictures, pixel by pixel. `python -m tools.pictures` makes them anew: then look."""

import pytest
from PIL import Image, ImageChops

from tools.pictures import golden, make_font, make_luminances, turn

HOST_ONLY = True


@pytest.mark.parametrize(
    ("name", "picture"), list(golden.pictures()), ids=lambda part: str(part)[:40]
)
def test_picture(name, picture):
    with Image.open(golden.FOLDER / name) as wanted:
        difference = ImageChops.difference(wanted.convert("RGB"), picture)
        assert wanted.size == picture.size and difference.getbbox() is None, (
            f"{name} differs in {difference.getbbox()}: python -m tools.pictures, and look"
        )


def test_no_golden_picture_is_left_over():
    on_disk = {path.name for path in golden.FOLDER.glob("*.png")}
    assert on_disk == {name for name, _ in golden.pictures()}


def test_the_font_is_made_from_its_drawings():
    assert make_font.TARGET.read_text() == make_font.render()


def test_the_luminances_are_those_of_the_formula():
    assert make_luminances.TARGET.read_text() == make_luminances.render()


def test_the_moving_picture_shows_the_board_as_it_is():
    assert turn.TARGET.read_bytes() == turn.gif(), "python -m tools.pictures, and look"
    assert turn.TARGET.stat().st_size < 300_000
