"""Drawings and printed parts: holes where lights are, true sizes, parts that do not meet.

Any measures are drawn, or refused in a sentence that says which one to change. What is accepted is
judged by the meshes that are printed, laid where they will lie.
"""

import io
import os
import random
import re
import subprocess
import sys
import zlib
from itertools import combinations, product
from math import ceil
from types import SimpleNamespace

import numpy
import pytest
from manifold3d import Manifold

from tools import ROOT
from tools.boards.loading import load_board
from tools.build import __main__ as tool
from tools.build import bars, fitting, layout, measures, shopping, template
from tools.build.measures import MeasureError
from tools.lazily import lazily

exact = lazily("drawings.meshes")
ezdxf = lazily("ezdxf")
solids = lazily("build123d")
pages = lazily("tools.build.pages")
parts = lazily("tools.build.parts")
sheets = lazily("tools.build.sheets")

HOST_ONLY = True
DESIGNS = list(measures.DESIGNS)
_NEAR = 0.2  # mm
_POINT = 25.4 / 72  # a typographer's, in mm


def _board(**changes):
    return SimpleNamespace(**{**vars(load_board("pico")), **changes})


@pytest.fixture(
    scope="module",
    params=[DESIGNS[0], *(pytest.param(name, marks=pytest.mark.long) for name in DESIGNS[1:])],
)
def design(request):
    return pages.layout_of(request.param)


def _circles(found, layer):
    return sorted(
        (circle.dxf.center.x, circle.dxf.center.y, 2 * circle.dxf.radius)
        for circle in found.modelspace().query(f'CIRCLE[layer=="{layer}"]')
    )


def test_each_light_has_its_hole_and_no_hole_is_without(design):
    drawn = ezdxf.read(io.StringIO(sheets.dxf(design)))
    assert drawn.units == ezdxf.units.MM
    holes = _circles(drawn, "HOLES")
    wanted = sorted((light.x, light.y) for light in design.lights)
    assert len(holes) == len(wanted) == design.wiring.lights
    for (x, y, diameter), light in zip(holes, wanted, strict=True):
        assert abs(x - light[0]) < _NEAR and abs(y - light[1]) < _NEAR
        assert diameter == design.measures.hole
    assert len(_circles(drawn, "BUTTONS")) == len(design.buttons())


def test_a_piece_of_strip_has_its_lights_as_far_apart_as_the_shop_sells_them(design):
    for piece in design.pieces():
        for light, after in zip(piece, piece[1:]):
            far = abs(light.x - after.x) + abs(light.y - after.y)
            assert far == pytest.approx(1000 / design.measures.lights_per_metre, abs=_NEAR)
            assert after.number == light.number + 1
    assert [light.number for piece in design.pieces() for light in piece] == list(
        range(design.wiring.lights)
    )


def test_points_lie_as_player_0_sees_them():
    seen = pages.layout_of("cigar_box")
    where = {light.place: (light.x, light.y) for light in seen.lights}
    right, top = seen.width, seen.height
    assert where[1][0] > right - 20 and where[1][1] < 0
    assert where[12][0] < 20 and where[12][1] < 0
    assert where[13][0] < 20 and where[13][1] > top
    assert where[24][0] > right - 20 and where[24][1] > top
    assert where[6][0] - where[7][0] == pytest.approx(1000 / 60 + 20)


def test_a_board_whose_home_is_left_is_mirrored():
    wanted = measures.DESIGNS["cigar_box"]
    usual = layout.Layout(_board(), wanted)
    mirrored = layout.Layout(_board(HOME_LEFT=True), wanted)
    for light, other in zip(usual.lights, mirrored.lights, strict=True):
        assert (light.place, light.y) == (other.place, other.y)
        assert light.x + other.x == pytest.approx(usual.width)


def test_the_strip_is_cut_only_where_it_must_be_and_another_way_of_it_moves_no_hole():
    cut = {name: [len(piece) for piece in pages.layout_of(name).pieces()] for name in DESIGNS}
    assert cut == {"cigar_box": [6] * 4, "tournament": [5] * 28, "under_wood": [1] * 24}
    zigzag = tuple(
        (point, point) for pair in zip(range(1, 13), range(24, 12, -1)) for point in pair
    )
    wanted = measures.DESIGNS["cigar_box"]
    usual, other = (layout.Layout(_board(**way), wanted) for way in ({}, {"WIRING": zigzag}))
    assert sorted(light[1:] for light in other.lights) == sorted(
        light[1:] for light in usual.lights
    )
    assert [len(piece) for piece in other.pieces()] == [1] * 24


