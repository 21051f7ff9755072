"""Writes each board's wiring picture, and its tables into its page."""

import sys

from tools import marks
from tools.boards import loading, picture, table
from tools.boards.connections import connections
from tools.command import tool
from tools.terminal import print

_REFERENCE = "pico"  # the shared page has only the wires that this board lacks


def made(board, folder):
    """Returns {path: text} of a board's picture and of its page with new tables between the marks.

    Raises BoardError if a mark has no end, or the page cannot be read.
    """
    found = {folder / "wiring.svg": picture.svg(board)}
    page = page_of(folder)
    begin, known = table.BEGIN, []
    if page == _shared(folder):
        begin = table.SHARED.format(folder.name)
        known = connections(loading.load_board(_REFERENCE))
    before = text_of(page)
    if begin in before:
        if marks.END not in before.partition(begin)[2]:
            raise loading.BoardError(f"{page}: after {begin} there is no {marks.END}")
        found[page] = table.put_into(before, board, begin, known)
    return found


def page_of(folder):
    """Returns the path of a board's page: the shared README if only that shows its picture."""
    own, shared = folder / "README.md", _shared(folder)
    shown = not own.exists() and f"]({folder.name}/wiring.svg)" in text_of(shared)
    return shared if shown else own


def _shared(folder):
    return folder.parent / "README.md"


def text_of(path):
    """Returns a file's text, '' if there is none. Raises BoardError."""
    try:
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as problem:
        raise loading.BoardError(f"{path} cannot be read: {problem}") from None


@tool(lambda parser: None, loading.BoardError)
def main(options):
    """Writes what is out of date."""
    for name in loading.names():
        folder = loading.FOLDER / name
        for path, text in made(loading.load_board(name), folder).items():
            if text_of(path) != text:
                path.write_text(text, encoding="utf-8")
                print(path, "is written")


if __name__ == "__main__":
    sys.exit(main())
