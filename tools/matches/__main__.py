"""Match files: a board's matches as .mat files, and what a .mat file says; backups of a board.

`make save-match`, `send-match`, `read-match`, `backup` and `restore` are the same.
"""

import argparse
import re
import sys
import time
from pathlib import Path

from picogammon.devices.journal import Journal
from picogammon.rules import match
from tools.flash import FlashError
from tools.matches import MatError, fetching, log, places, reading, writing

_DATE = re.compile(r"\d{4}\.\d\d\.\d\d", re.A)
_ALL, _LIST = "all", "list"  # of --match
_DOORS = {
    "save": "make save-match",
    "send": "make send-match",
    "backup": "make backup",
    "restore": "make restore",
}
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
    commands = parser.add_subparsers(required=True, metavar="save | send | read | backup | restore")
    save = _command(commands, "save", _save, "writes a match that a board keeps")
    save.add_argument("file", help="the .mat file to write (.log: the board's own records)")
    source = _places(save)
    source.add_argument("--log", help="a copy of match.log, with match.log.newest beside it")
    save.add_argument("--match", type=_match, help="the number of an earlier match, all, or list")
    save.add_argument("--event", help="what it was played for")
    save.add_argument("--date", type=_date, help="YYYY.MM.DD (today, or when the copy was made)")
    send = _command(commands, "send", _send, "sends a match to a board, to be played back there")
    send.add_argument("file", help="a .mat file, or a log (.log)")
    _places(send)
    send.add_argument("--date", type=_date, help="YYYY.MM.DD (as the file says, or today)")
    read = _command(commands, "read", _read, "says what is in a .mat file")
    read.add_argument("file", help="the .mat file to read")
    read.add_argument("--log", help="writes it as the log that a board goes on from: match.log")
    for name, run, what in (
        ("backup", _backup, "writes all matches and settings of a board into one file"),
        ("restore", _restore, "puts such a file's matches and settings onto a board"),
    ):
        both = _command(commands, name, run, what)
        both.add_argument("file", help="the backup, a .zip file")
        _places(both)
    return parser


def _command(commands, name, run, what):
    command = commands.add_parser(name, help=what)
    command.set_defaults(run=run, command=name)
    return command


def _places(command):
    """The options that say where the board is."""
    place = command.add_mutually_exclusive_group()
    place.add_argument("--port", help="the board's serial port; looked for if not given")
    place.add_argument("--flash", help="an image of the board's flash: picotool save -a FILE")
    command.add_argument(
        "--patience",
        type=float,
        default=places.PATIENCE_S,
        metavar="SECONDS",
        help="how long to wait for a board's answer (%(default)s)",
    )
    return place


def _place(options):
    if options.flash:
        return places.InFlash(options.flash)
    return places.OnBoard(options.port, print, options.patience, command=_DOORS[options.command])


def _match(text):
    if text not in (_ALL, _LIST) and not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a match is a number, {_ALL} or {_LIST}, not {text}")
    return int(text) if text.isdecimal() else text


def _date(text):
    if not _DATE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"a date is YYYY.MM.DD, not {text}")
    return text


def _save(options):
    if options.log:
        day = _day_of(options.log)
        _write(options, Path(options.file), fetching.from_log(options.log), day)
        return
    with _place(options) as place:
        if options.match is None:
            found = [(None, fetching.running(place), _day_of(options.flash))]
        else:
            numbers = place.matches() if isinstance(options.match, str) else [options.match]
            found = [(number, *fetching.archived(place, number)) for number in numbers]
    if options.match == _LIST:
        _list(found)
        return
    for number, records, day in found:
        path = Path(options.file)
        if options.match == _ALL:
            path = path.with_stem(f"{path.stem}-{number:05}")
        _write(options, path, records, day)


def _day_of(copy):
    """Today, or the day on which a copy was made."""
    made = time.localtime(Path(copy).stat().st_mtime if copy else None)
    return time.strftime("%Y.%m.%d", made)


def _list(found):
    if not found:
        print("No earlier match is kept on this board.")
    for number, records, day in found:
        try:
            games = list(log.games(records))
        except match.Refusal as refusal:
            print(f"{number:5}  {day or '?':10}  damaged: {refusal}")
            continue
        settings = games[-1].settings if games else None
        names = " \u2013 ".join(settings.names) if settings else "nobody"
        print(f"{number:5}  {day or '?':10}  {names}, {_counted(len(games))}")


def _write(options, path, records, day):
    if path.suffix.lower() == ".log":
        if path.exists():
            raise MatError(f"{path} is there already: give another name")
        Journal(str(path)).restart(records)
        print(f"{path}: {len(records)} records")
        return
    about = {"Event": options.event} if options.event else {}
    if options.date or day:
        about["EventDate"] = options.date or day
    written = writing.write(records, about)
    content = written.text.encode()
    if path.exists() and path.read_bytes() != content:
        raise MatError(f"there is another {path.name} already: give another name")
    path.write_bytes(content)
    print(f"{path}: {_counted(len(list(log.games(records))))}")
    for note in written.notes:
        print(f"  {note}")


def _send(options):
    path = Path(options.file)
    day = ""
    if path.suffix.lower() == ".log":
        records = fetching.from_log(path)
        if not list(log.games(records)):
            raise MatError("nothing has been played in it")
    else:
        found = reading.read(path.read_bytes())
        records = found.records
        day = found.about.get("EventDate", "")
        for note in found.notes:
            print(f"  {note}")
    day = options.date or (day if _DATE.fullmatch(day) else _day_of(None))
    with _place(options) as place:
        number = fetching.send(place, records, day)
    print(f"{path} is match {number} there: the menu's Earlier matches plays it back")


def _backup(options):
    path = Path(options.file)
    if path.exists():
        raise MatError("is there already: give another name")
    with _place(options) as place:
        content, count = fetching.backup(place)
    path.write_bytes(content)
    print(f"{path}: {count} files")


def _restore(options):
    content = Path(options.file).read_bytes()
    fetching.unpack(content)  # said at once, and not when a board was found
    with _place(options) as place:
        count = fetching.restore(place, content)
    print(f"{options.file}: {count} files are on the board")


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
