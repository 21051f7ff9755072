"""The engine of the levels without the net: tables and rules of thumb, without a look ahead.

**Plays.** The value of a position is a sum: the player's points, blots and stacks by place, the
blocks of both sides, checkers on the bar, and the expected cost of the opponent's next roll. The
numbers are thousandths of a point (mEq), fitted by least squares to GNU Backgammon's 2-ply equities
of a thousand decisions. In a race, only the pips, the checkers left, their way home and the gaps
in the home board count.

**The cube.** In a race a side with a lead of 8 % of its own pips doubles, and the other side takes
if the lead is 12 % at most. With contact, the cubeless equity is estimated from five terms: the
turn to roll, the lead, the home boards, the blocks and the checkers on the bar. Their weights, and
the limits for each action, were fitted to GNU Backgammon's decisions in 230 positions.

**Shots.** A set of places is a number: bit i is the player's point i, bit 0 the opponent's bar. The
opponent moves towards higher bits: a die shifts a checker's bit left. A hit on point i costs the
player 25 - i pips, so the lowest blot has the most to lose. The native code is in features_kernel.
"""

from micropython import const

from picogammon.engine.engine import Engine
from picogammon.engine.numbers import CONTACT, misjudgement
from picogammon.engine.search_kernel import class_of
from picogammon.ground import BAR, OTHER_BAR
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import BEAVERED, RESIGNING, TO_ROLL
from picogammon.rules.plays import PLACE, PLACE_MODULUS

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.engine.engine import Answer, Question, Slices
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

_AT_ONCE = const(4)  # plays valued without a pause
_BAR = const(25)
_ALL_POINTS = const((1 << 25) - 2)  # as bits
_LAST = const(1 << 24)
_ROLLS = const(36)

# By place 0..25: the value of a single checker, of the first two on a point, of each further one.
_SINGLE: tuple[int, ...] = (0, -36, -15, 33, 46, 54, 37, 30, 27, 22, 21, 16, 17)
_SINGLE += (13, -23, -22, -27, -18, -47, -51, -42, -39, -56, -74, -87, 0)
_POINT: tuple[int, ...] = (0, 5, 39, 122, 163, 205, 206, 115, 111, 127, 93, 83, 92)
_POINT += (97, 21, -2, 80, 36, 58, -58, 23, 42, -7, -80, -153, 0)
_OVER: tuple[int, ...] = (0, -71, -28, -26, -9, 11, 17, 2, 18, 42, -4, 26, 24)
_OVER += (-8, 90, -109, -62, 7, 100, 0, -8, -129, -100, -90, -126, 0)
# By the number of points made among the six in front of a rearmost checker: own points before the
# opponent's, and opposing points before the player's.
_BLOCKING = (-122, -149, -133, -73, 34, 148, 296)
_BLOCKED = (-53, 67, 50, 21, -16, -69, -120)
# By the number of points made in the own home board, with one opposing checker on the bar or more.
_ONE_HIT = (-58, 102, 153, 216, 258, 321, 329)
_TWO_HIT = (0, 130, 223, 348, 500, 540, 560)
_HIT_PIP = const(12)  # per pip that the opponent has to go
# Per pip that the next roll may cost, by the number of points made in the opponent's home board.
_RISK = (17, 21, 28, 33, 41, 66, 99)

# In a race, tenths of mEq: per checker, per pip, per pip on the way home, per checker by its
# quarter of the board, per home point without a checker.
_CHECKER = const(400)
_RACE_PIP = const(13)
_AWAY_PIP = const(76)
_QUARTER = (0, 160, 230, 480)
_GAP = const(108)

_ONES = bytes(1)  # by six bits: the number of bits set
for _ in range(6):
    _ONES += bytes([ones + 1 for ones in _ONES])

# The cube.
_HOME = const(6)
_ROLL_PIPS = const(8)  # pips of an average roll, rounded down
_DOUBLE_LEAD = const(8)  # percent of the leader's pips
_TAKE_LEAD = const(12)
_ON_ROLL = const(50)  # mEq, as are all below
_LEAD = const(860)  # times twice the lead, divided by the sum of the pips
_HOME_POINT = const(50)  # per home point more than the other side
_BLOCK = const(120)  # per point more in front of the other side's rearmost checker
_ENTERING = const(50)  # times checkers on the bar, times points made in the board to enter
_DOUBLE = const(350)
_TAKE = const(450)
_PLAY_ON = const(1000)  # from here on playing for a gammon is better than doubling
_BEAVER = const(-100)  # below
_RACCOON = const(101)  # from here on
_DROP_BEAVER = const(-600)  # below

# Shots. By a blot's bit modulo PLACE_MODULUS, for a roll that hits the blot: 1 | cost in pips << 6.
# The cost is 25 minus the place, and plays.PLACE contains this number at the place's bit here.
_HIT = tuple([1 | lost << 6 for lost in PLACE])
_BOARD = const((1 << 25) - 1)  # the opponent's bar and the 24 points
_HITTERS = const((1 << 24) - 1)  # without the last point, from which checkers only bear off
_POINTS = const(_HITTERS - 1)


