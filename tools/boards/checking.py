"""What is wrong with a board's data and what to do, or what it would be."""

import os
import sys
from pathlib import Path

from tools import IN_REPOSITORY
from tools.boards import loading, summary
from tools.boards.__main__ import made, page_of, text_of
from tools.command import tool
from tools.terminal import print

_NO_README = """\
{folder} has no README.md: copy boards/pico's, where the marks say what is made from the
data."""
_STALE = """\
Its page and picture do not match its data. This command rewrites them:
    .venv/bin/python -m tools.boards"""


def _options(parser):
    parser.add_argument(
        "board", nargs="?", default="pico", help="a folder of boards/, or the path of one (pico)"
    )


@tool(_options, loading.BoardError)
def main(options):
    """Checks a board's folder."""
    name, boards = options.board, loading.FOLDER
    own = Path(os.path.abspath(name))
    if name not in loading.names() and os.path.exists(own / "board_config.py"):
        name, boards = own.name, own.parent
    board = loading.load_board(name, boards)
    folder = boards / name
    wanted = made(board, folder)
    print(summary.text(board))
    print(f"Nothing is wrong with {loading.shown(folder / 'board_config.py')}.")
    if not IN_REPOSITORY:
        return
    if not page_of(folder).exists():
        print(_NO_README.format(folder=loading.shown(folder)))
    elif any(text_of(path) != wanted[path] for path in wanted):
        print(_STALE)


if __name__ == "__main__":
    sys.exit(main())
