"""What docs/build holds of made things: a folder for each design, with pictures and a page's
tables.
"""

from tools import ROOT
from tools.boards.loading import load_board
from tools.build import measures, sheets, shopping, views
from tools.build.layout import Layout
from tools.build.parts import parts

FOLDER = ROOT / "docs" / "build"
BEGIN = "<!-- Made by `python -m tools.build --docs`: edit tools/build instead. -->"
END = "<!-- Until here. -->"


def layout_of(name, **changes):
    """A design's layout, with changed measures. Raises MeasureError, BoardError."""
    if name not in measures.DESIGNS:
        known = ", ".join(measures.DESIGNS)
        raise measures.MeasureError(f"There is no design {name!r}. There are: {known}.")
    wanted = measures.changed(measures.DESIGNS[name], **changes)
    return Layout(load_board(wanted.board), wanted)


def made(name):
    """{path: text} of all that docs/build holds of a design. Raises ValueError without marks."""
    layout = layout_of(name)
    folder = FOLDER / name
    page = folder / "README.md"
    found = {page: _put_into(page.read_text(encoding="utf-8"), tables(layout))}
    found[folder / "template.svg"] = sheets.svg(layout)
    for picture, text in views.pictures(layout).items():
        found[folder / picture] = text
    return found


def _put_into(page, text):
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the marks are missing: {BEGIN} … {END}")
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"


def tables(layout):
    """Measures, what to buy, what to print, the order of soldering: Markdown."""
    printed = parts(layout)
    return "\n\n".join(
        [_measures(layout), _to_buy(layout, printed), _to_print(printed), _to_solder(layout)]
    )


def _measures(layout):
    m = layout.measures
    outside = [side + 2 * m.border for side in (layout.width, layout.height)]
    rows = [
        ("the plate", f"{outside[0]:.0f} × {outside[1]:.0f} mm, {m.thickness:g} mm thick"),
        ("the field", f"{layout.width:.0f} × {layout.height:.0f} mm"),
        ("a point", f"{m.point_width:.1f} × {m.point_length:g} mm"),
        ("holes", f"{layout.wiring.lights} of {m.hole:g} mm for lights"),
        ("the strip", f"{m.lights_per_metre} lights a metre, {m.pitch:.1f} mm from light to light"),
        (
            "paper",
            ", ".join(f"{len(sheets.tiles_of(layout, p)[1])} × {p}" for p in sheets.PAPERS),
        ),
    ]
    if layout.buttons():
        rows.insert(4, ("", f"{len(layout.buttons())} of 7 mm for the places' buttons"))
    return _table("measures", "", rows)


def _to_buy(layout, printed):
    found = shopping.items(layout, printed)
    rows = [
        (str(item.count), item.what, _price(item.least, item.most), item.remark) for item in found
    ]
    least, most = shopping.total(found)
    rows.append(
        ("", "**all together**", f"**{least}–{most}**", "without the plate, tools and postage")
    )
    return "## What to buy\n\n" + _table("how many", "what", rows, "US$", "remark")


def _price(least, most):
    return "–".join(f"{value:.2f}" if value < 1 else f"{value:.0f}" for value in (least, most))


def _to_print(printed):
    rows = []
    for part in printed:
        size = part.solid.bounding_box().size
        rows.append(
            (
                str(part.count),
                f"`{part.name}.stl`",
                part.colour,
                f"{size.X:.0f} × {size.Y:.0f} × {size.Z:.0f} mm",
            )
        )
    told = "No part wants supports; layers of 0.2 mm do."
    return (
        "## What to print\n\n" + _table("how many", "part", rows, "colour", "size") + "\n\n" + told
    )


def _to_solder(layout):
    steps = shopping.soldering(layout)
    return "## What to solder, in this order\n\n" + "\n".join(
        f"{i}. {step}" for i, step in enumerate(steps, 1)
    )


def _table(*head_and_rows):
    first, second, rows, *more = head_and_rows
    head = (first, second, *more)
    lines = [" | ".join(head), " | ".join("---" for _ in head)]
    lines += [" | ".join(row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)
