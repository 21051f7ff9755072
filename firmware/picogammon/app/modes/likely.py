"""Which of the steps that may come next the cursor starts on: so that few presses are needed.

It looks at the board as a hand does, not at what is good: `make bench` counts what it saves.
"""

from picogammon.rules import steps


def likeliest(hand):
    """The index in `hand.legal()` of the step that is likeliest to be wanted; 0 if there is none.

    A checker goes off, hits, or comes to rest on its own kind, or on one that it makes a point
    with; spare checkers move before those of a pair, and the one that has just moved moves on.
    """
    position = hand.position
    moved = steps.target(hand.steps[-1]) if hand.steps else 0
    best = most = 0
    choices = hand.legal()
    for i in range(len(choices)):
        source = steps.source(choices[i])
        target = steps.target(choices[i])
        there = position[target] if target else 2
        likely = (source == moved) + (position[source] == 1) - 2 * (position[source] == 2)
        if there < 0 or there == 1:
            likely += 3
        elif there:
            likely += 1
        if likely > most or not i:
            best, most = i, likely
    return best
