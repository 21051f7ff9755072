"""Match files: a board's matches as .mat files, and what a .mat or .sgf file says; backups of a
board.
"""

import argparse
import contextlib
import re
import time
from itertools import zip_longest
from pathlib import Path

from picogammon.rules import position as positions
from picogammon.rules.match import Match, Refusal, replay
from tools import files
from tools.command import Misused, tool
from tools.files import FileError
from tools.flash import FlashError
from tools.matches import MatError, counted, fetching, log, opening, writing
from tools.terminal import print

_DATE = re.compile(r"\d{4}\.\d\d\.\d\d", re.A)
_ALL, _LIST = "all", "list"  # of --match
_LOG = ".log"
_NONE = "This board has no earlier matches."
_MAKE_ROOM = """\
Nothing was changed: the board is full, and these earlier matches would have to go:{going}
Save those that you want to keep, then use --make-room."""
_HOW = ("", ", cube dropped", ", resigned")  # by match.BORNE_OFF ...


def _tool(add_options):
    """Makes a tool whose help is the docstring of its function."""

    def make(work):
        return tool(add_options, MatError, FileError, FlashError, about=work.__doc__)(work)

    return make


def _match(text):
    if text not in (_ALL, _LIST) and not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a match is a number, {_ALL} or {_LIST}, not {text}")
    return int(text) if text.isdecimal() else text


def _is_date(text):
    with contextlib.suppress(ValueError):
        return bool(_DATE.fullmatch(text) and time.strptime(text, "%Y.%m.%d"))
    return False


def _date(text):
    if not _is_date(text):
        raise argparse.ArgumentTypeError(f"a date is YYYY.MM.DD, not {text}")
    return text


def _save_options(parser):
    parser.add_argument("file", help="the .mat file to write (.log: the board's own records)")
    source = fetching.options(parser)
    source.add_argument("--log", help="a .log file, or a folder of sectors (matches)")
    parser.add_argument("--match", type=_match, help="the number of an earlier match, all, or list")
    parser.add_argument("--event", help="the event that it was played at")
    parser.add_argument("--date", type=_date, help="YYYY.MM.DD (today, or when the copy was made)")


@_tool(_save_options)
def save(options):
    """Writes a match that a board keeps."""
    is_log = options.file.lower().endswith(_LOG)
    if options.log and options.match is not None:
        raise Misused("a log has one match: leave --match out, or name a board's --port or --flash")
    if is_log and (options.event or options.date):
        raise Misused(f"a {_LOG} file has no event and no date: name a .mat file")
    if is_log and options.match not in (_LIST, _ALL):
        files.check_new(options.file)
    elif options.match != _LIST:
        files.check_place(options.file)
    found = _found(options)
    if not found:
        print(_NONE)
    for number, records, day in found:
        path = Path(options.file)
        if options.match == _LIST:
            print(f"{number:5}  {day or '?':10}  {_listed(records)}")
            continue
        if options.match == _ALL:
            path = path.with_stem(f"{path.stem}-{number:05}")
        what = f"Match {number} of the board" if number else options.log or "The board's match"
        _write(options, path, records, day, what)


def _found(options):
    """Returns [(the match's number or None, its records, its day)]."""
    if options.log:
        records = opening.from_log(options.log)
        opening.check_played(options.log, records)
        return [(None, records, _day_of(options.log))]
    with fetching.place_of(options, "save-match") as place:
        if options.match is None:
            return [(None, fetching.running(place), _day_of(options.flash))]
        numbers = [options.match]
        if isinstance(options.match, str):
            numbers = [kept.number for kept in fetching.earlier(place)]
        return [(number, *fetching.archived(place, number)) for number in numbers]


def _day_of(copy):
    """Returns today, or the day of a copy."""
    made = time.localtime(Path(copy).stat().st_mtime if copy else None)
    return time.strftime("%Y.%m.%d", made)


def _listed(records):
    try:
        games = list(log.games(records))
    except Refusal as refusal:
        return f"damaged: {refusal}"
    names = " \u2013 ".join(games[-1].settings.names) if games else "nobody"
    return f"{names}, {counted(len(games), 'game')}"


