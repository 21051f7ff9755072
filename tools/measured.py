"""The large measuring sets, one compressed file: host_tests/data/measured.zip.

`python -m tools.measured FILE.jsonl ...` puts files of that name in place of those in it, and
prints its new SHA-256 for host_tests/data/README.md, which says what each set is and what makes it.
"""

import hashlib
import json
import sys
import zipfile
from pathlib import Path

from tools import ROOT
from tools.command import tool

ARCHIVE = ROOT / "host_tests" / "data" / "measured.zip"
BUILD = ROOT / "build"  # where the tools that make a set write it


def lines(name):
    """The lines of a set, as data. Raises KeyError for a name that is not there."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        return [json.loads(line) for line in archive.read(name).splitlines()]


def put(files):
    """Writes sets ({name: bytes}) into the archive; the same sets give the same bytes."""
    kept = {}
    if ARCHIVE.exists():
        with zipfile.ZipFile(ARCHIVE) as archive:
            kept = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(ARCHIVE, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in sorted({**kept, **files}.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_LZMA)


def _options(parser):
    parser.add_argument("files", nargs="+", type=Path)


@tool(_options)
def main(wanted):
    """Puts the files into the archive."""
    put({path.name: path.read_bytes() for path in wanted.files})
    print(hashlib.sha256(ARCHIVE.read_bytes()).hexdigest())


if __name__ == "__main__":
    sys.exit(main())
