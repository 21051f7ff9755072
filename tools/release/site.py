"""`make site`: the virtual board as files for any web host, into a folder of their own."""

import argparse
import shutil
import sys
from pathlib import Path

from tools import ROOT
from tools.release import contents
from tools.virtual_board.content import NotReady

_SITE = ROOT / "build" / "site"
_OURS = ("boards.json", "firmware.json")


def main(arguments=None):
    """Writes the files; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make site", description=__doc__)
    parser.add_argument("--into", type=Path, default=_SITE, help="the folder (default: build/site)")
    folder = parser.parse_args(arguments).into
    if folder.exists() and not (folder.is_dir() and _is_ours(folder)):
        print(
            f"{folder} holds something else: name a folder that is empty or new.", file=sys.stderr
        )
        return 1
    try:
        files = contents.page_files()
    except NotReady as problem:
        print(problem, file=sys.stderr)
        return 1
    write(folder, files)
    print(f"{len(files)} files are in {folder}: any web host serves them, over HTTPS.")
    print(f"To look at them here: python3 -m http.server --directory {folder}")
    return 0


def write(folder, files):
    """Makes the folder anew with these files, {name: bytes}."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _is_ours(folder):
    there = [path.name for path in folder.iterdir()]
    return not there or set(_OURS) <= set(there)


if __name__ == "__main__":
    sys.exit(main())
