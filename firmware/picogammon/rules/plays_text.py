"""Plays as text, the way players write them and the way engines do.

Players merge the steps of one checker and mark hits: ``bar/22``, ``13/11*``, ``6/off(2)``,
``24/14*/13`` (a point between is written only if a blot was hit there). Engines (UBGI) write each
step by itself and no marks: ``24/18 18/13``. Points are numbered as the player on roll sees them.
tools/simulator/reading reads both forms.
"""

from picogammon.rules import steps as rules

NO_PLAY = "no play"
# By place. To look these strings up is faster than to make them.
_POINTS: "tuple[str, ...]" = ("off", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
_POINTS += ("13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "bar")


def format_play(pos: "rules.Position | list[int]", steps: "rules.Steps") -> str:
    """The play as players write it, highest point first; `no play` for a play without steps.

    pos: the position before the play. steps: a legal play of it, in any order.
    """
    chains = _chains(pos, steps)
    words = []
    hit = 0
    i = 0
    while i < len(chains):
        chain = chains[i]
        same = 1
        while i + same < len(chains) and chains[i + same] == chain:
            same += 1
        parts = [_POINTS[chain[0]]]
        for place in chain[1:]:
            parts.append("/")
            parts.append(_POINTS[place])
            if place and pos[place] == -1 and not hit >> place & 1:
                hit |= 1 << place
                parts.append("*")
        if same > 1:
            parts.append("(%d)" % same)
        words.append("".join(parts))
        i += same
    return " ".join(words) or NO_PLAY


def roll_text(dice: "list[int] | tuple[int, ...]", between: str = "") -> str:
    """A roll as it is written everywhere, the larger die first: `21`."""
    return "%d%s%d" % (max(dice), between, min(dice))


def format_steps(steps: "rules.Steps") -> str:
    """Each step by itself, without hit marks, as UBGI wants it; '' for a play without steps."""
    return " ".join([step_text(a_step) for a_step in steps])


def _chains(pos: "rules.Position | list[int]", steps: "rules.Steps") -> list[list[int]]:
    """The way of each moved checker, as lists of places, farthest back first.

    Points between are left out unless a blot was hit there.
    """
    ordered = sorted(steps, key=farthest_first)
    chains: list[list[int]] = []
    for a_step in ordered:
        place = rules.source(a_step)
        for chain in chains:
            if chain[-1] == place:
                if pos[place] != -1:
                    chain.pop()
                chain.append(rules.target(a_step))
                break
        else:
            chains.append([place, rules.target(a_step)])
    return chains


def farthest_first(a_step: int) -> tuple[int, int, int]:
    """Sort key for steps: the checker farthest back first, of two that bear off the larger die."""
    return (-rules.source(a_step), -rules.target(a_step), -a_step)


def point(place: int) -> str:
    """The name of a place: a number, `bar` or `off`."""
    return _POINTS[place]


def step_text(a_step: int) -> str:
    """A step as text, like `13/8`."""
    return hop_text((rules.source(a_step), rules.target(a_step)))


def hop_text(hop: list[int] | tuple[int, int]) -> str:
    """A (source, target) as text, like `13/8`."""
    return point(hop[0]) + "/" + point(hop[1])
