"""Equities, chances and ratings as text, made from integers, so every runtime rounds the same."""

from picogammon.engine import rating
from picogammon.engine.numbers import ONE


def decimal(value: int, decimals: int, sign: str = "") -> str:
    """`value` / 65536 with that many decimals, rounded; `sign` unless it is negative."""
    power = 10**decimals
    digits = (abs(value) * power + ONE // 2) // ONE
    text = "%d.%0*d" % (digits // power, decimals, digits % power)
    return ("-" if value < 0 and digits else sign) + text


def points(equity: int) -> str:
    """An equity, or a difference of equities, in points, like +0.123."""
    return decimal(equity, 3, "+")


def percent(chance: int) -> str:
    """A chance in whole percent, like 54 %."""
    return "%d %%" % ((100 * chance + ONE // 2) // ONE)


def pr_text(hundredths: int) -> str:
    """A PR, like `PR 4.5`."""
    return "PR " + pr_number(hundredths)


def pr_number(hundredths: int) -> str:
    """A PR without the word, like `4.5`."""
    tenths = (hundredths + 5) // 10
    return "%d.%d" % (tenths // 10, tenths % 10)


def rated(hundredths: int, decisions: int, judges: bool = False) -> str:
    """The PR of those decisions with its band, like `PR 4.5, expert`; a player who `judges` has no
    PR.
    """
    if judges:
        return "This level is the judge"
    band = rating.band(hundredths, decisions)
    return pr_text(hundredths) + (band and ", " + band)


def race(pips: int, his: int) -> str:
    """Both pip counts in words."""
    return "%d pip%s, his %d" % (pips, "" if pips == 1 else "s", his)
