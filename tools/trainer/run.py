"""One training run: where its files are, what is known of it so far, how it shows its progress."""

import json
import time
from contextlib import contextmanager

from rich.console import Console
from rich.table import Table

from tools import jobs
from tools.trainer import records, reference

_COLUMNS = ("all", "contact", "opening", "middle", "bar", "backgame", "race", "bearoff")
_COLUMNS += ("bearoff_contact",)
_SHORT = {"bearoff_contact": "late hit"}


class Run:
    """The folder of a run, its Size, its report; `ships`: where else the weights are put."""

    def __init__(self, folder, size, workers=None, ships=()):
        self.folder = folder
        self.size = size
        self.ships = ships
        self.console = Console()
        self._workers = workers
        self._report = folder / "report.json"
        self.report = {}
        if self._report.exists():
            self.report = json.loads(self._report.read_text())

    def know(self, stage, seconds=0.0, **facts):
        """Keeps facts about a stage in report.json; seconds add up over interruptions."""
        known = self.report.setdefault(stage, {"seconds": 0})
        known.update(facts)
        known["seconds"] = round(known["seconds"] + seconds, 1)
        text = json.dumps(self.report, indent=1) + "\n"
        records.write(self._report, text.encode())

    @contextmanager
    def timed(self, stage):
        """Counts the time that work on a stage takes, also when it is interrupted."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.know(stage, time.monotonic() - began)

    def distribute(self, stage, function, arguments):
        """Yields (i, result) of jobs on Dask, with a progress bar."""
        with (
            jobs.cluster(self._workers) as client,
            jobs.progress(self.console) as shown,
        ):
            bar = shown.add_task(stage, total=len(arguments), note="")
            for i, result in jobs.results(client, function, arguments):
                yield i, result
                shown.update(bar, advance=1)

    def say(self, stage):
        """Prints what is known of a stage: its time, what it made, and the strength, if any."""
        known = self.report[stage]
        facts = [f"{name}: {value:,}" for name, value in known.items() if isinstance(value, int)]
        self.console.print(f"[bold]{stage}[/]  {known['seconds']:,.0f} s  {'  '.join(facts)}")
        if "strength" in known:
            table = Table(
                "mEq", *(_SHORT.get(name, name) for name in _COLUMNS), box=None, pad_edge=False
            )
            for name, strength in ((stage, known["strength"]), ("0-ply", reference.zero_ply())):
                table.add_row(name, *(f"{strength[column]:.1f}" for column in _COLUMNS))
            self.console.print(table)
