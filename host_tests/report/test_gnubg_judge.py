"""GNU Backgammon as a report's judge: every answer is held against what was asked."""

import re

import pytest

from fakes.coach import Coach
from matches import do
from picogammon.devices.files import Files
from picogammon.devices.recent import Recent
from picogammon.engine.engine import Thought
from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.movegen import Plays
from picogammon.rules.settings import Settings
from tools import children, gnubg
from tools.matches import reading
from tools.matches.log import games
from tools.report import gnubg as judge_room
from tools.report import judging
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
    judge = judge_room.Gnubg(Coach(slices=0), plies=0)
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
    why = Thought(judging.reasons(game.lines[2].decisions[-1], Plays())).finish()
    assert why[0].startswith("wins ") and len(why) > 1, "and says why"


def test_a_match_with_a_handicap_by_cube_is_judged(tmp_path, capsys):
    held = Match(Settings(length=3, holder=2))
    log = Recent(Files(), str(tmp_path / "match.log"))
    do(held, "roll 3-1", "play 8/5 6/5", "double", "take", "roll 6-5", "play 24/13")
    log.restart([actions.settings(held.settings), *held.records()])
    log.close()
    assert main([str(tmp_path / "match.log"), "--judge", "gnubg"]) == 0, capsys.readouterr().err


def test_every_play_and_cube_is_judged_as_far_ahead_as_was_asked(monkeypatch, played):
    """As it comes, gnubg does not look ahead at plays that seem bad, such as 6/1(4)."""
    answers = []
    run = gnubg.run
    monkeypatch.setattr(gnubg, "run", lambda *given: answers.append(run(*given)) or answers[0])
    judge = judge_room.Gnubg(Coach(slices=0), plies=2)
    judge.prepare(played)
    plies = re.findall(r"^ *\d+\. Cubeful (\d)-ply|^(\d)-ply cubeless equity", answers[0], re.M)
    assert len(plies) > 40 and {play + cube for play, cube in plies} == {"2"}
    assert 0.3 < _judged(played, judge).lines[2].decisions[-1].grade.loss / 65536 < 2


def _with(change, monkeypatch, played):
    """The error after gnubg's words were changed."""
    run = children.run

    def changed(*arguments, **named):
        done = run(*arguments, **named)
        done.stdout = change(done.stdout)
        return done

    monkeypatch.setattr(children, "run", changed)
    judge = judge_room.Gnubg(Coach(slices=0), plies=0)
    with pytest.raises(judge_room.GnubgError) as error:
        judge.prepare(played)
        _judged(played, judge)
    return str(error.value)


def test_another_position_than_was_asked_for_is_no_answer(monkeypatch, played):
    said = _with(lambda text: text.replace("4HPwATDgc/ABMA", "4HPwATDgc/ABMB"), monkeypatch, played)
    assert said.startswith("gnubg did not take XGID=")


def test_a_play_that_is_missing_is_noticed(monkeypatch, played):
    said = _with(lambda text: text.replace("2. Cubeful", "2. Cubeless", 1), monkeypatch, played)
    assert said.startswith("gnubg knows 15 plays") and said.endswith("there are 16")


@pytest.mark.parametrize(
    "said,instead,what",
    [
        ("2. Cubeful 0-ply", "2. Cubeful 1-ply", " in XGID="),
        ("0-ply cubeless equity", "1-ply cubeless equity", "the cube in XGID="),
    ],
)
def test_what_was_judged_otherwise_than_asked_is_noticed(said, instead, what, monkeypatch, played):
    error = _with(lambda text: text.replace(said, instead, 1), monkeypatch, played)
    assert error.startswith("gnubg has looked 1 rolls ahead at ") and error.endswith(", not 0")
    assert what in error


def test_an_illegal_play_is_noticed(monkeypatch, played):
    said = _with(lambda text: text.replace("24/23 13/10", "24/23 13/9", 1), monkeypatch, played)
    assert "not legal" in said


def test_an_answer_that_is_missing_is_noticed(monkeypatch, played):
    said = _with(
        lambda text: text.replace("overwriting existing files.", "", 1), monkeypatch, played
    )
    assert "answers to" in said


def test_without_gnubg_the_report_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gnubg, "COMMAND", (str(tmp_path / "none"),))
    (tmp_path / "a.mat").write_bytes(_MAT)
    assert main([str(tmp_path / "a.mat"), "--judge", "gnubg"]) == 1
    assert "apt install gnubg" in capsys.readouterr().err
