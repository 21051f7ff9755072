"""The reasons for plays and cube actions, in examples that were worked out by hand.

Players see them in transcripts/coach.txt.
"""

from array import array

from fakes.coach import ONE, Coach
from fakes.ruler import check
from picogammon.app.advice import reasons
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Display
from picogammon.engine import cube as cubes
from picogammon.engine.engine import Question, Ranked, Thought
from picogammon.rules import position as positions
from picogammon.rules.match import match_of
from picogammon.rules.plays import Plays, step
from picogammon.rules.situation import Situation
from rulebook import after

_PLAYS = Plays()
_MONEY = Situation(position=positions.start(), dice=(3, 1))
_RACE = "6:5 5:4 4:3 3:3 19:-5 20:-4 21:-3 22:-3"


def placed(text):
    """Returns the position in `text`; the word 24:-1 is one checker of the opponent on point 24."""
    pos = positions.empty()
    for word in text.split():
        place, checkers = word.split(":")
        pos[int(place)] = int(checkers)
    return pos


def opening(play):
    return positions.from_numbers(after(positions.start(), play))


def shots(pos):
    return Thought(reasons.count_shots(pos, _PLAYS)).finish()


def told(better, worse, outcomes=None, situation=_MONEY):
    """Returns the reasons why one play is better than another.
    `better`, `worse`: the positions after the plays. `outcomes`: the chances in both, or None."""
    return Thought(reasons.explain_positions(situation, (better, worse), outcomes, _PLAYS)).finish()


_CONTACT = (  # the position after the better play, after the worse, before; all clauses in words
    ("6:2", "0:-2 6:2", "", "hits 2 fewer checkers"),
    ("0:-1 6:2", "0:-1 6:2 3:2", "3:2", "he dances less often; gives up the 3-point"),
    ("7:2 6:2 5:2 3:2", "8:2 6:2 5:2 3:2", "", ""),
    ("7:2 6:2 5:2 4:2", "8:2 6:2 5:2 4:2", "", "makes a 4-point prime"),
    ("6:2 5:2 4:2 3:2 2:2", "6:2 5:2 4:2 3:2 1:2", "6:2 5:2 4:2 3:2 2:2", "holds a 5-point prime"),
    (
        "7:2 6:2 5:2 1:2",
        "7:2 6:2 5:2 4:2",
        "7:2 6:2 5:2 4:2",
        "gives up the 4-point prime; gives up the 4-point; buries 2 more checkers",
    ),
    ("20:2", "22:2", "22:2", "makes an advanced anchor"),
    ("21:2", "24:2", "24:2", "makes an advanced anchor"),
    ("22:2", "20:2", "20:2", "no advanced anchor"),
    ("24:1 20:1", "22:2", "22:2", "gives up the anchor"),
    ("24:1 20:1", "24:2", "24:2", ""),
    ("19:2", "18:2", "", "2 more checkers back; no 18-point; makes an anchor"),
    ("5:1", "5:2", "5:2", "gives up the 5-point; gives up the 5-point; one more home-board blot"),
    ("4:2", "4:1", "4:2", "holds the 4-point; holds the 4-point; one fewer home blot"),
    ("5:2 3:2", "6:2", "6:2", "makes the 5-point; one more home-board point"),
    (
        "6:2",
        "5:2 3:2 2:2",
        "5:2 3:2",
        "gives up the 5-point; 2 fewer home points; buries 2 fewer checkers",
    ),
    ("2:1", "3:1", "", "buries one more checker"),
    ("25:1", "18:1", "", "one more checker back"),
    ("13:1", "13:2", "13:2", "gives up the midpoint"),
    ("13:1", "13:2 8:2", "13:2 8:2", "gives up 2 outfield points"),
    ("7:2", "8:1", "8:1", "makes the bar-point"),
    ("9:2 10:2", "19:2", "", "2 fewer checkers back; 2 more outfield points; no anchor"),
    ("8:5", "8:4", "", "stacks one more"),
    ("8:4", "8:6", "", "less stacked"),
    ("8:3", "8:2", "", ""),
)
_RACES = (
    ("1:2", "1:3", "", "one more checker off; one fewer pip to go"),
    ("6:2 7:1", "6:1 7:2", "", "brings one more checker home; one fewer pip to go"),
    ("8:2", "6:2", "", "leaves 2 more outside; 4 more pips to go"),
)


