"""Explains in players' words why a play or a cube action is right.

A play is explained by a comparison with a worse play. The lines name the chance (to win, or of a
gammon) that gains the most equity, an advantage of the better play, and a price (a disadvantage).

`counts` finds the numbers of a position, such as shots. A clause expresses the difference in one of
these numbers. The lists `better` and `worse` contain the numbers after the two plays; `before`
contains the numbers before the roll. Other clauses explain cube actions. "He" is the opponent.

Generators in this file yield None every few milliseconds; their docstrings name the result.
"""

from array import array
from micropython import const

from picogammon.app.advice import wording
from picogammon.engine import numbers
from picogammon.engine.cube import THEIRS
from picogammon.engine.cubeful import Stakes, levels_of
from picogammon.engine.numbers import CONTACT, LOSE_GAMMON, ONE, RACE, WIN, WIN_GAMMON, times
from picogammon.engine.search_kernel import class_of
from picogammon.ground import BAR, OTHER_BAR
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED, TO_ROLL
from picogammon.rules.plays import after_steps

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.engine.cube import Cube
    from picogammon.engine.cubeful import CubeLevel
    from picogammon.engine.engine import Engine, Question, Ranked, Slices
    from picogammon.engine.numbers import Chances
    from picogammon.engine.review import Grade
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    Clause = tuple[int, int, int, str, str]

_LINES = const(3)  # at most


# Plays.

_LEAST = const(328)  # half a percent: a smaller difference of a chance decides nothing
_SEEN = const(33)  # 0.05 percent: a smaller difference would be shown as 0.0
_LARGE = const(3277)  # 0.05 of a point: the least gain of a second chance that is named
_SAVED = const(13107)  # a fifth: the least difference of a gammon that is saved
_SAVES = "saves the gammon"
_ENOUGH = const(2)  # the least sum of weights that explains why a play is better
_HOME = const(6)  # the last point of the home board; the opponent's begins at BAR - _HOME
_DEEP = const(2)  # checkers up to this point are buried
_ROW = const(4)  # the least points in a row that make a prime
_TALL = const(4)  # the least checkers on a point that make a stack
_AT_ONCE = const(32)  # of the opponent's plays that are examined without a pause

# The indexes of the numbers in the list that `counts` returns.
PRIME, DANCES, HITS, FIVE, STACK, FOUR, HOME_BLOTS, SHOTS, HOME_POINTS = range(9)
BURIED, OUTER, ADVANCED, BACK, ANCHOR, OFF, OUTSIDE, PIPS = range(9, 17)
POINTS = const(17)  # the made points, as bits
_COUNTS = const(18)

_MAKES = "{makes} the {point}"
_LACKS = "{lacks} {point}"
# The clauses, the weightiest first, and a single point before the number of points. A clause is
# (index of the count; its weight, negative if more is bad; the least value of the larger count;
# words if the better play has more; words if the better play has less).
# Weights are quarters of the log-odds that the play with more is better (tools/strength/README.md).
# An anchor alone weighs too little to be a reason; giving up an anchor is a price.
CONTACT_CLAUSES = (
    (HITS, 11, 1, "hits {n} more checker{s}", "hits {n} fewer checker{s}"),
    (DANCES, 10, 1, "he dances with {n} more roll{s}", "he dances less often"),
    (PRIME, 9, _ROW, "{makes} a {most}-point prime", "{lacks} {most}-point prime"),
    (ADVANCED, 8, 1, "{makes} an advanced anchor", "no advanced anchor"),
    (FIVE, 4, 1, _MAKES, _LACKS),
    (FOUR, 2, 1, _MAKES, _LACKS),
    (HOME_POINTS, 8, 1, "{n} more home-board point{s}", "{n} fewer home point{s}"),
    (BURIED, -8, 1, "buries {n} more checker{s}", "buries {n} fewer checker{s}"),
    (SHOTS, -6, 1, "leaves {n} more shot{s}", "leaves {n} fewer shot{s}"),
    (BACK, -1, 1, "{n} more checker{s} back", "{n} fewer checker{s} back"),
    (OUTER, 5, 1, "{n} more outfield point{s}", "gives up {n} outfield point{s}"),
    (STACK, -4, _TALL, "stacks {n} more", "less stacked"),
    (HOME_BLOTS, -2, 1, "{n} more home-board blot{s}", "{n} fewer home blot{s}"),
    (ANCHOR, 1, 1, "{makes} an anchor", "{lacks} anchor"),
)
RACE_CLAUSES = (
    (OFF, 4, 1, "{n} more checker{s} off", "{n} fewer checker{s} off"),
    (OUTSIDE, -4, 1, "leaves {n} more outside", "brings {n} more checker{s} home"),
    (PIPS, -4, 1, "{n} more pip{s} to go", "{n} fewer pip{s} to go"),
)
# The points of some clauses, as bits: if one point makes the difference, it is named. The
# opponent's ace point is left out, as nobody misses an anchor there.
_OF = {FIVE: 0x20, FOUR: 0x10, HOME_POINTS: 0x7E, OUTER: 0x7FF80, ANCHOR: 0xF80000}
_NAMES = {7: "bar-point", 13: "midpoint"}


