"""Makes what you drill by and print, at full size. All lengths in mm."""

import sys
import tempfile
import uuid
from pathlib import Path

from tools import ROOT, files
from tools.boards import picture
from tools.boards.loading import BoardError
from tools.build import measures
from tools.build.template import PAPERS
from tools.command import Misused, tool
from tools.files import FileError
from tools.lazily import lazily

solids = lazily("build123d")
pages = lazily("tools.build.pages")
parts = lazily("tools.build.parts")
sheets = lazily("tools.build.sheets")

_NO_TIME = "2000-01-01T00:00:00"  # the same bytes each time
_TOLERANCE = 0.02  # mm, of a round thing made of triangles


def write(layout, folder):
    """Writes templates, lists and parts into a folder; returns the paths. Raises FileError."""
    texts = {
        "template.svg": sheets.svg(layout).encode(),
        "template.dxf": sheets.dxf(layout).encode(),
        "lists.md": f"# {layout.measures.title}\n\n{pages.tables(layout)}\n".encode(),
    }
    for paper in PAPERS:
        texts[f"template-{paper}.pdf"] = sheets.pdf(layout, paper)
    texts["wiring.svg"] = picture.svg(layout.board).encode()
    for name, text in pages.pictures(layout).items():
        texts[name] = text.encode()
    files.make_folder(folder)
    for name, content in texts.items():
        files.write(folder / name, content)
    return [folder / name for name in texts] + write_parts(layout, folder)


def write_parts(layout, folder):
    """Writes the printable parts, each as STL, 3MF and STEP; returns the paths."""
    paths = []
    for part in parts.parts(layout):
        for write_as in (_as_stl, _as_3mf, _as_step):
            path = folder / f"{part.name}.{write_as.__name__.removeprefix('_as_')}"
            files.check_place(path)
            write_as(part, path)
            paths.append(path)
    return paths


def _as_stl(part, path):
    if not solids.export_stl(part.solid, path, tolerance=_TOLERANCE):
        raise FileError(f"{path} cannot be written. Is the disk full?")


def _as_3mf(part, path):
    mesher = solids.Mesher()
    mesher.add_shape(part.solid, linear_deflection=_TOLERANCE, part_number=part.name)
    model = mesher.model
    # Otherwise lib3mf draws these by chance, and each file would differ.
    model.SetBuildUUID(_uuid("build"))
    objects = model.GetObjects()
    while objects.MoveNext():
        one = objects.GetCurrentObject()
        one.SetUUID(_uuid(f"object {one.GetResourceID()}"))
    wholes = model.GetComponentsObjects()
    while wholes.MoveNext():
        wholes.GetCurrentComponentsObject().GetComponent(0).SetUUID(_uuid("component"))
    items = model.GetBuildItems()
    while items.MoveNext():
        items.GetCurrent().SetUUID(_uuid("item"))
    files.write(path, bytes(model.QueryWriter("3mf").WriteToBuffer()))


def _uuid(what):
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"picogammon {what}"))


def _as_step(part, path):
    if not solids.export_step(part.solid, path, timestamp=_NO_TIME):
        raise FileError(f"{path} cannot be written. Is the disk full?")


def all_designs():
    """Returns {"design/name": bytes} of all that `write` makes for each design."""
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in measures.DESIGNS:
            for path in write(pages.layout_of(name), Path(folder) / name):
                files[f"{name}/{path.name}"] = path.read_bytes()
    return files


def _write_docs():
    """Writes the files of docs/build."""
    for name in measures.DESIGNS:
        for path, text in pages.made(name).items():
            path.write_text(text, encoding="utf-8")
        template = pages.FOLDER / name / "template.png"
        template.write_bytes(sheets.picture(pages.layout_of(name)))


def _options(parser):
    designs = ", ".join(measures.DESIGNS)
    parser.add_argument("design", nargs="?", help=f"the design to start from: {designs}")
    parser.add_argument("--out", type=Path, help="the folder (default: build/drawings/DESIGN)")
    parser.add_argument("--docs", action="store_true", help="update docs/build instead")
    changes = parser.add_argument_group("your own measurements")
    changes.add_argument("--board", help="its wiring: a folder in boards/")
    changes.add_argument("--oled", help=f"its diagonal: {', '.join(measures.MODULES)}")
    changes.add_argument(
        "--carrier",
        action="store_true",
        default=None,
        help="the console holds the circuit board of boards/carrier, in place of a bare Pico",
    )
    for name in measures.NUMBERS:
        kind = int if name == "lights_per_metre" else float
        changes.add_argument("--" + name.replace("_", "-"), type=kind, metavar="N")


@tool(_options, measures.MeasureError, BoardError, FileError, prefix="drawings: ")
def main(options):
    """Makes the drawings of a design, or what docs/build holds."""
    if options.docs:
        return _write_docs()
    if not options.design:
        raise Misused(f"which design? One of {', '.join(measures.DESIGNS)}")
    names = ("board", "oled", "carrier", *measures.NUMBERS)
    layout = pages.layout_of(options.design, **{name: getattr(options, name) for name in names})
    for path in write(layout, options.out or ROOT / "build" / "drawings" / options.design):
        print(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


if __name__ == "__main__":
    sys.exit(main())
