"""The image of a board, and how much of its flash and RAM it uses."""

import os
import shutil
import sys
from pathlib import Path

from tools.boards.loading import BoardError
from tools.command import tool
from tools.image import ImageError, build, sources
from tools.machine import locked

_ROOT = Path(__file__).resolve().parents[2]
_WORK = _ROOT / "build" / "image"
_NOTICE = _ROOT / "NOTICE"


def make(target, source=None):
    """Makes the target's image under build/; returns its path and its build.Usage.

    `source`: the folder of a MicroPython source tree, by default Debian's. Raises ImageError.
    """
    build.check_programs()
    _WORK.mkdir(parents=True, exist_ok=True)
    with locked(_WORK / "lock"):  # tests may ask for images at the same time
        if source is None:
            source = sources.fetch(_WORK / "debian")
        else:
            source = sources.check(Path(source).resolve())
        output = _ROOT / "build" / f"{target.output}.uf2"
        elf = build.build(target, source, _WORK / target.output, output)
        shutil.copy(_NOTICE, output.parent)
        return output, build.measure(elf, target)


def made_with():
    """Names the compiler and the MicroPython of images, with their versions. Raises ImageError."""
    version = ".".join(map(str, sources.version(sources.fetch(_WORK / "debian"))))
    return f"{build.compiler()} and MicroPython {version}"


def _options(parser):
    parser.add_argument("board", nargs="?", default="pico", help="a folder of boards/ (pico)")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="stock MicroPython for the board's Pico instead, as tests of make flash need it",
    )
    parser.add_argument(
        "--source",
        default=os.environ.get("MICROPYTHON_SOURCE") or None,
        help="a MicroPython source tree ($MICROPYTHON_SOURCE); Debian's if there is none",
    )


@tool(_options, ImageError, BoardError)
def main(options):
    """Makes the image asked for."""
    target = build.board(options.board)
    if options.plain:
        target = build.plain(target.chip)
    output, used = make(target, options.source)
    print(output.relative_to(_ROOT))
    print(used)
    print(f"{_NOTICE.name}, next to it, has the licences of all parts: pass it on too")


if __name__ == "__main__":
    sys.exit(main())
