"""Our deepest judge: two rolls ahead with the cube, as plain code has it, and of fresh decisions as
GNU Backgammon judges them."""

import json
import random
import re
from array import array

import pytest

from picogammon.engine import cube, numbers
from picogammon.engine.cubeful import MINE, THEIRS
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE
from picogammon.engine.review import grade, is_decision
from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules.match import GAME_OVER, MATCH_OVER, OPENING, TO_PLAY, Match, match_of
from picogammon.rules.plays import Plays, after_steps, format_play
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from reading.plays import parse_play
from reference import gnubg
from rulebook import position
from tools import ROOT
from tools.fast_engine import quick
from tools.players import deeper
from tools.players import gnubg as gnubg_room
from tools.players.finding import find

HOST_ONLY = True
_DATA = ROOT / "host_tests" / "data" / "fresh_2ply.jsonl"
_SEED = 2026
_MANY = 200
_EACH = 5  # of a game
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


# Fresh decisions.


def _decisions():
    """[(Question, action)] of games that levels played for money and in matches: five of each game,
    among those that count for PR."""
    wheel = random.Random(_SEED)
    players = [quick.make(level) for level in ("casual", "club", "expert")]
    found = []
    while len(found) < _MANY:
        pair = wheel.choice(players), wheel.choice(players)
        asked = _played(pair, wheel.choice((0, 0, 0, 3, 5, 7, 9)), wheel.randrange(1, 4), wheel)
        wheel.shuffle(asked)
        counted = 0
        for question, action in asked:
            graded = Thought(grade(players[2], question, action)).finish()
            if graded and graded.counts and counted < _EACH:
                found.append((question, action))
                counted += 1
    return found[:_MANY]


def _played(pair, length, games, wheel):
    """What was decided in the first games of a match."""
    match = Match(Settings(length=length))
    asked = []
    while True:
        if match.phase in (GAME_OVER, MATCH_OVER):
            games -= 1
            if match.phase == MATCH_OVER or not games:
                return asked
            match.apply(match.next_game())
            continue
        action = None
        if match.phase != OPENING:
            question = Question(match)
            action = pair[match.decider].begin(match).finish()
        action = action or actions.roll(wheel.randrange(1, 7), wheel.randrange(1, 7))
        if match.phase != OPENING and is_decision(question, action):
            asked.append((question, action))
        match.apply(action)


def _line(question, action):
    situation = question.situation
    done = actions.record_text(action).partition(" ")[0]
    if question.phase == TO_PLAY:
        done = format_play(situation.position, actions.steps_of(action))
    return {"xgid": notation.to_xgid(situation), "done": done}


def _read(line):
    situation = notation.from_xgid(line["xgid"])
    question = Question(match_of(situation))
    if question.phase == TO_PLAY:
        steps = parse_play(line["done"], situation.position, *situation.dice)
        return question, actions.play(steps)
    return question, _CUBES[line["done"]]


_CUBES = {
    "roll": actions.roll(1, 1),
    "double": actions.double(),
    "take": actions.take(),
    "drop": actions.drop(),
}


def _lines():
    return [json.loads(line) for line in _DATA.read_text().splitlines()]


def _class(loss):
    return sum(loss >= least for least in _CLASSES)


def test_fresh_decisions_are_classed_as_gnubg_classes_them(engine):
    """At most a tenth is in another class than by gnubg's two rolls, none by two classes."""
    lines = _lines()
    apart = []
    for line in lines:
        graded = Thought(grade(engine, *_read(line))).finish()
        apart.append(abs(_class(graded.loss / ONE) - _class(line["loss"])))
    errors = sum(_class(line["loss"]) > 0 for line in lines)
    print(f"{sum(map(bool, apart))} of {len(lines)} in another class; {errors} are errors to gnubg")
    assert len(lines) == _MANY and errors >= _MANY // 8
    assert sum(map(bool, apart)) <= _MANY // 10
    far = [line["xgid"] for line, off in zip(lines, apart) if off > 1]
    assert not far


_HINT = (
    "set output mwc off",
    "set output digits 6",
    "set evaluation chequer evaluation plies 2",
    "set evaluation chequer evaluation cubeful on",
    "set evaluation movefilter 2 0 -1 0 0",  # every play, however bad it seems
    "set evaluation movefilter 2 1 -1 0 0",
    "new session",
)
_PLAY = re.compile(r"^ *\d+\. Cubeful 2-ply +(\S.*?) +Eq\.: *([+-]?\d\.\d+)", re.M)


def _by_gnubg(asked):
    """What gnubg, two rolls ahead, thinks is lost by each (Question, action), in points."""
    plays = [one for one in asked if one[0].phase == TO_PLAY]
    hints = [["set xgid " + notation.to_xgid(one[0].situation), "hint 999"] for one in plays]
    said = iter(gnubg.ask(hints, _HINT))
    player = find("gnubg 2")
    cubes = deeper.Deeper(quick.make("expert"), gnubg_room.Ahead(player))
    try:
        for question, action in asked:
            if question.phase != TO_PLAY:
                yield Thought(grade(cubes, question, action)).finish().loss / ONE
                continue
            situation = question.situation
            found = {}
            for text, equity in _PLAY.findall(next(said)):
                play = parse_play(text.lower(), situation.position, *situation.dice)
                found.setdefault(bytes(after_steps(situation.position, play)), float(equity))
            made = bytes(after_steps(situation.position, actions.steps_of(action)))
            yield max(found.values()) - found[made]
    finally:
        player.close()


def test_they_are_gnubgs_judgements():
    """A few of them; all, in six minutes, are asked with --accept."""
    lines = _lines()[:: _MANY // 8]
    for line, loss in zip(lines, _by_gnubg([_read(line) for line in lines])):
        assert abs(loss - line["loss"]) < 0.003, line


@pytest.mark.long
def test_they_are_those_of_the_seed(pytestconfig):
    asked = _decisions()
    if pytestconfig.getoption("--accept"):
        lines = [
            json.dumps({**_line(*one), "loss": round(loss, 4)})
            for one, loss in zip(asked, _by_gnubg(asked))
        ]
        _DATA.write_text("\n".join(lines) + "\n")
    said = [{what: line[what] for what in ("xgid", "done")} for line in _lines()]
    assert [_line(*one) for one in asked] == said, "the levels play otherwise now: --accept"
