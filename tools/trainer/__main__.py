"""Makes the weights from nothing, and continues after an interruption."""

import json
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tools import ROOT, files, jobs
from tools.command import least, tool
from tools.players import gnubg
from tools.trainer import records, reference, stages

_STAGES = {
    "labels": stages.label,
    "forced": stages.forced,
    "fit": stages.fit,
    "races": stages.races,
    "ship": stages.ship,
}
_COLUMNS = ("all", "contact", "opening", "middle", "bar", "backgame", "race", "bearoff")
_COLUMNS += ("bearoff_contact",)


def _options(parser):
    parser.add_argument("--size", choices=stages.SIZES, default="full")
    parser.add_argument("--until", choices=_STAGES, help="the last stage (default: all)")
    parser.add_argument("--into", type=Path, help="a folder (default: build/train/SIZE)")
    parser.add_argument("--workers", type=least(1), help="at once (default: one a core)")


@tool(
    _options,
    files.FileError,
    gnubg.MissingError,
    jobs.LostError,
    records.DamagedError,
    interrupted="Interrupted: the same command continues from here.",
)
def main(wanted):
    """Goes from stage to stage."""
    folder = wanted.into or ROOT / "build" / "train" / wanted.size
    ships = [stages.SHIPPED] if wanted.size == "full" and not wanted.into else []
    files.make_folder(folder)
    run = Run(folder, stages.SIZES[wanted.size], wanted.workers, ships)
    for name, stage in _STAGES.items():
        stage(run)
        run.say(name)
        if name == wanted.until:
            break


class Run:
    """One training run. `folder`: of its files; `ships`: other paths for the weights.

    report.json in the folder has what is known of each stage.
    """

    def __init__(self, folder, size, workers=None, ships=()):
        self.folder = folder
        self.size = size
        self.ships = ships
        self.console = Console()
        self._workers = workers
        self._report = folder / "report.json"
        self._known = json.loads(self._report.read_text()) if self._report.exists() else {}

    def know(self, stage, seconds=0.0, **facts):
        """Keeps facts about a stage; seconds add up over interruptions."""
        known = self._known.setdefault(stage, {"seconds": 0})
        known.update(facts)
        known["seconds"] = round(known["seconds"] + seconds, 1)
        text = json.dumps(self._known, indent=1) + "\n"
        records.write(self._report, text.encode())

    @contextmanager
    def timed(self, stage):
        """Counts the time that work on a stage takes, even if it is interrupted."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.know(stage, time.monotonic() - began)

    def distribute(self, stage, function, arguments):
        """Yields (i, result) of jobs, with a progress bar."""
        with jobs.pool(self._workers) as pool, jobs.progress(self.console) as progress:
            yield from jobs.shown(pool, progress, stage, function, arguments)

    def say(self, stage):
        """Prints what is known of a stage: its time, what it made, and the strength, if any."""
        known = self._known[stage]
        facts = [f"{name}: {value:,}" for name, value in known.items() if isinstance(value, int)]
        self.console.print(f"[bold]{stage}[/]  {known['seconds']:,.0f} s  {'  '.join(facts)}")
        if "strength" in known:
            table = Table("mEq", *_COLUMNS[:-1], "late hit", box=None, pad_edge=False)
            for name, strength in ((stage, known["strength"]), ("0-ply", reference.zero_ply())):
                table.add_row(name, *(f"{strength[column]:.1f}" for column in _COLUMNS))
            self.console.print(table)


if __name__ == "__main__":
    sys.exit(main())
