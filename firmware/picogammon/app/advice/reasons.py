"""Why a play is better than another: what decides, one reason and one price, in players' words.

What decides comes from the chances of both plays. Reason and price are clauses of a catalogue: each
counts something in both positions, and is said only where the counts differ. "He" is the opponent.
"""

from array import array
from micropython import const

from picogammon.app.advice import equities
from picogammon.engine.classes import CONTACT, RACE
from picogammon.engine.cubeful import levels_of
from picogammon.engine.numbers import LOSE_GAMMON, ONE, WIN, WIN_GAMMON, times
from picogammon.engine.review import after
from picogammon.engine.search_kernel import class_of
from picogammon.ground import BAR, OTHER_BAR
from picogammon.rules import actions
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.engine.engine import Ranked, Slices
    from picogammon.engine.numbers import Chances
    from picogammon.engine.review import Grade
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    Clause = tuple[int, int, int, str, str]

_LEAST = const(328)  # half a percent: a smaller difference of a chance decides nothing
_SEEN = const(33)  # 0.05 percent: a smaller one is no number to show
_LARGE = const(3277)  # 0.05 of a point, and a third of the largest reason: a second one is given
_SAVED = const(13107)  # a fifth: a gammon that is lost as often is saved
_HOME = const(6)  # the last point of the home board; the opponent's begins at BAR less this
_DEEP = const(2)  # checkers on points up to here are buried
_ROW = const(4)  # so many points in a row are a prime
_TALL = const(4)  # so many checkers on a point are a stack
_LINES = const(3)
_AT_ONCE = const(32)  # of the opponent's plays that are looked through without a pause

# What is counted in a position, by its place in what `counts` returns.
PRIME, DANCES, HITS, FIVE, STACK, FOUR, HOME_BLOTS, SHOTS, HOME_POINTS = range(9)
BURIED, OUTER, ADVANCED, BACK, ANCHOR, OFF, OUTSIDE, PIPS = range(9, 17)
POINTS = const(17)  # the points that are made: bits
_COUNTS = const(18)

_MAKES = "{makes} the {point}"
_LACKS = "{lacks} {point}"
# The clauses, in the order in which they are named, from the weightiest on, a single point before
# how many there are: what it counts; its weight, with a minus where more of it is bad; the least
# that the larger count must be; its words where the better play has more of it, and where it has
# less. Weights are quarters of the log-odds that the play with more of it is the better one
# (tools/strength/README.md). An anchor alone weighs too little to be a reason; to give one up is a
# price.
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
# The points of some clauses: one that makes the difference is named. The opponent's ace point is no
# anchor that anyone would miss.
_OF = {FIVE: 0x20, FOUR: 0x10, HOME_POINTS: 0x7E, OUTER: 0x7FF80, ANCHOR: 0xF80000}
_NAMES = {7: "bar-point", 13: "midpoint"}
_SAVES = "saves the gammon"
_ENOUGH = const(2)  # weights that together explain why a play is better


def of(a_grade: "Grade", situation: "Situation", plays: "Plays") -> "Slices[list[str]]":
    """Yields between slices, returns why the best play of a review.Grade is better: lines.

    `situation`: the one that was decided. `plays`: a plays.Plays. No lines for a cube action, or
    where nothing was lost.
    """
    if a_grade.cube is not None or not a_grade.loss:
        return []
    best = a_grade.best or b""  # of plays there always is one
    both = [actions.steps_of(action) for action in (best, a_grade.action)]
    found = yield from _of_steps(situation, both, a_grade.outcomes, plays)
    return found


def of_two(
    situation: "Situation", ranked: "Sequence[Ranked]", plays: "Plays"
) -> "Slices[list[str]]":
    """Yields between slices, returns why the first of two engine.Ranked is better: lines."""
    both = [play.steps for play in ranked]
    found = yield from _of_steps(situation, both, [play.outcome for play in ranked], plays)
    return found


def _of_steps(
    situation: "Situation",
    both: "Sequence[Sequence[int]]",
    outcomes: "Sequence[Chances] | None",
    plays: "Plays",
) -> "Slices[list[str]]":
    pair = [array("b", after(situation.position, steps)) for steps in both]
    found = yield from lines(situation, pair, outcomes, plays)
    if not found and outcomes:
        found = decides(situation, outcomes, _SEEN)
    return found


