"""The numbers of make strength: on values made by hand, and on a level from end to end."""

import json

import pytest

from tools.strength import __main__ as program
from tools.strength import intervals, measure, reference
from tools.strength.players import Chooser


def test_the_paired_interval():
    """Differences 1, 2, 3, 4: their mean 2.5, their deviation sqrt(5 / 3), over the root of 4."""
    middle, half = intervals.paired([11, 22, 33, 44], [10, 20, 30, 40])
    assert middle == 2.5
    assert half == pytest.approx(1.959964 * (5 / 3) ** 0.5 / 2)


def test_what_is_common_to_both_does_not_widen_it():
    noise = [0, 1000, 5, 70000]
    assert intervals.paired([n + 3 for n in noise], noise) == (3, 0)


def test_a_single_value_has_no_interval():
    assert intervals.mean_interval([7]) == (7, None)


def test_no_pairs():
    with pytest.raises(ValueError, match="no pairs"):
        intervals.paired([1, 2], [1])


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


class _First(Chooser):
    def best(self, situation, results):
        assert results.shape[1] == 26
        assert all(sum(n for n in result if n > 0) <= 15 for result in results)
        return 0


def test_a_chooser_plays_what_it_chose():
    """The first play that the generator finds is a legal one, and seldom the best."""
    lines = reference.plays()[:20]
    losses = [reference.play_loss(line, _First()) for line in lines]
    assert min(losses) >= 0
    assert intervals.mean(losses) > 50


@pytest.mark.long
def test_a_level_from_end_to_end(tmp_path, monkeypatch, capsys):
    result = tmp_path / "build" / "strength.json"
    monkeypatch.setattr(program, "_RESULT", result)
    assert program.main(["casual", "--games", "4", "--anchors", "2"]) == 0
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
    assert level["duel"]["games"] == 4
    assert -3 <= level["duel"]["points_a_game"] <= 3
    assert {told["games"] for told in said["anchors"].values()} == {2}
    shown = capsys.readouterr().out
    for words in ("casual", "backgame", "doubling, match", "noise .060", "tuning: mEq a play"):
        assert words in shown
    assert list(level["rolled_out"]) == ["tuning"]
    assert "report" not in shown


@pytest.mark.long
def test_what_is_for_the_report_alone_is_shown_at_the_end(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(program, "_RESULT", tmp_path / "build" / "strength.json")
    assert program.main(["casual", "--games", "0", "--final"]) == 0
    shown = capsys.readouterr().out
    assert "tuning: mEq" in shown and "report: mEq" in shown


def test_a_level_that_there_is_not(capsys):
    with pytest.raises(SystemExit):
        program.main(["wizard"])
    assert "there is no level wizard" in capsys.readouterr().err
