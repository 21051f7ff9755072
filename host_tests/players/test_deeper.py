"""Our deepest judge: two rolls ahead with the cube, as plain code has it, and of fresh decisions as
GNU Backgammon judges them."""

import json
from array import array

import pytest

from picogammon.engine import cube, numbers
from picogammon.engine.cubeful import MINE, THEIRS
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE
from picogammon.engine.review import grade
from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules.match import TO_PLAY, match_of
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation
from portable import data_lines
from reading.plays import parse_play
from rulebook import position
from tools.fast_engine import quick
from tools.players import deeper

HOST_ONLY = True
_CLASSES = (0.020, 0.040, 0.080)


@pytest.fixture(scope="module")
def engine():
    return deeper.of(quick.make, quick.search())


class _Plain:
    """Two rolls ahead by plain code: only what a position is worth is compiled."""

    def __init__(self, situation, side):
        self._stakes, _ = deeper.given_of(situation, side)
        self._judge = quick.judge().outcome
        self._plays = Plays()
        level = self._stakes.present
        self._worths = level.gammon, level.backgammon, level.lost_gammon, level.lost_backgammon

    def weigh(self, pos):
        """(nd, dt) as an Ahead has them, as floats."""
        lines = []  # of each roll: its cases, and the ends that the answers to it lead to
        for high, low, cases in _ROLLS:
            there, outcome = self._best(pos, high, low, self._worths)
            ends = [(36, outcome, ONE)]
            if positions.left(there):
                ends = list(self._answers(positions.swapped(there)))
            lines.append((cases, ends))
        stakes = self._stakes
        nd = sum(cases * self._left(ends, 0, stakes.owner) for cases, ends in lines) / 36
        if not stakes.reaches(1):
            return nd, nd
        dt = sum(cases * self._left(ends, 1, THEIRS) for cases, ends in lines) / 36
        return nd, stakes.lowered(1, round(dt))

    def _answers(self, pos):
        worths = self._worths[2:] + self._worths[:2]
        for high, low, cases in _ROLLS:
            there, outcome = self._best(pos, high, low, worths)
            seen = numbers.blank()
            numbers.flip(outcome, seen)
            yield cases, seen, cube.life(there)[0]

    def _best(self, pos, high, low, worths):
        """(the position after the best play, or after none; its outcome)."""
        found = []
        count = self._plays.generate(pos, high, low)
        for i in range(count or 1):
            there, outcome = array("b", pos), numbers.blank()
            if count:
                self._plays.result(i, pos, there)
            self._judge(there, outcome)
            worth = 2 * ONE * outcome[0]
            for slot in range(2):
                worth += worths[slot] * outcome[1 + slot] - worths[2 + slot] * outcome[3 + slot]
            found.append((worth, -i, there, outcome))
        return max(found, key=lambda one: one[:2])[2:]

    def _left(self, ends, level, owner):
        """What a roll leaves, before the other side doubles or not."""
        worth = sum(cases * self._end(*end, level, owner) for cases, *end in ends) / 36
        if len(ends) > 1 and self._stakes.may_double(level, owner, True):
            doubled = sum(cases * self._end(*end, level + 1, MINE) for cases, *end in ends) / 36
            worth = min(worth, max(self._stakes.lowered(level + 1, round(doubled)), -ONE))
        return worth

    def _end(self, outcome, life, level, owner):
        stakes = self._stakes
        value = stakes.value if (level, owner) == (0, stakes.owner) else stakes.valuer(level, owner)
        worth = value(outcome, life)
        if stakes.may_double(level, owner, False):
            doubled = stakes.valuer(level + 1, THEIRS)(outcome, life)
            worth = max(worth, min(stakes.lowered(level + 1, doubled), ONE))
        return worth


