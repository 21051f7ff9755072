"""Match files: a board's match as a .mat file, and what a .mat file says.

usage: python -m tools.matches save FILE.mat | read FILE.mat
"""

import argparse
import re
import sys
import time
from pathlib import Path

from picogammon.devices.journal import Journal
from picogammon.rules import match
from tools.flash import FlashError
from tools.matches import MatError, fetching, log, reading, writing

_DATE = re.compile(r"\d{4}\.\d\d\.\d\d", re.A)
_HOW = ("", ", a double dropped", ", resigned")  # by scoring.BORNE_OFF ...


def main(arguments=None):
    """Returns the exit status: 1 where a file cannot be read or written, 2 for bad arguments."""
    options = _options().parse_args(arguments)
    try:
        options.run(options)
    except (MatError, FlashError) as trouble:
        where = f"{options.file}: " if isinstance(trouble, MatError) else ""
        print(f"{where}{trouble}", file=sys.stderr)
        return 1
    except OSError as trouble:
        print(f"{trouble.filename or options.file}: {trouble.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _options():
    parser = argparse.ArgumentParser(prog="python -m tools.matches", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="save | read")
    save = commands.add_parser("save", help="writes the match that a board keeps")
    save.set_defaults(run=_save)
    save.add_argument("file", help="the .mat file to write")
    source = save.add_mutually_exclusive_group()
    source.add_argument("--port", help="the board's serial port; looked for if not given")
    source.add_argument("--log", help="a copy of match.log, with match.log.newest beside it")
    source.add_argument("--flash", help="an image of the board's flash: picotool save -a FILE")
    save.add_argument("--event", help="what it was played for")
    save.add_argument("--date", type=_date, help="YYYY.MM.DD (today, or when the copy was made)")
    read = commands.add_parser("read", help="says what is in a .mat file")
    read.set_defaults(run=_read)
    read.add_argument("file", help="the .mat file to read")
    read.add_argument("--log", help="writes it as the log that a board goes on from: match.log")
    return parser


def _date(text):
    if not _DATE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"a date is YYYY.MM.DD, not {text}")
    return text


def _save(options):
    copy = options.log or options.flash
    if options.log:
        records = fetching.from_log(options.log)
    elif options.flash:
        records = fetching.from_flash(options.flash)
    else:
        records = fetching.from_board(options.port, print)
    made = time.localtime(Path(copy).stat().st_mtime if copy else None)
    about = {"Event": options.event} if options.event else {}
    about["EventDate"] = options.date or time.strftime("%Y.%m.%d", made)
    written = writing.write(records, about)
    Path(options.file).write_text(written.text, encoding="utf-8", newline="\n")
    print(f"{options.file}: {_counted(len(list(log.games(records))))}")
    for note in written.notes:
        print(f"  {note}")


def _read(options):
    found = reading.read(Path(options.file).read_bytes())
    games = list(log.games(found.records))
    settings = games[-1].settings if games else None
    if settings is None:
        raise MatError("nothing has been played in it")
    length = f"to {settings.length}" if settings.length else "for money"
    about = ", ".join(found.about[tag] for tag in ("Event", "EventDate") if tag in found.about)
    print(f"{' – '.join(found.names)}, {length}{', ' + about if about else ''}")
    for number, game in enumerate(games, 1):
        print(f"{number:4}  {_told(game)}")
    for note in found.notes:
        print(f"  {note}")
    if options.log:
        if Path(options.log).exists():
            raise MatError(f"{options.log} is there already: give another name")
        Journal(options.log).restart(found.records)


def _told(game):
    played = match.Match(game.settings)
    for record in game.records:
        played.apply(record, True)
    score = "%d-%d" % tuple(played.scores)
    if played.result is None:
        return f"{score:>7}  not finished"
    result = played.result
    kind = ("", "a single game", "a gammon", "a backgammon")[result.multiple]
    name = game.settings.names[result.winner]
    return f"{score:>7}  {name} wins {kind} ({result.points}){_HOW[result.how]}"


def _counted(games):
    return "1 game" if games == 1 else f"{games} games"


if __name__ == "__main__":
    sys.exit(main())
