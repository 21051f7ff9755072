"""What advice/reasons.py says of two plays, counted again by other code.

Positions are 26 numbers after a play, as its player sees them.
"""

from picogammon.app.advice import reasons
from picogammon.engine.engine import Thought
from picogammon.rules import position as positions
from picogammon.rules.plays import Hand, Plays
from rulebook import walked

_PLAYS = Plays()
_LESS = ("fewer", "less", "gives")


def drawn(count, seed):
    """Yields so many lists of what two plays make of a position, and that position itself.

    They are of games played at random.

    `seed`: another one for other games; the dice and plays follow from it.
    """
    pos = positions.start()
    while count:
        numbers = []
        for _ in range(4):
            seed = (seed * 1103 + 12345) % 1000003
            numbers.append(seed // 16)
        high, low, first, second = numbers
        made = _PLAYS.generate(pos, high % 6 + 1, low % 6 + 1)
        if made > 1 and first % made != second % made:
            pair = [positions.empty(), positions.empty()]
            for i, one in enumerate((first, second)):
                _PLAYS.result(one % made, pos, pair[i])
            if made > 3:
                yield pair + [pos]
                count -= 1
            pos = pair[0]
        pos = positions.swapped(pos)
        if positions.pips(pos) == 0 or positions.opponent_pips(pos) == 0:
            pos = positions.start()


def all_said(pair):
    """Every clause of contact that differs in a pair from drawn(), in words, named or not."""
    counted = []
    for pos in pair:
        shots_at = 0
        if len(counted) < 2:
            shots_at = Thought(reasons.count_shots(pos, _PLAYS)).finish()
        counted.append(reasons.counts(pos, shots_at))
    found = [
        reasons.worded(clause, *counted)
        for clause in reasons.differing(reasons.CONTACT_CLAUSES, counted[0], counted[1])
    ]
    return [line for line in found if line]


def is_true(line, pair):
    """True if a line of explain_positions, unless about chances, is true of a pair from drawn()."""
    better, worse, before = pair
    words = line.split()
    if words[0] == "race:":
        own = _pips(better)
        return line == "race: %d pip%s, his %d" % (own, "s" * (own != 1), _his_pips(better))
    if words[0] in ("makes", "holds", "no") or line.startswith("gives up the"):
        holds = _held(words[-2:] if words[-1] == "prime" else words[-1:], "advanced" in words)
        now, then = (better, worse) if words[0] in ("makes", "holds") else (worse, better)
        had = words[0] in ("holds", "gives")
        return holds(now) and not holds(then) and ("advanced" in words or holds(before) == had)
    what = [count for noun, count in _NOUNS if noun in line]
    assert len(what) > 0, "nobody knows what %r is" % line
    more = what[0](better) - what[0](worse)
    said = [1 if word == "one" else int(word) for word in words if word == "one" or word.isdigit()]
    fewer = [word for word in words if word in _LESS or word == "brings"]
    return (more < 0) == bool(fewer) and abs(more) == (said[0] if said else abs(more)) > 0


def _held(what, advanced):
    """Whether a position has what these last words of a line name, as a function of it."""
    if what[-1] == "prime":
        return lambda pos: prime(pos) >= int(what[0][0])
    if what[-1] == "anchor":
        places = (20, 21) if advanced else range(19, 25)
    else:
        names = {"bar-point": 7, "midpoint": 13}
        places = [names.get(what[-1]) or int(what[-1].split("-")[0])]
    return lambda pos: points_of(places)(pos) > 0


def shots(pos):
    """With how many of 36 rolls the opponent can hit a blot that is not in his home board."""
    there = positions.swapped(pos)
    blots = [25 - place for place in range(1, 19) if pos[place] == 1]
    found = 0
    for first in range(1, 7) if blots else ():
        for second in range(1, first + 1):
            ends = walked(Hand(there, (first, second)))
            if [1 for after in ends if [1 for place in blots if after[place] >= 0]]:
                found += 1 if first == second else 2
    return found


def dancing(pos):
    """How many of the opponent's 36 rolls bring nobody in from the bar."""
    closed = [pos[point] >= 2 for point in (1, 2, 3, 4, 5, 6)]
    if pos[0] == 0:
        return 0
    return sum([one and other for one in closed for other in closed])


def prime(pos):
    """How many made points there are at most in a row."""
    rows = "".join(["x" if n >= 2 else " " for n in pos[1:25]]).split()
    return max([len(row) for row in rows] or [0])


def points_of(places):
    return lambda pos: sum([pos[place] >= 2 for place in places])


def blots_of(places):
    return lambda pos: sum([pos[place] == 1 for place in places])


def _checkers(first, last):
    return lambda pos: sum([max(n, 0) for n in pos[first : last + 1]])


def _pips(pos):
    return sum([place * max(pos[place], 0) for place in range(26)])


def _his_pips(pos):
    return sum([(25 - place) * -min(pos[place], 0) for place in range(26)])


# The first noun that is in a line says what is counted.
_NOUNS = (
    ("dances", dancing),
    ("hits", lambda pos: -pos[0]),
    ("stack", lambda pos: max(pos[1:25])),
    ("blot", blots_of(range(1, 7))),
    ("home-board point", points_of(range(1, 7))),
    ("home point", points_of(range(1, 7))),
    ("shot", shots),
    ("back", _checkers(19, 25)),
    ("buries", _checkers(1, 2)),
    ("outfield point", points_of(range(7, 19))),
    ("off", lambda pos: 0 - _checkers(1, 25)(pos)),
    ("outside", _checkers(7, 25)),
    ("home", _checkers(7, 25)),
    ("pip", _pips),
)
