"""Benchmarks of the image in short: of one decision each."""

import pytest

from tools.bench import busy, thinking, turn
from tools.emulator.constants import IDEAL

pytestmark = pytest.mark.long

_SOON = 0  # the shortest of busy's positions


def _sound(rows):
    assert rows and all(row["value"] >= 0 and row["name"] and row["unit"] for row in rows), rows
    return {row["name"]: row["value"] for row in rows}


def test_a_press_waits_for_a_review_that_goes_on(image):
    most = busy.longest(IDEAL, "reviewing({!r})", busy.texts()[_SOON])
    assert 0 < most < 50_000


def test_thinking_and_a_turn_of_one_decision(image, monkeypatch):
    one = thinking.decisions()[:1]
    monkeypatch.setattr(thinking, "decisions", lambda: one)
    monkeypatch.setattr(thinking, "BUDGETS", {"expert": thinking.BUDGETS["expert"]})
    monkeypatch.setattr(turn, "LEVELS", {"expert": turn.LEVELS["expert"]})
    assert len(_sound(thinking.rows(IDEAL))) == 4
    assert len(_sound(turn.rows(IDEAL))) == 2
