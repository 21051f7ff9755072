"""How large it all is: the image in flash, and the code that people read."""

import itertools

from tools import ROOT
from tools.bench.started import image

_ROOM_KB = 1024  # what the file system leaves
_FOLDERS = ("firmware", "boards", "host_tests", "tools")
_CODE = (".py", ".js", ".mjs", ".c", ".h")
_OTHERS = "node_modules"
_UF2_BLOCK = 512  # bytes, of which 256 go to flash


def rows():
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    kilobytes = -(-image().stat().st_size * 256 // _UF2_BLOCK // 1024)
    found = [path.read_text().count("\n") for path in _files()]
    return [
        _row("image in flash", kilobytes, "KB", _ROOM_KB),
        _row("code", sum(found), "lines"),
        _row("files of code", len(found), "files"),
    ]


def _files():
    paths = itertools.chain(*[(ROOT / folder).rglob("*") for folder in _FOLDERS])
    return [path for path in paths if path.suffix in _CODE and _OTHERS not in path.parts]


def _row(name, value, unit, budget=None):
    ok = budget is None or value <= budget
    return {"name": f"size: {name}", "value": value, "unit": unit, "budget": budget, "ok": ok}
