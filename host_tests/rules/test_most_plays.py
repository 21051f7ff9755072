"""How many plays a roll can have at most, which the generator's buffer has room for."""

from picogammon.rules.movegen import MOST_PLAYS

HOST_ONLY = True
_CHECKERS = 15
_POINTS = 24
_STEPS = 4


def test_no_position_has_more_plays_than_there_is_room_for():
    """The plays of a double are the ways for checkers to take its four steps. Checkers do not
    overtake each other in them: one goes no farther than the one ahead of it and the gap between.

    The points that a die joins are lines, six for a six; laid end to end they are one line of 24
    points and off, which forbids less. So it is enough to try the gaps between checkers on that
    one. Bearing off is always allowed here, and no point is blocked: that adds plays only.
    """
    assert _most_ways() == MOST_PLAYS


def test_what_is_no_whole_double_has_fewer_plays():
    entering = 3  # with a checker on the bar the first of four steps is given
    assert _choices(_CHECKERS, entering) < MOST_PLAYS
    assert 2 * _CHECKERS * _CHECKERS < MOST_PLAYS  # two dice, in either order


def _choices(kinds, number):
    """So many of so many kinds, in any order."""
    ways = 1
    for i in range(number):
        ways = ways * (kinds + i) // (i + 1)
    return ways


def _most_ways():
    """Checkers are added from the front to the back. By the line they have taken up so far: the
    ways, {(steps of the last one, of all): how many}, that no others of it surpass."""
    kept = {gap: [_moved({(0, 0): 1}, gap)] for gap in range(_STEPS + 1)}
    for _ in range(_CHECKERS - 1):
        grown = {}
        for line, choices in kept.items():
            for gap in range(min(_STEPS, _POINTS - line) + 1):
                found = [_moved(ways, gap) for ways in choices]
                grown.setdefault(line + gap, []).extend(found)
        kept = {line: _unsurpassed(choices) for line, choices in grown.items()}
    return max(
        sum(number for (_, taken), number in ways.items() if taken == _STEPS)
        for choices in kept.values()
        for ways in choices
    )


def _moved(ways, gap):
    """The same with one more checker behind, at a distance of `gap` steps."""
    found = {}
    for (ahead, taken), number in ways.items():
        for steps in range(min(ahead + gap, _STEPS - taken) + 1):
            key = steps, taken + steps
            found[key] = found.get(key, 0) + number
    return found


def _unsurpassed(choices):
    """Without those that have no more ways than another one, however many steps all and the last
    one take: the farther that has gone, the more the next one can do."""
    kept = {}
    for ways in choices:
        sums = []
        for taken in range(_STEPS + 1):
            total = 0
            for last in range(taken, -1, -1):
                total += ways.get((last, taken), 0)
                sums.append(total)
        kept[tuple(sums)] = ways
    best = []
    for sums in sorted(kept, key=sum, reverse=True):
        if not any(all(a >= b for a, b in zip(other, sums)) for other in best):
            best.append(sums)
    return [kept[sums] for sums in best]