def test_each_clause_says_what_differs():
    for catalogue, rows in ((reasons.CONTACT_CLAUSES, _CONTACT), (reasons.RACE_CLAUSES, _RACES)):
        for row in rows:
            counts = [reasons.counts(placed(text), 0) for text in row[:3]]
            found = [
                reasons.worded(clause, *counts)
                for clause in reasons.differing(catalogue, counts[0], counts[1])
            ]
            assert "; ".join([words for words in found if words]) == row[3], row


def test_shots_are_those_of_the_textbook():
    for distance, rolls in enumerate((11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)):
        assert shots(placed("6:-2 24:-13 %d:1" % (7 + distance))) == rolls, distance + 1
    for text, rolls in (
        ("6:-2 24:-13 12:1 7:1", 24),  # any 6 or 1, 4-2, 3-3 and 2-2
        ("6:-2 24:-13 12:1 18:1", 18),  # the rolls that hit at 6, and 4-4
        ("6:-2 24:-13 12:2 9:2", 0),
        ("17:-2 18:1", 11),
        ("18:-2 19:1", 0),  # in his home board
        ("0:-1 1:1", 11),
        ("6:1 2:2 1:2 8:10 0:-1 20:-14", 16),  # past two points: any 6, 5-1, 4-2 and 3-3
        ("6:1 2:2 1:2 8:10 0:-2 20:-13", 12),  # both have to enter: any 6 and 3-3
    ):
        assert shots(placed(text)) == rolls, text


def test_a_generation_between_two_slices_spoils_no_count():
    pos = placed("5:-4 7:-2 8:-2 13:-2 16:1 18:1")
    thought = Thought(reasons.count_shots(pos, _PLAYS))
    while not thought.step():
        _PLAYS.generate(positions.start(), 1, 1)
    assert thought.answer == shots(pos) == 31


def test_the_weightiest_clause_is_the_reason_and_what_is_given_up_the_price():
    closed = "0:-1 6:2 5:2 4:2 8:3 13:4 24:2 20:-4"
    open_ = "0:-1 6:2 5:2 8:5 13:4 24:2 20:-4"
    for better, worse, lines in (
        (opening("8/5 6/5"), opening("13/10 24/23"), ["makes the 5-point"]),
        (
            placed("6:3 5:2 8:3 4:1 13:4 24:2 1:-2 12:-5 17:-3 19:-5"),
            opening("13/12 24/21"),
            ["makes the 5-point", "but leaves 14 more shots"],
        ),
        (placed(closed), placed(open_), ["he dances with 5 more rolls"]),
        (opening("8/5 6/5"), opening("8/5 6/5"), []),
        (
            placed("2:2 1:1 24:-3"),
            placed("3:1 2:2 1:1 24:-3"),
            ["one more checker off", "race: 5 pips, his 3"],
        ),
        (
            placed("4:1 6:14 20:-15"),
            placed("8:1 6:14 20:-15"),
            ["brings one more checker home", "race: 88 pips, his 75"],
        ),
    ):
        assert told(better, worse) == lines
    hits = told(placed(closed), placed(open_.replace("0:-1 ", "1:-1 ")))
    assert hits[0] == "hits one more checker"
    hits = placed("0:-1 22:1 14:1 5:1 4:2 3:2 2:3 1:3 19:-2")
    stays = placed("23:1 10:1 5:2 4:2 3:2 2:2 1:3 22:-1 19:-2")
    assert told(hits, stays)[0] == "hits one more checker", "whatever it gives up"
    assert told(placed("22:2 6:2 1:-2"), placed("23:1 22:1 6:2 1:-2")) == [], "an anchor alone"


