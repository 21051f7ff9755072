"""How good somebody is, as a number and a word: the performance rating, PR, and its bands.

PR is 500 times the equity lost a decision, as eXtreme Gammon defines it: a player with PR 5 loses a
hundredth of a point a decision. The words are the names of the levels, so everybody knows which
level plays like that; each level's own PR lies in the band with its name.
"""

from micropython import const

from picogammon.engine.numbers import ONE

# (hundredths of PR, the word for a PR below that); _REST is the word for all others.
_BANDS = (
    (90, "grandmaster"),
    (150, "master"),
    (500, "expert"),
    (900, "club"),
    (1750, "casual"),
    (3000, "novice"),
)
_REST = "beginner"
_FEW = const(20)  # decisions, fewer of which say too little for a word


def pr(lost: int, decisions: int) -> int:
    """PR in hundredths for that loss (in 1/65536 of a point) over so many decisions."""
    return (50000 * lost + ONE * decisions // 2) // (ONE * decisions)


def pr_of_error(tenths: int) -> int:
    """PR in hundredths for a loss of so many tenths of mEq (a thousandth of a point) a decision."""
    return 5 * tenths


def band(hundredths: int, decisions: int = _FEW) -> str:
    """The word for a PR, in hundredths, of so many decisions; "" for too few of them."""
    if decisions < _FEW:
        return ""
    for limit, word in _BANDS:
        if hundredths < limit:
            return word
    return _REST
