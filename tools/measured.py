"""The large measuring sets, one compressed file that host_tests/data/README.md describes."""

import json
import zipfile

from tools import ROOT

ARCHIVE = ROOT / "host_tests" / "data" / "measured.zip"


def lines(name):
    """Returns the lines of a set, as data. Raises KeyError for an unknown name."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        return [json.loads(line) for line in archive.read(name).splitlines()]