@pytest.mark.parametrize("paper", template.PAPERS)
def test_paper_covers_the_template_and_overlaps(design, paper):
    left, bottom, right, top = template.extent(design)
    size, tiles = sheets.tiles_of(design, paper)
    assert sorted(size) == sorted(template.PAPERS[paper])
    windows = [window for _name, window in tiles]
    for light in design.lights:
        assert any(w[0] <= light.x <= w[2] and w[1] <= light.y <= w[3] for w in windows)
    assert min(w[0] for w in windows) <= left and max(w[2] for w in windows) >= right
    assert min(w[1] for w in windows) <= bottom and max(w[3] for w in windows) >= top
    for window in windows:
        assert window[2] - window[0] == pytest.approx(size[0] - 20)
    starts = sorted({w[0] for w in windows})
    for here, after in zip(starts, starts[1:]):
        assert after - here == pytest.approx(size[0] - 30)


def test_neighbouring_pages_share_two_marks_each(design):
    for paper in template.PAPERS:
        _size, tiles = sheets.tiles_of(design, paper)
        windows = [window for _name, window in tiles]
        seen = [
            {
                mark
                for mark in sheets.marks(tiles)
                if w[0] < mark[0] < w[2] and w[1] < mark[1] < w[3]
            }
            for w in windows
        ]
        for (one, mine), (other, others) in combinations(zip(windows, seen, strict=True), 2):
            across = one[1] == other[1] and 0 < other[0] - one[0] < one[2] - one[0]
            down = one[0] == other[0] and 0 < one[1] - other[1] < one[3] - one[1]
            assert len(mine & others) == (2 if across or down else 0)
        assert len({name for _x, _y, name in sheets.marks(tiles)}) == len(sheets.marks(tiles))


def test_under_checkers_the_first_light_beyond_them_is_free():
    m = measures.DESIGNS["tournament"]
    for count in range(5):
        covered = pages.hidden(m, 5, count)
        assert not covered[count] and all(covered[: max(0, count)])
    assert pages.hidden(m, 5, 5)[4] == m.hole
    drawn = pages.pictures(pages.layout_of("tournament"))["checkers.svg"]
    assert drawn.count('fill="#2e8b57"') == 5 and drawn.count('fill="#c0392b"') == 1


@pytest.mark.long
def test_a_pdf_s_line_is_100_mm_long_on_a4_and_letter():
    seen = pages.layout_of("cigar_box")
    for paper, size in template.PAPERS.items():
        made = sheets.pdf(seen, paper)
        box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", made)
        assert sorted(float(side) * _POINT for side in box.groups()) == pytest.approx(
            sorted(size), abs=0.01
        )
        assert any(
            length == pytest.approx(100, abs=0.01)
            for page in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", made, re.S)
            for length in _level_lines(page)
        )


def _level_lines(page):
    """The lengths of level lines, mm, in what a PDF's page draws."""
    try:
        drawn = zlib.decompress(page).decode("latin-1")
    except zlib.error:
        return  # a picture or a font
    step = r"([\d.]+) ([\d.]+) [ml]\n"
    for found in re.finditer(f"(?={step}{step})", drawn):
        x, y, other_x, other_y = map(float, found.groups())
        if abs(y - other_y) < 0.01:
            yield abs(other_x - x) * _POINT


def test_an_svg_has_its_true_size(design):
    left, bottom, right, top = template.extent(design)
    width, height = re.search(
        r'width="([\d.]+)pt" height="([\d.]+)pt"', sheets.svg(design)
    ).groups()
    assert float(width) * _POINT == pytest.approx(right - left, abs=0.01)
    assert float(height) * _POINT == pytest.approx(top - bottom, abs=0.01)


def _triangles(path):
    raw = path.read_bytes()
    kind = numpy.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("none", "<u2")])
    count = int.from_bytes(raw[80:84], "little")
    assert len(raw) == 84 + 50 * count
    return numpy.frombuffer(raw, kind, count, 84)["corners"]


