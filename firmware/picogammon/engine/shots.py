"""How the opponent's next roll threatens the mover's blots, counted roll by roll.

Places are bits: bit i stands for place i of the mover's view (0 is the opponent's bar), so the
opponent moves a checker by a die by shifting left, and the lowest bit of a set of blots is the one
that has come farthest and has most to lose.
"""

from micropython import const

from picogammon.rules.steps import PLACE_MODULUS

# His ace point is left out: a blot there has one pip to lose, and shifts stay within 30 bits.
_PLACES = const((1 << 24) - 1)
# What a hit costs, 25 - place, by the place's bit modulo 37 (powers of two all differ there).
_LOST = bytearray(PLACE_MODULUS)
for _i in range(24):
    _LOST[(1 << _i) % PLACE_MODULUS] = 25 - _i
_LOST = bytes(_LOST)


def pips_at_risk(theirs, on_bar, made, blots):
    """Pips that the mover loses to the opponent's roll, added up over its 36 cases.

    theirs: the opponent's places, his bar included; on_bar: his checkers there; made: points that
    the mover holds with two or more; blots: his single checkers. Each case counts the dearest blot
    that it can hit, also by one checker with both dice, over open points and from the bar.
    """
    if not blots:
        return 0
    theirs &= _PLACES
    free = ~made & _PLACES
    rest = theirs & ~1 if on_bar < 2 else 0  # who can move once a checker has entered
    total = 0
    for first in range(1, 7):
        by_first = (1 if on_bar else theirs) << first & free
        hit = _by_double(by_first, rest, on_bar, first, free) & blots
        if hit:
            total += _LOST[(hit & -hit) % PLACE_MODULUS]
        for second in range(1, first):
            by_second = (1 if on_bar else theirs) << second & free
            hit = by_first | by_second
            if not on_bar:
                hit |= (by_first << second | by_second << first) & free
            elif on_bar == 1:
                if by_first:
                    hit |= (rest | by_first) << second & free
                if by_second:
                    hit |= (rest | by_second) << first & free
            hit &= blots
            if hit:
                total += _LOST[(hit & -hit) % PLACE_MODULUS] << 1
    return total


def _by_double(once, rest, on_bar, die, free):
    """The places that a double reaches, `once` being those of its first step."""
    if on_bar > 1 or not once:
        return once
    reached = once
    moving = once | rest if on_bar else once
    for _ in range(3):
        moving = moving << die & free
        reached |= moving
    return reached