_ROLLS = [(high, low, 2 - (high == low)) for high in range(1, 7) for low in range(1, high + 1)]
_BOARDS = {
    "opening": "24:2 13:5 8:3 6:5 1:-2 12:-5 17:-3 19:-5",
    "last checkers": "2:1 1:1 24:-1",
    "shut out": "25:1 6:2 19:-2 20:-2 21:-2 22:-2 23:-2 24:-2",
    "race": "6:3 5:3 4:2 22:-3 23:-4 20:-1",
}
_STAKES = {
    "money": {},
    "Jacoby": {"jacoby": True},
    "own cube": {"cube": 2, "owner": 0},
    "his cube": {"cube": 4, "owner": 1},
    "no cube": {"cube_on": False},
    "Crawford": {"length": 5, "scores": (4, 2), "crawford": True},
    "after Crawford": {"length": 5, "scores": (4, 2)},
    "in a match": {"length": 7, "scores": (2, 4), "cube": 2, "owner": 0},
    "last point": {"length": 7, "scores": (6, 6)},
}


@pytest.mark.parametrize("board", _BOARDS)
def test_it_is_what_plain_code_finds(board):
    pos = position(_BOARDS[board])
    ahead = deeper.TwoRolls(quick.search())
    names = list(_STAKES) if board == "last checkers" else list(_STAKES)[len(board) % 2 :: 3]
    for name in names:
        for side in (0, 1):
            situation = Situation(**_STAKES[name])
            nd, dt, outcome = Thought(ahead.weigh(situation, side, pos)).finish()
            plain = _Plain(situation, side).weigh(pos)
            assert abs(nd - plain[0]) < 4 and abs(dt - plain[1]) < 8, (name, side)
            assert 0 <= min(outcome) and max(outcome) <= ONE


def test_a_play_that_wins_is_worth_what_it_wins(engine):
    pos = position("2:1 1:1 24:-15")
    best, *_ = Thought(engine.rank(Situation(position=pos, dice=(2, 1)))).finish()
    assert best.equity == 2 * ONE and best.outcome[:3] == (ONE, ONE, 0)


def test_three_rolls_ahead_a_game_that_is_won_is_worth_what_it_wins():
    ahead = deeper.TwoRolls(quick.search())
    there = position("1:1 12:-15")
    assert Thought(ahead.further(Situation(position=there), there)).finish() == 2 * ONE


def test_three_rolls_ahead_nothing_is_said_where_the_other_side_doubles():
    """25 of its 36 rolls win."""
    ahead = deeper.TwoRolls(quick.search())
    there = position("1:1 22:-1 23:-1")
    assert Thought(ahead.further(Situation(position=there), there)).finish() is None
    owned = Situation(position=there, cube=2, owner=0)
    assert abs(36 * Thought(ahead.further(owned, there)).finish() + 14 * ONE) < 36


def test_where_the_other_side_doubles_anyway_all_plays_cost_a_point(engine):
    """And what was not looked at is worth no more."""
    situation = notation.from_xgid("XGID=-BACBCBA----------A-ddcd--:0:0:1:46:2:0:0:5:10")
    ranked = Thought(engine.rank(situation)).finish()
    assert len(ranked) > 5 and {play.equity for play in ranked} == {-ONE}


_CUBES = {
    "roll": actions.roll(1, 1),
    "double": actions.double(),
    "take": actions.take(),
    "drop": actions.drop(),
}


def _class(loss):
    return sum(loss >= least for least in _CLASSES)


def test_fresh_decisions_are_classed_as_gnubg_classes_them(engine):
    """At most a tenth is in another class than by gnubg's two rolls, none by two classes."""
    lines = [json.loads(line) for line in data_lines("fresh_2ply.jsonl")]
    apart = []
    for line in lines:
        situation = notation.from_xgid(line["xgid"])
        question = Question(match_of(situation))
        if question.phase == TO_PLAY:
            steps = parse_play(line["done"], situation.position, *situation.dice)
            done = actions.play(steps)
        else:
            done = _CUBES[line["done"]]
        loss = Thought(grade(engine, question, done)).finish().loss / ONE
        apart.append(abs(_class(loss) - _class(line["loss"])))
    assert len(lines) == 200 and max(apart) == 1 and sum(apart) <= 20
    assert sum(_class(line["loss"]) > 0 for line in lines) >= 25, "errors to gnubg"
