"""How good somebody is, in a number and a word: the performance rating, PR, and its bands.

PR is 500 times the equity lost a decision, as eXtreme Gammon has it: a player at 5 loses a
hundredth of a point with each decision. The words are the names of the levels, so that everybody
knows which level plays like that; each level's own PR lies in the band that has its name.
"""

from picogammon.engine.numbers import ONE

# Below so many hundredths of PR one is called that; and the rest.
_BANDS = (
    (150, "master"),
    (500, "expert"),
    (900, "club"),
    (1750, "casual"),
    (3000, "novice"),
)
_REST = "beginner"


def pr(lost: int, decisions: int) -> int:
    """PR in hundredths of who lost that much (1/65536 of a point) with so many decisions."""
    return (50000 * lost + ONE * decisions // 2) // (ONE * decisions)


def pr_of_error(tenths: int) -> int:
    """PR in hundredths of who loses so many tenths of mEq (a thousandth of a point) a decision."""
    return 5 * tenths


def band(hundredths: int) -> str:
    """The word for somebody of that PR."""
    for limit, word in _BANDS:
        if hundredths < limit:
            return word
    return _REST
