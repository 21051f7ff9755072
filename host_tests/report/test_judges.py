"""Who grades a match: report --text comes to the board's own numbers, and GNU Backgammon judges as
its own hints do."""

import re
from functools import partial

import pytest

from fakes.coach import Coach
from fakes.disk import Disk, files_on
from fakes.sitting import SeededDice, Sitting, two_people
from matches import do
from picogammon.app.modes.waiting import Over
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.devices.ring import SECTORS, Ring
from picogammon.devices.transfer import image
from picogammon.engine import levels
from picogammon.engine.engine import Thought
from picogammon.rules import actions, notation
from picogammon.rules import match as match_rules
from picogammon.rules.match import Match
from picogammon.rules.plays import Plays, after_steps
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from reading.image import Image
from reading.plays import parse_play
from reference import gnubg
from tools.matches import log, reading
from tools.matches.opening import from_log
from tools.players import finding
from tools.players import gnubg as gnubg_room
from tools.players.deeper import Deeper
from tools.report import __main__ as report
from tools.report import judging
from tools.report.__main__ import main
from tools.report.text import review

_MAT = b"""
 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 65: 24/18 18/13
  2) 55: 6/1 6/1 6/1 6/1         43: 25/21 13/10
  3)  Doubles => 2               Drops
      Wins 1 point
"""

_TEXT = [
    "   1  Ann           PR 2.5                      4 decisions    0.020 lost  luck  +0.027"
    "  worst 0.020 on move 2: 6/1*(4), better 13/3(2)",
    "   1  Bob           PR 105.0                    5 decisions    1.050 lost  luck  +0.004"
    "  worst 1.000 on move 3: drop, better take",
    " all  Ann           PR 2.5",
    " all  Bob           PR 105.0",
]


@pytest.fixture(scope="module")
def played():
    (game,) = log.games(reading.read(_MAT).records)
    return game


def _judged(played, judge):
    judged = judging.Judging(played, judge)
    while not judged.step():
        pass
    return judged.game()


@pytest.fixture(scope="module")
def judge():
    player = finding.find("gnubg 0")
    yield Deeper(levels.make("expert"), gnubg_room.Ahead(player))
    player.close()


def test_gnubg_grades_what_our_engine_grades_and_in_its_own_words(played, judge):
    game = _judged(played, judge)
    right, _, wrong, _ = (line.decisions[-1] for line in game.lines[:4])
    assert right.grade.loss == 0, "8/5 6/5 with 3-1"
    assert 0.3 < wrong.grade.loss / 65536 < 2, "6/1(4) with 5-5"
    doubled, dropped = (line.decisions[-1].grade for line in game.lines[4:6])
    assert doubled.loss > 0.2 * 65536 and doubled.best is None
    assert dropped.loss > 0.2 * 65536, "a take, by far"
    why = Thought(judging.reasons(wrong, Plays())).finish()
    assert why[0].endswith(" % wins") and len(why) > 1, "and says why"
    assert len(wrong.plays) > 3, "8 of our engine's plays, besides the one that was made"


def test_a_match_with_a_handicap_by_cube_is_judged(tmp_path, capsys):
    held = Match(Settings(length=3, holder=2))
    do(held, "roll 3-1", "play 8/5 6/5", "double", "take", "roll 6-5", "play 24/13")
    records = [actions.settings(held.settings), *held.records()]
    (tmp_path / "match.log").write_bytes(log.content(records))
    assert main([str(tmp_path / "match.log"), "--judge", "gnubg"]) == 0, capsys.readouterr().err
    written = (tmp_path / "match.html").read_text()
    assert "Judge: GNU Backgammon, two rolls ahead" in written and "person" not in written


