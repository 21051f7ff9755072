"""Makes the compiled engine for the page, unless it is there: numba's code in WebAssembly."""

import os
import sys

from tools import files, webassembly
from tools.command import tool
from tools.files import FileError
from tools.webassembly import build


def _options(parser):
    parser.add_argument("--needed", action="store_true", help="fail where it cannot be made")


@tool(_options, FileError, build.BuildError)
def main(options):
    """Makes it, and removes those of other sources."""
    out = webassembly.path()
    if out.is_file():
        return
    try:
        made = build.make()
    except build.NoLinker as missing:
        if options.needed:
            raise
        print(f"{missing} So the page has no compiled engine, and expert judges its reports.")
        return
    files.make_folder(out.parent)
    part = out.with_suffix(f".{os.getpid()}")
    files.write(part, made)
    part.replace(out)  # others may look for it, or make it as well
    for other in out.parent.glob("*.wasm"):
        if other != out:
            other.unlink(missing_ok=True)
    print(f"{out}: {len(made)} bytes")


if __name__ == "__main__":
    sys.exit(main())
