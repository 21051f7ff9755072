"""Writes the virtual board as files for any web host into a folder."""

import shlex
import shutil
import sys
from pathlib import Path

from tools import ROOT, files
from tools.command import tool
from tools.files import FileError
from tools.release import contents
from tools.virtual_board import content

_SITE = ROOT / "build" / "site"
_OURS = {"boards.json", "firmware.json"}


def _options(parser):
    parser.add_argument("--into", type=Path, default=_SITE, help="the folder (default: build/site)")
    parser.add_argument(
        "--images",
        type=Path,
        default=ROOT / "build",
        help="a folder with images that the page can put onto a board (default: build)",
    )


@tool(_options, FileError, content.NotReady)
def main(options):
    """Writes the files."""
    folder = options.into
    files.make_folder(folder)
    there = {path.name for path in folder.iterdir()}
    if there and not there >= _OURS:
        raise FileError(f"{folder} holds something else: name a folder that is empty or new.")
    images = content.images_in(options.images)
    made = contents.page_files(images)
    write(folder, made)
    print(f"{len(made)} files are in {folder}: any web host serves them, over HTTPS.")
    named = ", ".join(path.stem for path in images) or "none: make uf2 BOARD=... makes one"
    print(f"Versions that it can put onto a board: {named}")
    print(f"To look at them here: python3 {shlex.quote(str(folder / 'serve.py'))}")


def write(folder, made):
    """Replaces a folder by one with the files `made`, {name: bytes}. Raises FileError."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in made.items():
        files.make_folder((folder / name).parent)
        files.write(folder / name, data)


if __name__ == "__main__":
    sys.exit(main())