def test_printed_parts_are_closed_and_fit_the_bed(design, tmp_path):
    written = tool.write_parts(design, tmp_path)
    solids = {part.name: part.solid for part in parts.parts(design)}
    assert {path.stem for path in written} == set(solids) and len(written) == 3 * len(solids)
    for path in (each for each in written if each.suffix == ".stl"):
        corners = _triangles(path)
        sides = numpy.concatenate([corners[:, (i, (i + 1) % 3)] for i in range(3)]).round(4) + 0.0
        there = {side.tobytes() for side in sides}
        back = {side[::-1].tobytes() for side in sides}
        assert there == back and len(there) == len(sides)  # each side belongs to two triangles
        size = corners.max((0, 1)) - corners.min((0, 1))
        assert max(size[:2]) <= bars.BED and corners[..., 2].min() == 0
        volume = numpy.einsum("ij,ij->i", corners[:, 0], numpy.cross(corners[:, 1], corners[:, 2]))
        assert volume.sum() / 6 == pytest.approx(solids[path.stem].volume, rel=0.01)


def test_light_reaches_each_hole_through_baffle_and_plug(design):
    m = design.measures
    for bar in bars.bars(design)[:1]:  # a design's are all alike
        ways = parts.row(bar) * solids.Cylinder(m.hole / 2, 200)
        through = parts.baffle(m, bar) & ways
        assert not through or sum(solid.volume for solid in through.solids()) < 0.01
        plugs = parts.diffuser(m, bar)
        tops = plugs.faces().sort_by(solids.Axis.Z)[-len(bar.lights) :]
        for top, way in zip(tops.sort_by(solids.Axis.X), sorted(ways, key=_middle), strict=True):
            assert top.center().X == pytest.approx(_middle(way), abs=_NEAR)
            assert top.bounding_box().size.X < m.hole
            assert top.center().Z == pytest.approx(m.thickness + 0.8)


@pytest.mark.parametrize(
    ("thickness", "well", "length"),
    [(3, 9, 0), (6, 12, 12), (6, 4, 0), (10, 6, 12), (12, 9, 16), (30, 6, 16), (2, 3, 0)],
)
def test_a_screw_grips_five_millimetres_and_never_comes_out(thickness, well, length):
    m = measures.changed(measures.DESIGNS["cigar_box"], thickness=thickness, well=well)
    assert bars.screw(m) == length
    (bar, *_) = bars.bars(layout.Layout(_board(), m))
    solid = parts.baffle(m, bar)
    end = solids.Pos(solid.bounding_box().max.X, 0, 0) * solids.Box(2, 100, 100)
    ear = (solid & end).bounding_box().size.Z
    listed = [item.what for item in shopping.items(layout.Layout(_board(), m), [])]
    if length:
        into_wood = round(length - ear - 0.8, 3)  # the diffuser lies between
        left = thickness - into_wood
        assert into_wood >= 5 and left >= min(2, thickness - 5) - 0.01
        assert into_wood - bars.pilot(m) == pytest.approx(1)  # nor does the drill come out
        assert ear + 2.2 <= max(well, 4.2)  # the strip goes over its head
        assert any(f"3 × {length} mm" in what for what in listed)
    else:
        assert ear == 2 and any("foam tape" in what for what in listed)


def _middle(solid):
    return solid.bounding_box().center().X


@pytest.mark.long
def test_a_maker_gets_the_same_files_each_time_whatever_the_order_of_pythons_sets(tmp_path):
    found = []
    for seed in ("1", "4"):  # with which that order differs
        out = tmp_path / seed
        command = (sys.executable, "-m", "tools", "drawings", "cigar_box", "--oled", "0.96")
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([*command, "--out", str(out)], cwd=ROOT, env=environment, check=True)
        found.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert found[0] == found[1]
    printed = ("baffle", "block", "console-base", "console-lid", "diffuser")
    assert found[0].keys() == {
        *(f"{name}.{kind}" for name in printed for kind in ("3mf", "step", "stl")),
        *("console.svg", "layers.svg", "lists.md", "template-A4.pdf", "template-Letter.pdf"),
        *("template.dxf", "template.svg", "wiring.svg"),
    }


