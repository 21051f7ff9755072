"""How good somebody is, in a number and a word: the performance rating, PR, and its bands.

PR is 500 times the equity lost a decision, as eXtreme Gammon has it: whoever plays at 5 loses a
hundredth of a point with each decision. The words are those that players use with it; their limits
differ a little from program to program.
"""

from picogammon.engine.numbers import ONE

# Below so many hundredths of PR one is called so; and the rest.
_BANDS = (
    (250, "world champion"),
    (500, "world class"),
    (750, "expert"),
    (1250, "advanced"),
    (1750, "intermediate"),
    (2250, "casual"),
    (3000, "beginner"),
)
_REST = "novice"


def pr(lost, decisions):
    """PR in hundredths of who lost that much (1/65536 of a point) with so many decisions."""
    return (50000 * lost + ONE * decisions // 2) // (ONE * decisions)


def pr_of_error(tenths):
    """PR in hundredths of who loses so many tenths of mEq (a thousandth of a point) a decision."""
    return 5 * tenths


def band(hundredths):
    """What players call somebody of that PR."""
    for limit, word in _BANDS:
        if hundredths < limit:
            return word
    return _REST
