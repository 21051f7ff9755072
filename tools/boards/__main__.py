"""Makes what boards/ holds of made things, or says that it is out of date."""

import sys

from tools import marks
from tools.boards import loading, picture, table
from tools.command import tool
from tools.terminal import print


def made(board, folder):
    """{path: text} of all that is made from a board's data, where its README has a place for it.

    Raises BoardError where that place has no end, or the README cannot be read.
    """
    readme = folder / "README.md"
    before = text_of(readme)
    if table.BEGIN not in before:
        return {}
    if marks.END not in before:
        raise loading.BoardError(f"{readme}: after {table.BEGIN} there is no {marks.END}")
    return {
        readme: table.put_into(before, board),
        folder / "wiring.svg": picture.svg(board),
    }


def text_of(path):
    """What a page or a picture says; '' where there is none. Raises BoardError."""
    try:
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as problem:
        raise loading.BoardError(f"{path} cannot be read: {problem}") from None


def _options(parser):
    parser.add_argument(
        "--check", action="store_true", help="change nothing, exit 1 if out of date"
    )


@tool(_options, loading.BoardError)
def main(options):
    """Writes, or with --check compares; returns 1 when something is out of date."""
    stale = []
    for name in loading.names():
        folder = loading.FOLDER / name
        for path, text in made(loading.load_board(name), folder).items():
            if text_of(path) != text:
                stale.append(path)
                if not options.check:
                    path.write_text(text, encoding="utf-8")
    for path in stale:
        print(path, "is out of date" if options.check else "is written")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
