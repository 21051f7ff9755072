"""All that people download, into dist/."""

import shutil
import sys
import tempfile
from pathlib import Path

from tools import ROOT, children
from tools.boards.loading import BoardError
from tools.build.__main__ import all_designs
from tools.command import tool
from tools.image import ImageError
from tools.release import ReleaseError, contents, twice
from tools.virtual_board.content import NotReady

_DIST = ROOT / "dist"


def _options(parser):
    parser.add_argument("--tag", help="the tag it is for: must be the version's")
    parser.add_argument(
        "--twice", action="store_true", help="make it again in another folder, and compare"
    )


@tool(_options, ReleaseError, ImageError, BoardError, NotReady)
def main(options):
    """Makes the release."""
    if options.tag is not None:
        contents.check_tag(options.tag)
    _make_engine()
    files = contents.collect(all_designs)
    _write(files)
    if options.twice:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "again" / "picogammon"
            twice.copy(copy)
            twice.compare(files, twice.make(copy))
        print("Made twice, in two folders: the same bytes.")


def _make_engine():
    """In a process of its own: numba is set otherwise there."""
    command = [sys.executable, "-m", "tools.webassembly", "--needed"]
    done = children.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"The page's compiled engine cannot be made: {done.stderr}")


def _write(files):
    shutil.rmtree(_DIST, ignore_errors=True)
    _DIST.mkdir()
    for name, data in files.items():
        (_DIST / name).write_bytes(data)
        print(f"dist/{name}  {len(data)} bytes")


if __name__ == "__main__":
    sys.exit(main())