def explain_grade(grade: "Grade", situation: "Situation", plays: "Plays") -> "Slices[list[str]]":
    """Returns lines that explain a graded play's error; [] for a best play or a cube action."""
    if grade.cube is not None or not grade.loss:
        return []
    both = [actions.steps_of(action) for action in (grade.best or b"", grade.action)]
    pair = [after_steps(situation.position, steps) for steps in both]
    return (yield from explain_positions(situation, pair, grade.outcomes, plays))


def explain_plays(
    situation: "Situation", ranked: "Sequence[Ranked]", plays: "Plays"
) -> "Slices[list[str]]":
    """Returns lines that explain why the first of two `ranked` plays is better than the second."""
    pair = [after_steps(situation.position, play.steps) for play in ranked]
    outcomes = [play.outcome for play in ranked]
    return (yield from explain_positions(situation, pair, outcomes, plays))


def explain_positions(
    situation: "Situation",
    pair: "Sequence[Position]",
    outcomes: "Sequence[Chances] | None",
    plays: "Plays",
) -> "Slices[list[str]]":
    """Returns up to three lines that explain why the first of two positions is better.

    `pair`: the positions after the better and the worse play, from the view of the player who
    moved. `outcomes`: the Chances in these positions, or None. `plays`: a move generator.
    """
    lines = decides(situation, outcomes) if outcomes else []
    yield
    kind = class_of(pair[0])
    if kind == class_of(pair[1]) and lines != [_SAVES]:
        counted = []
        for pos in pair:
            shots = 0
            if kind == CONTACT:
                shots = yield from count_shots(pos, plays)
            yield
            counted.append(counts(pos, shots))
        yield
        catalogue = CONTACT_CLAUSES if kind == CONTACT else RACE_CLAUSES
        lines += clauses(catalogue, counted[0], counted[1], counts(situation.position, 0))
        if kind == RACE:
            his = positions.opponent_pips(pair[0])
            lines.append("race: " + wording.race(counted[0][PIPS], his))
    if not lines and outcomes:
        lines = decides(situation, outcomes, _SEEN)
    return lines[:_LINES]


