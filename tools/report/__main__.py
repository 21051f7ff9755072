"""`python -m tools.report MATCH [--out FILE] [--level NAME | --judge gnubg]`: a match as one HTML
page.

MATCH is a .mat file, or the match.log that a board keeps. Exit status: 1 where it cannot be read
or the level has no weights, 2 for arguments that make no sense.
"""

import argparse
import sys
from pathlib import Path

from rich.progress import Progress

from picogammon.engine import levels
from picogammon.engine.weights import WeightsError
from tools import files
from tools.files import FileError
from tools.matches import opening
from tools.matches.log import games
from tools.players import gnubg_text
from tools.report import page, telling
from tools.report.gnubg import Gnubg, GnubgError
from tools.report.telling import Report
from tools.review import judge


def _made(match, played, engine, by):
    """What the page shows of a MatchFile, made with a bar that shows how far it is."""
    report = Report(played, match.names, match.about, engine, by)
    with Progress(transient=True) as bar:
        task = bar.add_task("Judging the match", total=1000)
        while not report.step():
            bar.update(task, completed=report.progress)
    return report.page


def main(args=None):
    """Writes the page; returns the exit status."""
    parser = argparse.ArgumentParser(prog="report", description="Makes a page of a match.")
    parser.add_argument("match", type=Path, help="a .mat file, or a board's match.log")
    parser.add_argument("--out", type=Path, help="the page; MATCH.html unless told")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--level", choices=levels.levels(), help="who judges (the board's coach)")
    who.add_argument("--judge", choices=["gnubg"], help="Debian's gnubg judges, two rolls ahead")
    arguments = parser.parse_args(args)
    out = arguments.out or arguments.match.with_suffix(".html")
    try:
        match = opening.match(arguments.match)
        files.check_place(out)
        page.check()
        if arguments.judge and not gnubg_text.is_here():
            raise GnubgError(gnubg_text.MISSING)
        level, engine = judge(arguments.level)
        played = list(games(match.records))
        by = telling.ours(level)
        if arguments.judge:
            engine = Gnubg(engine)
            for game in played:
                engine.prepare(game)
            by = f"GNU Backgammon, two rolls ahead; the luck by {by}"
        files.write(out, page.render(_made(match, played, engine, by)).encode())
    except (FileError, WeightsError, GnubgError, page.Missing) as trouble:
        print(f"report: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
