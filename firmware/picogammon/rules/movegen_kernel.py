"""The move generator's search and the effect of each play, in native code where possible.

The legal steps follow from the places of the player's checkers and from the points that the
opponent blocks. A hit changes neither. So the search needs only two sets of places: `own` and
`blocked`. A set is a word whose bit 25 - p represents the place p.

Plays are distinct if they lead to different positions. The search finds each distinct play once:

* Doubles: the checkers move in one order only, farthest back first. Plays that move checkers from
  different places lead to different positions.
* Two numbers: the search tries both orders and leaves out a play if it has found the position
  before. Two plays lead to the same position if they make the same two steps in different orders,
  if one checker moves by both numbers and hits nothing on either point between, or if the same two
  checkers are borne off and the plays differ only in which die each checker uses.

In native code a call takes longer than many lines of arithmetic, so inner loops contain no calls. A
play is one word with its first step in the lowest byte. Every number that is not a play is below
2**25, so the width of an integer makes no difference. Nothing is allocated.

MicroPython 1.25 makes two errors when it compiles kernels. -x and ~x of a variable may change the
variable, so kernels contain 0 - x instead. A constant of more than 16 bits may be read from the
wrong place if it is frozen into an image. host_tests/test_sources.py looks for both errors.
"""

import micropython
from micropython import const

# The words of the array("I") in which generate works.
WORDS = const(72)

_BAR = const(25)
_BAR_BIT = const(1)
_HOME = const(19)  # the bits below it are the bar and the points 24..7
_BLOT = const(255)  # an opposing blot: -1 as an unsigned byte
# As in plays, but a literal, which stays in flash.
_PLACE_MODULUS = const(37)
_PLACE = (
    b"\x00\x19\x18\x00\x17\x02\x00\x00\x16\x09\x01\x00\x00\x0e\x00\x0c\x15\x12\x08"
    b"\x00\x00\x03\x00\x0a\x00\x0f\x0d\x13\x00\x04\x0b\x10\x14\x05\x11\x06\x07"
)
# The words: the number of plays, then own checkers on the places 1..25;
_COUNT = const(0)
# by place, the sources of the smaller die after a step with the larger die from there;
_FOLLOWERS = const(26)
# by depth of a double, the sources left, the own places, the source taken, the play so far.
_LEFT = const(52)
_OWN = const(57)
_TRAIL = const(62)
_PLAY = const(67)


@micropython.viper
def generate(pos, first: int, second: int, buffer, words) -> int:
    """Finds all distinct legal plays; returns (number of plays) << 3 | (dice used per play).

    Writes four bytes per play to `buffer`: its steps, then zeros. `words`: an array("I") of WORDS
    numbers, the working memory.
    """
    here = ptr8(pos)
    word = ptr32(words)
    own = 0
    blocked = 0
    bit = 1 << (_BAR - 1)
    place = 1
    while place <= _BAR:
        n = here[place]
        if n < 128:
            word[place] = n
            if n:
                own |= bit
        else:
            word[place] = 0
            if n < _BLOT:
                blocked |= bit
        bit >>= 1
        place += 1
    if first == second:
        return int(_double(own, blocked, first, buffer, words))
    place = 0
    while place <= _BAR:
        word[_FOLLOWERS + place] = 0
        place += 1
    high = first if first > second else second
    low = second if first > second else first
    moved_both = int(_high_first(pos, own, blocked, high, low, buffer, words))
    _low_first(pos, own, blocked, high, low, moved_both, buffer, words)
    if word[_COUNT]:
        return word[_COUNT] << 3 | 2
    count = int(_single(own, blocked, high, buffer))  # R8: the larger die, if only one can be used
    if count == 0:
        count = int(_single(own, blocked, low, buffer))
    return count << 3 | 1 if count else 0


@micropython.viper
def result(buffer, number: int, pos, out):
    """Copies the position `pos` to `out`, and makes play number `number` of `buffer` there."""
    plays = ptr8(buffer)
    here = ptr8(pos)
    there = ptr8(out)
    place = 0
    while place <= _BAR:
        there[place] = here[place]
        place += 1
    at = number << 2
    end = at + 4
    while at < end:
        step = plays[at]
        at += 1
        if step == 0:
            return
        place = step >> 3
        there[place] = there[place] - 1 & 255
        place -= step & 7
        if place > 0:
            if there[place] == _BLOT:
                there[place] = 1
                there[0] = there[0] - 1 & 255
            else:
                there[place] = there[place] + 1 & 255


@micropython.viper
def play(pos, steps, count: int, first: int, second: int) -> int:
    """Makes the first `count` of `steps` in `pos`; returns 1, or 0 if a step is impossible.

    A step needs an unused die, a checker at its source, and an open target. The other rules are not
    checked, because the play comes from a log and was legal when it was written there.
    """
    here = ptr8(pos)
    step = ptr8(steps)
    firsts = 4 if first == second else 1  # the uses left of each die
    seconds = 0 if first == second else 1
    i = 0
    while i < count:
        die = step[i] & 7
        place = step[i] >> 3
        i += 1
        if die == first and firsts:
            firsts -= 1
        elif die == second and seconds:
            seconds -= 1
        else:
            return 0
        if place > _BAR or here[place] == 0 or here[place] > 127:
            return 0
        here[place] = here[place] - 1
        place -= die
        if place > 0:
            if here[place] < 128:
                here[place] = here[place] + 1
            elif here[place] == _BLOT:
                here[place] = 1
                here[0] = here[0] - 1 & 255
            else:
                return 0
    return 1


@micropython.viper
def swap(pos):
    """Changes `pos`, in place, to the position as the opponent sees it."""
    here = ptr8(pos)
    low = 0
    while low < _BAR - low:
        n = here[low]
        here[low] = 0 - here[_BAR - low] & 255
        here[_BAR - low] = 0 - n & 255
        low += 1


