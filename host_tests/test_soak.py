"""Random walks and spoilt inputs, a sample of each; with SOAK set (`make soak`), many.

And what `make bench` does with a benchmark that fails.
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
from pathlib import Path

import pytest

import parsing
from parsing import PARSERS
from tools import children, runtimes
from tools.bench import __main__ as bench
from tools.bench import busy, stack

HOST_ONLY = True
_HERE = Path(__file__).parent
_SOAK = int(os.environ.get("SOAK") or 0)
_DAY_S = 24 * 3600
_WALK_HEAP = "16m"
_STEPS = 500  # of a walk
_FOUND = runtimes.ROOT / "build" / "walk.txt"
_FUZZED = runtimes.ROOT / "build" / "fuzz"
_HANGS_S = 20  # whatever a parser reads
_MOST_MB = 2048


def test_random_walks_over_a_whole_board_find_nothing(record_property):
    """WALK names a file with the sections to walk, in place of random ones."""
    if os.environ.get("WALK"):
        _replay(os.environ["WALK"])
        return
    if not _SOAK:
        counts = [_walk(seed, 250) for seed in (1, 3)]
        assert sum(count["games"] for count in counts) >= 2
        assert sum(count["starts"] for count in counts) >= 8
        return
    first = seed = _STEPS * int(time.time() // _DAY_S)
    until = time.monotonic() + _SOAK
    said = {"first seed": first, "walks": 0}
    while time.monotonic() < until:
        for what, number in _walk(seed, _STEPS).items():
            said[what] = said.get(what, 0) + number
        said["walks"] += 1
        seed += 1
    _record(record_property, said)


def _walk(seed, steps):
    """Takes so many random steps over a board; returns {what: how many}.

    A walk that fails is shortened to the steps that lead to its fault; build/walk.txt has them.
    """
    try:
        done = runtimes.run_unix(_HERE / "walk.py", [seed, steps], _WALK_HEAP)
    except subprocess.TimeoutExpired as hung:
        pytest.fail(f"walk {seed} hangs:\n{(hung.stdout or b'')[-4000:]!r}")
    if done.returncode == 0:
        counted = done.stdout.splitlines()[-1]
        return {what: int(number) for number, what in re.findall(r"(\d+) (\w+)", counted)}
    _FOUND.parent.mkdir(exist_ok=True)
    _FOUND.write_text(_section(done.stdout))
    _replay(_FOUND)
    pytest.fail(f"walk {seed} failed, but not when repeated:\n{done.stdout[-4000:]}")


def _replay(path):
    """Walks the sections in a file, which then has the ones that fail with the steps they need."""
    done = runtimes.run_unix(_HERE / "walk.py", [path], _WALK_HEAP, timeout=_DAY_S)
    if done.returncode:
        Path(path).write_text(_section(done.stdout) or Path(path).read_text())
        again = f"python -m tools soak {path} walks it again."
        pytest.fail(f"{done.stdout[-8000:]}\n{again}")


def _section(said):
    """The lines of what a walk has said that are those of sections."""
    lines = said.splitlines(keepends=True)
    return "".join(line for line in lines if line.startswith(("== ", "walk ", "> ")))


def _record(record_property, counts):
    for what, number in counts.items():
        record_property(what, number)


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_takes_what_is_sound_and_takes_or_refuses_what_is_spoilt(name, record_property):
    """host_tests/data/parsed.jsonl has what once found a fault or leads far into the code."""
    seeds = PARSERS[name].seeds()
    assert len(seeds) > 1 and [seed for seed in seeds if not PARSERS[name].read(seed)] == []
    taken = [PARSERS[name].read(data) for data in parsing.kept(name)]
    assert len(taken) >= 10 and taken.count(False) > 3
    if _SOAK:
        record_property(f"inputs of {name}", _fuzzed(name, _SOAK))


def _fuzzed(name, seconds):
    """Returns how many inputs of a parser atheris has tried. build/fuzz keeps those that lead on.

    The next run starts with them.
    """
    is_here = importlib.util.find_spec("atheris") is not None
    if not is_here and os.environ.get("CI") != "true":
        pytest.skip("atheris is built for CPython on Linux with x86-64 alone")
    assert is_here, "there is no atheris"
    folder = _FUZZED / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(parsing.kept(name)):
        (folder / f"kept{number}").write_bytes(data)
    with tempfile.TemporaryDirectory() as found:
        options = [f"-max_total_time={seconds}", f"-timeout={_HANGS_S}", "-print_final_stats=1"]
        options += [f"-rss_limit_mb={_MOST_MB}", f"-artifact_prefix={found}/"]
        done = children.run(
            [sys.executable, "-m", "fuzzing", name, str(folder), *options],
            cwd=runtimes.ROOT,
            env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_DAY_S,
        )
        faults = [path.read_bytes() for path in sorted(Path(found).iterdir())]
    tried = re.search(r"stat::number_of_executed_units: +(\d+)", done.stdout)
    rows = [json.dumps({"parser": name, "input": base64.b64encode(f).decode()}) for f in faults]
    keep = f"Fix it, and add it to {parsing.KEPT.name}:\n" + "\n".join(rows)
    assert tried and not done.returncode and not faults, f"{done.stdout[-4000:]}\n{keep}"
    return int(tried[1])


def test_a_benchmark_that_fails_says_so_in_its_row_and_the_others_go_on(
    monkeypatch, tmp_path, capsys
):
    def fails(chip=None):
        raise RuntimeError("nothing was worked on")

    good = {"name": "good", "value": 1234.5, "unit": "outcomes", "budget": 50, "ok": True}
    monkeypatch.setattr(bench, "known_names", lambda: ["busy", "stack"])
    monkeypatch.setattr(busy, "rows", fails)
    monkeypatch.setattr(stack, "rows", lambda: [good])
    monkeypatch.setattr(bench, "RESULT", tmp_path / "build" / "bench.json")
    assert bench.main([]) == 1
    said = capsys.readouterr().out
    assert "busy: failed: nothing was worked on" in said and "1,234.5" in said
    kept = json.loads((tmp_path / "build" / "bench.json").read_text())
    assert [(row["name"], row["ok"]) for row in kept] == [
        ("busy: failed: nothing was worked on", False),
        ("good", True),
    ]
