"""How the opponent's next roll threatens the player's blots, counted roll by roll.

Places are bits: bit i stands for place i as the player sees it (0 is the opponent's bar). So the
opponent moves a checker by a die by shifting left, and the lowest bit of a set of blots is the blot
that has come farthest and has most to lose.

features_kernel does the same as native code.
"""

from micropython import const

from picogammon.rules.plays import PLACE, PLACE_MODULUS

# By the blot's bit, for a roll that hits it: 1 | its cost in pips << 6. The cost is 25 less the
# place, as steps numbers places.
_HIT = tuple([1 | lost << 6 for lost in PLACE])
_BOARD = const((1 << 25) - 1)  # the opponent's bar and the 24 points
_WHO_HITS = const((1 << 24) - 1)  # without the last point, from which he only bears off
_POINTS = const(_WHO_HITS - 1)


def shots(theirs: int, on_bar: int, made: int, blots: int) -> int:
    """Rolls of 36 with which the opponent hits | the sum of the pips that they cost << 6.

    `theirs`: his places as bits, the bar included; `on_bar`: his checkers there; `made`: points
    that the player holds with two or more; `blots`: the player's single checkers. A roll counts the
    dearest blot that it can hit, also by one checker with both dice, over open points and from the
    bar.
    """
    if not blots:
        return 0
    free = made ^ _BOARD
    first = 1 if on_bar else theirs & _WHO_HITS
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
    """The places that a double reaches; `once`: the places that its first step reaches."""
    if on_bar > 1 or not once:
        return once
    reached = once
    moving = once | rest if on_bar else once
    for _ in range(3):
        moving = moving << die & free
        reached |= moving
    return reached
