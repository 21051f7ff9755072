"""A match's page: nothing is missing on it, nothing is made up, and nothing on it can do harm."""

import html
import importlib.util
import json
import re

import pytest

from fakes.coach import Coach
from picogammon.engine import levels
from picogammon.engine.engine import Thought
from picogammon.rules import actions
from picogammon.rules.movegen import Plays
from tools.matches import MatchFile, reading
from tools.matches.log import games
from tools.report import drawing, judging, page, telling
from tools.report.__main__ import main

_MAT = b"""; [Player 1 "A<b>nn"]
; [Player 2 "O'$x$"]
; [Event "Club & <i>night"]

 1 point match

 Game 1
 A<b>nn : 0                     O'$x$ : 0
  1) 31: 8/5 6/5                 65: 24/13
  2) 55: 13/3(2)                 11: 6/4(2)
  3) 46: 24/14                   Doubles => 2
  4) Drops
      Wins 1 point and the match
"""


def _money():
    """The same without a length, in which there is a cube."""
    text = _MAT.replace(b"1 point match", b"0 point match").replace(b" and the match", b"")
    return text.replace(b"  4) Drops\n", b"  4)  Drops                     Wins 1 point\n").replace(
        b"      Wins 1 point\n", b""
    )


@pytest.fixture
def engine():
    return Coach(cube=(0, -20000, 65536), slices=0)


@pytest.fixture
def played():
    return list(games(reading.read(_money()).records))


@pytest.fixture
def judged(played, engine):
    """(the judging.Games of that match, the engine that judged)."""
    found = []
    for game in played:
        judging_it = judging.Judging(game, engine)
        while not judging_it.step():
            pass
        found.append(judging.game(game, judging_it.found))
    return found, engine


def _told(played, engine, about=(), notes=(), ends=()):
    """What the page says, and how far it was after each slice."""
    match = MatchFile([], None, dict(about), list(notes), [], list(ends), None)
    report = telling.Report(played, match, engine, telling.Judge("a coach", "no oracle"))
    far = []
    while not report.step():
        far.append(report.progress)
    return report.page, far


def test_each_action_is_a_line_and_each_decision_has_its_grade(judged):
    (game,), _ = judged
    assert [(line.row, line.side, line.text) for line in game.lines] == [
        (1, 0, "31: 8/5 6/5"),
        (1, 1, "65: 24/13"),
        (2, 0, "55: 13/3(2)"),
        (2, 1, "11: 6/4(2)"),
        (3, 0, "64: 24/14"),
        (3, 1, "double"),
        (4, 0, "drop"),
    ]
    counted = [d for line in game.lines for d in line.decisions]
    for side in (0, 1):
        own = [d.grade.loss for d in counted if d.grade.side == side]
        assert (len(own), sum(own)) == (game.sides[side].decisions, game.sides[side].lost)
        lucks = [line.luck for line in game.lines if line.side == side and line.luck is not None]
        assert sum(lucks) == game.sides[side].luck
    double = next(d for d in counted if actions.kind_of(d.grade.action) == actions.DOUBLE)
    assert (double.done, double.best) == ("Double", "No double")
    assert game.result == "O'$x$ wins a single game, 1 point"


@pytest.mark.parametrize("slices", (1, 40, 80, 160, 240))
def test_who_is_given_up_goes_on_with_what_was_found_and_tells_each_decision_once(played, slices):
    (game,) = played
    whole = judging.Judging(game, Coach(slices=2))
    while not whole.step():
        pass
    first = judging.Judging(game, Coach(slices=2))
    for _ in range(slices):
        first.step()
    found, decisions = first.take()
    assert found == first.found and first.take()[1] == []
    second = judging.Judging(game, Coach(slices=2), json.loads(json.dumps(found)))
    while not second.step():
        pass
    assert (second.found["grades"], second.found["rolls"]) == (
        whole.found["grades"],
        whole.found["rolls"],
    )
    piece, others = second.take()
    assert found["grades"] + piece["grades"] == whole.found["grades"]
    told = [telling.news(row, one, ("Ann", "Bob")) for row, one in decisions + others]
    assert told == [telling.news(row, one, ("Ann", "Bob")) for row, one in whole.take()[1]]
    assert (told[0]["who"], told[0]["dice"], told[0]["row"]) == ("Ann", "31", 1)


