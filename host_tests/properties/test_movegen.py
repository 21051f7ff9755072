"""Generator and hand against a player who knows nothing but the rules, and tries everything; and
that no position has more plays than there is room for.

The naive player below is written from the rules' sources (R5 to R18) and shares no code with the
firmware: positions are dictionaries, every order of every step is tried, and of all that only the
plays are kept that use as many dice as any, and the larger die where only one can be used.
"""

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from picogammon.rules import position as positions
from picogammon.rules.plays import MOST_PLAYS, Hand, Plays, step

_BAR = 25
_HOME = range(1, 7)
DIE = st.integers(1, 6)
_PLAYS = Plays()


class Naive:
    """Where both sides' checkers are: two dictionaries of place -> checkers, without zeros."""

    def __init__(self, own, opposing, hit=0):
        self.own = own
        self.opposing = opposing
        self.hit = hit

    @classmethod
    def of(cls, pos):
        return cls(
            {place: pos[place] for place in range(1, 26) if pos[place] > 0},
            {place: -pos[place] for place in range(25) if pos[place] < 0},
        )

    def numbers(self):
        """The same as a tuple of the firmware's 26 numbers."""
        numbers = [self.own.get(place, 0) for place in range(26)]
        for place, checkers in self.opposing.items():
            numbers[place] -= checkers
        return tuple(numbers)

    def may_move(self, place, die):
        if place not in self.own:
            return False
        if _BAR in self.own and place != _BAR:  # R11
            return False
        end = place - die
        if end >= 1:
            return self.opposing.get(end, 0) < 2  # R5, R12
        if any(other not in _HOME for other in self.own):  # R15
            return False
        return end == 0 or place == max(self.own)  # R16, R17

    def moved(self, place, die):
        own = dict(self.own)
        opposing = dict(self.opposing)
        own[place] -= 1
        if own[place] == 0:
            del own[place]
        end = place - die
        if end >= 1:
            own[end] = own.get(end, 0) + 1
            if end in opposing:  # R10
                del opposing[end]
                opposing[0] = opposing.get(0, 0) + 1
        return Naive(own, opposing)


def sequences(naive, dice):
    """Yields every way to play on until no die left can be used: (steps, what comes out)."""
    stuck = True
    for die in sorted(set(dice)):
        left = list(dice)
        left.remove(die)
        for place in range(1, 26):
            if naive.may_move(place, die):
                stuck = False
                for rest, end in sequences(naive.moved(place, die), left):
                    yield ((place, die),) + rest, end
    if stuck:
        yield (), naive.numbers()


def legal_sequences(pos, first, second):
    """The sequences that the rules allow: as {steps: what comes out}."""
    dice = [first, second] if first != second else [first] * 4
    ways = dict(sequences(Naive.of(pos), dice))
    most = max(len(way) for way in ways)
    ways = {way: end for way, end in ways.items() if len(way) == most}  # R7, R8
    if most == 1 and first != second:
        larger = {way: end for way, end in ways.items() if way[0][1] == max(first, second)}
        return larger or ways  # R8
    return ways


@st.composite
def any_positions(draw):
    """A valid position with up to fifteen checkers a side, anywhere, the bars included."""
    stretch = draw(st.sampled_from([range(1, 25), range(1, 13), range(13, 25), _HOME]))
    homes = draw(st.lists(st.sampled_from(stretch), max_size=15))
    if draw(st.booleans()):
        homes = homes[:12] + [_BAR] * draw(st.integers(1, 3))
    free = [point for point in range(1, 25) if point not in homes]
    made = draw(st.lists(st.sampled_from(free), max_size=6, unique=True))
    blots = draw(st.lists(st.sampled_from(free), min_size=1, max_size=5, unique=True))
    hit = draw(st.integers(0, 1))
    return _position(homes, (made + made + blots)[: 15 - hit], hit)


@st.composite
def entering(draw):
    """A position with checkers on the bar, against a home board with at most two points open."""
    inside = draw(st.lists(st.integers(1, 24), max_size=6))
    closed = draw(st.lists(st.integers(19, 24), min_size=4, max_size=6, unique=True))
    homes = [point for point in inside if point not in closed]
    homes += [_BAR] * draw(st.integers(1, 4))
    return _position(homes, closed + closed, 0)


@st.composite
def bearing_off(draw):
    """A position with all own checkers in the home board, the opponent in the way or not."""
    homes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=15))
    free = [point for point in range(1, 9) if point not in homes]
    made = draw(st.lists(st.sampled_from(free), max_size=2, unique=True))
    blot = draw(st.lists(st.sampled_from(free), max_size=1))
    return _position(homes, made + made + blot, draw(st.integers(0, 1)))


@st.composite
def endings(draw):
    """A position with few own checkers, where the dice can often not both be used."""
    homes = draw(st.lists(st.integers(1, 25), min_size=1, max_size=3))
    free = [point for point in range(1, 25) if point not in homes]
    taken = draw(st.lists(st.sampled_from(free), min_size=3, max_size=9, unique=True))
    made = taken[: draw(st.integers(1, 6))]
    return _position(homes, taken + made, 0)


def _position(homes, opposing, hit):
    numbers = [0] * 26
    for place in homes:
        numbers[place] += 1
    for place in opposing:
        numbers[place] -= 1
    numbers[0] -= hit
    assume(homes and (opposing or hit))
    try:
        return positions.from_numbers(numbers)
    except positions.PositionError:
        assume(False)


WILD = st.one_of(any_positions(), entering(), bearing_off(), endings())


@settings(max_examples=600)
@given(WILD, DIE, DIE)
@example(positions.start(), 1, 1)
@example(positions.start(), 6, 5)
def test_generator_and_hand_find_what_the_naive_player_finds(pos, first, second):
    ways = legal_sequences(pos, first, second)
    made = positions.empty()
    found = set()
    count = _PLAYS.generate(pos, first, second)
    for i in range(count):
        way = tuple((a_step >> 3, a_step & 7) for a_step in _PLAYS.steps(i))
        _PLAYS.result(i, pos, made)
        assert ways[way] == tuple(made)
        assert len(way) == _PLAYS.dice_used
        found.add(tuple(made))
    assert len(found) == count, "a result is given twice"
    assert found == {end for way, end in ways.items() if way}
    _compare(Hand(pos, (first, second)), set(ways))


def _compare(hand, ways):
    """Holds that the hand goes exactly these ways, whatever it has gone before."""
    following = {}
    for way in ways:
        if way:
            following.setdefault(way[0], set()).add(way[1:])
    assert {step(place, die) for place, die in following} == set(hand.legal())
    assert hand.complete == (not following)
    for (place, die), rest in following.items():
        hand.make(step(place, die))
        _compare(hand, rest)
        hand.undo()


# How many plays a roll can have at most, which the generator's buffer has room for.

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
