"""Any measures: a sentence that says which one to change, or parts of which no two meet.

What is accepted is judged by the meshes that are printed, laid where they will lie.
"""

import re
from itertools import product

import pytest
from manifold3d import Manifold

from tools.boards.loading import load_board
from tools.build import bars, fitting, measures, template
from tools.build.layout import Layout
from tools.build.measures import MeasureError
from tools.lazily import lazily
from tools.soak import measuring

exact = lazily("tools.build.exact")
pages = lazily("tools.build.pages")
parts = lazily("tools.build.parts")

HOST_ONLY = True

# Measures that were drawn once, and could not be built.
_IMPOSSIBLE = {
    "under_wood": [({"point_width": 30}, "lights_per_metre must be at least 34")],
    "cigar_box": [
        ({"bar_width": 10}, "bar_width must be at least 18.3"),
        ({"hole": 14}, "border must be at least 16.4"),
    ],
    "tournament": [
        ({"point_width": 15}, "point_width must be at least 17.1"),
        ({"middle": 10, "point_length": 165, "first_light": 20}, "middle must be at least 28.3"),
        ({"first_light": 5}, "first_light must be at least 14.3"),
    ],
}
_CASES = [  # the first of each design is the sample
    pytest.param(name, *case, marks=pytest.mark.long if at else ())
    for name, cases in _IMPOSSIBLE.items()
    for at, case in enumerate(cases)
]


def _unchecked(name, changes):
    wanted = measures.changed(measures.DESIGNS[name], **changes)
    return Layout(load_board(wanted.board), wanted)


@pytest.mark.parametrize(("name", "changes", "said"), _CASES)
def test_what_cannot_be_built_is_refused_and_what_is_advised_can_be(name, changes, said):
    assert exact.problems(_unchecked(name, changes))  # the meshes say so, too
    with pytest.raises(MeasureError, match=re.escape(said)) as refused:
        pages.layout_of(name, **changes)
    which, least = re.search(r"(\w+) must be at least ([\d.]+)", str(refused.value)).groups()
    kind = int if which == "lights_per_metre" else float
    advised = pages.layout_of(name, **{**changes, which: kind(least)})
    assert not exact.problems(advised)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "changes", "lengths"),
    [
        ("cigar_box", {"point_width": 18, "hole": 10}, [6] * 4),  # the guide's own example
        ("cigar_box", {"point_width": 25}, [6] * 4),
        ("under_wood", {}, [1] * 24),
        ("under_wood", {"lights_per_metre": 60, "point_width": 30}, [6] * 4),
    ],
)
def test_where_bars_have_no_room_side_by_side_one_holds_several_lights(name, changes, lengths):
    drawn = pages.layout_of(name, **changes)
    assert [len(bar.lights) for bar in bars.bars(drawn)] == lengths
    assert not exact.problems(drawn)
    made = {part.name: part.count for part in parts.parts(drawn)}
    assert made["baffle"] == made["diffuser"] == len(lengths)


@pytest.mark.long
def test_forty_boards_of_chance_measures():
    assert measuring.run(40)["refused"] > 10


def test_every_light_has_a_bar_and_every_bar_its_lights():
    for name in measures.DESIGNS:
        drawn = pages.layout_of(name)
        held = [light for bar in bars.bars(drawn) for light in bar.lights]
        assert sorted(held) == drawn.lights
        for bar in bars.bars(drawn):
            along = [(light.x, light.y)[bar.upright] for light in bar.lights]
            middle = bar.middle[bar.upright]
            assert along == pytest.approx([middle + offset for offset in bar.offsets], abs=0.01)


def test_a_button_over_a_baffle_is_named():
    with pytest.raises(MeasureError, match="the baffle of point 12 and the button of point 12"):
        fitting.check(_unchecked("tournament", {"first_light": 5}))


def _box(x, y, z, low=0.0, at=(0.0, 0.0)):
    return Manifold.cube((x, y, z)).translate((at[0] - x / 2, at[1] - y / 2, low))


def _console(m):
    """{name: Manifold} of a console, with what is in each: OLED, buttons, the USB plug."""
    _width, depth, high = parts.console_size(m)
    board, _view = measures.MODULES[m.oled]
    usb = parts.usb_place(m)
    lid = exact.solid(parts.console_lid(m)).rotate((0, 180, 0)).translate((0, 0, high))
    inside = {
        "base": exact.solid(parts.console_base(m)),
        "lid": lid,
        "plug": _box(11, 20, 8, usb - 4, (0, depth / 2 + 10 - 2.4)),
        "oled": _box(*board, 6, high - 8, (0, parts.oled_place(m))),
    }
    for i, (x, row) in enumerate(parts.buttons(m)):
        inside[f"button {i}"] = Manifold.cylinder(27, 6).translate((-x, row, high - 27))
    return inside


def _socket(low):
    """A Pico's USB socket, from its board's underside or upper side on."""
    return _box(7.6, 5.6, 2.6, low, (0, parts.PICO[1] / 2 + 1.3 - 2.8))


