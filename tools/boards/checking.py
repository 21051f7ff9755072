"""`make check-board BOARD=...`: what is wrong with a board's data and what to do, or what it would
be.
"""

import argparse
import sys

from tools.boards import loading, summary
from tools.boards.__main__ import made

_NO_README = """\
boards/{name} has no README.md: copy one of another board's, where the marks say what is made
from the data."""
_STALE = """\
Its page and picture are not what the data say. This makes them anew:
    .venv/bin/python -m tools.boards"""


def main(arguments=None, boards=loading.FOLDER):
    """Checks a folder of `boards`; returns the exit status, 1 where its data are wrong."""
    parser = argparse.ArgumentParser(prog="make check-board", description=__doc__)
    parser.add_argument("board", nargs="?", default="pico", help="a folder of boards/ (pico)")
    name = parser.parse_args(arguments).board
    folder = boards / name
    try:
        board = loading.load_board(name, boards)
        wanted = made(board, folder)
    except loading.BoardError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(summary.text(board))
    print(f"Nothing is wrong with boards/{name}/board_config.py.")
    if not (folder / "README.md").exists():
        print(_NO_README.format(name=name))
    elif any(not path.exists() or path.read_text("utf-8") != wanted[path] for path in wanted):
        print(_STALE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
