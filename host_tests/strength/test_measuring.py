"""The numbers of make strength: on values made by hand, on a level from end to end, and on the sets
of plays, positions and rollouts that it measures with.
"""

import hashlib
import json
import statistics

import numpy as np
import pytest

from picogammon.rules import notation
from picogammon.rules import position as positions
from tools.fast_engine.kernels import ROOM, WORK, results_of
from tools.strength import __main__ as program
from tools.strength import intervals, measure, reference, rolled_out


def test_the_interval():
    """The mean is 2.5, the deviation sqrt(5 / 3), over the root of 4."""
    middle, half = intervals.mean_interval([1, 2, 3, 4])
    assert middle == 2.5
    assert half == pytest.approx(1.959964 * (5 / 3) ** 0.5 / 2)
    assert intervals.mean_interval([7]) == (7, None)


def test_gnubg_0ply_on_the_plays():
    """3.4 ± 0.9 mEq, as whoever made the file measured it."""
    losses = [reference.zero_ply_play_loss(line) for line in reference.plays()]
    meq, half = intervals.mean_interval(losses)
    assert round(meq, 1) == 3.4
    assert round(half, 1) == 0.9
    summary = measure.play_summary(losses)
    assert summary["all"]["difference"] == summary["all"]["difference_interval"] == 0
    assert sum(summary[name]["decisions"] for name in summary) == 2 * len(losses)


def test_gnubg_0ply_on_the_cube():
    losses = [reference.zero_ply_cube_loss(line) for line in reference.cubes()]
    summary = measure.cube_summary(losses)
    for decision in ("doubling", "taking"):
        assert 0 < summary[decision]["all"]["meq"] < 1
        money, match = summary[decision]["money"], summary[decision]["match"]
        assert money["decisions"] + match["decisions"] == len(losses)


@pytest.mark.long
def test_a_level_from_end_to_end(tmp_path, monkeypatch, capsys):
    result = tmp_path / "build" / "strength.json"
    monkeypatch.setattr(program, "_RESULT", result)
    assert program.main(["casual", "--final"]) == 0
    said = json.loads(result.read_text())
    assert said["intervals"] == "normal approximation"
    (level,) = said["levels"]
    assert level["level"] == "casual"
    everything = level["plays"]["all"]
    assert everything["decisions"] == 1000
    assert 24 < everything["meq"] < 30
    assert everything["difference"] == pytest.approx(everything["meq"] - everything["gnubg_0ply"])
    assert set(level["plays"]) >= {"opening", "middle", "race", "bearoff", "backgame"}
    for decision in ("doubling", "taking"):
        assert set(level["cube"][decision]) == {"all", "money", "match"}
    assert level["pr"] == everything["meq"] / 2
    assert level["band"] == "casual"
    shown = capsys.readouterr().out
    for words in ("casual", "backgame", "doubling, match", "tuning: mEq", "report: mEq"):
        assert words in shown
    assert list(level["rolled_out"]) == ["tuning", "report"]


def test_a_level_that_there_is_not(capsys):
    with pytest.raises(SystemExit):
        program.main(["wizard"])
    assert "there is no level wizard" in capsys.readouterr().err


def test_the_file_has_positions_of_each_class():
    told = measure.position_summary([0.5] * len(reference.positions_judged()))
    assert [told[name]["positions"] for name in measure.ON_BAR] == [2000, 1500, 1500]
    assert {(one["rms"], one["bias"]) for one in told.values()} == {(0.5, 0.5)}
    closed = [pos for pos, _ in reference.positions_judged() if pos[25] > 1 and _shut(pos) >= 5]
    assert len(closed) > 200


def _shut(pos):
    return sum(1 for point in range(19, 25) if pos[point] <= -2)


@pytest.mark.parametrize("seen, worth", [([65536, 0, 0, 0, 0], -1), ([0, 0, 0, 65536, 0], 2)])
def test_equities_are_of_who_is_to_roll(seen, worth, monkeypatch):
    monkeypatch.setattr(reference, "lines", lambda name: [["4HPwATDgc/ABMA", *seen]])
    reference.positions_judged.cache_clear()
    try:
        ((pos, equity),) = reference.positions_judged()
    finally:
        reference.positions_judged.cache_clear()
    assert equity == worth * 65536


_LINES = reference.lines(rolled_out.FILE)
_BATCHES = 3  # rollouts of a play


def _known(line):
    return [move for move in line["moves"] if rolled_out.is_rolled_out(move)]


@pytest.mark.long
def test_what_was_rolled_out_is_whole_and_sharp_enough_to_tell_close_plays_apart():
    """All plays of each roll, best first, with a standard error of 3 mEq in the middle."""
    halves = [rolled_out.plays(half) for half in (rolled_out.TUNING, rolled_out.REPORT)]
    assert sum(len(half) for half in halves) == len(_LINES) >= 300
    assert len({json.dumps([line["pos"], sorted(line["dice"])]) for line in _LINES}) == len(_LINES)
    results, work = np.empty((ROOM, positions.SLOTS), np.int8), np.empty(WORK, np.uint8)
    errors = []
    for line in _LINES:
        assert positions.contact(positions.from_numbers(line["pos"])) and len(_known(line)) >= 3
        count = results_of(np.array(line["pos"], np.int8), *line["dice"], results, work)
        ids = {notation.position_id(positions.from_numbers(result)) for result in results[:count]}
        assert {move["id"] for move in line["moves"]} == ids
        assert line["moves"] == sorted(line["moves"], key=lambda move: -move["eq"])
        for move in _known(line):
            batches = move["batches"]
            error = statistics.stdev(batches) / _BATCHES**0.5
            assert len(batches) == _BATCHES and move["se"] == pytest.approx(error, abs=2e-4)
            assert move["eq"] == pytest.approx(statistics.fmean(batches), abs=2e-4)
            errors.append(move["se"])
    assert statistics.median(errors) < 0.003


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
    page = reference.ARCHIVE.with_name("README.md").read_text()
    assert hashlib.sha256(reference.ARCHIVE.read_bytes()).hexdigest() in page
