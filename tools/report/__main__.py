"""`python -m tools.report MATCH [--out FILE] [--level NAME | --judge gnubg]`: a match as one HTML
page.

MATCH is a .mat file, or the match.log that a board keeps. Exit status: 1 where it cannot be read
or the level has no weights, 2 for arguments that make no sense.
"""

import argparse
import sys
from pathlib import Path

from rich.progress import track

from picogammon.engine import levels
from picogammon.engine.weights import WeightsError
from picogammon.rules.match import Refusal
from tools.matches import MatError, reading
from tools.matches.log import games, records_of
from tools.report import judging, page
from tools.report.gnubg import Gnubg, GnubgError
from tools.review import judge


def _read(path):
    """(records, names or None, about) of a match's file. Raises OSError, MatError."""
    if path.suffix == ".log":
        return records_of(path), None, {}
    found = reading.read(path.read_bytes())
    return found.records, found.names, found.about


def _judged(game, engine):
    if isinstance(engine, Gnubg):
        engine.prepare(game)
    return judging.judge(game, engine)


def main(args=None):
    """Writes the page; returns the exit status."""
    parser = argparse.ArgumentParser(prog="report", description="Makes a page of a match.")
    parser.add_argument("match", type=Path, help="a .mat file, or a board's match.log")
    parser.add_argument("--out", type=Path, help="the page; MATCH.html unless told")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--level", choices=levels.levels(), help="who judges; the strongest here")
    who.add_argument("--judge", choices=["gnubg"], help="Debian's gnubg judges, two rolls ahead")
    arguments = parser.parse_args(args)
    out = arguments.out or arguments.match.with_suffix(".html")
    try:
        engine = judge(arguments.level)
        records, names, about = _read(arguments.match)
        played = list(games(records))
        if not played:
            raise Refusal("nobody has moved yet")
        by = f"Picogammon's {arguments.level or 'strongest level'}"
        if arguments.judge:
            engine = Gnubg(engine)
            by = f"GNU Backgammon, two rolls ahead; the luck by {by}"
        told = track(played, "Judging the games", transient=True)
        judged = [_judged(game, engine) for game in told]
        settings = judged[-1].settings
        names = names or settings.names
        length = f"to {settings.length}" if settings.length else "for money"
        title = f"{names[0]} against {names[1]}, {length}"
        out.write_text(page.render(title, about, names, judged, engine, by), encoding="utf-8")
    except OSError as trouble:
        print(f"report: {trouble.filename or out}: {trouble.strerror}", file=sys.stderr)
        return 1
    except (MatError, Refusal, WeightsError, GnubgError) as trouble:
        print(f"report: {trouble}", file=sys.stderr)
        return 1
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