def decides(
    situation: "Situation", outcomes: "Sequence[Chances]", least: int = _LEAST
) -> list[str]:
    """Returns up to two lines like "+3.1 % wins": the chances that favour the better play most.

    A second line appears only for a large gain. `outcomes`: the Chances after the better and the
    worse play. `least`: the smallest difference of a chance to mention, in 1/65536.
    """
    level = levels_of(situation, situation.turn)[0]
    better, worse = outcomes
    found = []
    for slot, worth, words in (
        (WIN, 2 * ONE, "+%s %% wins"),
        (WIN_GAMMON, level.gammon, "+%s %% gammons"),
        (LOSE_GAMMON, -level.lost_gammon, "loses %s %% fewer gammons"),
    ):
        more = better[slot] - worse[slot]
        size = times(abs(more), abs(worth))
        if abs(more) >= least and (more > 0) == (worth > 0) and size:
            text = words % wording.decimal(100 * abs(more), 1)
            if slot == LOSE_GAMMON and better[slot] < _LEAST and -more >= _SAVED:
                text = _SAVES
            found.append((-size, text))
    found.sort()
    large = min(-_LARGE, found[0][0] // 3) if found else 0
    return [text for size, text in found[:2] if size <= large or size == found[0][0]]


def clauses(
    catalogue: "Sequence[Clause]",
    better: "Sequence[int]",
    worse: "Sequence[int]",
    before: "Sequence[int]",
) -> list[str]:
    """Returns [advantage, price] or [advantage] in words; [] if `better` has no clear advantage."""
    reason = price = ""
    total = 0
    for clause in differing(catalogue, better, worse):
        more = better[clause[0]] - worse[clause[0]]
        gain = clause[1] if more > 0 else -clause[1]
        total += gain
        if gain < 0:
            price = price or worded(clause, better, worse, before)
        else:
            reason = reason or worded(clause, better, worse, before)
    hits = catalogue[0][0] == HITS and better[HITS] > worse[HITS]  # reason enough
    if not reason or (total < _ENOUGH and not hits):
        return []
    return [reason, "but " + price] if price else [reason]


def worded(
    clause: "Clause", better: "Sequence[int]", worse: "Sequence[int]", before: "Sequence[int]"
) -> str:
    """Returns `clause` in words; "" for an anchor on the opponent's ace point (too minor)."""
    what, _, _, more_words, fewer_words = clause
    more = better[what] > worse[what]
    has, lacks = (better, worse) if more else (worse, better)
    words = more_words if more else fewer_words
    n = has[what] - lacks[what]
    had = before[what] >= has[what]
    point = ""
    if what in _OF:
        made = has[POINTS] & ~lacks[POINTS] & _OF[what]
        if not made:
            return ""
        if what != ANCHOR and not made & made - 1 and n == 1:  # one point
            number = 0
            while made >> number > 1:
                number += 1
            point = _NAMES.get(number, "%d-point" % number)
            words = _MAKES if more else _LACKS
            had = bool(before[POINTS] & made)
    return words.format(
        n="one" if n == 1 else n,
        s="" if n == 1 else "s",
        most=has[what],
        point=point,
        makes="holds" if had else "makes",
        lacks="gives up the" if had else "no",
    )


def differing(
    catalogue: "Sequence[Clause]", better: "Sequence[int]", worse: "Sequence[int]"
) -> "list[Clause]":
    """Returns the clauses of `catalogue` whose counts differ between `better` and `worse`."""
    return [
        clause
        for clause in catalogue
        if better[clause[0]] != worse[clause[0]]
        and max(better[clause[0]], worse[clause[0]]) >= clause[2]
        # The play that hits more also makes him dance more: one of the two is enough.
        and (clause[0] != DANCES or better[HITS] == worse[HITS])
    ]


def counts(pos: "Position", shots: int) -> list[int]:
    """Returns the numbers that the clauses compare, as a list with the indexes PRIME .. POINTS.

    `pos`: the position after a play, as its player sees it. `shots`: the number of
    rolls that hit (see count_shots).
    """
    found = [0] * _COUNTS
    found[SHOTS] = shots
    found[OFF] = positions.CHECKERS
    row = 0
    for place in range(1, BAR + 1):
        n = max(pos[place], 0)
        point = n > 1 and place < BAR
        row = row + 1 if point else 0
        found[POINTS] |= point << place
        found[PRIME] = max(found[PRIME], row)
        found[OFF] -= n
        found[PIPS] += n * place
        if place < BAR:
            found[STACK] = max(found[STACK], n)
        if place <= _HOME:
            found[HOME_POINTS] += point
            found[HOME_BLOTS] += n == 1
        else:
            found[OUTSIDE] += n
        if place <= _DEEP:
            found[BURIED] += n
        elif _HOME < place < BAR - _HOME:
            found[OUTER] += point
        if place >= BAR - _HOME:
            found[BACK] += n
            found[ANCHOR] |= point
    found[FOUR] = int(pos[4] > 1)
    found[FIVE] = int(pos[5] > 1)
    found[ADVANCED] = int(pos[BAR - 5] > 1 or pos[BAR - 4] > 1)
    found[HITS] = -pos[OTHER_BAR]
    found[DANCES] = found[HOME_POINTS] ** 2 if pos[OTHER_BAR] else 0
    return found


def count_shots(pos: "Position", plays: "Plays") -> "Slices[int]":
    """Returns how many of the opponent's 36 rolls can hit a blot in `pos`.

    Ignores blots in the opponent's home board, because most rolls hit them and a hit costs little.
    """
    there = positions.swapped(pos)
    out = positions.empty()
    blots = [place for place in range(_HOME + 1, BAR) if there[place] == -1]
    found = 0
    for high, low, cases in numbers.rolls() if blots else ():
        yield
        count = plays.generate(there, high, low)
        made = plays.made
        for i in range(count):
            if i % _AT_ONCE == _AT_ONCE - 1:
                yield
                if plays.made != made:
                    made = plays.again(there, high, low)
            plays.result(i, there, out)
            if _hit(out, blots):
                found += cases
                break
    return found


def _hit(pos: "Position", blots: "Sequence[int]") -> bool:
    for place in blots:
        if pos[place] != -1:
            return True
    return False


# The cube.

_GAMMONS = const(1311)  # two percent: fewer gammons decide nothing
_FEW = const(9)  # with at most this many market losers, a double can wait

_CHANCES = "wins {win}, {gammons} gammons"  # also the line if no clause applies
# The clauses, in the order of the lines: (the right actions, the fact for which the clause applies,
# its words).
CUBE_CLAUSES = (
    ("take drop", "by_wins", "wins {win}, take point {point}"),
    ("take", "by_gammons", _CHANCES),
    ("drop", "by_gammons", "wins {win}, loses {lost} gammons"),
    ("take", "by_redoubling", "wins {win}, and can redouble"),
    ("cash", "by_wins", "he wins {his}, take point {point}"),
    ("cash", "by_gammons", "he wins {his}, loses {gammons} gammons"),
    ("too_good", "many_gammons", "play on for the gammon ({gammons})"),
    ("wait", "always", "not strong enough to double: wins {win}"),
    ("double", "always", _CHANCES),
    ("double cash", "forced", "nothing to lose: double"),
    ("double", "dead", "his cube is dead"),
    ("double cash", "jacoby", "Jacoby: double to count gammons"),
    ("double", "losers", "{losers} market losers (of 36)"),
    ("wait", "few_losers", "only {losers} market losers"),
    ("wait", "one_loser", "only 1 market loser"),
    ("wait", "no_losers", "no market losers"),
    ("wait", "own_cube", "keep your cube"),
)


def explain_cube(
    engine: "Engine | None", question: "Question", cube: "Cube"
) -> "Slices[list[str]]":
    """Returns up to three lines about the right cube action; `engine` counts the market losers."""
    right = _right(question, cube)
    losers = -1
    if engine is not None and right in ("double", "wait"):
        losers = yield from market_losers(engine, question.situation)
    facts = cube_facts(question, cube, losers)
    lines = [
        words.format(**facts)
        for rights, fact, words in CUBE_CLAUSES
        if right in rights.split() and facts[fact]
    ]
    lines = lines or [_CHANCES.format(**facts)]
    if facts["race"]:
        lines.append(facts["race"])
    return lines[:_LINES]


def market_losers(engine: "Engine", situation: "Situation") -> "Slices[int]":
    """Returns how many of the 36 rolls lose the market if the player rolls without a double."""
    stakes = Stakes(situation)
    found = 0
    for high, low, cases in numbers.rolls():
        then = situation.copy(
            position=array("b", situation.position),
            dice=(high, low),
            cube=2 * situation.cube,
            owner=1 - situation.turn,
            jacoby=False,
            beavers=0,
        )
        value = yield from engine.value(then)
        if stakes.lowered(1, value.cubeful) >= ONE:
            found += cases
        yield
    return found


def take_point(stakes: Stakes) -> int:
    """Returns the take point (a chance to win, in 1/65536); ignores gammons and redoubles."""
    return (ONE - stakes.present.won) // 2


def cube_facts(question: "Question", cube: "Cube", losers: int = -1) -> "dict[str, Any]":
    """Returns {name: value} for all conditions and numbers in CUBE_CLAUSES.

    `losers`: the number of market losers, or -1 if unknown.
    """
    situation = question.situation
    stakes = Stakes(situation)
    won, gammons, lost = [cube.outcome[slot] for slot in (WIN, WIN_GAMMON, LOSE_GAMMON)]
    pos = situation.position
    pips, his = positions.pips(pos), positions.opponent_pips(pos)
    if question.phase in THEIRS:
        won, gammons, lost = ONE - won, lost, gammons
        pips, his = his, pips
    doubled = stakes.levels[min(1, len(stakes.levels) - 1)]  # for money all levels are alike
    by = _decides(stakes, doubled, cube)
    return {
        "win": _percent(won),  # by the decider, like the gammons won and lost
        "his": _percent(ONE - won),
        "gammons": _percent(gammons),
        "lost": _percent(lost),
        "point": _percent(take_point(stakes)),
        "race": "" if positions.contact(pos) else "race: " + wording.race(pips, his),
        "always": True,
        "by_wins": by == "wins",
        "by_gammons": by == "gammons",
        "by_redoubling": by == "redoubling",
        "many_gammons": gammons >= _GAMMONS,
        "forced": stakes.forced,  # losing the game loses the match even at the present cube
        "dead": bool(situation.length) and not doubled.other_live,  # he can never redouble
        "own_cube": situation.owner == situation.turn,
        "jacoby": situation.jacoby_now and gammons >= _GAMMONS,  # they count after a double only
        "losers": max(losers, 0),
        "few_losers": 1 < losers <= _FEW,
        "one_loser": losers == 1,
        "no_losers": losers == 0,
    }


def _percent(chance: int) -> str:
    return wording.decimal(100 * chance, 1) + " %"


def _right(question: "Question", cube: "Cube") -> str:
    """Returns the right action as named in CUBE_CLAUSES; "" after a beaver or a raccoon."""
    drops = cube.answer == actions.drop()
    if question.phase == DOUBLED:
        return "drop" if drops else "take"
    if question.phase != TO_ROLL:
        return ""
    if cube.best(TO_ROLL)[0] is None:
        return "too_good" if drops else "wait"
    return "cash" if drops else "double"


def _decides(stakes: Stakes, doubled: "CubeLevel", cube: "Cube") -> str:
    """Returns the reason for the right answer to a double: "wins", "gammons", "redoubling" or "".

    "wins": the chance to win decides. "gammons": without gammons, the other answer would be right.
    "redoubling": a take is right only because the taker can redouble. "": none of these reasons.
    """
    outcome = cube.outcome
    drops_by_wins = ONE - outcome[WIN] < take_point(stakes)
    dead = 2 * outcome[WIN] - ONE  # the equity of a dead cube
    worths = (doubled.gammon, doubled.backgammon, -doubled.lost_gammon, -doubled.lost_backgammon)
    for slot, worth in enumerate(worths):
        dead += (1 if worth > 0 else -1) * times(outcome[WIN_GAMMON + slot], abs(worth))
    drops_by_gammons = stakes.lowered(1, dead) >= ONE
    drops = cube.answer == actions.drop()
    if drops == drops_by_gammons:
        return "wins" if drops == drops_by_wins else "gammons"
    return "redoubling" if not drops and doubled.other_live else ""
