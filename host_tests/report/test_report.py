"""A match's page: it has all that the report says (match_files/transcripts/report.txt shows what),
and nothing on it can do harm."""

import html
import importlib.util
import re

import pytest

from fakes.coach import Coach
from picogammon.engine import levels
from tools.matches import MatchFile, reading
from tools.matches.log import games
from tools.report import drawing, judging, page, telling
from tools.report.__main__ import main

_MAT = b"""; [Player 1 "A<b>nn"]
; [Player 2 "O'$x$"]

 0 point match

 Game 1
 A<b>nn : 0                     O'$x$ : 0
  1) 31: 8/5 6/5                 65: 24/13
  2) 55: 13/3(2)                 11: 6/4(2)
  3) 46: 24/14                   Doubles => 2
  4)  Drops                     Wins 1 point
"""
_COACH = telling.Judge("a coach", "no oracle")
_NO_MATCH = MatchFile([], None, {}, [], [], [], None)


@pytest.fixture
def played():
    (game,) = games(reading.read(_MAT).records)
    return game


def _told(played, by=_COACH, slices=0, cube=(0, -20000, 65536), **of_match):
    """What the page says, and how far it was after each slice."""
    coach = Coach(cube=cube, slices=slices)
    report = telling.Report([played], _NO_MATCH._replace(**of_match), coach, by)
    far = []
    while not report.step():
        far.append(report.progress)
    return report.page, far


def _judged(played):
    judge = judging.Judging(played, Coach(slices=2))
    while not judge.step():
        pass
    return judge


def test_the_costliest_of_equals_came_first(played):
    game = judging.game(played, _judged(played).found)
    one = next(line for line in game.lines if any(d.grade.loss for d in line.decisions))
    twice = game._replace(lines=[one._replace(row=row) for row in range(4)])
    assert [line.row for _, line, _ in judging.worst([twice], 3)] == [0, 1, 2]


def test_what_was_hardly_an_error_has_no_reason(played):
    double = _told(played, cube=(0, -600, 65536))[0]["games"][0]["lines"][5]
    assert double["errors"] and not double["whys"]


def test_how_far_it_is_never_goes_back(played):
    _, far = _told(played, slices=2)
    assert far == sorted(far) and far[0] < 100 and far[-1] == 1000


def test_what_people_wrote_is_text_on_the_page_and_it_needs_nothing_else(played):
    notes = ["game 1, line 9: nobody <knows>"]
    told, _ = _told(played, about={"Event": "Club & <i>night"}, notes=notes)
    text = page.render(told)
    assert "<b>nn" not in text and "<i>" not in text
    said = html.unescape(text)
    assert "A<b>nn" in said and "Club & <i>night" in said and "O'$x$" in said
    assert f"<li>{notes[0]}</li>" in said and "no oracle" in said
    assert "<ul" not in page.render(_told(played)[0])
    assert "<script" not in text and not re.search(r'(src|href)="(?!#)', text)
    (game,) = told["games"]
    for line in game["lines"]:
        assert line["text"] in said and all(why in said for why in line["whys"])
    assert text.count('class="board"') == 7 + len(told["worst"]) == 11
    assert text.count("<polyline") == 1


def test_errors_are_jumped_to_one_after_another_and_their_boards_are_open(played):
    told, _ = _told(played)
    text = page.render(told)
    assert told["errors"] == text.count("<details open") == 4
    for number in range(1, 5):
        assert text.count(f'id="error-{number}"') == 1
        assert text.count(f'href="#error-{number}"') == (2 if number == 1 else 1)


def test_arrows_show_the_play_and_the_best_one(played):
    lines = _told(played)[0]["games"][0]["lines"]
    _, blunder = [line for line in lines if "arrow" in line["board"]]
    found = re.findall(r'class="arrow (\w+)".*? d="M(\d+) (\d+)', blunder["board"])
    kinds = [kind for kind, _, _ in found]
    assert kinds == ["played"] * 2 + ["best"] * 2
    assert len({(x, y) for _, x, y in found}) == 4, "24/20 20/14 and 13/7 7/3"


def test_a_games_course_is_the_first_players_chance_to_win(played):
    values, errors = telling.course(judging.game(played, _judged(played).found))
    assert len(values) == 4 and all(0 <= value <= 100 for value in values)
    assert errors == ([3], [])
    chart = drawing.chances(values, errors)
    assert chart.count("<circle") == 1 and drawing.chances([], ([], [])) == ""


@pytest.mark.parametrize("level", ("expert", "master"))
def test_a_level_that_judges_itself_has_no_band(played, level):
    players = (0, levels.levels().index("expert") + 1)
    played = played._replace(settings=played.settings.copy(players=players))
    first, second = _told(played, by=telling.ours(level))[0]["players"]
    assert not first["pr"].endswith("by itself")
    assert second["pr"].endswith(", by itself") == (level == "expert")


def test_a_board_shows_every_checker():
    points = [0] * 26
    points[0], points[24], points[25], points[6], points[19] = -2, 1, 1, 7, -13
    svg = drawing.board(judging.Moment(points, (6, 3), 4, 1, 15), 1)
    assert svg.count('<circle class="side0"') == 1 + 1 + 5
    assert svg.count('<circle class="side1"') == 2 + 5
    assert re.findall(r'class="many"[^>]*>(\d+)', svg) == ["7", "13"]
    assert re.findall(r'class="off side0"[^>]*>(\d+)', svg) == ["6"]
    assert re.findall(r'class="face"[^>]*>(\d+)', svg) == ["4"]
    assert svg.count('r="8"') == 9 and 'class="die side1"' in svg
    assert re.findall(r'class="number"[^>]*>(\d+)', svg)[0] == "24"


def test_the_command_writes_the_page_beside_the_match(tmp_path, capsys):
    match = tmp_path / "club.mat"
    match.write_bytes(_MAT)
    assert main([str(match), "--level", "expert"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "club.html")
    written = html.unescape((tmp_path / "club.html").read_text())
    assert "A<b>nn against O'$x$, for money" in written and "expert level" in written


@pytest.mark.parametrize("numba, said", [(True, "grandmaster level; luck by"), (False, "expert")])
def test_unless_told_our_deepest_level_judges_where_it_can_be_compiled(
    tmp_path, monkeypatch, numba, said
):
    if not numba:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    match = tmp_path / "club.mat"
    match.write_bytes(_MAT)
    assert main([str(match)]) == 0
    written = html.unescape((tmp_path / "club.html").read_text())
    assert f"Picogammon's {said}" in written
    assert (telling.ours("grandmaster").caution in written) == numba


def test_the_page_never_takes_the_place_of_the_match(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    match = tmp_path / "club.html"  # by its ending the page would be it
    match.write_bytes(_MAT)
    (tmp_path / "link.html").symlink_to(match)
    for given in ([str(match)], ["club.html", "--out", "link.html"]):
        assert main([*given, "--level", "expert"]) == 1
        assert "is the match: give the page another name." in capsys.readouterr().err
    assert match.read_bytes() == _MAT


def test_a_folder_is_no_match(capsys):
    for folder in (".", "..", "/"):
        assert main([folder]) == 1
        assert f"{folder} is a folder: name a file in it." in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"nothing", None])
def test_what_cannot_be_read_is_said_and_nothing_is_written(tmp_path, capsys, content):
    match = tmp_path / "bad.mat"
    if content:
        match.write_bytes(content)
    assert main([str(match)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("report: ") and list(tmp_path.glob("*.html")) == []
    assert told.startswith(
        f"report: {match}: this is no match" if content else f"report: There is no {match}. Is"
    )
