"""The golden sheets, pixel by pixel. `python -m tools.pictures` makes them anew: then look."""

import pytest
from PIL import Image, ImageChops

from tools.pictures import golden, make_font, make_luminances, turn

HOST_ONLY = True
_ANEW = "python -m tools.pictures, and look"


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
    assert make_luminances.TARGET.read_text() == make_luminances.render()


def test_the_moving_picture_shows_the_board_as_it_is():
    assert turn.TARGET.read_bytes() == turn.gif(), _ANEW
    assert turn.TARGET.stat().st_size < 300_000