def lines(
    situation: "Situation",
    pair: "Sequence[Position]",
    outcomes: "Sequence[Chances] | None",
    plays: "Plays",
) -> "Slices[list[str]]":
    """Yields between slices, returns up to three lines of text.

    `pair`: the position after the better and after the worse play, as their player sees them.
    `outcomes`: the outcome of each, or None where nobody knows.
    """
    told = decides(situation, outcomes) if outcomes else []
    yield
    kinds = [class_of(pos) for pos in pair]
    if kinds[0] != kinds[1] or told == [_SAVES]:
        return told
    contact = kinds[0] == CONTACT
    counted = []
    for pos in pair:
        shots = 0
        if contact:
            shots = yield from count_shots(pos, plays)
        yield
        counted.append(counts(pos, shots))
    yield
    catalogue = CONTACT_CLAUSES if contact else RACE_CLAUSES
    before = counts(situation.position, 0)
    told += clauses(catalogue, counted[0], counted[1], before)
    if kinds[0] == RACE and len(told) < _LINES:
        told.append("race: " + equities.race(counted[0][PIPS], positions.opponent_pips(pair[0])))
    return told[:_LINES]


def decides(
    situation: "Situation", outcomes: "Sequence[Chances]", least: int = _LEAST
) -> list[str]:
    """A line that says which chance gives most to the better play; two where both are large.

    `least`: the least difference of a chance that is named.
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
            text = words % equities.decimal(100 * abs(more), 1)
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
    """The reason and the price in words; nothing where all clauses together do not explain it.

    To hit is reason enough, whatever it gives up. `better`, `worse`: the `counts` after both plays;
    `before`: those before them.
    """
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
    hits = catalogue[0][0] == HITS and better[HITS] > worse[HITS]
    if not reason or (total < _ENOUGH and not hits):
        return []
    return [reason, "but " + price] if price else [reason]


def worded(
    clause: "Clause", better: "Sequence[int]", worse: "Sequence[int]", before: "Sequence[int]"
) -> str:
    """A clause in words, of `counts` that differ; "" if nobody would say it."""
    what = clause[0]
    more = better[what] > worse[what]
    has, lacks = (better, worse) if more else (worse, better)
    words = clause[3] if more else clause[4]
    had = before[what] >= has[what]
    point = ""
    if what in _OF:
        made = has[POINTS] & ~lacks[POINTS] & _OF[what]
        if not made:
            return ""
        if what != ANCHOR and not made & made - 1 and has[what] - lacks[what] == 1:
            number = 0
            while made >> number > 1:
                number += 1
            point = _NAMES.get(number, "%d-point" % number)
            words = _MAKES if more else _LACKS
            had = bool(before[POINTS] & made)
    n = has[what] - lacks[what]
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
    """The clauses of a catalogue that hold for one of two `counts` and not for the other."""
    return [
        clause
        for clause in catalogue
        if better[clause[0]] != worse[clause[0]]
        and max(better[clause[0]], worse[clause[0]]) >= clause[2]
        # Who hits more has more that dances: said once.
        and (clause[0] != DANCES or better[HITS] == worse[HITS])
    ]


def counts(pos: "Position", shots: int) -> list[int]:
    """What the clauses count in a position after a play, as its player sees it, and `shots`."""
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
    """Yields between slices, returns with how many rolls of 36 the opponent can hit a blot.

    Those in his own home board do not count: there hardly any roll misses, and little is lost.
    """
    there = positions.swapped(pos)
    out = positions.empty()
    blots = [place for place in range(_HOME + 1, BAR) if there[place] == -1]
    found = 0
    for high in range(1, 7 if blots else 1):
        for low in range(1, high + 1):
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
                    found += 1 if high == low else 2
                    break
    return found


def _hit(pos: "Position", blots: "Sequence[int]") -> bool:
    """Whether at one of these places there is no single checker of the other side any more."""
    for place in blots:
        if pos[place] != -1:
            return True
    return False
