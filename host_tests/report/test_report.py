"""A match's page: it has all that the report says (match_files/transcripts/report.txt shows what),
and nothing on it can do harm."""

import html
import importlib.util
import re

import pytest

from fakes.coach import Coach
from picogammon.engine import levels
from picogammon.engine.engine import Thought
from picogammon.engine.review import DOUBTFUL
from tools.matches import MatchFile, reading
from tools.matches.log import games
from tools.report import drawing, page, telling
from tools.report import judging as judging_room
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
_COACH = telling.Judge("a coach", None, "no oracle")
_CUBE = 0, -20000, 65536  # equities of the coach's answers
_NO_MATCH = MatchFile([], None, {}, [], [], [], None)


@pytest.fixture
def played():
    (game,) = games(reading.read(_MAT).records)
    return game


def _told(played, by=_COACH, cube=_CUBE, **of_match):
    """Returns the text of the report on a match of these games."""
    played = list(played)
    coach = Coach(cube=cube, slices=0)
    match = _NO_MATCH._replace(**of_match)
    games = [
        Thought(telling.tell(game, number, coach, match.names)).finish()
        for number, game in enumerate(played, 1)
    ]
    return telling.whole(match, played, games, by)


def _judged(played):
    judging = judging_room.Judging(played, Coach(slices=2))
    while not judging.step():
        pass
    return judging.game()


def test_the_costliest_of_equals_came_first(played):
    told = _told([played] * 3)
    costly = [(one["lost"], one["game"]) for one in told["worst"]]
    assert costly == [("1.305", 1), ("1.305", 2), ("1.305", 3), ("0.305", 1), ("0.305", 2)]


def test_what_was_hardly_an_error_has_no_reason_and_still_its_numbers(played):
    told = _told([played], cube=(0, -600, 65536))
    (double,) = told["games"][0]["lines"][5]["decisions"]
    assert double["word"] == "Fine" and not double["why"] and len(double["rows"]) == 3


def test_of_a_cube_what_was_done_is_marked(played):
    lines = _told([played])["games"][0]["lines"]
    cubes = [one for line in lines for one in line["decisions"] if one["cube"]]
    marked = [[words for words, made, _ in one["rows"] if made] for one in cubes]
    assert marked == [["Double, take"], ["Drop"]]
    text = _MAT.partition(b"Doubles")[0] + b"61: 13/7 8/7\n"
    told = _told(games(reading.read(text).records), cube=(0, 20000, 65536))
    (cube,) = [one for one in told["games"][0]["lines"][-1]["decisions"] if one["cube"]]
    assert [words for words, made, _ in cube["rows"] if made] == ["No double"]
    assert cube["done"] == "No double" and cube["best"] == "double, take"
    assert "Blunder −0.305: No double. Correct: double, take" in html.unescape(
        re.sub("<[^>]*>", "", page.render(told))
    )


def test_how_far_it_is_never_goes_back(played):
    far = list(telling.tell(played, 1, Coach(cube=_CUBE, slices=2)))
    assert far == sorted(far) and far[0] < 100 and 900 < far[-1] < 1000


def test_what_people_wrote_is_text_on_the_page_and_it_needs_nothing_else(played):
    notes = ["game 1, line 9: nobody <knows>"]
    told = _told([played], about={"Event": "Club & <i>night"}, notes=notes)
    text = page.render(told)
    assert "<b>nn" not in text and "<i>" not in text
    said = html.unescape(text)
    assert "A<b>nn" in said and "Club & <i>night" in said and "O'$x$" in said
    assert f"<li>{notes[0]}</li>" in said and "no oracle" in said
    assert "<ul" not in page.render(_told([played]))
    assert "<script" not in text and not re.search(r'(src|href)="(?!#)', text)
    (game,) = told["games"]
    for line in game["lines"]:
        assert line["text"] in said and all(one["why"] in said for one in line["decisions"])
    assert text.count('class="board"') == 7
    assert text.count("<polyline") == 1


def test_errors_are_jumped_to_one_after_another_and_their_boards_are_open(played):
    told = _told([played, played])
    text = page.render(told)
    assert len(told["errors"]) == len(set(told["errors"])) == text.count("<details open") == 8
    worst = [one["error"] for one in told["worst"]]
    for error in told["errors"]:
        assert text.count(f'id="{error}"') == 1
        assert text.count(f'href="#{error}"') == 1 + worst.count(error)


def test_a_play_is_named_once_and_what_it_is_compared_with_below(played):
    text = html.unescape(page.render(_told([played])))
    summaries = re.findall(r"<summary>(.*?)</summary>", text, re.DOTALL)
    assert [one.count("24/14") for one in summaries if "24/14" in one] == [1]
    assert not any("13/3" in one for one in summaries if "24/14" in one)
    (error,) = re.findall(r'id="g1-4">.*?</li>', text, re.DOTALL)
    plays = re.findall(r'<tr(?: class="(made)")?><th scope="row">([^<]*)</th><td>([^<]*)', error)
    assert plays[0][1:] == ("13/3", "+0.120") and plays[-1] == ("made", "24/14 (played)", "+0.040")
    assert 3 <= len(plays) <= 6 and ">XGID=" in error


def test_each_error_and_each_close_decision_is_compared_and_no_clear_one(played):
    for line in _judged(played).lines:
        for decision in line.decisions:
            grade, plays = decision.grade, decision.plays
            if not grade.cube:
                equities = [play.equity for play in plays]
                assert equities == sorted(equities, reverse=True)
                assert len(plays) != 1 and len(plays) <= 6
                assert plays or not grade.loss
                assert not plays or grade.loss or equities[0] - equities[1] < DOUBTFUL