@pytest.mark.long
def test_what_docs_hold_is_made_from_today_s_measures():
    for name in DESIGNS:
        for path, text in pages.made(name).items():
            assert path.read_text(encoding="utf-8") == text, "run: python -m tools drawings --docs"


@pytest.mark.parametrize("name", DESIGNS)
def test_the_guide_says_the_lights_size_and_price_of_each_design_s_page(name):
    page = (pages.FOLDER / name / "README.md").read_text(encoding="utf-8")
    guide = (pages.FOLDER / "README.md").read_text(encoding="utf-8")
    row = next(
        line for line in guide.splitlines() if line.startswith("| [") and f"({name}/" in line
    )
    _board, lights, size, price, _work = row.strip("| ").split(" | ")
    assert f"- **holes**: {lights} of " in page
    assert f"- **the plate**: {size}," in page or size == "your board's"
    assert price == "from $" + re.search(r"\*\*(\d+)–\d+\*\*", page)[1]


@pytest.mark.parametrize("name", DESIGNS)
def test_the_rows_of_a_design_s_lists_add_up_to_the_total_below_them(name):
    page = (pages.FOLDER / name / "README.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    bought = [row[2].split("–") for row in rows if len(row) == 4 and row[0][0].isdigit()]
    least, most = (ceil(round(sum(map(float, prices)), 2)) for prices in zip(*bought, strict=True))
    assert f"**{least}–{most}**" in page
    printed = [row[-2:] for row in rows if len(row) == 5 and row[0].isdigit()]
    grams = sum(int(weight.removesuffix(" g")) for weight, _ in printed)
    assert f"**{grams} g**" in page and f"| {grams} g | PLA |" in page
    each = {"h": 60, "min": 1}
    times = " ".join(time for _, time in printed).split()
    minutes = sum(int(n) * each[unit] for n, unit in zip(times[::2], times[1::2], strict=True))
    hours, rest = divmod(minutes, 60)
    assert f"**{hours} h {rest} min**" in page or not rest and f"**{hours} h**" in page


def test_with_the_carrier_nothing_is_bought_or_soldered_that_it_has_already():
    for name in DESIGNS:
        m = measures.changed(measures.DESIGNS[name], carrier=True)
        drawn = layout.Layout(load_board(m.board), m)
        listed = "; ".join(item.what for item in shopping.items(drawn, []))
        assert "Pico H;" in listed and "carrier" in listed and "screws, 3 × 6 mm" in listed
        steps = " ".join(said for _what, said in shopping.soldering(drawn))
        assert "to J4," in steps and "to J5," in steps and "to J2" in steps
        for part in ("74AHCT125", "330 Ω", "piezo", "perfboard", "level shifter"):
            assert part not in listed + steps


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cigar"], "There is no design 'cigar'. There are: cigar_box, tournament, under_wood."),
        (["cigar_box", "--board", "desk"], "There is no board 'desk'"),
        (
            ["cigar_box", "--hole", "16"],
            "holes of 16 mm are too wide: the lights are 16.7 mm apart",
        ),
        (["cigar_box", "--point-length", "0"], "point_length is 0: it must be more than 0"),
        (["cigar_box", "--first-light", "-20"], "it must be at least -10.4"),
        (["cigar_box", "--oled", "2"], "choose one of 0.96, 1.3, 2.42"),
        (["under_wood", "--board", "pico_five"], "tray_width must be more than 0"),
        (["tournament", "--point-length", "100"], "take more lights per metre, or longer points"),
        (["under_wood", "--point-width", "6"], "a hole of 5 mm is too wide for points of 6"),
        (["cigar_box", "--lights-per-metre", "9" * 400], "it must be 0 to 200"),
        (["cigar_box", "--thickness", "nan"], "thickness is nan: it must be 0 to 30"),
        (["cigar_box", "--point-width", "400"], "would be 4849 mm, and 1500 is the most"),
        (["cigar_box", "--well", "-1"], "well is -1: it must be 0 to 40"),
        (["cigar_box", "--first-light", "30"], "the block of point 12 and the baffle of points"),
        (["tournament", "--first-light", "5"], "of point 12 and the button of point 12 would meet"),
    ],
)
def test_what_cannot_be_built_is_said(arguments, said, capsys, tmp_path):
    assert tool.main([*arguments, "--out", str(tmp_path / "out")]) == 1
    told = capsys.readouterr()
    assert said in told.err and told.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_into_is_named(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "parts", lambda layout: ())
    file = tmp_path / "file"
    file.touch()
    assert tool.main(["cigar_box", "--out", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"drawings: {file} is a file, not a folder. Name another folder.\n"
    )
    (tmp_path / "out" / "template.svg").mkdir(parents=True)
    assert tool.main(["cigar_box", "--out", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert (
        told == f"drawings: {tmp_path / 'out' / 'template.svg'} is a folder. Name another place.\n"
    )


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


@pytest.mark.parametrize(("name", "changes", "said"), _CASES)
def test_what_cannot_be_built_is_refused_and_what_is_advised_can_be(name, changes, said):
    wanted = measures.changed(measures.DESIGNS[name], **changes)
    unchecked = layout.Layout(load_board(wanted.board), wanted)
    assert exact.problems(unchecked)  # the meshes say so, too
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


# What makers change, and how far.
_CHANCE = {
    "lights_per_metre": (30, 60, 100, 144),
    "point_width": (12, 55),
    "point_length": (40, 220),
    "middle": (0, 80),
    "bar_width": (5, 80),
    "tray_width": (0, 80),
    "border": (5, 60),
    "first_light": (-25, 40),
    "hole": (3, 20),
    "thickness": (2, 30),
    "well": (3, 20),
}
_MOST_CHANGES = 5
_DRAWN = int(os.environ.get("SOAK") or 40)


def _by_chance(chance):
    """Returns (a design, its changes)."""
    changes = {}
    for name in chance.sample(sorted(_CHANCE), chance.randint(1, _MOST_CHANGES)):
        of = _CHANCE[name]
        changes[name] = chance.choice(of) if len(of) > 2 else round(chance.uniform(*of), 1)
    if chance.random() < 0.2:
        changes["board"] = chance.choice(("pico", "pico_five"))
    return chance.choice(sorted(DESIGNS)), changes


@pytest.mark.long
def test_boards_of_chance_measures_are_refused_in_a_sentence_or_nothing_meets(record_property):
    chance = random.Random(1)
    drawn = refused = 0
    while drawn < _DRAWN:
        design, changes = _by_chance(chance)
        try:
            found = pages.layout_of(design, **changes)
        except MeasureError as problem:
            assert "\n" not in str(problem) and len(str(problem)) < 250, (design, changes)
            refused += 1
            continue
        assert exact.problems(found)[:3] == [], (design, changes)
        drawn += 1
    assert _DRAWN < 40 or refused > drawn // 4
    record_property("refused", refused)


def test_every_light_has_a_bar_and_every_bar_its_lights():
    for name in measures.DESIGNS:
        drawn = pages.layout_of(name)
        held = [light for bar in bars.bars(drawn) for light in bar.lights]
        assert sorted(held) == drawn.lights
        for bar in bars.bars(drawn):
            along = [(light.x, light.y)[bar.upright] for light in bar.lights]
            middle = bar.middle[bar.upright]
            assert along == pytest.approx([middle + offset for offset in bar.offsets], abs=0.01)


def test_a_plate_in_a_box_lies_on_blocks_and_the_hole_for_the_cable_is_below_all_that_hangs():
    made = {name: parts.parts(pages.layout_of(name)) for name in DESIGNS}
    blocks = {name: [part for part in made[name] if part.name == "block"] for name in DESIGNS}
    assert [name for name in DESIGNS if blocks[name]] == ["cigar_box"]
    drawn = pages.layout_of("cigar_box")
    (block,) = blocks["cigar_box"]
    high = fitting.stand(drawn)
    assert block.count == 4 and block.solid.bounding_box().size.Z == high
    assert high - template.CABLE >= fitting.below(drawn)
    assert not exact.problems(drawn)


def test_a_supply_of_its_own_is_bought_with_fuses_diode_and_thick_wire():
    wanted = measures.DESIGNS["tournament"]
    five = vars(load_board("pico_five"))
    for milliamps, bought in (
        (500, []),
        (2000, ["supply 5 V, 2 A", "fuse of 2 A", "1N5817", "AWG 20", "470 µF"]),
        (6000, ["supply 5 V, 6 A", "fuse of 3 A", "1N5817", "AWG 20", "470 µF"]),
    ):
        drawn = layout.Layout(SimpleNamespace(**{**five, "SUPPLY_MA": milliamps}), wanted)
        listed = "; ".join(item.what for item in shopping.items(drawn, []))
        assert all(what in listed for what in bought)
        assert ("supply" in listed, "fuse" in listed) == (bool(bought),) * 2
    with pytest.raises(MeasureError, match="the carrier takes 2000 mA"):
        layout.Layout(drawn.board, measures.changed(wanted, carrier=True))


def _box(x, y, z, low=0.0, at=(0.0, 0.0)):
    return Manifold.cube((x, y, z)).translate((at[0] - x / 2, at[1] - y / 2, low))


def _inside(console):
    """Returns {name: Manifold} of a console and its contents: OLED, buttons, the USB plug."""
    high, usb = console.high, console.usb
    lid = exact.solid(console.lid()).rotate((0, 180, 0)).translate((0, 0, high))
    inside = {
        "base": exact.solid(console.base()),
        "lid": lid,
        "plug": _box(11, 20, 8, usb - 4, (0, console.depth / 2 + 10 - 2.4)),
        "oled": _box(*console.oled, 6, high - 8, (0, console.oled_y)),
    }
    for i, (x, row) in enumerate(console.buttons):
        inside[f"button {i}"] = Manifold.cylinder(27, 6).translate((-x, row, high - 27))
    return inside


def _socket(low):
    """A Pico's USB socket, from its board's underside or upper side on."""
    return _box(7.6, 5.6, 2.6, low, (0, parts.PICO[1] / 2 + 1.3 - 2.8))


@pytest.mark.parametrize("oled", measures.MODULES)
def test_a_console_holds_what_goes_into_it(oled):
    m = measures.changed(measures.DESIGNS["cigar_box"], oled=oled)
    console = parts.Console(m)
    usb, pico = console.usb, console.pico_y
    holes = Manifold()
    for x, y in product((-5.7, 5.7), (-23.5, 23.5)):
        holes += Manifold.cylinder(20, 1.05).translate((x, y, -10))
    long, wide = parts.PICO[1], parts.PICO[0]
    inside = _inside(console) | {
        "pico": (_box(wide, long, 1) - holes + _socket(-2.6)).translate((0, pico, usb + 1.3)),
        "pen": Manifold.cylinder(usb, 2.5).translate((4, pico + 13, 0)),
        "shifter": _box(30, 30, 12, 2, (-29, 0)),
    }
    ring = console.piezo_x
    for x, meets in ((ring, []), (ring + 2, ["base"]), (ring - 2, ["base"])):
        piezo = Manifold.cylinder(1, 27 / 2).translate((x, 0, 2))
        found = exact.among(inside | {"piezo": piezo})
        assert [one for one, _other, _ in found] == meets


@pytest.mark.parametrize("name", measures.DESIGNS)
@pytest.mark.parametrize("carrier", [False, True])
def test_the_wires_of_the_strip_pass_their_hole_before_the_strip_is_soldered_to_them(name, carrier):
    drawn = pages.layout_of(name, carrier=carrier)
    console = parts.Console(drawn.measures)
    base = _inside(console)["base"]
    depth = console.depth
    x, z = console.cable

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


def _carrier(console):
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
    high = console.pico - console.carrier + parts.CARRIER_THICK
    return solid + (_box(*parts.PICO, 1) + _socket(1)).translate((0, 0, high))


@pytest.mark.parametrize("oled", measures.MODULES)
def test_a_console_for_the_carrier_holds_it_with_its_plug_and_the_wires_in_its_terminals(oled):
    m = measures.changed(measures.DESIGNS["cigar_box"], oled=oled, carrier=True)
    console = parts.Console(m)
    carrier = _carrier(console).translate(
        (0, console.pico_y, console.carrier - parts.CARRIER_THICK)
    )
    inside = _inside(console) | {"carrier": carrier}
    assert exact.among(inside) == []
    # The window is where the plug is, and it rests on all its stands.
    pressed = inside | {"carrier": inside["carrier"].translate((0, 0, -0.5))}
    assert [(one, other) for one, other, _ in exact.among(pressed)] == [("base", "carrier")]
    bare = _inside(parts.Console(measures.changed(m, carrier=False)))
    assert exact.among({"base": bare["base"], "plug": inside["plug"]})
