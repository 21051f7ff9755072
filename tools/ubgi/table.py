"""Makes docs/ubgi.md's table of commands from the protocol's own.

With --check it changes nothing, and its exit status is 1 where the table is out of date.
"""

import re
import sys
from pathlib import Path

from picogammon.app.ubgi.asked import Context
from picogammon.app.ubgi.protocol import Ubgi
from picogammon.app.ubgi.words import COMMANDS, STATE
from tools.command import tool
from tools.marks import put_between

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "ubgi.md"
_BEGIN = "<!-- Made by `python -m tools.ubgi.table` from the protocol's docstrings: edit those. -->"


def _options(parser):
    parser.add_argument("--check", action="store_true", help="change nothing")


@tool(_options)
def main(options):
    """Writes the table, or compares it; returns the exit status."""
    lines = ["| line | answer | meaning |", "| --- | --- | --- |"]
    for word in COMMANDS:
        method = getattr(Context, word) if word in STATE else getattr(Ubgi, "_" + word)
        cells = [" ".join(cell.split()) for cell in re.split(r"\s\|\s", method.__doc__)]
        lines.append("| " + " | ".join(cells) + " |")
    before = _PAGE.read_text(encoding="utf-8")
    after = put_between(before, _BEGIN, "\n".join(lines))
    if options.check:
        return int(before != after)
    _PAGE.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
