"""`python -m tools.pictures` makes the font, the golden pictures and the moving picture anew, on
purpose: look at them.

`python -m tools.pictures sheet FILE` puts all screens on one sheet, to look at, and
`python -m tools.pictures sheet FILE 32` those of a display with 32 rows.
"""

import sys

from tools import files


def main(arguments):
    """Writes what was asked for; returns the exit status."""
    from tools.pictures import make_font

    print(make_font.write())
    from picogammon.app.display.canvas import USUAL, Display
    from tools.pictures import golden, turn

    if arguments[:1] == ["sheet"] and len(arguments) == 2:
        return _sheet(golden.sheet(golden.screens_of(USUAL)), arguments[1])
    elif arguments[:1] == ["sheet"] and arguments[2:] in (["32"], ["128"]):
        shown = golden.screens_of(Display(int(arguments[2])))
        return _sheet(golden.sheet(shown), arguments[1])
    elif arguments:
        print(__doc__)
        return 2
    else:
        for path in golden.write():
            print(path)
        print(turn.write())
    return 0


def _sheet(picture, path):
    try:
        with files.writing(path):
            picture.save(path)
    except files.FileError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except ValueError:
        print(f"{path}: a picture's name ends with .png", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
