"""Duels of two players at the same dice: fair, kept as files that are checked, and gone on with
where they were stopped.
"""

import re
import subprocess
import sys

import pytest

from picogammon.rules import actions
from picogammon.rules.settings import Settings
from tools import ROOT
from tools.duel import pairs
from tools.duel.__main__ import main, told
from tools.duel.pairs import Dice, play
from tools.matches import MatError, log
from tools.players import Player, PlayerError
from tools.players.finding import find

_ENGINE = ROOT / "host_tests" / "players" / "engine.py"
_MONEY = {"length": 0, "cube_on": True, "jacoby": False}


class Doubler(Player):
    """Plays what a level plays, and offers every double that the rules allow."""

    def __init__(self):
        self.name = "doubler"
        self._level = find("casual")

    def decide(self, match):
        return actions.double() if match.can_double() else self._level.decide(match)


@pytest.mark.parametrize("name,cube_on", [("casual", True), ("gnubg 0", True), ("gnubg 0", False)])
def test_two_that_are_the_same_come_to_nothing_pair_by_pair(name, cube_on):
    texts = pairs.play_pairs((name, name), dict(_MONEY, cube_on=cube_on), "7", 0, 3)
    first, second = [pairs.results(text, seat) for seat, text in enumerate(texts)]
    assert len(first) == 3 and all(first)
    assert [one + two for one, two in zip(first, second)] == [0, 0, 0]


def test_a_match_is_won_or_lost_and_its_file_says_who_sat_where():
    agreed = dict(_MONEY, length=3)
    texts = pairs.play_pairs(("casual", "novice"), agreed, "7", 4, 1)
    for seat, text in enumerate(texts):
        assert pairs.results(text, seat) in ([1], [-1])
        names = ["A casual", "B novice"]
        assert f'[Player 1 "{names[seat]}"]' in text and "3 point match" in text


def test_the_dice_are_the_same_for_both_seats_and_other_in_each_game():
    def rolled(seat, number):
        players = [find("casual"), find("casual")]
        records = play(Settings(), players, lambda game: Dice("7", number), 1)
        (game,) = log.games(records)
        return [actions.dice_of(r) for r in game.records if actions.kind_of(r) == actions.ROLL]

    assert rolled(0, 1) == rolled(1, 1) != rolled(0, 2)


def test_the_cube_is_used_and_what_it_makes_is_counted():
    records = play(Settings(), [Doubler(), find("casual")], lambda game: Dice("3", game), 4)
    kinds = {actions.kind_of(record) for record in records}
    assert {actions.DOUBLE, actions.TAKE} & kinds
    assert len(list(log.games(records))) == 4


def test_who_breaks_the_rules_is_named():
    class Cheat(Player):
        name = "cheat"

        def decide(self, match):
            return actions.play([24 << 3 | 6]) if match.dice else None

    with pytest.raises(PlayerError, match="cheat: 'play 24/18' at XGID="):
        play(Settings(), [Cheat(), Cheat()], lambda game: Dice("1"), 1)


def test_a_file_that_says_something_else_does_not_count():
    texts = pairs.play_pairs(("casual", "casual"), _MONEY, "7", 0, 1)
    changed = re.sub(r" \d+/\d+ ", " 24/1 ", texts[0], count=1)
    unfinished = re.sub(r" *Wins.*\n", "", texts[0]).rsplit("\n", 2)[0]
    for text in (changed, unfinished, ""):
        assert text != texts[0]
        with pytest.raises(MatError):
            pairs.results(text, 0)


def test_what_it_comes_to_is_said_with_how_sure_it_is():
    assert told("a", "b", 0, [(1, 2), (-1, 0)]) == (
        "a won 2 of 4 games against b: +0.5000 points per game ± 1.9600 (95 %)"
    )
    assert told("a", "b", 7, [(1, 1), (1, -1)]) == (
        "a won 3 of 4 matches to 7 against b: 75.0 % ± 49.0 (95 %)"
    )
    assert told("a", "b", 0, [(1, 1), (1, 1)]).endswith("+1.0000 points per game ± 0.0000 (95 %)")
    for length in (0, 7):
        assert told("a", "b", length, [(1, 1)]).endswith(" (one pair has no interval)")


def _duel(into, *more, b="casual"):
    command = [sys.executable, "-m", "tools.duel", "novice", b, "--into", str(into), *more]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_a_duel_against_a_program_goes_on_where_it_was_stopped(tmp_path):
    bare = f"{sys.executable} {_ENGINE} bare"
    plain = ("--games", "4", "--workers", "1", "--length", "1")
    done = _duel(tmp_path, *plain, b=bare)
    assert done.returncode == 0, done.stderr
    assert "cannot answer doubles: no cube" in done.stdout
    files = sorted(path.name for path in tmp_path.glob("*.mat"))
    assert files == ["000000-a.mat", "000000-b.mat", "000001-a.mat", "000001-b.mat"]
    last = done.stdout.splitlines()[-3:]
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.mat")}
    assert _duel(tmp_path, *plain, b=bare).stdout.splitlines()[-3:] == last
    assert kept == {path: path.stat().st_mtime_ns for path in kept}
    other = _duel(tmp_path, *plain, b="casual")
    assert other.returncode == 1 and "another duel's matches" in other.stderr
    assert "Traceback" not in other.stderr


def test_a_folder_that_cannot_be_made_is_an_error_that_says_so(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["novice", "casual", "--games", "2", "--into", str(tmp_path / "file")]) == 1
    said = capsys.readouterr().err
    assert (
        said
        == f"duel: {tmp_path / 'file'} is a file, not a folder. Name another folder. (--into)\n"
    )


def test_what_is_in_the_folder_but_is_no_duel_is_left_alone(tmp_path, capsys):
    kept = tmp_path / "duel.json"
    kept.write_bytes(b"\xff not JSON")
    assert main(["novice", "casual", "--games", "2", "--into", str(tmp_path)]) == 1
    assert "another duel's matches: name another folder by --into" in capsys.readouterr().err
    assert kept.read_bytes() == b"\xff not JSON"
