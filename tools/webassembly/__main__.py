"""Makes build/engine.wasm: the compiled engine, for a page."""

import sys
from pathlib import Path

from tools import ROOT, files
from tools.command import tool
from tools.files import FileError
from tools.webassembly import build

OUT = ROOT / "build" / "engine.wasm"


def _options(parser):
    parser.add_argument("--out", type=Path, default=OUT, help="the file (default: build/engine.wasm)")


@tool(_options, FileError, build.BuildError)
def main(options):
    """Makes it."""
    files.check_place(options.out)
    made = build.make()
    files.write(options.out, made)
    print(f"{options.out}: {len(made)} bytes")


if __name__ == "__main__":
    sys.exit(main())
