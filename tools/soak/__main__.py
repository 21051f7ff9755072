"""Runs tests with larger counts, and prints what they counted; build/soak.json has it too."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from rich.console import Console
from rich.table import Table

from tools import ROOT, children
from tools.command import Misused, tool

_DAY_S = 24 * 3600  # no run takes as long
_PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", "2", f"--timeout={_DAY_S}")
_PYTEST += ("-o", f"faulthandler_timeout={_DAY_S}", "-o", "junit_family=xunit1")
# Of each run: its count, where in host_tests its tests are, and which of these (pytest's -k).
_RUNS = {
    "walks": (1_800, "test_soak.py", "random_walks"),
    "properties": (10, "properties", ""),
    "matches": (200, "match_files/test_many.py", "every_action"),
    "parsers": (180, "test_soak.py", "parser"),
    "wirings": (3_000, "board/test_set_up.py", "wired_by_chance"),
    "drawings": (1_000, "drawings/test_drawings.py", "chance_measures"),
    "chip": (3, "emulator", "sparks or bouncing or cut_at_any or whole_match"),
}
_RESULT = ROOT / "build" / "soak.json"


def _options(parser):
    parser.add_argument(
        "wanted",
        nargs="*",
        metavar="NAME[=COUNT]",
        help=f"of {', '.join(_RUNS)} (default: all), or a file with a walk (.txt)",
    )


@tool(_options)
def main(options):
    """Returns the exit status: 1 if a run failed."""
    runs = [_run_of(word) for word in options.wanted or _RUNS]
    table = Table("what", "value")
    results = {}
    failed = False
    for name, rounds, env, tests in runs:
        print(f"{name} …", flush=True)
        began = time.monotonic()
        for _ in range(rounds):
            counted = _tested(tests, env)
            if counted is None:
                failed = True
                break
        else:
            results[name] = dict(counted, seconds=round(time.monotonic() - began))
            for what, value in results[name].items():
                table.add_row(f"{name}: {what}", f"{value:,}" if isinstance(value, int) else value)
    _RESULT.parent.mkdir(exist_ok=True)
    _RESULT.write_text(json.dumps(results, indent=1) + "\n")
    Console().print(table)
    return int(failed)


def _run_of(word):
    """Returns (title, rounds, environment, tests) of a word of the command line. Raises Misused."""
    walk = word.endswith(".txt")
    name, _, count = ("walks", "", "") if walk else word.partition("=")
    if name not in _RUNS:
        raise Misused(f"there is no run {name}; there are {', '.join(_RUNS)}")
    usual, where, which = _RUNS[name]
    if count and not (count.isdecimal() and int(count)):
        raise Misused(f"the count must be 1 or more, as {name}={usual}, not {count}")
    count = int(count or usual)
    tests = [f"host_tests/{where}", "-k", which]
    if walk:
        return word, 1, {"WALK": str(Path(word).resolve())}, tests
    return f"{name}={count}", count if name == "properties" else 1, {"SOAK": str(count)}, tests


def _tested(tests, env):
    """Runs tests; returns what they recorded and pytest's last line, or None if one failed."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        done = children.run(
            [*_PYTEST, f"--junitxml={report}", *tests],
            cwd=ROOT,
            env=dict(os.environ, ALL="1", **env),
            timeout=_DAY_S,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            print(done.stdout[-12_000:], file=sys.stderr)
            return None
        recorded = ElementTree.parse(report).iter("property")
        counted = {one.get("name"): int(one.get("value")) for one in recorded}
        return dict(counted, tests=done.stdout.strip().splitlines()[-1])


if __name__ == "__main__":
    sys.exit(main())