def test_the_opening_roll_is_nobodys_luck(judged):
    (game,), _ = judged
    assert [line.row for line in game.lines if line.luck is not None] == [1, 2, 2, 3]
    assert telling.dice_of([game], 0)["faces"] == [0, 0, 0, 1, 2, 1]
    assert telling.dice_of([game], 1) == {
        "faces": [2, 0, 0, 0, 1, 1],
        "rolls": 2,
        "doubles": 1,
        "odds": pytest.approx(41.6, abs=0.1),  # chi-square 5 with 5 degrees of freedom
    }


def test_the_costliest_come_first_and_say_why(judged):
    found, _ = judged
    losses = [decision.grade.loss for _, _, decision in judging.worst(found)]
    assert losses == sorted(losses, reverse=True) and losses[0] > 0 and len(losses) <= 5
    cubes = [d for line in found[0].lines for d in line.decisions if d.grade.cube]
    why = Thought(judging.reasons(cubes[-1], Plays())).finish()
    assert why[0].startswith("Take") and "take point" in why[-1]


def test_each_error_says_why_where_it_stands(played, engine):
    told, _ = _told(played, engine)
    lines = {line["text"]: line for line in told["games"][0]["lines"]}
    (why,) = lines["65: 24/13"]["whys"]
    assert why.startswith("The better play: wins ")
    assert lines["31: 8/5 6/5"]["whys"] == []
    text = html.unescape(page.render(told))
    assert text.count(why) == 1 + sum(one["why"] == why for one in told["worst"])


def test_the_costliest_of_equals_came_first(judged):
    (game,), _ = judged
    one = next(line for line in game.lines if any(d.grade.loss for d in line.decisions))
    twice = game._replace(lines=[one._replace(row=row) for row in range(4)])
    assert [line.row for _, line, _ in judging.worst([twice], 3)] == [0, 1, 2]


def test_the_course_has_a_point_for_each_roll_and_marks_mistakes(judged, played, engine):
    (game,), _ = judged
    told, _ = _told(played, engine)
    rolls = [line for line in game.lines if line.mean is not None]
    course = told["games"][0]["course"]
    signs = [-1 if line.side else 1 for line in rolls]
    expected = [sign * line.mean / 65536 for sign, line in zip(signs, rolls)]
    assert [float(value) for value in course["values"]] == pytest.approx(expected, abs=0.0006)
    for side in (0, 1):
        wrong = [
            d.grade.side == side and d.grade.loss >= 2622 for line in rolls for d in line.decisions
        ]
        assert len(course["errors"][side]) == sum(wrong)


def test_the_title_says_what_is_played(played, engine):
    nack = reading.read(b'; [Variation "NackGammon"]\n' + _money()).records
    for match, title in ((played, "for money"), (list(games(nack)), "for money, Nackgammon")):
        told, _ = _told(match, engine)
        assert told["title"].endswith(", " + title)


def test_how_far_it_is_never_goes_back(played):
    _, far = _told(played, Coach(cube=(0, -20000, 65536), slices=2))
    assert far == sorted(far) and far[0] < 100 and far[-1] == 1000


def test_what_people_wrote_is_text_on_the_page_and_it_needs_nothing_else(judged, played, engine):
    told, _ = _told(played, engine, {"Event": "Club & <i>night"})
    text = page.render(told)
    assert "<b>nn" not in text and "<i>" not in text
    said = html.unescape(text)
    assert "A<b>nn" in said and "Club & <i>night" in said and "O'$x$" in said
    assert "<script" not in text and not re.search(r'(src|href)="(?!#)', text)
    for line in judged[0][0].lines:
        assert line.text in said
    assert text.count('class="board"') == 7 + len(judging.worst(judged[0]))
    assert text.count('class="ct-line"') == 1 and "{{" not in text