def test_the_chance_that_gains_most_decides():
    better, worse = (40000, 12000, 300, 8000, 200), (39000, 9000, 300, 9500, 200)
    fewer = (39000, 9000, 300, 4000, 200)
    near = (39000 + ONE // 250, 9000, 300, 9500, 200)
    last = Situation(position=positions.start(), dice=(3, 1), length=1)
    ahead = Situation(position=positions.start(), dice=(3, 1), length=5, scores=(4, 1))
    for situation, pair, lines in (
        (_MONEY, (better, worse), ["+4.6 % gammons"]),
        (_MONEY, (worse, better), []),
        (_MONEY, (fewer, worse), ["loses 8.4 % fewer gammons"]),
        (_MONEY, (near, worse), []),  # less than half a percent
        (last, ((40000, 12000, 300, 4000, 200), worse), ["+1.5 % wins"]),
        (ahead, ((40000, 12000, 300, 4000, 200), worse), ["loses 8.4 % fewer gammons"]),
        (  # both are large
            _MONEY,
            ((40000, 0, 0, 9800, 0), (15200, 0, 0, 32000, 0)),
            ["+37.8 % wins", "loses 33.9 % fewer gammons"],
        ),
        (_MONEY, ((40000, 0, 0, 9800, 0), (15200, 0, 0, 18000, 0)), ["+37.8 % wins"]),
        (_MONEY, ((40000, 0, 0, 9800, 0), (39000, 0, 0, 12000, 0)), ["loses 3.4 % fewer gammons"]),
    ):
        assert reasons.decides(situation, pair) == lines, pair


def test_chances_stand_for_a_reason_where_no_clause_explains_the_play():
    outcomes = (40000, 9000, 300, 8000, 200), (36000, 9000, 300, 8000, 200)
    assert told(opening("13/11 13/10"), opening("8/5 6/5"), outcomes) == ["+6.1 % wins"]
    saved = (0, 0, 0, 0, 0), (0, 0, 0, ONE, 0)
    better, worse = placed("3:2 2:2 1:10 24:-1"), placed("7:1 2:2 1:12 24:-1")
    assert told(better, worse, saved) == ["saves the gammon"]
    small = (40000, 9000, 300, 8000, 200), (39800, 9000, 300, 8000, 200)
    plays = [
        Ranked([step(6, 1), step(source, 2)], 0, chances) for source, chances in zip((6, 13), small)
    ]
    situation = Situation(position=positions.start(), dice=(2, 1))
    assert Thought(reasons.explain_plays(situation, plays, _PLAYS)).finish() == ["+0.3 % wins"]


# The cube.


class Worth(Coach):
    """A Coach for positions after a double and a take: the equity of each roll is worth(dice)."""

    def __init__(self, worth):
        Coach.__init__(self, slices=0)
        self.worth = worth

    def value(self, situation):
        assert situation.cube == 2 and situation.owner == 1 - situation.turn
        found = yield from Coach.value(self, situation)
        found.cubeful = self.worth(situation.dice)
        return found


def cube_lines(chances, engine=None, pos=None, **facts):
    """Returns the reasons for a cube action. `chances`: the chances of the doubler, in %.
    `pos`: a position as text for `placed`, or None. `facts`: arguments of Situation."""
    situation = Situation(position=pos and positions.from_numbers(placed(pos)), **facts)
    asked = Question(match_of(situation))
    outcome = array("i", [chance * ONE // 100 for chance in chances])
    cube = cubes.weigh(asked.situation, outcome)
    before = bytes(asked.situation.position)
    lines = Thought(reasons.explain_cube(engine, asked, cube)).finish()
    assert bytes(asked.situation.position) == before, "it is left alone"
    return lines


def _at(own, other, doubled=False):
    return {"length": 7, "scores": (own, other), "doubled": doubled}


_TAKES = {"doubled": True}
_JACOBY = {"jacoby": True}
_OWN = {"cube": 2, "owner": 0}
_CUBES = (  # the doubler's chances in percent, the match, the lines
    ((80, 5, 0, 2, 0), _TAKES, "wins 20.0 %, take point 25.0 %"),
    ((68, 10, 0, 5, 0), _TAKES, "wins 32.0 %, take point 25.0 %"),
    ((70, 45, 0, 2, 0), _TAKES, "wins 30.0 %, loses 45.0 % gammons"),
    ((77, 0, 0, 0, 0), _TAKES, "wins 23.0 %, and can redouble"),
    ((77, 0, 0, 14, 0), _TAKES, "wins 23.0 %, 14.0 % gammons"),
    ((70, 35, 0, 2, 0), {}, "he wins 30.0 %, loses 35.0 % gammons"),
    ((70, 45, 0, 2, 0), {}, "play on for the gammon (45.0 %)"),
    ((68, 20, 0, 5, 0), _JACOBY, "wins 68.0 %, 20.0 % gammons; Jacoby: double to count gammons"),
    (
        (80, 20, 0, 5, 0),
        _JACOBY,
        "he wins 20.0 %, take point 25.0 %; Jacoby: double to count gammons",
    ),
    ((68, 20, 0, 5, 0), dict(_OWN, jacoby=True), "wins 68.0 %, 20.0 % gammons"),
    ((60, 10, 0, 10, 0), _OWN, "not strong enough to double: wins 60.0 %; keep your cube"),
    ((72, 0, 0, 0, 0), {"pos": _RACE}, "wins 72.0 %, 0.0 % gammons; race: 71 pips, his 71"),
    (
        (72, 0, 0, 0, 0),
        {"pos": _RACE.replace("3:3", "3:2"), "doubled": True},
        "wins 28.0 %, take point 25.0 %; race: 71 pips, his 68",
    ),
    # Take points of a match follow from the table of Kazaross (data/kazaross_xg2.txt).
    ((60, 0, 0, 0, 0), _at(5, 3, True), "wins 40.0 %, take point 37.1 %"),
    ((60, 0, 0, 0, 0), _at(5, 0, True), "wins 40.0 %, take point 36.2 %"),
    ((70, 0, 0, 0, 0), _at(5, 5, True), "wins 30.0 %, take point 32.3 %"),
    ((85, 0, 0, 0, 0), _at(2, 5, True), "wins 15.0 %, take point 17.3 %"),
    (
        (45, 10, 0, 5, 0),
        _at(2, 6),
        "wins 45.0 %, 10.0 % gammons; nothing to lose: double; his cube is dead",
    ),
    ((70, 10, 0, 5, 0), _at(0, 0), "wins 70.0 %, 10.0 % gammons"),
)


def test_reasons_for_cube_actions():
    for chances, facts, lines in _CUBES:
        assert "; ".join(cube_lines(chances, **facts)) == lines, (chances, facts)


def test_rolls_that_lose_the_market_are_counted():
    for worth, win, facts, line in (
        (lambda dice: ONE // 2 if 6 in dice else 0, 68, {}, "11 market losers (of 36)"),
        (lambda dice: ONE // 2 - 1, 52, {}, "no market losers"),
        (lambda dice: ONE * (dice == (1, 1)), 52, {}, "only 1 market loser"),
        (lambda dice: ONE * (6 in dice and 2 not in dice), 52, {}, "only 9 market losers"),
        (lambda dice: ONE * (sum(dice) > 8), 52, {}, "not strong enough to double: wins 52.0 %"),
        # At 2-away, 2-away a drop leaves 67.7 % of the match: an equity of 0.355 for two points.
        (lambda dice: 36 * ONE // 100, 64, _at(5, 5), "36 market losers (of 36)"),
        (lambda dice: 35 * ONE // 100, 64, _at(5, 5), "his cube is dead"),
    ):
        assert cube_lines((win, 10, 0, 5, 0), Worth(worth), **facts)[-1] == line


def test_the_longest_lines_are_seen_whole():
    view = views.View()
    losers = Worth(lambda dice: 3 * ONE)
    most = [((99, 99, 99, 0, 0), {}), ((99, 99, 99, 0, 0), _TAKES), ((68, 10, 0, 5, 0), {})]
    for chances, facts in [row[:2] for row in _CUBES] + most:
        for line in cube_lines(chances, None if "cube" in facts else losers, **facts):
            for height in (64, 32, 128):
                view.display = Display(height)
                view.page = views.TextView("Why: Too good to double", [line] * 3)
                check(view)
