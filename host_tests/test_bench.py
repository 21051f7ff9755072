"""make bench: one that fails is a row, the others go on, and it can be read in 80 columns."""

import datetime
import io
import json
import threading
import time

import pytest
from rich.console import Console

from tools.bench import __main__ as bench
from tools.bench import history, memory, presses, size, thinking

_FREE = ("free heap", "largest free block")
_RESUMED = f"a match of {memory.RECORDS} records resumed and mirrored"


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


def test_what_a_benchmark_may_be_asked_for_is_no_chip():
    asked = []

    def rows(acts=None):
        asked.append(acts)
        return []

    assert bench.measured(_Bench(rows)) == [] and asked == [None]


def test_a_line_of_history_is_added_where_a_figure_moved(tmp_path):
    file = tmp_path / "history.csv"
    day = datetime.date(2026, 11, 23)
    rows = [_row(name, value=at + 0.04) for at, name in enumerate(history.COLUMNS.values())]
    assert not history.note(rows[1:], file, day) and not file.exists(), "one is missing"
    assert history.note(rows, file, day) and not history.note(rows, file, day)
    rows[0]["value"] = 7
    assert history.note(rows, file, day)
    assert file.read_text().splitlines() == [
        "date," + ",".join(history.COLUMNS),
        "2026-11-23,0.0,1.0,2.0,3.0,4.0,5.0",
        "2026-11-23,7,1.0,2.0,3.0,4.0,5.0",
    ]


def test_each_figure_of_history_is_one_that_a_benchmark_gives():
    given = {row["name"] for row in size.rows()} | {f"chip: {what}, {_RESUMED}" for what in _FREE}
    turn = "chip: expert's turn on the board, median of %d" % len(thinking.decisions())
    assert set(history.COLUMNS.values()) <= given | {turn}


def test_one_that_takes_too_long_is_ended_and_the_others_are_kept():
    known = {"slow": _Bench(_waits), "good": _KNOWN["good"]}
    began = time.monotonic()
    found = {name: rows[0] for name, rows, _ in bench.run(known, list(known), {}, 2)}
    assert time.monotonic() - began < 30
    assert found["good"] == _row("good")
    assert found["slow"]["name"] == "slow: not done within 2 s, ALL=1 waits"
    assert not found["slow"]["ok"]


_NAMES = (
    "chip: largest free block, a match of 300 records resumed and mirrored",
    "chip: press → light, while the strongest level thinks",
    "stock: free heap, lowest in a match to 3",
)


@pytest.mark.parametrize("name", _NAMES)
def test_each_word_of_a_name_is_whole_in_80_columns(name):
    every = {"ideal": 1.0, "cache": 1234.5, "8, worse": 4321.5}
    for row in (_row(name), _row(name, on=every), bench.failed(name, "failed: no image")):
        out = io.StringIO()
        Console(file=out, width=80).print(bench.table([row]))
        lines = out.getvalue().splitlines()
        assert max(map(len, lines)) <= 80 and len(lines) < 6
        said = iter(out.getvalue().split())
        assert all(word in said for word in row["name"].split()), "in this order, among numbers"
        if row["ok"]:
            assert "1,234.50" in lines[0] and "outcomes" in lines[0] and "ok" in lines[0]


def test_a_few_games_by_the_buttons():
    counted = presses.play(2, True)
    assert counted.turns > 20 and counted.shut_out == 0
