"""What Sage has rolled out: whole, as it says it was made, and losses counted as by hand."""

import hashlib
import json
import statistics

import numpy as np
import pytest

from picogammon.rules import gnu_id
from picogammon.rules import position as positions
from tools import measured
from tools.replies import ROOM, WORK, results_of
from tools.strength import measure, rolled_out, rollouts
from tools.strength.sage import BATCHES, Sage

_LINES = measured.lines(rolled_out.FILE)


def _known(line):
    return [move for move in line["moves"] if rolled_out.is_rolled_out(move)]


def test_there_are_enough_decisions_of_close_plays():
    halves = [rolled_out.plays(half) for half in (rolled_out.TUNING, rolled_out.REPORT)]
    assert sum(len(half) for half in halves) == len(_LINES) >= 300
    assert len({json.dumps([line["pos"], sorted(line["dice"])]) for line in _LINES}) == len(_LINES)
    for line in _LINES:
        assert positions.contact(positions.of(line["pos"]))
        assert len(_known(line)) >= 3


def test_each_line_has_all_that_the_roll_allows():
    results, work = np.empty((ROOM, positions.SLOTS), np.int8), np.empty(WORK, np.uint8)
    for line in _LINES:
        count = results_of(np.array(line["pos"], np.int8), *line["dice"], results, work)
        ids = {gnu_id.position_id(positions.of(result)) for result in results[:count]}
        assert {move["id"] for move in line["moves"]} == ids


def test_equities_and_errors_are_those_of_the_batches():
    for line in _LINES:
        assert line["moves"] == sorted(line["moves"], key=lambda move: -move["eq"])
        for move in _known(line):
            batches = move["batches"]
            assert len(batches) == BATCHES
            assert move["eq"] == pytest.approx(statistics.fmean(batches), abs=2e-4)
            error = statistics.stdev(batches) / BATCHES**0.5
            assert move["se"] == pytest.approx(error, abs=2e-4)


def test_rollouts_are_sharp_enough_to_tell_close_plays_apart():
    """A standard error of 3 mEq in the middle."""
    assert statistics.median(move["se"] for line in _LINES for move in _known(line)) < 0.003


def test_sage_and_gnubg_say_what_is_kept():
    """Of a decision with a checker on the bar."""
    line = next(line for line in _LINES if line["pos"][positions.BAR])
    boards = [gnu_id.from_position_id(move["id"]) for move in line["moves"]]
    asked = rollouts.Decision(line["game"], line["pos"], line["dice"], boards, None)
    rollouts.ask_zero_ply([asked])
    assert asked.zero_ply == pytest.approx([move["zero_ply"] for move in line["moves"]], abs=1e-3)
    sage = Sage()
    for pos, move in zip(boards, line["moves"]):
        if rolled_out.is_rolled_out(move):
            assert sage.roll_out(pos, line["game"]) == pytest.approx(move["batches"], abs=2e-3)
            assert sage.look(pos) == pytest.approx(move["eq"], abs=0.1)


_LINE = {
    "moves": [
        {"id": "A", "eq": 0.2, "zero_ply": 0.1, "batches": [0.1, 0.2, 0.3]},
        {"id": "B", "eq": 0.1, "zero_ply": 0.2, "batches": [0.0, 0.3, 0.0]},
        {"id": "C", "eq": -0.1, "zero_ply": 0.0},
    ]
}


def test_a_loss_is_counted_in_batches_that_did_not_choose_the_best():
    """Without batch 1 and without batch 2 A is best, without batch 3 A and B are even."""
    first, second, third = _LINE["moves"]
    assert rolled_out.loss(_LINE, first) == 0
    assert rolled_out.loss(_LINE, second) == pytest.approx(1000 * (0.1 - 0.1 + 0.3) / 3)
    assert rolled_out.loss(_LINE, third) == pytest.approx(1000 * 0.3)
    assert rolled_out.zero_ply_choice(_LINE) is second


def test_what_gnubg_0ply_loses_is_beside_itself_nothing():
    """By the half that is there to be looked at."""
    lines = rolled_out.plays(rolled_out.TUNING)
    chosen = [rolled_out.zero_ply_choice(line) for line in lines]
    losses = [rolled_out.loss(line, move) for line, move in zip(lines, chosen)]
    told = measure.rolled_out_summary([(loss, True) for loss in losses], rolled_out.TUNING)
    assert told["all"]["difference"] == 0 and told["all"]["rolled_out"] == 1
    assert 1 < told["all"]["meq"] == told["all"]["gnubg_0ply"] < 20
    assert told["bar"]["decisions"] + told["no bar"]["decisions"] == len(lines)


def test_the_archive_of_measuring_sets_has_the_checksum_that_the_page_beside_it_states():
    page = measured.ARCHIVE.with_name("README.md").read_text()
    assert hashlib.sha256(measured.ARCHIVE.read_bytes()).hexdigest() in page


def test_the_same_sets_give_the_same_bytes(monkeypatch, tmp_path):
    archive = tmp_path / "some.zip"
    monkeypatch.setattr(measured, "ARCHIVE", archive)
    measured.put({"b.jsonl": b'{"n": 1}\n[2]\n', "a.jsonl": b"0\n"})
    first = archive.read_bytes()
    measured.put({"a.jsonl": b"0\n"})
    assert archive.read_bytes() == first
    assert measured.lines("b.jsonl") == [{"n": 1}, [2]]
