"""Positions and plays in a line of text, so that a test of a rule reads like the rule book.

"8:3 6:5 24:-2" is a position as the player on roll sees it: place and checkers, the opponent's
negative; place 25 is the bar of the player on roll, place 0 the opponent's. "bar/21 24/18" is a
play, every step by itself. What it makes of a position is worked out here, apart from the rules
under test.
"""

from picogammon.rules import position as positions
from picogammon.rules.plays import Hand, Plays, die, most_dice, source, target

_plays = Plays()


def position(text):
    """The validated position (array('b', 26)) that the text says."""
    numbers = [0] * 26
    for word in text.split():
        place, checkers = word.split(":")
        numbers[int(place)] = int(checkers)
    return positions.from_numbers(numbers)


def after(pos, play):
    """What pos (26 numbers) becomes by the play, legal or not, as a tuple of 26 numbers."""
    numbers = list(pos)
    for step in play.split():
        start, end = step.split("/")
        numbers[25 if start == "bar" else int(start)] -= 1
        if end == "off":
            continue
        point = int(end)
        if numbers[point] == -1:
            numbers[point] = 0
            numbers[0] -= 1
        numbers[point] += 1
    return tuple(numbers)


def legal(pos, first, second):
    """The set of what the legal plays make of pos: empty for a pass.

    Holds on the way that the generator gives each result once, by steps that a hand may make one
    after another, and that a hand comes to the same results whichever way it goes.
    """
    count = _plays.generate(pos, first, second)
    assert most_dice(pos, (first, second)) == _plays.dice_used
    found = set()
    for i in range(count):
        made = generated(_plays, i, pos)
        assert made not in found, "given twice: %s" % (made,)
        found.add(made)
        hand = Hand(pos, (first, second))
        for step in _plays.steps(i):
            hand.make(step)
        assert hand.complete
        assert len(hand.steps) == _plays.dice_used
        assert tuple(hand.position) == made
    by_hand = walked(Hand(pos, (first, second)))
    assert by_hand == (found or {tuple(pos)})
    return found


def generated(plays, i, pos):
    """What play i of the generated plays makes of pos, as a tuple."""
    made = positions.empty()
    plays.result(i, pos, made)
    return tuple(made)


def walked(hand):
    """The set of all positions in which the hand's play can be complete; leaves it as it was."""
    found = set()
    _walk(hand, found, set())
    return found


def _walk(hand, found, seen):
    here = (tuple(hand.position), tuple(hand.dice))
    if here in seen:
        return
    seen.add(here)
    if hand.complete:
        found.add(here[0])
    for step in list(hand.legal()):
        hand.make(step)
        _walk(hand, found, seen)
        hand.undo()


def text(step):
    """One step as text; of a checker that goes off by a larger die than it needs, the die too."""
    start = source(step)
    end = target(step)
    if end:
        return "%s/%d" % ("bar" if start == 25 else start, end)
    return "%d/off" % start if start == die(step) else "%d/off with the %d" % (start, die(step))