class Handmade(Engine):
    """The Engine of the levels without the net. It never resigns and gives no equities.

    If other code fills `plays` between slices, the engine refills it. `noise`: the standard
    deviation of the intended errors, in mEq. Races have no such errors: even beginners bear off.
    """

    def __init__(self, plays: "Plays", noise: int = 0) -> None:
        self._plays = plays
        self._noise = noise
        self._after = positions.empty()

    def choose(self, situation: "Situation") -> "Slices[Sequence[int]]":
        plays = self._plays
        pos = situation.position
        count = plays.generate(pos, *situation.dice)
        if count < 2:
            return plays.steps(0) if count else []
        value_of = contact_value if positions.contact(pos) else race_value
        after = self._after
        made = plays.made
        best = most = 0
        for i in range(count):
            if i % _AT_ONCE == 0:
                yield
                if plays.made != made:
                    made = plays.again(pos, *situation.dice)
            plays.result(i, pos, after)
            value = value_of(after)
            if self._noise and class_of(after) == CONTACT:
                value += misjudgement(after, self._noise)
            if i == 0 or value > most:
                best = i
                most = value
        return plays.steps(best)

    def answer(self, question: "Question") -> "Slices[Answer]":
        yield
        situation = question.situation
        pos = situation.position
        phase = question.phase
        if phase == TO_ROLL:
            return actions.double() if question.can_double and _doubles(situation) else None
        if phase == RESIGNING:
            return actions.accept() if _accepts(situation, question.resigned) else actions.refuse()
        if phase == BEAVERED:
            if question.can_raccoon and not _is_below(pos, _RACCOON, 0):
                return actions.raccoon()
            drops = _is_below(pos, _DROP_BEAVER, -2 * _TAKE_LEAD)
            return actions.drop() if drops else actions.take()
        # A raccoon is answered like a double: a take and a drop both cost four times as much.
        if question.can_beaver and _is_below(pos, _BEAVER, -_DOUBLE_LEAD):
            return actions.beaver()
        takes = _is_below(pos, _TAKE, _TAKE_LEAD + 1)
        if not positions.contact(pos) and _is_likely(2, pos, situation.checkers):
            takes = False
        return actions.take() if takes else actions.drop()


def contact_value(pos: "Position") -> int:
    """Returns the value of a position with contact, in mEq, for the player who has just moved."""
    value = 0
    singles = made = theirs = their_points = 0
    rear = 0
    front = _BAR  # the place of the opponent's rearmost checker
    bit = 1
    for place in range(_BAR + 1):
        n = pos[place]
        if n > 0:
            rear = place
            if n == 1:
                value += _SINGLE[place]
                singles |= bit
            else:
                value += _POINT[place] + (n - 2) * _OVER[place]
                made |= bit
        elif n < 0:
            value -= n * (_BAR - place) * _HIT_PIP
            if not theirs:
                front = place
            theirs |= bit
            if n < -1:
                their_points |= bit
        bit <<= 1
    made &= _ALL_POINTS
    their_points &= _ALL_POINTS
    on_bar = -pos[OTHER_BAR]
    if on_bar:
        value += (_ONE_HIT if on_bar == 1 else _TWO_HIT)[_ONES[made >> 1 & 63]]
    value += _BLOCKING[_ONES[made >> (front + 1) & 63]]
    ahead = their_points >> (rear - 6) if rear > 6 else their_points << (6 - rear)
    value += _BLOCKED[_ONES[ahead & 63]]
    # A blot on the 24 point has one pip to lose and is not counted.
    risk = shots(theirs, on_bar, made | _LAST, singles & _ALL_POINTS) >> 6
    return value - risk * _RISK[_ONES[their_points >> 19 & 63]] // _ROLLS


