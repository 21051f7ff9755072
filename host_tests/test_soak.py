"""Samples of `make soak`, the same runs and shorter; and what `make bench` does with a benchmark
that fails or hangs."""

import json
import threading
import time

import pytest

from tools import soak
from tools.bench import __main__ as bench
from tools.bench import presses
from tools.soak import parsing
from tools.soak.__main__ import rows_of, steady
from tools.soak.parsing import PARSERS


@pytest.mark.long
def test_spoilt_lines_break_nothing_and_leave_nothing_behind():
    said = soak.lines(3000, seed=2)
    assert said["lines"] == 3000
    assert said["refused"] > 1500 and said["replies"] - said["refused"] > 300
    assert steady(said["free"]), said["free"]
    assert not steady([100_000 - 100 * i for i in range(50)]), "and a leak is noticed"


@pytest.mark.long
def test_games_with_fingers_on_the_buttons_leave_the_heap_as_it_was():
    said = soak.games(3, seed=2)
    assert said["games"] == 3
    assert min(said["free"]) > 105_000 and max(said["free"]) - min(said["free"]) < 12_000


def test_no_power_cut_in_a_game_loses_what_was_shown():
    said = soak.cuts(300, seed=2)
    assert said["cuts"] == 300 and 0 < said["lost"] < 300
    assert said["erases in 10 games"] < 5, "a game costs the flash little"


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_takes_what_is_sound_and_takes_or_refuses_what_was_kept(name):
    """host_tests/data/parsed.jsonl has what once found a fault or leads far into the code."""
    seeds = PARSERS[name].seeds()
    assert len(seeds) > 1 and [seed for seed in seeds if not PARSERS[name].read(seed)] == []
    taken = [PARSERS[name].read(data) for data in parsing.kept(name)]
    assert len(taken) >= 10 and taken.count(False) > 3


def test_where_there_is_no_atheris_it_is_said_that_a_run_was_left_out(monkeypatch):
    monkeypatch.setattr(soak.importlib.util, "find_spec", lambda name: None)
    ((what, said),) = rows_of("parsers", soak.parsers(1))
    assert what == "parsers: left out" and said.startswith("atheris is built for")


class _Bench:
    def __init__(self, rows):
        self.rows = rows


def _row(name, **more):
    return {"name": name, "value": 1234.5, "unit": "outcomes", "budget": 50, "ok": True, **more}


def _fails():
    raise RuntimeError("nothing was worked on")


_GOOD = _Bench(lambda: [_row("good")])


def test_a_benchmark_that_fails_says_so_in_its_row_and_the_others_go_on(
    monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr(bench, "benchmarks", lambda: {"bad": _Bench(_fails), "good": _GOOD})
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
    known = {"slow": _Bench(lambda: threading.Event().wait()), "good": _GOOD}
    began = time.monotonic()
    found = {name: rows[0] for name, rows, _ in bench.run(known, list(known), {}, 2)}
    assert time.monotonic() - began < 30
    assert found["good"] == _row("good")
    assert found["slow"]["name"] == "slow: not done within 2 s, ALL=1 waits"
    assert not found["slow"]["ok"]


def test_a_few_games_by_the_buttons():
    counted = presses.play(2, True)
    assert counted.turns > 20 and counted.shut_out == 0
