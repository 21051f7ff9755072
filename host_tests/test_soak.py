"""Samples of `make soak`, the same runs and shorter; and what `make bench` does with a benchmark
that fails."""

import json

import pytest

from tools import soak
from tools.bench import __main__ as bench
from tools.bench import busy, stack
from tools.soak import parsing
from tools.soak.__main__ import rows_of
from tools.soak.parsing import PARSERS


def test_a_random_walk_over_a_whole_board_finds_nothing():
    said = {}
    for seed in (1, 3):
        for what, number in soak.walk(seed, 250).items():
            said[what] = said.get(what, 0) + number
    assert said["games"] >= 2 and said["starts"] >= 8, said


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


def test_a_benchmark_that_fails_says_so_in_its_row_and_the_others_go_on(
    monkeypatch, tmp_path, capsys
):
    def fails(chip):
        raise RuntimeError("nothing was worked on")

    good = {"name": "good", "value": 1234.5, "unit": "outcomes", "budget": 50, "ok": True}
    monkeypatch.setattr(bench, "known_names", lambda: ["busy", "stack"])
    monkeypatch.setattr(busy, "rows", fails)
    monkeypatch.setattr(stack, "rows", lambda: [good])
    monkeypatch.setattr(bench, "RESULT", tmp_path / "build" / "bench.json")
    assert bench.main([]) == 1
    said = capsys.readouterr().out
    assert "busy: failed: nothing was worked on" in said and "1,234.50" in said
    kept = json.loads((tmp_path / "build" / "bench.json").read_text())
    assert [(row["name"], row["ok"]) for row in kept] == [
        ("busy: failed: nothing was worked on", False),
        ("good", True),
    ]
