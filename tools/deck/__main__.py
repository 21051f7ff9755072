"""A board's practice cards: as a list of XGIDs (.txt) or for Anki (.apkg), and XGIDs into its deck.

The learner is the lower player of each XGID. Exit status: 1 where a file or a board cannot be read
or written, 2 for arguments that make no sense.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from picogammon.app.practice import cards
from picogammon.app.practice.cards import Card, CardError
from picogammon.devices.files import CARDS
from picogammon.engine.weights import WeightsError
from picogammon.rules import notation
from picogammon.rules.position import RulesError
from picogammon.rules.settings import MAX_NAME
from tools import files
from tools.command import Misused, tool
from tools.files import FileError
from tools.flash import FlashError
from tools.matches import MatError, counted, fetching
from tools.matches.restoring import deck_in
from tools.positions import pasted
from tools.report.judging import judge
from tools.terminal import print

_LIST, _ANKI = ".txt", ".apkg"


class _DeckError(Exception):
    """The cards cannot be read or added; the text says why."""


def _options(parser):
    parser.add_argument(
        "file", nargs="?", help=f"the file to write: XGIDs ({_LIST}) or a deck for Anki ({_ANKI})"
    )
    place = fetching.options(parser)
    place.add_argument("--backup", help="a .zip file that backup has made")
    parser.add_argument(
        "--name", type=_name, help="only this learner's cards; with --add, their owner"
    )
    parser.add_argument(
        "--add", metavar="LIST", help="a file of XGIDs to add to the board, one per line"
    )


def _name(text):
    name = text.strip()
    if not 1 <= len(name) <= MAX_NAME or not all(" " <= letter <= "~" for letter in name):
        raise argparse.ArgumentTypeError(f"a name is 1 to {MAX_NAME} plain letters, not {text!r}")
    return name


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
    found = _cards(_content(options))
    if options.name:
        found = [card for card in found if card.name.lower() == options.name.lower()]
    if not found:
        whose = f" of {options.name}" if options.name else ""
        raise _DeckError(f"There are no cards{whose}: they come from mistakes in games that ended.")
    if options.file.lower().endswith(_ANKI):
        from tools.deck import anki  # needs genanki

        files.write(options.file, anki.package(found, judge()[1]))
    else:
        lines = []
        for card in found:
            try:
                lines.append(notation.to_xgid(card.match().situation()) + "\n")
            except (CardError, RulesError) as error:
                print(f"A card is left out: {error}", file=sys.stderr)
        files.write(options.file, "".join(lines).encode())
    print(f"{options.file}: {counted(len(found), 'card')}")


def _content(options):
    """Returns a board's cards.bin (bytes), b"" if there is none."""
    if options.backup:
        return fetching.unpack(files.read(options.backup)).get(CARDS, b"")
    with fetching.place_of(options, "deck") as place:
        return place.read(CARDS) or b""


def _cards(content):
    """Returns the cards of a deck (bytes); says how many are damaged and left out."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, CARDS)
        path.write_bytes(content)
        read = deck_in(str(path))
        if read.damaged:
            print(
                f"Left out, as they are damaged: {counted(read.damaged, 'card')}", file=sys.stderr
            )
        return list(read)


def questions(text):
    """Returns the questions of a text with an ID per line. Raises CardError with the line."""
    found = []
    for number, line in enumerate(text.replace("\r", "\n").split("\n"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        try:
            question = cards.question_of(pasted.read(line))
            Card("", question).match()
        except (CardError, RulesError) as error:
            raise CardError(f"line {number}: {error}") from None
        found.append(question)
    if not found:
        raise CardError("the file has no XGID: write one per line")
    return found


def _add(options):
    try:
        new = questions(files.read(options.add).decode(errors="replace"))
    except CardError as error:
        raise _DeckError(f"{options.add}: {error}") from None
    with fetching.place_of(options, "deck") as place, tempfile.TemporaryDirectory() as folder:
        path = Path(folder, CARDS)
        before = place.read(CARDS)
        if before is not None:
            path.write_bytes(before)
        held = deck_in(str(path))
        name = options.name or (held.names[0] if len(held.names) == 1 else None)
        if name is None:
            known = f": {', '.join(held.names)}" if held.names else ""
            raise _DeckError(f"Whose cards are these? Give --name NAME{known}.")
        mine = [Card(name, question) for question in new]
        added = sum(held.find(card) is None and held.put(card) for card in mine)
        if added:
            place.put(CARDS, path.read_bytes())
    rest = len(new) - added
    known = f"; {rest} there already, or had no room" if rest else ""
    print(f"{counted(added, 'card')} for {name} added{known}")


if __name__ == "__main__":
    sys.exit(main())
