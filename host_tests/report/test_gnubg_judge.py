"""GNU Backgammon as a report's judge: every answer is held against what was asked."""

import subprocess

import pytest

from fakes.coach import Coach
from tools.matches import reading
from tools.matches.log import games
from tools.players import gnubg_text
from tools.report import gnubg, judging
from tools.report.__main__ import main

_MAT = b"""
 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 65: 24/18 18/13
  2) 55: 6/1 6/1 6/1 6/1         43: 25/21 13/10
  3)  Doubles => 2               Drops
      Wins 1 point
"""


@pytest.fixture(scope="module")
def played():
    (game,) = games(reading.read(_MAT).records)
    return game


def _judged(played, judge):
    judged = judging.Judging(played, judge)
    while not judged.step():
        pass
    return judging.game(played, judged.found)


@pytest.fixture(scope="module")
def judge(played):
    judge = gnubg.Gnubg(Coach(slices=0), plies=0)
    judge.prepare(played)
    return judge


def test_gnubg_grades_what_our_engine_grades_and_in_its_own_words(played, judge):
    game = _judged(played, judge)
    right, _, wrong, _ = (line.decisions[-1].grade for line in game.lines[:4])
    assert right.loss == 0, "8/5 6/5 with 3-1"
    assert 0.3 < wrong.loss / 65536 < 2, "6/1(4) with 5-5"
    doubled, dropped = (line.decisions[-1].grade for line in game.lines[4:6])
    assert doubled.loss > 0.2 * 65536 and doubled.best is None
    assert dropped.loss > 0.2 * 65536, "a take, by far"
    assert judging.worst([game], 1)[0][2].grade.loss == max(wrong.loss, doubled.loss, dropped.loss)
    why = judging.reasons(game.lines[2].decisions[-1], judge)
    next(why)
    with pytest.raises(StopIteration) as end:
        next(why)
    assert end.value.value, "and says why"


def _with(change, monkeypatch, played):
    """The error after gnubg's words were changed."""
    run = subprocess.run

    def changed(*arguments, **named):
        done = run(*arguments, **named)
        done.stdout = change(done.stdout)
        return done

    monkeypatch.setattr(subprocess, "run", changed)
    judge = gnubg.Gnubg(Coach(slices=0), plies=0)
    with pytest.raises(gnubg.GnubgError) as error:
        judge.prepare(played)
        _judged(played, judge)
    return str(error.value)


def test_another_position_than_was_asked_for_is_no_answer(monkeypatch, played):
    said = _with(lambda text: text.replace("4HPwATDgc/ABMA", "4HPwATDgc/ABMB"), monkeypatch, played)
    assert said.startswith("gnubg did not take XGID=")


def test_a_play_that_is_missing_is_noticed(monkeypatch, played):
    said = _with(lambda text: text.replace("2. Cubeful", "2. Cubeless", 1), monkeypatch, played)
    assert said.startswith("gnubg knows 15 plays") and said.endswith("there are 16")


def test_an_illegal_play_is_noticed(monkeypatch, played):
    said = _with(lambda text: text.replace("24/23 13/10", "24/23 13/9", 1), monkeypatch, played)
    assert "not legal" in said


def test_an_answer_that_is_missing_is_noticed(monkeypatch, played):
    said = _with(
        lambda text: text.replace("overwriting existing files.", "", 1), monkeypatch, played
    )
    assert "answers to" in said


def test_without_gnubg_the_report_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gnubg_text, "COMMAND", (str(tmp_path / "none"),))
    (tmp_path / "a.mat").write_bytes(_MAT)
    assert main([str(tmp_path / "a.mat"), "--judge", "gnubg"]) == 1
    assert "apt install gnubg" in capsys.readouterr().err