@pytest.mark.parametrize("oled", measures.MODULES)
def test_a_console_holds_what_goes_into_it(oled):
    m = measures.changed(measures.DESIGNS["cigar_box"], oled=oled)
    usb, pico = parts.usb_place(m), parts.pico_place(m)
    holes = Manifold()
    for x, y in product((-5.7, 5.7), (-23.5, 23.5)):
        holes += Manifold.cylinder(20, 1.05).translate((x, y, -10))
    long, wide = parts.PICO[1], parts.PICO[0]
    inside = _console(m) | {
        "pico": (_box(wide, long, 1) - holes + _socket(-2.6)).translate((0, pico, usb + 1.3)),
        "pen": Manifold.cylinder(usb, 2.5).translate((4, pico + 13, 0)),
        "shifter": _box(30, 30, 12, 2, (-29, 0)),
        "piezo": _box(27, 27, 1, 2, (29, 0)),
    }
    assert exact.among(inside) == []


@pytest.mark.parametrize("name", measures.DESIGNS)
@pytest.mark.parametrize("carrier", [False, True])
def test_the_wires_of_the_strip_pass_their_hole_before_the_strip_is_soldered_to_them(name, carrier):
    drawn = pages.layout_of(name, carrier=carrier)
    m = drawn.measures
    base = _console(m)["base"]
    depth = parts.console_size(m)[1]
    x, z = parts.cable_place(m)

    def through(shape):
        return exact.among({"base": base, "passed": shape.translate((x, depth / 2, z))})

    _count, thick = fitting.cable(drawn)
    wires = Manifold.cylinder(20, thick / 2).rotate((90, 0, 0)).translate((0, 10, 0))
    assert not through(wires)
    strip = template.STRIP_WIDTH
    assert all(through(_box(*size, -3)) for size in ((strip, 20, 2.6), (2.6, 20, strip)))


# The tallest parts near the carrier's edges (boards/carrier), from above, y down: (left, top,
# right, bottom) and height; and where along its right edge wires come into its terminals.
_CARRIER_BODIES = (
    ((-10.16, -25.4, -7.62, 25.4), 8.51),  # the Pico's sockets
    ((7.62, -25.4, 10.16, 25.4), 8.51),
    ((29.655, -24.05, 38.655, -14.05), 11.4),  # J1
    ((29.655, -13.215, 38.655, 1.785), 11.4),  # J2
    ((29.655, 2.62, 38.655, 12.62), 11.4),  # J3
    ((25.805, -25.05, 28.805, -13.05), 18.3),  # F1
    ((21.1, -8.445, 29.1, -0.445), 11.5),  # C3
    ((-37.39, -13.26, -31.19, 19.61), 4.3),  # the buttons
    ((10.795, 22.86, 38.735, 25.4), 9),  # J6
)
_CARRIER_TERMINALS = ((-24.05, -14.05), (-13.215, 1.785), (2.62, 12.62))


def _carrier():
    """The carrier from above, its parts at their heights, with the Pico and wires in terminals."""
    left, top, right, bottom = parts.CARRIER_EDGE
    solid = _box(right - left, bottom - top, parts.CARRIER_THICK, 0, (0, -(top + bottom) / 2))
    across, along = (side / 2 for side in parts.PICO_HOLES)
    holes = [(x * across, y * along, 2.1) for x in (-1, 1) for y in (-1, 1)]
    for x, y, across in holes + [(x, y, 3.2) for x, y in parts.CARRIER_SCREWS]:
        solid -= Manifold.cylinder(9, across / 2).translate((x, -y, -3))
    for (x, y, far_x, far_y), high in _CARRIER_BODIES:
        middle = ((x + far_x) / 2, -(y + far_y) / 2)
        solid += _box(far_x - x, far_y - y, high, parts.CARRIER_THICK, middle)
    for y, far_y in _CARRIER_TERMINALS:
        solid += _box(7, far_y - y, 4, parts.CARRIER_THICK + 2, (right + 3.5, -(y + far_y) / 2))
    high = parts.pico_height() - parts.carrier_height() + parts.CARRIER_THICK
    return solid + (_box(*parts.PICO, 1) + _socket(1)).translate((0, 0, high))


@pytest.mark.parametrize("oled", measures.MODULES)
def test_a_console_for_the_carrier_holds_it_with_its_plug_and_the_wires_in_its_terminals(oled):
    m = measures.changed(measures.DESIGNS["cigar_box"], oled=oled, carrier=True)
    low = parts.carrier_height() - parts.CARRIER_THICK
    inside = _console(m) | {"carrier": _carrier().translate((0, parts.pico_place(m), low))}
    assert exact.among(inside) == []
    # The window is where the plug is, and it rests on all its stands.
    pressed = inside | {"carrier": inside["carrier"].translate((0, 0, -0.5))}
    assert [(one, other) for one, other, _ in exact.among(pressed)] == [("base", "carrier")]
    bare = _console(measures.changed(m, carrier=False))
    assert exact.among({"base": bare["base"], "plug": inside["plug"]})