def test_what_the_file_says_otherwise_and_how_far_the_judge_is_right_stand_on_the_page(
    played, engine
):
    notes = ["game 1, line 9: nobody <knows>"]
    text = html.unescape(page.render(_told(played, engine, notes=notes)[0]))
    assert f"<li>{notes[0]}</li>" in text and "no oracle" in text
    assert "<ul" not in page.render(_told(played, engine)[0])
    assert "1.2 beside" in telling.ours("expert").caution


@pytest.mark.parametrize(
    "end,result",
    [
        (b"", "unfinished"),
        (b" Concedes\n", "unfinished: O'$x$ gave up"),
        (b" Concedes\n      Wins 1 point\n", "A<b>nn wins a single game, 1 point: O'$x$ gave up"),
        (b"31: 9/1\n      Wins 2 points\n", "unfinished: the file gives 2 points to A<b>nn"),
        (b"\n" + 34 * b" " + b"Wins 1 point\n", "given up, and the file gives O'$x$ 1 point"),
    ],
)
def test_a_game_that_was_given_up_says_so(end, result, engine):
    head = _money().partition(b"  2) 55")[0]
    match = reading.read(head + b"  2) 55: 13/3(2)                 " + end)
    report = telling.Report(list(games(match.records)), match, engine, telling.ours("expert"))
    while not report.step():
        pass
    assert report.page["games"][0]["result"].endswith(result)
    assert report.page["notes"] == match.notes


def test_a_players_numbers_stand_under_their_headings(played, engine):
    told, _ = _told(played, engine)
    for player in told["games"][0]["players"]:
        assert re.fullmatch(r"\d+\.\d, [a-z -]+", player["pr"])
        assert re.fullmatch(r"[+−]\d\.\d{3}", player["luck"])
    assert {player["luck"][0] for player in told["games"][0]["players"]} == {"+", "−"}


def test_a_level_that_judges_itself_has_no_band(played, engine):
    for level in ("expert", "master"):
        match = MatchFile([], None, {}, [], [], [], None)
        players = (0, levels.levels().index("expert") + 1)
        seats = [one._replace(settings=one.settings.copy(players=players)) for one in played]
        report = telling.Report(seats, match, engine, telling.ours(level))
        while not report.step():
            pass
        first, second = report.page["players"]
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
    assert svg.count('r="1.7"') == 9 and 'class="die side1"' in svg
    assert re.findall(r'class="number"[^>]*>(\d+)', svg)[0] == "24"


def test_the_command_writes_the_page_beside_the_match(tmp_path, capsys):
    match = tmp_path / "club.mat"
    match.write_bytes(_money())
    assert main([str(match), "--level", "expert"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "club.html")
    written = html.unescape((tmp_path / "club.html").read_text())
    assert "A<b>nn against O'$x$, for money" in written and "level expert" in written


@pytest.mark.parametrize("numba, said", [(True, "grandmaster; the luck by"), (False, "expert")])
def test_unless_told_our_deepest_level_judges_where_it_can_be_compiled(
    tmp_path, monkeypatch, numba, said
):
    if not numba:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    match = tmp_path / "club.mat"
    match.write_bytes(_money())
    assert main([str(match)]) == 0
    written = html.unescape((tmp_path / "club.html").read_text())
    assert f"Picogammon's level {said}" in written
    assert (telling.ours("grandmaster").caution in written) == numba


@pytest.mark.parametrize("content", [b"nothing", None])
def test_what_cannot_be_read_is_said_and_nothing_is_written(tmp_path, capsys, content):
    match = tmp_path / "bad.mat"
    if content:
        match.write_bytes(content)
    assert main([str(match)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("report: ") and list(tmp_path.glob("*.html")) == []
    assert told.startswith(
        f"report: {match}: line 1: " if content else f"report: There is no {match}. Is"
    )
