"""No level is weaker than its floor; and whatever breaks an engine breaks a floor."""

from functools import lru_cache

import numpy as np
import pytest

from fakes.coach import NoLook
from picogammon.engine import numbers, weights
from picogammon.engine.levels import levels, make
from tools import ROOT
from tools.strength import floors, quick
from tools.strength.players import EnginePlayer, player
from tools.trainer import export

_WEIGHTS = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
_OUTPUTS = 5
_VALUES = 6  # of a hidden node in NETV: the outputs, and a zero


@lru_cache(maxsize=None)
def _measured(level):
    return floors.measured(player(level))


class WrongPass:
    """A Search that believes in too little where the other side may not be able to come in."""

    def __init__(self, search):
        self._search = search

    def outcome(self, pos, out):
        yield from self._search.outcome(pos, out)
        if pos[0]:
            out[0] = max(0, out[0] - numbers.ONE // 20)
            numbers.tidy(out)


@pytest.mark.long
@pytest.mark.parametrize("level", levels())
def test_a_level_holds_its_floors(level):
    found = _measured(level)
    assert floors.broken(found, level) == [], found
    assert found.keys() == floors.floors()[level].keys()


@pytest.mark.long
@pytest.mark.parametrize("level", levels()[1:])
def test_no_level_passes_for_the_next(level):
    weaker = levels()[levels().index(level) - 1]
    assert floors.broken(_measured(weaker), level)


@pytest.mark.long
def test_a_coach_that_looks_one_roll_ahead_breaks_the_floor_of_pairs():
    assert "pairs" in floors.broken(_measured("master"), "grandmaster")


def test_what_a_mean_and_its_error_allow(monkeypatch, tmp_path):
    """4 mEq by an error of 0.5: up to 5.5, which is still allowed."""
    monkeypatch.setattr(floors, "FILE", tmp_path / "floors.json")
    floors.FILE.write_text('{"club": {"bar plays": {"meq": 4, "error": 0.5}}}')
    assert floors.broken({"bar plays": {"meq": 5.5, "error": 9}}, "club") == []
    assert floors.broken({"bar plays": {"meq": 5.51, "error": 0}}, "club") == ["bar plays"]


def _zeroed(sections):
    sections["NETV"] = bytes(len(sections["NETV"]))


def _swapped(sections):
    assert len(sections["NETB"]) == len(sections["NETP"])
    sections["NETB"], sections["NETP"] = sections["NETP"], sections["NETB"]


def _turned(output):
    def turn(sections):
        values = np.frombuffer(sections["NETV"], "<i2").reshape(-1, _VALUES).copy()
        values[:, output] *= -1
        sections["NETV"] = values.tobytes()

    return turn


@pytest.mark.long
@pytest.mark.parametrize("spoil", [_zeroed, _swapped, *map(_turned, range(_OUTPUTS))])
def test_spoilt_weights_break_a_floor(spoil, monkeypatch):
    sections = export.unpack(_WEIGHTS.read_bytes())
    spoil(sections)
    monkeypatch.setattr(weights, "read", lambda path: export.pack(sections))
    assert floors.broken(floors.measured(player("expert")), "expert")


@pytest.mark.long
def test_a_master_that_does_not_look_ahead_breaks_a_floor():
    engine = make("master", judge_of=quick.judge, search_of=lambda judge, plays: NoLook(judge))
    broken = floors.broken(floors.measured(EnginePlayer(engine)), "master")
    assert {"cube actions", "close cubes", "bar equities"} <= set(broken)


def _wrong_pass(judge, plays):
    return WrongPass(quick.QuickSearch(judge))


@pytest.mark.long
def test_a_wrong_worth_of_a_pass_breaks_a_floor():
    engine = make("master", judge_of=quick.judge, search_of=_wrong_pass)
    assert floors.broken(floors.measured(EnginePlayer(engine)), "master")
