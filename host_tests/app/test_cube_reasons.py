"""Why a cube action is right: what decides, and nothing that other code does not find as well.

Where people see it is in transcripts/coach.txt.
"""

import json
from array import array

import recount
import recount_cube
from fakes.coach import ONE, Coach
from fakes.ruler import check
from picogammon.app.advice import reasons
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Display
from picogammon.engine import cube as cubes
from picogammon.engine.cubeful import Stakes
from picogammon.engine.engine import Question, Thought
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED, match_of
from picogammon.rules.situation import Situation
from portable import data_lines, some
from rulebook import position

_RACE = "6:5 5:4 4:3 3:3 19:-5 20:-4 21:-3 22:-3"


def percent(*hundredths):
    """An outcome of these five chances, in percent."""
    return array("i", [one * ONE // 100 for one in hundredths])


def told(outcome, doubled=False, engine=None, pos=None, **more):
    """The lines about a cube with that outcome of the doubler, weighed as engines do."""
    situation = Situation(position=pos and position(pos), doubled=doubled, **more)
    asked = Question(match_of(situation))
    cube = cubes.weigh(asked.situation, outcome)
    before = bytes(asked.situation.position)
    lines = Thought(reasons.explain_cube(engine, asked, cube)).finish()
    assert bytes(asked.situation.position) == before, "it is left alone"
    return lines


def test_wins_and_the_take_point_decide_an_answer():
    assert told(percent(80, 5, 0, 2, 0), True) == ["wins 20.0 %, take point 25.0 %"]
    assert told(percent(68, 10, 0, 5, 0), True) == ["wins 32.0 %, take point 25.0 %"]
    assert told(percent(80, 5, 0, 2, 0)) == ["he wins 20.0 %, take point 25.0 %"]


def test_gammons_or_the_cube_in_hand_may_decide_it():
    assert told(percent(70, 45, 0, 2, 0), True) == ["wins 30.0 %, loses 45.0 % gammons"]
    assert told(percent(70, 45, 0, 2, 0))[0] in (
        "he wins 30.0 %, loses 45.0 % gammons",
        "play on for the gammon (45.0 %)",
    )
    assert told(percent(77, 0, 0, 0, 0), True) == ["wins 23.0 %, and can redouble"]
    assert told(percent(77, 0, 0, 14, 0), True) == ["wins 23.0 %, 14.0 % gammons"]


def test_the_take_point_is_that_of_the_score():
    ahead = told(percent(74, 0, 0, 0, 0), True, length=7, scores=(5, 0))
    assert ahead[0].startswith("wins 26.0 %, ") and "25.0" not in ahead[0]
    for scores in ((0, 0), (5, 3), (2, 5), (5, 5)):
        situation = Situation(length=7, scores=scores, doubled=True)
        cube = cubes.weigh(situation, percent(80, 0, 0, 0, 0))
        facts = reasons.cube_facts(Question(match_of(situation)), cube)
        point = reasons.take_point(Stakes(situation))
        assert abs(point - recount_cube.take_point(situation)) <= 16, scores
        assert facts["dead"] == (scores[1] + 2 >= 7) and not facts["forced"], scores


def test_a_double_says_what_it_is_for():
    last = told(percent(45, 10, 0, 5, 0), length=7, scores=(2, 6))
    assert last[:2] == ["wins 45.0 %, 10.0 % gammons", "nothing to lose: double"]
    even = told(percent(64, 10, 0, 5, 0), length=7, scores=(5, 5))
    assert "his cube is dead" in even
    jacoby = told(percent(68, 20, 0, 5, 0), jacoby=True)
    assert "Jacoby: double to count gammons" in jacoby
    race = told(percent(72, 0, 0, 0, 0), pos=_RACE)
    assert race[-1] == "race: 71 pips, his 71"


def test_no_double_says_what_it_lacks():
    assert told(percent(52, 10, 0, 10, 0)) == ["not strong enough to double: wins 52.0 %"]
    own = told(percent(60, 10, 0, 10, 0), cube=2, owner=0)
    assert own == ["not strong enough to double: wins 60.0 %", "keep your cube"]
    assert told(percent(88, 70, 2, 1, 0)) == ["play on for the gammon (70.0 %)"]


class Worth(Coach):
    """A Coach to whom, after a roll, the doubled cube is worth what `worth(situation)` says."""

    def __init__(self, worth):
        Coach.__init__(self, slices=0)
        self.worth = worth

    def value(self, situation):
        found = yield from Coach.value(self, situation)
        found.cubeful = self.worth(situation)
        return found


def test_rolls_that_lose_the_market_are_counted():
    for worth, outcome, line in (
        (lambda dice: ONE // 2 if 6 in dice else 0, percent(68, 10, 0, 5, 0), "11 market losers"),
        (lambda dice: ONE // 2 - 1, percent(52, 10, 0, 5, 0), "no market losers"),
        (lambda dice: ONE * (dice == (1, 1)), percent(52, 10, 0, 5, 0), "only 1 market loser"),
    ):

        def worth_of(situation, worth=worth):
            assert situation.cube == 2 and situation.owner == 1 - situation.turn
            return worth(situation.dice)

        lines = told(outcome, engine=Worth(worth_of))
        assert len([one for one in lines if one.startswith(line)]) == 1, (line, lines)


def _spread(situation):
    """Values that are spread, by the position and the dice."""
    mixed = sum([(i + 3) * n for i, n in enumerate(situation.position)])
    first, second = situation.dice
    return (mixed * 977 + first * 7919 + second * 104729) % (2 * ONE) - ONE // 2


def _drawn():
    """(situation, outcome) with positions and chances drawn from seeds, at scores of all kinds."""
    for seed in some(range(420)):
        win = 20 + seed * 37 % 78
        gammons = seed * 13 % (win // 2 + 1)
        lost = seed * 29 % ((100 - win) // 2 + 1)
        length = (0, 0, 3, 5, 7, 11)[seed % 6]
        cube, owner = ((1, None), (1, None), (2, 0))[seed % 3]
        situation = Situation(
            position=next(recount.drawn(1, seed))[0] if seed % 5 else position(_RACE),
            length=length,
            scores=(seed * 7 % length, seed * 11 % length) if length else (0, 0),
            cube=cube,
            owner=owner,
            doubled=seed % 4 < 2,
            jacoby=not length and seed % 7 < 3,
            beavers=0,
        )
        yield situation, percent(win, gammons, gammons // 9, lost, lost // 9)


def _judged_by_gnubg():
    """(situation, outcome) of decisions that gnubg judged."""
    outcomes = data_lines("cube_outcomes.jsonl")
    looked_at = list(some(range(300)))
    for i, line in enumerate(data_lines("cube_actions.jsonl")):
        there = next(outcomes)
        facts = json.loads(line) if i in looked_at else {"crawford": True}
        if facts.get("crawford"):
            continue
        outcome = array("i", json.loads(there)["outcome"])
        for doubled in (False, True):
            situation = Situation(
                position=positions.from_numbers(facts["pos"]),
                cube=facts["cube"],
                owner=0 if facts["owner"] == "mover" else None,
                length=facts.get("len", 0),
                scores=(facts.get("me", 0), facts.get("opp", 0)),
                doubled=doubled,
            )
            yield situation, outcome


def test_no_line_is_false_and_each_clause_is_said():
    for cases, engine, fewest in ((_drawn, Worth(_spread), 6), (_judged_by_gnubg, None, 3)):
        kinds = {}
        for situation, outcome in cases():
            asked = Question(match_of(situation))
            if not asked.can_double and asked.phase != DOUBLED:
                continue
            cube = cubes.weigh(asked.situation, outcome)
            lines = Thought(reasons.explain_cube(engine, asked, cube)).finish()
            assert 0 < len(lines) <= 3, lines
            for line in lines:
                assert recount_cube.is_true(line, asked, cube, engine), (asked.situation, line)
                kinds["".join([c for c in line if not c.isdigit() and c != "."])] = 1
        assert len(kinds) > fewest, sorted(kinds)


def test_the_longest_lines_are_seen_whole():
    drop = Worth(lambda situation: 3 * ONE)  # each roll makes a drop of it
    for outcome in (percent(99, 99, 99, 0, 0), percent(68, 10, 0, 5, 0), percent(70, 45, 0, 2, 0)):
        for doubled in (False, True):
            for more in ({}, {"length": 7, "scores": (5, 6)}, {"cube": 512, "owner": 0}):
                for line in told(outcome, doubled, drop, _RACE, **more):
                    for height in (64, 32, 128):
                        view = views.View()
                        view.display = Display(height)
                        view.page = views.TextView("Why: Too good to double", [line] * 3)
                        check(view)