def race_value(pos: "Position") -> int:
    """Returns the value of a race, in tenths of mEq, for the player who has just moved."""
    value = 0
    for place in range(1, _BAR):
        n = pos[place]
        if n > 0:
            worth = _CHECKER + place * _RACE_PIP + _QUARTER[(place - 1) // 6]
            if place > 6:
                worth += (place - 6) * _AWAY_PIP
            value -= n * worth
        elif place <= 6:
            value -= _GAP
    return value


def _doubles(situation: "Situation") -> bool:
    """True if the player on turn should double; doubling must be legal."""
    if situation.wins_match(1 - situation.turn, 1):
        return True  # losing this game loses the match, doubled or not (R26)
    pos = situation.position
    if positions.contact(pos):
        return _DOUBLE < _equity(pos) < _PLAY_ON
    if _race_lead(pos) < _DOUBLE_LEAD:
        return False
    return not (_is_likely(2, pos, situation.checkers) and not situation.jacoby_now)


def _is_below(pos: "Position", equity: int, lead: int) -> bool:
    """True if the roller's equity is below `equity` mEq (in a race: the lead is below `lead` %)."""
    return _equity(pos) < equity if positions.contact(pos) else _race_lead(pos) < lead


def _accepts(situation: "Situation", offered: int) -> bool:
    """True if the opponent should accept a resignation for `offered` (1 to 3) times the stake."""
    if situation.wins_match(1 - situation.turn, offered) or situation.jacoby_now:
        return True
    pos = positions.swapped(situation.position)
    if offered == 1:
        if positions.contact(pos):
            return _equity(pos) < _PLAY_ON
        return not _is_likely(2, pos, situation.checkers)
    return offered == 3 or not _is_likely(3, pos, situation.checkers)


def _equity(pos: "Position") -> int:
    """Estimates the cubeless equity of the player on roll, in mEq."""
    own, own_points, own_bar, own_block = _features(pos)
    their, their_points, their_bar, their_block = _features(positions.swapped(pos))
    return (
        _ON_ROLL
        + 2 * _LEAD * (their - own) // (their + own)
        + _HOME_POINT * (own_points - their_points)
        + _BLOCK * (own_block - their_block)
        + _ENTERING * (their_bar * own_points - own_bar * their_points)
    )


def _features(pos: "Position") -> tuple[int, int, int, int]:
    """Returns (pips, points made in the home board, checkers on the bar, block) of the roller.

    block: the number of points made among the six in front of the opponent's rearmost checker.
    """
    home = block = 0
    rearmost = 0
    while rearmost < 24 and pos[rearmost] >= 0:
        rearmost += 1
    for point in range(1, 25):
        if pos[point] > 1:
            if point <= _HOME:
                home += 1
            if rearmost < point <= rearmost + _HOME:
                block += 1
    return positions.pips(pos), home, pos[BAR], block


def _race_lead(pos: "Position") -> int:
    """Returns the lead of the player on roll in percent; each checker counts as an extra pip."""
    own = positions.pips(pos) + positions.left(pos)
    their = positions.opponent_pips(pos) + positions.opponent_left(pos)
    return (their - own) * 100 // own


def _is_likely(multiple: int, pos: "Position", checkers: int) -> bool:
    """True if the player on roll is likely to win a gammon or a backgammon in a race.

    `multiple`: 2 (gammon) or 3 (backgammon). `checkers`: the number with which each side began.
    """
    if positions.opponent_left(pos) < checkers:
        return False
    if multiple == 2:
        rolls = (_pips_outside(pos, _HOME) + 4) // _ROLL_PIPS + 1
    else:
        rolls = _pips_outside(pos, 3 * _HOME) // _ROLL_PIPS
    left = positions.left(pos)
    by_checkers = (2 * left + left // 6 + 2) // 4  # rolls to bear off
    by_pips = (positions.pips(pos) + _ROLL_PIPS - 1) // _ROLL_PIPS
    return max(by_checkers, by_pips) <= rolls


def _pips_outside(pos: "Position", points: int) -> int:
    """Returns the pips that the opponent needs to bring all checkers to its points 1..`points`."""
    total = 0
    for place in range(25 - points):
        if pos[place] < 0:
            total -= pos[place] * (25 - points - place)
    return total


def shots(theirs: int, on_bar: int, made: int, blots: int) -> int:
    """Returns how many of 36 rolls hit a blot (bits 0-5), and the pips at risk (bits 6 and up).

    `theirs`: the places of the opponent's checkers, as bits. `on_bar`: how many of these checkers
    are on the bar. `made`, `blots`: the player's points with two or more checkers and with one, as
    bits. The risk is a sum: each of the rolls that hit adds the pips lost by its costliest hit.
    """
    if not blots:
        return 0
    free = made ^ _BOARD
    first = 1 if on_bar else theirs & _HITTERS
    rest = theirs & _POINTS if on_bar < 2 else 0  # checkers that can move once one has entered
    found = 0
    for high in range(1, 7):
        by_high = first << high & free
        hit = _by_double(by_high, rest, on_bar, high, free) & blots
        if hit:
            found += _HIT[(hit & -hit) % PLACE_MODULUS]
        for low in range(1, high):
            by_low = first << low & free
            hit = by_high | by_low
            if not on_bar:
                hit |= (by_high << low | by_low << high) & free
            elif on_bar == 1:
                if by_high:
                    hit |= (rest | by_high) << low & free
                if by_low:
                    hit |= (rest | by_low) << high & free
            hit &= blots
            if hit:
                found += _HIT[(hit & -hit) % PLACE_MODULUS] << 1
    return found


def _by_double(once: int, rest: int, on_bar: int, die: int, free: int) -> int:
    """Returns the places that the opponent's checkers reach with a double of `die`, as bits.

    `once`: the places that the first step reaches. `on_bar`: the number of checkers on the bar.
    `rest`: the places of the checkers on points, which can move once the only checker on the bar
    has entered. `free`: places not blocked.
    """
    if on_bar > 1 or not once:
        return once
    reached = once
    moving = once | rest if on_bar else once
    for _ in range(3):
        moving = moving << die & free
        reached |= moving
    return reached
