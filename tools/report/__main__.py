"""Makes a page of a match, one HTML file, or prints its grades and luck as lines."""

import importlib.util
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path
from threading import Lock

from rich.progress import Progress, TextColumn

from picogammon.engine import levels
from picogammon.engine.weights import WeightsError
from picogammon.rules.position import CHECKERS
from tools import files, machine
from tools.command import tool
from tools.files import FileError
from tools.matches import opening
from tools.matches.log import games
from tools.players import PlayerError, deeper, finding
from tools.report import page, telling, text
from tools.report.judging import judge
from tools.terminal import console, print

_SHOWN_S = 0.1  # between two looks at how far it is


def _told(match, played, make):
    """Returns telling.tell of each game, with a progress bar on stderr.

    One game has the lock at a time, unless the engine that `make(lock)` returns releases it.
    """
    far = [0] * len(played)
    lock = Lock()

    def tell(i):
        end = match.ends[i] if i < len(match.ends) else ""
        with lock:
            work = telling.tell(played[i], i + 1, make(lock), match.names, end)
            while True:
                try:
                    far[i] = next(work)
                except StopIteration as told:
                    far[i] = 1000
                    return told.value

    sizes = [len(game.records) for game in played]
    columns = [*Progress.get_default_columns()[:3], TextColumn("game {task.fields[game]}")]
    with ThreadPoolExecutor(len(machine.cores())) as pool:
        with Progress(*columns, console=console(stderr=True), transient=True) as bar:
            task = bar.add_task("Judging", total=1000 * sum(sizes), game="")
            waiting = [pool.submit(tell, i) for i in range(len(played))]
            while wait(waiting, _SHOWN_S).not_done:
                done = sum(size * part for size, part in zip(sizes, far))
                which = f"{min(far.count(1000) + 1, len(far))} of {len(far)}"
                bar.update(task, completed=done, game=which)
        return [one.result() for one in waiting]


def _judge(options, played, ends):
    """Returns (the `make` of `_told`, the Judge). `ends`: an ExitStack."""
    level, engine = judge(options.level)
    usual = all(game.settings.checkers == CHECKERS for game in played)
    if options.judge:
        from tools.players import gnubg

        if not usual:
            raise PlayerError("GNU Backgammon has no games of three checkers: leave --judge out")
        player = finding.find("gnubg 2")
        ends.callback(player.close)
        by = telling.Judge("GNU Backgammon, two rolls ahead", None, "")
        return lambda lock: deeper.Deeper(engine, gnubg.Ahead(player)), by
    own = options.level or options.text or not usual
    if own or not importlib.util.find_spec("numba"):
        return lambda lock: engine, telling.ours(level)
    from tools.fast_engine import quick  # numba takes seconds to load

    def make(lock):
        search = quick.search()
        search.answered = _free(lock, search.answered)
        return deeper.of(quick.make, search)

    return make, telling.TWO_ROLLS


def _free(lock, act):
    """Returns a function that calls `act` without the lock."""

    def acting(*given):
        lock.release()
        try:
            act(*given)
        finally:
            lock.acquire()

    return acting


def _options(parser):
    parser.add_argument("match", type=Path, help="a .mat or .sgf file, or a board's match.log")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--out", type=Path, help="the page; MATCH.html unless told")
    form.add_argument("--text", action="store_true", help="prints lines, makes no page")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--level", choices=levels.levels(), help="who judges (the board's coach)")
    who.add_argument("--judge", choices=["gnubg"], help="Debian's gnubg judges, two rolls ahead")
    parser.epilog = (
        "By default our strongest judge makes a page, and the board's coach judges lines, or a "
        "page where numba is missing."
    )


@tool(_options, FileError, WeightsError, PlayerError, prefix="report: ")
def main(options):
    """Writes the page, or prints the lines."""
    match = opening.match(options.match)
    out = options.out or options.match.with_suffix(".html")
    if not options.text:
        files.check_place(out)
        if out.exists() and out.samefile(options.match):
            raise FileError(f"{out} is the match: give the page another name.")
    played = list(games(match.records))
    with ExitStack() as ends:
        make, by = _judge(options, played, ends)
        if options.text:
            text.show(played, make(None))
        else:
            told = telling.whole(match, played, _told(match, played, make), by)
            files.write(out, page.render(told).encode())
    for note in match.notes:
        print(f"  {note}")
    if not options.text:
        print(out)


if __name__ == "__main__":
    sys.exit(main())
