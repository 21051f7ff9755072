"""Long runs on MicroPython's unix port: random walks over a whole board, plugs pulled.

And, as the long form of some of its tests, on the emulated chip; match files, boards that are set
up and drawings, on CPython.
"""

import base64
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from fakes.builds import by_chance
from fakes.maker import sets_up
from tools import children, runtimes
from tools.matches import MatError
from tools.soak import match_files, parsing

_DAY_S = 24 * 3600  # nothing takes so long
_PYTEST = [sys.executable, "-m", "pytest", "-q", f"--timeout={_DAY_S}"]
_PYTEST += ["-o", f"faulthandler_timeout={_DAY_S}"]
# What host_tests/emulator does longer, or more often, where SOAK is set.
_CHIP = "sparks or bouncing or cut_at_any or whole_match"
_HERE = Path(__file__).resolve().parent
_WALK = runtimes.ROOT / "host_tests" / "walk.py"
_WALK_HEAP = "16m"
_STEPS = 500  # of a walk
_FOUND = runtimes.ROOT / "build" / "walk.txt"
_FUZZED = runtimes.ROOT / "build" / "fuzz"
_HANGS_S = 20  # whatever a parser reads
_MOST_MB = 2048


class Failed(Exception):
    """A run found something; the text is what it said."""


def walks(count, seed=None):
    """Walks at random over whole boards for `count` seconds. Returns a dict of how far it came.

    `seed`: of the first walk, the next ones have the numbers after it; by default the day's.
    """
    first = seed = _STEPS * int(time.time() // _DAY_S) if seed is None else seed
    until = time.monotonic() + count
    said = {"first seed": first, "walks": 0}
    while time.monotonic() < until:
        for what, number in walk(seed, _STEPS).items():
            said[what] = said.get(what, 0) + number
        said["walks"] += 1
        seed += 1
    return said


def walk(seed, steps):
    """Takes so many random steps over a board; returns {what: how many}.

    Raises Failed with a section that leads to the same fault in few steps; build/walk.txt has it.
    """
    try:
        done = runtimes.run_unix(_WALK, [seed, steps], _WALK_HEAP)
    except subprocess.TimeoutExpired as hung:
        raise Failed(f"walk {seed} hangs:\n{(hung.stdout or b'')[-4000:]!r}") from None
    if done.returncode == 0:
        counted = done.stdout.splitlines()[-1]
        return {what: int(number) for number, what in re.findall(r"(\d+) (\w+)", counted)}
    _FOUND.parent.mkdir(exist_ok=True)
    _FOUND.write_text(_section(done.stdout))
    replay(_FOUND)
    raise Failed(f"walk {seed}, which goes well when it is walked again:\n{done.stdout[-4000:]}")


def replay(path):
    """Walks the sections in a file; raises Failed with those in which something is found.

    The file then has them with the steps that it takes.
    """
    done = runtimes.run_unix(_WALK, [path], _WALK_HEAP, timeout=_DAY_S)
    if done.returncode:
        Path(path).write_text(_section(done.stdout) or Path(path).read_text())
        again = f"python -m tools soak {path} walks it again."
        raise Failed(f"{done.stdout[-8000:]}\n{again}")
    return {"walked": str(path)}


def _section(said):
    """The lines of what a walk has said that are those of sections."""
    lines = said.splitlines(keepends=True)
    return "".join(line for line in lines if line.startswith(("== ", "walk ", "> ")))


def cuts(count, seed=1):
    """Plays until the power was cut `count` times. Returns a dict of what was counted."""
    return _said("cuts.py", [count, seed], "8m")


def chip(count):
    """Plays `count` matches on the emulated chip, and does all else there that takes long; of that
    a third for each. Returns a dict."""
    args = ["-n", "2", "-k", _CHIP, "host_tests/emulator"]
    return {"tests": _tested(args, SOAK=str(count), ALL="1")}


def properties(count):
    """Runs host_tests/properties `count` times, with fresh examples each time. Returns a dict."""
    for _ in range(count):
        said = _tested(["host_tests/properties"], FRESH="1")
    return {"rounds": count, "tests": said}


def _tested(args, **env):
    """The last line that pytest said; raises Failed where a test failed."""
    done = children.run(
        [*_PYTEST, *args],
        cwd=runtimes.ROOT,
        env=dict(os.environ, **env),
        timeout=_DAY_S,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = done.stdout.strip()
    if done.returncode:
        raise Failed(said[-4000:])
    return said.splitlines()[-1]


def matches(count):
    """Writes `count` random matches; GNU Backgammon imports and exports them. Returns a dict."""
    try:
        return match_files.judged(range(count))
    except (AssertionError, MatError) as trouble:
        raise Failed(str(trouble)) from None


def parsers(count):
    """Lets atheris spoil what each parser reads, for `count` seconds each. Returns a dict.

    What leads on stays in build/fuzz, and the next run begins with it.
    """
    if importlib.util.find_spec("atheris") is None:
        return {"left out": "atheris is built for CPython on Linux with x86-64 alone"}
    tried = {name: _fuzzed(name, count) for name in parsing.PARSERS}
    return {"seconds for each": count, "inputs": tried}


def _fuzzed(name, seconds):
    """How many inputs of a parser were tried; raises Failed with one that is a fault."""
    folder = _FUZZED / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(parsing.kept(name)):
        (folder / f"kept{number}").write_bytes(data)
    with tempfile.TemporaryDirectory() as found:
        options = [f"-max_total_time={seconds}", f"-timeout={_HANGS_S}", "-print_final_stats=1"]
        options += [f"-rss_limit_mb={_MOST_MB}", f"-artifact_prefix={found}/"]
        done = children.run(
            [sys.executable, "-m", "tools.fuzzing", name, str(folder), *options],
            cwd=runtimes.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_DAY_S,
        )
        faults = [path.read_bytes() for path in sorted(Path(found).iterdir())]
    tried = re.search(r"stat::number_of_executed_units: +(\d+)", done.stdout)
    if done.returncode or faults or not tried:
        rows = [json.dumps({"parser": name, "input": base64.b64encode(f).decode()}) for f in faults]
        keep = f"Fix it, and add it to {parsing.KEPT.name}:\n" + "\n".join(rows)
        raise Failed(f"{name}: {faults}\n{done.stdout[-4000:]}\n{keep}")
    return int(tried[1])


def wirings(count):
    """Sets up `count` boards that were wired by chance, by presses alone. Returns a dict."""
    presses = []
    for number in range(count):
        build = by_chance(number)
        try:
            presses.append(sets_up(build).presses)
        except Exception:
            raise Failed(f"board {number}, {build!r}\n{traceback.format_exc()}") from None
    return {"boards": count, "presses": sorted(presses)}


def drawings(count):
    """Draws `count` boards with random measures and checks that no parts meet. Returns a dict."""
    from tools.soak import measuring  # what it imports takes seconds

    try:
        return measuring.run(count)
    except AssertionError as fault:
        raise Failed(f"measures {fault}") from None


def _said(name, args, heapsize):
    """What a guest says in its last line."""
    done = runtimes.run_unix(_HERE / name, args, heapsize, timeout=_DAY_S)
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if done.returncode or not last.startswith("{"):
        raise Failed(f"{name} {args} (heap {heapsize}):\n{done.stdout[-4000:]}")
    return json.loads(last)
