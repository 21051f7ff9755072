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
from picogammon.rules import xgid
from picogammon.rules.errors import RulesError
from picogammon.rules.settings import MAX_NAME
from tools import arguments, files
from tools.command import Misused, tool
from tools.files import FileError
from tools.flash import FlashError
from tools.matches import MatError, deck, fetching, places
from tools.review import judge
from tools.terminal import print
from tools.typed import typed

_LIST, _ANKI = ".txt", ".apkg"
_MOST_LETTERS = 200  # of a line


class _DeckError(Exception):
    """Cards that cannot be had, or put; the text says why."""


def _options(parser):
    parser.add_argument(
        "file", nargs="?", help=f"the file to write: XGIDs ({_LIST}) or a deck for Anki ({_ANKI})"
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--port", help="the board's serial port; looked for if not given")
    place.add_argument("--flash", help="an image of the board's flash: picotool save -a FILE")
    place.add_argument("--backup", help="a .zip file that backup has made")
    parser.add_argument("--name", type=_name, help="only this learner's cards; with --add whose")
    parser.add_argument("--add", metavar="LIST", help="a file of XGIDs, a line each, for the board")
    parser.add_argument(
        "--patience",
        type=arguments.seconds,
        default=places.PATIENCE_S,
        metavar="SECONDS",
        help="how long to wait for a board's answer (%(default)s)",
    )


def _name(text):
    if not 1 <= len(text.strip()) <= MAX_NAME or not text.isascii() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"a name is 1 to {MAX_NAME} plain letters, not {text!r}")
    return text.strip()


@tool(_options, _DeckError, FileError, FlashError, MatError, WeightsError)
def main(options):
    """Writes a board's cards into a file, or a file's XGIDs onto a board."""
    if bool(options.add) == bool(options.file):
        raise Misused("name a file to write, or a list to --add")
    if options.add:
        if options.backup:
            raise Misused("cards go onto a board, not into a backup: --port or --flash")
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
        lines = _lines(found)
        files.write(options.file, "".join(lines).encode())
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


def _lines(found):
    """The cards as lines of XGIDs; what no XGID can say is said and left out."""
    lines = []
    for card in found:
        try:
            lines.append(xgid.to_xgid(card.match().situation()) + "\n")
        except (CardError, RulesError) as error:
            print(f"A card is left out: {error}", file=sys.stderr)
    return lines


def _add(options):
    new = _listed(options.add)
    with _place(options) as place, tempfile.TemporaryDirectory() as folder:
        path = Path(folder, CARDS)
        before = place.read(CARDS)
        if before is not None:
            path.write_bytes(before)
        held = deck.opened(str(path))
        names = held.names
        name = options.name or (names[0] if len(names) == 1 else None)
        if name is None:
            known = f": {', '.join(names)}" if names else ""
            raise _DeckError(f"Whose cards are these? Say --name NAME{known}.")
        added = 0
        for question in new:
            card = Card(name, question)
            added += held.find(card) is None and held.put(card)
        if added:
            place.put(CARDS, path.read_bytes())
    rest = len(new) - added
    known = f"; {rest} there already, or without room" if rest else ""
    print(f"{_counted(added)} for {name} added{known}")


def _listed(path):
    """The questions in a file of XGIDs. Raises _DeckError, naming the line."""
    questions = []
    text = files.read(path).decode(errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        try:
            question = cards.question_of(xgid.from_xgid(line[:_MOST_LETTERS]))
            Card("", question).match()
        except (CardError, RulesError) as error:
            raise _DeckError(f"{path}, line {number}: {error}") from None
        questions.append(question)
    if not questions:
        raise _DeckError(f"{path} has no XGID in it: a line each.")
    return questions


def _counted(number):
    return f"{number} card" + ("" if number == 1 else "s")


if __name__ == "__main__":
    sys.exit(main())
