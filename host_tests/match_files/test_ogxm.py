"""A board's log as OGXM: the format's own codec takes it, replays it, and comes to the same."""

import os
import re
import sys

import pytest

from match_files.kept import Kept
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.rules import actions, position
from picogammon.rules.match import Match
from tools.matches import MatError, log, writing
from tools.matches import ogxm as export
from tools.matches.__main__ import main
from tools.soak.match_files import some_match

HOST_ONLY = True

try:
    import ogxm
except ImportError:
    ogxm = None
needs_codec = pytest.mark.skipif(
    ogxm is None and os.environ.get("CI") != "true",
    reason="the package ogxm is not made for this Python",
)

_SIGNS = "0123456789abcdefghijklmnop"
_TAKEN = ("roll 3-1", "play 8/5 6/5", "double", "beaver")


def _checkers(match):
    """Where the checkers stand, as the first two fields of an OGID."""
    seen = position.swapped(match.position) if match.turn == 0 else match.position
    sides = ["", ""]
    for place, count in enumerate(seen):
        sides[count > 0] += _SIGNS[place] * abs(count)
    return sides


def _last_played(game):
    """The Match of a game after its last play; None where there was none."""
    plays = [i for i, r in enumerate(game.records) if actions.kind_of(r) == actions.PLAY]
    if not plays:
        return None
    match = Match(game.settings)
    for record in game.records[: plays[-1] + 1]:
        match.apply(record, True)
    return match


@needs_codec
@pytest.mark.parametrize("seed", range(24))
def test_the_formats_own_codec_replays_what_is_written(seed):
    records = some_match(seed, automatic=seed % 3)
    try:
        content, notes = export.write(records, {"Event": "Club night"})
    except MatError as error:
        assert "a beaver that is dropped" in str(error)
        return
    read = ogxm.binary_to_json(content)
    assert read["replay_complete"] and read["event"] == "Club night"
    assert all("resignation" in note or "last roll" in note for note in notes)
    games = list(log.games(records))
    names = games[-1].settings.names
    assert [read["player_white"], read["player_black"]] == list(names)
    assert len(read["games"]) == len(games)
    for told, game in zip(read["games"], games, strict=True):
        match = _last_played(game)
        plays = [ply for ply in told["plies"] if ply["action_id"] <= 20]
        assert bool(plays) == (match is not None)
        if match and not match.result:
            assert plays[-1]["ogid_after"].split(":")[:2] == _checkers(match)


def test_colours_points_and_the_bar_are_those_of_the_format():
    kept = Kept(length=3).do("roll 3-1", "play 8/5 6/5", "roll 6-4", "play 24/14")
    document, notes = export.of(kept.records)
    assert document["match_length"] == 3 and not notes
    first, second = document["games"][0]["plies"]
    assert (first["color"], first["moves"]) == (
        1,
        [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}],
    )
    assert (second["color"], second["moves"][0]["from"]) == (0, 24)


def test_what_ogxm_has_no_words_for_is_said():
    kept = Kept(length=3).do("roll 3-1", "play 8/5 6/5", "resign single", "refuse", "roll 6-4")
    _, notes = export.of(kept.records)
    assert [note.partition(": ")[2][:12] for note in notes] == ["a resignatio", "its last rol"]
    dropped = Kept(length=0, beavers=1).do(*_TAKEN, "drop")
    with pytest.raises(MatError, match="a beaver that is dropped"):
        export.of(dropped.records)
    with pytest.raises(MatError, match="nothing has been played"):
        export.of([])


def test_a_roll_that_a_resignation_follows_is_said_to_be_left_out():
    done = ("roll 3-1", "play 8/5 6/5", "roll 6-4", "resign single", "accept")
    kept = Kept(length=3).do(*done)
    _, notes = export.of(kept.records)
    assert len(notes) == 1 and "last roll" in notes[0]


def test_without_the_package_a_sentence_says_what_it_takes(monkeypatch):
    monkeypatch.setitem(sys.modules, "ogxm", None)
    with pytest.raises(MatError, match="pip install ogxm"):
        export.write(Kept(length=3).do("roll 3-1", "play 8/5 6/5").records)


@needs_codec
def test_a_log_is_saved_as_a_file_of_that_kind(tmp_path, capsys):
    kept = Kept(length=3).do("roll 3-1", "play 8/5 6/5", "resign gammon", "accept")
    source = tmp_path / "match.log"
    Journal(Files(), str(source)).restart(kept.records)
    target = tmp_path / "match.ogxm"
    assert main(["save", str(target), "--log", str(source)]) == 0
    assert re.search(r"match\.ogxm: 1 game", capsys.readouterr().out)
    read = ogxm.binary_to_json(target.read_bytes())
    assert read["white_score"] + read["black_score"] == 2
    assert writing.write(kept.records).text.count("Wins 2 points") == 1
