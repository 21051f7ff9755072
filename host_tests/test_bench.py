"""make bench: a benchmark that fails or hangs is a row of the table, and the others go on."""

import json
import threading
import time

from tools.bench import __main__ as bench
from tools.bench import presses


class _Bench:
    def __init__(self, rows):
        self.rows = rows


def _row(name, **more):
    return {"name": name, "value": 1234.5, "unit": "outcomes", "budget": 50, "ok": True, **more}


def _fails():
    raise RuntimeError("nothing was worked on")


def _waits():
    threading.Event().wait()


_KNOWN = {"bad": _Bench(_fails), "good": _Bench(lambda: [_row("good")])}


def test_one_that_fails_says_so_in_its_row_and_the_others_go_on(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(bench, "benchmarks", lambda: _KNOWN)
    monkeypatch.setattr(bench.runtimes, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "RESULT", tmp_path / "build" / "bench.json")
    assert bench.main([]) == 1
    said = capsys.readouterr().out
    assert "2 of 2: " in said and "bad: failed: nothing was worked on" in said
    kept = json.loads((tmp_path / "build" / "bench.json").read_text())
    assert sorted((row["name"], row["ok"]) for row in kept) == [
        ("bad: failed: nothing was worked on", False),
        ("good", True),
    ]


def test_one_that_takes_too_long_is_ended_and_the_others_are_kept():
    known = {"slow": _Bench(_waits), "good": _KNOWN["good"]}
    began = time.monotonic()
    found = {name: rows[0] for name, rows, _ in bench.run(known, list(known), {}, 2)}
    assert time.monotonic() - began < 30
    assert found["good"] == _row("good")
    assert found["slow"]["name"] == "slow: not done within 2 s, ALL=1 waits"
    assert not found["slow"]["ok"]


def test_a_few_games_by_the_buttons():
    counted = presses.play(2, True)
    assert counted.turns > 20 and counted.shut_out == 0
