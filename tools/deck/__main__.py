"""A board's practice cards: as a list of XGIDs (.txt) or for Anki (.apkg), and XGIDs into its deck.

The learner is the lower player of each XGID. Exit status: 1 where a file or a board cannot be read
or written, 2 for arguments that make no sense.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from picogammon.app.practice.cards import CardError
from picogammon.devices.files import CARDS
from picogammon.engine.weights import WeightsError
from tools import files
from tools.command import Misused, tool
from tools.files import FileError
from tools.flash import FlashError
from tools.matches import MatError, deck, fetching, places
from tools.report.judging import judge
from tools.terminal import print
from tools.typed import typed

_LIST, _ANKI = ".txt", ".apkg"


class _DeckError(Exception):
    """Cards that cannot be had, or put; the text says why."""


def _options(parser):
    parser.add_argument(
        "file", nargs="?", help=f"the file to write: XGIDs ({_LIST}) or a deck for Anki ({_ANKI})"
    )
    place = places.options(parser)
    place.add_argument("--backup", help="a .zip file that backup has made")
    parser.add_argument(
        "--name", type=_name, help="only this learner's cards; with --add, their owner"
    )
    parser.add_argument(
        "--add", metavar="LIST", help="a file of XGIDs to add to the board, one per line"
    )


def _name(text):
    try:
        return deck.name_of(text)
    except CardError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


@tool(_options, _DeckError, FileError, FlashError, MatError, WeightsError)
def main(options):
    """Writes a board's cards into a file, or a file's XGIDs onto a board."""
    if bool(options.add) == bool(options.file):
        raise Misused("name a file to write, or a list to --add")
    if options.add:
        if options.backup:
            raise Misused("a backup takes no new cards: give --port or --flash")
        _add(options)
        return
    if Path(options.file).suffix.lower() not in (_LIST, _ANKI):
        raise Misused(f"a file's name ends with {_LIST} or {_ANKI}, not {options.file}")
    files.check_place(options.file)
    found = [card for card in _cards(_content(options)) if _belongs(card, options.name)]
    if not found:
        whose = f" of {options.name}" if options.name else ""
        raise _DeckError(f"There are no cards{whose}: they come from mistakes in games that ended.")
    if options.file.lower().endswith(_ANKI):
        from tools.deck import anki  # what only Anki needs

        files.write(options.file, anki.package(found, judge()[1]))
    else:
        lines, faults = deck.as_xgids(found)
        for fault in faults:
            print(fault, file=sys.stderr)
        files.write(options.file, "".join([line + "\n" for line in lines]).encode())
    print(f"{options.file}: {_counted(len(found))}")


def _belongs(card, name):
    return name is None or card.name.lower() == name.lower()


def _content(options):
    """The bytes of a board's cards.bin, b"" where it has none."""
    if options.backup:
        return fetching.unpack(files.read(options.backup)).get(CARDS, b"")
    with _place(options) as place:
        return place.read(CARDS) or b""


def _place(options):
    if options.flash:
        return places.InFlash(options.flash)
    return places.OnLink(options.port, print, options.patience, command=typed("deck"))


def _cards(content):
    """The cards in the bytes of a deck. What is damaged is said and left out."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, CARDS)
        path.write_bytes(content)
        read = deck.opened(str(path))
        if read.damaged:
            print(f"Left out, as they are damaged: {_counted(read.damaged)}", file=sys.stderr)
        return list(read)


def _add(options):
    try:
        new = deck.questions(files.read(options.add).decode(errors="replace"))
    except CardError as error:
        raise _DeckError(f"{options.add}: {error}") from None
    with _place(options) as place, tempfile.TemporaryDirectory() as folder:
        path = Path(folder, CARDS)
        before = place.read(CARDS)
        if before is not None:
            path.write_bytes(before)
        held = deck.opened(str(path))
        try:
            name, added = deck.add(held, options.name, new)
        except CardError:
            known = f": {', '.join(held.names)}" if held.names else ""
            raise _DeckError(f"Whose cards are these? Give --name NAME{known}.") from None
        if added:
            place.put(CARDS, path.read_bytes())
    rest = len(new) - added
    known = f"; {rest} there already, or had no room" if rest else ""
    print(f"{_counted(added)} for {name} added{known}")


def _counted(number):
    return f"{number} card" + ("" if number == 1 else "s")


if __name__ == "__main__":
    sys.exit(main())