def test_what_gnubg_says_of_a_play_is_what_its_hint_says(judge):
    """Of each play of the opening 3-1, with the cube in the middle and with the other side's."""
    for cube in ((), (2, 1)):
        situation = Situation(dice=(3, 1), **dict(zip(("cube", "owner"), cube)))
        after = partial(after_steps, situation.position)
        said = gnubg.ask(
            [["set xgid " + notation.to_xgid(situation), "hint 99"]],
            ["set evaluation chequer evaluation plies 0", "set output digits 6", "new session"],
        )
        hinted = {
            bytes(after(parse_play(text.lower(), situation.position, 3, 1))): equity
            for text, equity in re.findall(r"0-ply +(\S.*?) +Eq\.: *([+-]?\d\.\d+)", said[0])
        }
        for play in Thought(judge.rank(situation)).finish():
            worth = float(hinted[bytes(after(play.steps))])
            assert abs(play.equity / 65536 - worth) < 1e-4


def test_gnubg_looks_two_rolls_ahead_and_without_it_the_report_says_what_to_do(
    monkeypatch, tmp_path, capsys
):
    asked = []
    find = finding.find
    monkeypatch.setattr(finding, "find", lambda name: asked.append(name) or find(name))
    monkeypatch.setattr(gnubg_room, "COMMAND", (str(tmp_path / "none"),))
    (tmp_path / "a.mat").write_bytes(_MAT)
    assert main([str(tmp_path / "a.mat"), "--judge", "gnubg"]) == 1
    assert "apt install gnubg" in capsys.readouterr().err
    assert asked == ["gnubg 2"]


def test_gnubg_judges_no_game_of_three_checkers(tmp_path, capsys):
    few = Match(Settings(length=1, variant=2))
    do(few, "roll 3-1")
    records = [actions.settings(few.settings), *few.records()]
    (tmp_path / "few.log").write_bytes(log.content(records))
    assert main([str(tmp_path / "few.log"), "--judge", "gnubg"]) == 1
    assert "leave --judge out" in capsys.readouterr().err


def test_the_text_has_a_line_for_each_game_and_player_and_their_sums(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(report, "judge", lambda level: ("coach", Coach(slices=0)))
    (tmp_path / "a.mat").write_bytes(_MAT)
    assert report.main([str(tmp_path / "a.mat"), "--text"]) == 0
    assert capsys.readouterr().out.splitlines() == _TEXT
    assert not (tmp_path / "a.html").exists()


def numbers(done):
    """All that a review says, as something to be compared."""
    return [
        (side.decisions, side.lost, side.luck, side.pr, side.worst and side.worst.row)
        for side in done.sides
    ]


@pytest.fixture(scope="module")
def at_board(tmp_path_factory):
    """(the log's path, what the board's reviews said) of a match that random fingers played."""
    path = tmp_path_factory.mktemp("log") / "match.log"
    ring = Ring(Image(bytearray(), SECTORS))
    archive = Archive(ring, files_on(Disk()))
    sitting = Sitting(SeededDice(3), log=MatchLog(ring), archive=archive, coach=Coach(slices=0))
    sitting.begin(two_people(3))
    fingers = SeededDice(4)
    said = []
    for _ in range(20_000):
        top = sitting.navigator.top
        if isinstance(top, Over):
            while top.review is None or not top.review.done:
                sitting.wait(10)
            said.append(numbers(top.review))
            if sitting.match.phase == match_rules.MATCH_OVER:
                path.write_bytes(b"".join(image(ring, ring.running())))
                return path, said
            sitting.press("OK")
        elif sitting.match.turns_back() > 2 and not fingers.below(60):
            sitting.press("hold-OK")
            sitting.choose("Take back")
            sitting.press("OK")
        else:
            sitting.press(("OK", "OK", "OK", "NEXT", "PREV")[fingers.below(5)])
    raise AssertionError("the match did not end")


def test_the_log_gives_the_board_s_numbers(at_board):
    path, said = at_board
    again = [numbers(review(game, Coach(slices=0))) for game in log.games(from_log(path))]
    assert again == said
    assert any(side[1] for game in said for side in game), "somebody erred"