@micropython.viper
def _single(own: int, blocked: int, die: int, buffer) -> int:
    """Writes all plays of one step by `die` to `buffer`; returns their number."""
    place_of = ptr8(_PLACE)
    play = ptr32(buffer)
    count = 0
    free = int(_movable(own, blocked, die))
    while free:
        bit = free & (0 - free)
        free ^= bit
        play[count] = place_of[bit % _PLACE_MODULUS] << 3 | die
        count += 1
    return count


@micropython.viper
def _movable(own: int, blocked: int, die: int) -> int:
    """Returns the places from which a checker can move by `die`: bit 25 - p for the place p."""
    if own & _BAR_BIT:
        return (blocked >> die & 1) ^ 1
    exact = 1 << (_BAR - die)
    free = own & ~(blocked >> die) & (exact - 1)
    if own >> _HOME << _HOME == own:
        free |= own & exact
        rearmost = own & (0 - own)
        if rearmost > exact:
            free |= rearmost
    return free


@micropython.viper
def _high_first(pos, own: int, blocked: int, high: int, low: int, buffer, words) -> int:
    """Writes the plays that begin with the larger die to `buffer`, their number to words[_COUNT].

    For each place from which the larger die can be played, words[_FOLLOWERS + place] becomes the
    set of places from which the smaller die can follow. Returns the set of places from which one
    checker can move by both dice without a hit on the point in between.
    """
    here = ptr8(pos)
    word = ptr32(words)
    play = ptr32(buffer)
    place_of = ptr8(_PLACE)
    count = 0
    moved_both = 0
    free = int(_movable(own, blocked, high))
    while free:
        bit = free & (0 - free)
        free ^= bit
        place = place_of[bit % _PLACE_MODULUS]
        left = own if word[place] > 1 else own ^ bit
        if place > high:
            left |= bit << high
        seconds = int(_movable(left, blocked, low))
        word[_FOLLOWERS + place] = seconds
        while seconds:
            second = seconds & (0 - seconds)
            seconds ^= second
            runner = 0  # the checker that in effect moves by both numbers
            if place > high and second == bit << high:
                if here[place - high] != _BLOT:
                    runner = bit
            elif second << low == bit:  # replaces the checker that moved on from there
                runner = second
            if runner & moved_both == 0:
                moved_both |= runner
                after = place_of[second % _PLACE_MODULUS]
                play[count] = place << 3 | high | (after << 3 | low) << 8
                count += 1
    word[_COUNT] = count
    return moved_both


@micropython.viper
def _low_first(pos, own: int, blocked: int, high: int, low: int, moved_both: int, buffer, words):
    """Adds the plays that begin with the smaller die and lead to positions not yet found.

    `moved_both`: the set of places that `_high_first` has returned.
    """
    here = ptr8(pos)
    word = ptr32(words)
    play = ptr32(buffer)
    place_of = ptr8(_PLACE)
    count = word[_COUNT]
    free = int(_movable(own, blocked, low))
    while free:
        bit = free & (0 - free)
        free ^= bit
        place = place_of[bit % _PLACE_MODULUS]
        left = own if word[place] > 1 else own ^ bit
        if place > low:
            left |= bit << low
        seconds = int(_movable(left, blocked, high))
        while seconds:
            second = seconds & (0 - seconds)
            seconds ^= second
            after = place_of[second % _PLACE_MODULUS]
            known = word[_FOLLOWERS + after] & bit  # the same two sources
            if place > low:
                if second == bit << low and here[place - low] != _BLOT:
                    known |= moved_both & bit  # one checker, moved over the other point
            elif after <= low:  # both borne off
                known |= word[_FOLLOWERS + place] & second
            if known == 0:
                play[count] = place << 3 | low | (after << 3 | high) << 8
                count += 1
    word[_COUNT] = count


@micropython.viper
def _double(own: int, blocked: int, die: int, buffer, words) -> int:
    """Finds the plays of a double, depth first; returns (number of plays) << 3 | dice used."""
    word = ptr32(words)
    play = ptr32(buffer)
    place_of = ptr8(_PLACE)
    exact = 1 << (_BAR - die)
    open_points = ~(blocked >> die) & (exact - 1)
    enters = (blocked >> die & 1) ^ 1
    count = used = depth = 0
    word[_OWN] = own
    word[_LEFT] = int(_movable(own, blocked, die))
    word[_PLAY] = 0
    while True:
        free = word[_LEFT + depth]
        if free:
            bit = free & (0 - free)
            word[_LEFT + depth] = free ^ bit
            place = place_of[bit % _PLACE_MODULUS]
            word[_TRAIL + depth] = place
            own = word[_OWN + depth]
            word[place] -= 1
            if word[place] == 0:
                own ^= bit
            if place > die:
                word[place - die] += 1
                own |= bit << die
            made = word[_PLAY + depth] | (place << 3 | die) << (depth << 3)
            depth += 1
            free = 0
            if depth < 4:
                if own & _BAR_BIT:
                    free = enters
                else:
                    free = own & open_points
                    if own >> _HOME << _HOME == own:
                        free |= own & exact
                        rearmost = own & (0 - own)
                        if rearmost > exact:
                            free |= rearmost
                free &= 0 - bit  # one order only, farthest back first
            word[_LEFT + depth] = free
            word[_OWN + depth] = own
            word[_PLAY + depth] = made
            if free == 0 and depth >= used:
                if depth > used:
                    used = depth
                    count = 0
                play[count] = made
                count += 1
        else:
            if depth == 0:
                return count << 3 | used
            depth -= 1
            place = word[_TRAIL + depth]
            word[place] += 1
            if place > die:
                word[place - die] -= 1
