"""Makes the downloads, in dist/."""

import shutil
import sys
import tempfile
from pathlib import Path

from tools import ROOT, children
from tools.boards.loading import BoardError
from tools.build.__main__ import all_designs
from tools.command import tool
from tools.image import ImageError
from tools.release import ReleaseError, contents
from tools.virtual_board.content import NotReady

_DIST = ROOT / "dist"
# Fetched, not made.
_FETCHED = ("build/image/debian", "tools/npm/node_modules")
_MADE = {".git", ".venv", "build", "dist", ".hypothesis", ".pytest_cache", ".ruff_cache"}
_ANYWHERE = {"node_modules", "__pycache__"}


def _options(parser):
    parser.add_argument("--tag", help="the release's tag, which must match the version")
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
            again = Path(folder) / "again" / "picogammon"
            copy(again)
            compare(files, made_in(again))
        print("Made twice, in two folders: the same bytes.")


def _make_engine():
    """Makes the page's compiled engine, in another process, where numba has other settings."""
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


def not_copied(folder, names):
    """Returns the names in a folder that are not source, for shutil.copytree."""
    made = _ANYWHERE | _MADE if Path(folder) == ROOT else _ANYWHERE
    return made.intersection(names)


def copy(folder, fetched=_FETCHED):
    """Copies the source into a new folder (path), with what is fetched for it."""
    shutil.copytree(ROOT, folder, ignore=not_copied)
    for name in fetched:
        # A link would let paths of the first folder into the second's files.
        shutil.copytree(ROOT / name, folder / name, symlinks=True)


def made_in(folder):
    """Returns the files that `make release` makes in such a copy. Raises ReleaseError."""
    command = [sys.executable, "-m", "tools.release"]
    done = children.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseError(f"The second time failed:\n{done.stdout}{done.stderr}")
    return {path.name: path.read_bytes() for path in (Path(folder) / "dist").iterdir()}


def compare(first, second):
    """Raises ReleaseError, with the names of the files ({name: bytes}) that differ."""
    differ = {name for name, _ in first.items() ^ second.items()}
    if differ:
        raise ReleaseError(f"Made twice, these differ: {', '.join(sorted(differ))}")


if __name__ == "__main__":
    sys.exit(main())