def test_once_a_game_is_decided_no_roll_is_lucky(played):
    lines = _judged(played).lines
    (rolled,) = [line for line in lines if line.row == 2 and line.side == 0]
    for chance, luck, told in (
        (0, 0, None),
        (65536, 20, None),
        (65520, -32, None),
        (65520, -33, "−0.001"),
        (0, 6554, "+0.100"),
        (30000, 0, "+0.000"),
    ):
        line = rolled._replace(chance=chance, luck=luck)
        assert telling.line_told(line, 1, ("Ann", "Bob"), [])["luck"] == told, (chance, luck)


def test_the_first_game_is_read_while_others_are_judged(played):
    games = [Thought(telling.tell(played, 1, Coach(slices=0))).finish()]
    told = telling.whole(_NO_MATCH, [played, played], games, _COACH)
    assert "Game 1 of 2: the others are being judged." in page.render(told)
    assert told["result"].endswith("leads 1–0")


@pytest.mark.parametrize("many", [2, 3])
def test_a_game_of_parts_that_are_judged_side_by_side_is_the_whole(played, many):
    def tell(part, parts):
        coach = Coach(cube=_CUBE, slices=2)
        return Thought(telling.tell(played, 1, coach, part=part, parts=parts)).finish()

    parts = [tell(part, many) for part in range(many)]
    assert telling.joined(parts) == tell(0, 1)
    assert all(any(line is None for line in part["lines"]) for part in parts)
    judged = [sum(side["plays"] + side["cubes"] for side in part["counts"]) for part in parts]
    assert max(judged) - min(judged) < many


def test_no_two_descriptions_are_alike(played):
    text = page.render(_told([played, played]))
    labels = re.findall(r'aria-label="([^"]*)"', text)
    assert len(labels) == 2 * (7 + 1) and len(set(labels)) == len(labels)


def test_every_minus_sign_is_one(played):
    text = html.unescape(
        re.sub(
            r"<style>.*?</style>|<code>.*?</code>",
            "",
            page.render(_told([played])),
            flags=re.DOTALL,
        )
    )
    text = re.sub(r"<[^>]*>", " ", text)
    assert "−" in text and not re.search(r"[-–]\d+\.\d", text)


def test_arrows_show_the_play_and_the_best_one(played):
    lines = _told([played])["games"][0]["lines"]
    _, blunder = [line for line in lines if "arrow" in line["board"]]
    found = re.findall(r'class="arrow (\w+)".*? d="M(\d+) (\d+)', blunder["board"])
    kinds = [kind for kind, _, _ in found]
    assert kinds == ["played"] * 2 + ["best"] * 2
    assert len({(x, y) for _, x, y in found}) == 4, "24/20 20/14 and 13/7 7/3"


def test_a_games_course_is_the_first_players_chance_to_win(played):
    game = Thought(telling.tell(played, 1, Coach(slices=2))).finish()
    values, errors = telling.course(game["lines"])
    assert len(values) == 4 and all(0 <= value <= 100 for value in values)
    assert errors == ([3], [])
    chart = drawing.chances(values, errors)
    assert chart.count("<circle") == 1 and drawing.chances([], ([], [])) == ""


@pytest.mark.parametrize(
    "by, level, judges",
    [
        (telling.ours("expert"), "expert", True),
        (telling.ours("master"), "expert", False),
        (telling.TWO_ROLLS, "grandmaster", True),
        (telling.TWO_ROLLS, "expert", False),
        (_COACH, "expert", False),
    ],
)
def test_a_level_that_judges_itself_has_no_pr(played, by, level, judges):
    players = (0, levels.levels().index(level) + 1)
    played = played._replace(settings=played.settings.copy(players=players))
    told = _told([played], by=by)
    rows = dict(map(tuple, told["rows"]))
    assert rows["Level"] == ["person", level]
    first, second = rows["PR"]
    assert re.match(r"\d+\.\d$", first)
    assert (second == "– (this level is the judge)") == judges
    of_judge = {rows[what][1] for what in rows if what not in ("Level", "PR", "Luck")}
    assert (of_judge == {"–"}) == judges
    assert f"Judge: {by.name}" in html.unescape(page.render(told)).replace("&nbsp;", " ")


@pytest.mark.parametrize("computer", [0, 1])
def test_the_worst_decisions_against_a_computer_are_the_persons(played, computer):
    players = [0, 0]
    players[computer] = levels.levels().index("club") + 1
    told = _told([played._replace(settings=played.settings.copy(players=tuple(players)))])
    assert {one["side"] for one in told["worst"]} == {1 - computer}
    assert len(told["errors"]) > len(told["worst"]), "the page marks the computer's errors as well"


def test_a_pr_of_few_decisions_has_no_class(played):
    told = _told([played] * 5)  # 20 decisions, and 15
    first, second = dict(told["rows"])["PR"]
    assert re.match(r"\d+\.\d, beginner$", first) and re.match(r"\d+\.\d$", second)


def test_a_board_shows_every_checker():
    points = [0] * 26
    points[0], points[24], points[25], points[6], points[19] = -2, 1, 1, 7, -13
    svg = drawing.board(judging_room.Moment(points, (6, 3), 4, 1, 15), 1)
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


@pytest.mark.parametrize("numba", [True, False])
def test_unless_told_our_deepest_level_judges_where_it_can_be_compiled(
    tmp_path, monkeypatch, numba
):
    if not numba:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    match = tmp_path / "club.mat"
    match.write_bytes(_MAT)
    assert main([str(match)]) == 0
    written = html.unescape((tmp_path / "club.html").read_text())
    by = telling.TWO_ROLLS if numba else telling.ours("expert")
    assert f"Judge: {by.name}" in written and by.caution in written


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
        f"report: {match}: this is not a match" if content else f"report: There is no {match}. Is"
    )