def _write(options, path, records, day, what):
    """Writes a match's file; `what`: its name in an error."""
    if path.suffix.lower() == _LOG:
        _keep(path, records)
        print(f"{path}: {counted(len(records), 'record')}")
        return
    about = {"Event": options.event} if options.event else {}
    if options.date or day:
        about["EventDate"] = options.date or day
    try:
        text, notes = writing.write(records, about)
    except MatError as error:
        raise MatError(f"{what}: {error}") from None
    content = text.encode()
    if path.exists() and files.read(path) != content:
        raise FileError(f"{path} already exists: give another name.")
    files.write(path, content)
    print(f"{path}: {counted(len(list(log.games(records))), 'game')}")
    _print_notes(notes)


def _keep(path, records):
    files.check_new(path)
    files.write(path, log.content(records))


def _send_options(parser):
    parser.add_argument("file", help="a .mat or .sgf file, or a log (.log)")
    fetching.options(parser)
    parser.add_argument("--date", type=_date, help="YYYY.MM.DD (as the file says, or today)")


@_tool(_send_options)
def send(options):
    """Sends a match to a board, to be played back there."""
    found = opening.match(options.file)
    _print_notes(found.notes)
    day = found.about.get("EventDate", "")
    day = options.date or (day if _is_date(day) else _day_of(None))
    with fetching.place_of(options, "send-match") as place:
        number = fetching.send(place, found.records, day)
    print(f"{options.file} is match {number} there: the menu's Earlier matches plays it back")


def _backup_options(parser):
    parser.add_argument("file", help="the backup, a .zip file")
    fetching.options(parser)


@_tool(_backup_options)
def backup(options):
    """Writes all matches and preferences of a board into one file."""
    files.check_new(options.file)
    with fetching.place_of(options, "backup") as place:
        content, count, notes = fetching.backup(place)
    files.write(options.file, content)
    print(f"{options.file}: {counted(count, 'file')}")
    _print_notes(notes)


def _restore_options(parser):
    _backup_options(parser)
    parser.add_argument("--make-room", action="store_true", help="deletes old matches to make room")


@_tool(_restore_options)
def restore(options):
    """Adds such a file's matches to a board's earlier ones, and puts its settings there."""
    content = files.read(options.file)
    try:
        fetching.unpack(content)  # before a board is looked for
    except MatError as error:
        raise MatError(f"{options.file}: {error}") from None
    with fetching.place_of(options, "restore") as place:
        plan = fetching.planned(place, content)
        if plan.going and not options.make_room:
            going = "".join(f"\n  {name}" for name in plan.going)
            raise MatError(_MAKE_ROOM.format(going=going))
        fetching.restore(place, plan)
    print(f"Added from {options.file}: {plan.said}")
    _print_notes(plan.notes)


def _print_notes(notes):
    for note in notes:
        print(f"  {note}")


def _read_options(parser):
    parser.add_argument("file", help="the .mat or .sgf file to read")
    parser.add_argument("--log", help="also writes it as a board's own records, a .log file")


@_tool(_read_options)
def read(options):
    """Says what is in a match file."""
    if options.log:
        files.check_new(options.log)
    found = opening.match(options.file)
    games = list(log.games(found.records))
    settings = games[-1].settings
    length = f"to {settings.length}" if settings.length else "for money"
    length += f", {positions.name_of(settings.variant)}" if settings.variant else ""
    about = ", ".join(found.about[tag] for tag in ("Event", "EventDate") if tag in found.about)
    names = " – ".join(found.names or settings.names)
    print(f"{names}, {length}{', ' + about if about else ''}")
    for number, (game, end) in enumerate(zip_longest(games, found.ends, fillvalue=""), 1):
        print(f"{number:4}  {_told(game, end)}")
    _print_notes(found.notes)
    if options.log:
        _keep(options.log, found.records)


def _told(game, end):
    *_, played = replay(game.records, Match(game.settings))
    score = "%d-%d" % tuple(played.scores)
    if played.result is None:
        return f"{score:>7}  not finished{': ' + end if end else ''}"
    result = played.result
    kind = ("", "a single game", "a gammon", "a backgammon")[result.multiple]
    name = game.settings.names[result.winner]
    return f"{score:>7}  {name} wins {kind} ({result.points}){_HOW[result.how]}"
