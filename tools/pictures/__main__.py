"""Makes the font, the golden pictures and the moving picture again: look at them afterwards.

With --sheet FILE it puts all screens on one sheet, to look at, and makes nothing anew.
"""

import sys

from tools import files
from tools.command import Misused, tool


def _options(parser):
    parser.add_argument("--sheet", metavar="FILE", help="a picture, as screens.png")
    parser.add_argument("--rows", type=int, default=64, choices=(32, 64, 128), help="of the sheet")


@tool(_options, files.FileError)
def main(options):
    """Writes what was asked for."""
    from tools.pictures import make_font

    if not options.sheet:
        print(make_font.write())
    from picogammon.app.display.canvas import Display  # with the font that was just made
    from tools.pictures import golden, turn

    if options.sheet:
        sheet = golden.sheet(golden.screens_of(Display(options.rows)))
        try:
            with files.writing(options.sheet):
                sheet.save(options.sheet)
        except ValueError:
            raise Misused(f"{options.sheet}: a picture's name ends with .png") from None
        return
    for path in golden.write():
        print(path)
    print(turn.write())


if __name__ == "__main__":
    sys.exit(main())
