"""Makes a page of a match, one HTML file, or prints its grades and luck as lines.

Exit status: 1 where the match cannot be read or the level has no weights, 2 for arguments that make
no sense.
"""

import importlib.util
import sys
from pathlib import Path

from rich.progress import Progress

from picogammon.engine import levels
from picogammon.engine.weights import WeightsError
from tools import files, gnubg
from tools.command import tool
from tools.files import FileError
from tools.matches import opening
from tools.matches.log import games
from tools.report import deeper, page, telling, text
from tools.report.gnubg import Gnubg, GnubgError
from tools.report.judging import judge
from tools.report.telling import Judge, Report
from tools.terminal import print


def _ask(judging, played):
    """Lets gnubg judge all games, with a bar that shows how many."""
    with Progress(transient=True) as bar:
        for game in bar.track(played, description="Asking GNU Backgammon"):
            judging.prepare(game)


def _made(match, played, engine, by):
    """What the page shows of a MatchFile, made with a bar that shows how far it is."""
    report = Report(played, match, engine, by)
    with Progress(transient=True) as bar:
        task = bar.add_task("Judging the match", total=1000)
        while not report.step():
            bar.update(task, completed=report.progress)
    return report.page


def _options(parser):
    parser.add_argument("match", type=Path, help="a .mat or .sgf file, or a board's match.log")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--out", type=Path, help="the page; MATCH.html unless told")
    form.add_argument("--text", action="store_true", help="prints lines, makes no page")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--level", choices=levels.levels(), help="who judges (the board's coach)")
    who.add_argument("--judge", choices=["gnubg"], help="Debian's gnubg judges, two rolls ahead")
    parser.epilog = (
        "By default our strongest level judges a page, and the board's coach judges lines, or a "
        "page where numba is missing."
    )


@tool(_options, FileError, WeightsError, GnubgError, prefix="report: ")
def main(options):
    """Writes the page, or prints the lines."""
    match = opening.match(options.match)
    out = options.out or options.match.with_suffix(".html")
    if not options.text:
        files.check_place(out)
        if out.exists() and out.samefile(options.match):
            raise FileError(f"{out} is the match: give the page another name.")
    if options.judge and not gnubg.is_here():
        raise GnubgError(gnubg.MISSING)
    level, engine = judge(options.level)
    played = list(games(match.records))
    by = telling.ours(level)
    if options.judge:
        engine = Gnubg(engine)
        _ask(engine, played)
        by = Judge(f"GNU Backgammon, two rolls ahead; luck by {by.name}", "")
    elif not (options.level or options.text) and importlib.util.find_spec("numba"):
        from tools.strength import quick  # numba takes seconds to load

        engine = deeper.Deeper(quick.make, quick.make(level))
        by = deeper.judge(level)
    if not options.text:
        files.write(out, page.render(_made(match, played, engine, by)).encode())
    for note in match.notes:
        print(f"  {note}")
    if options.text:
        text.show(played, engine)
    else:
        print(out)


if __name__ == "__main__":
    sys.exit(main())
