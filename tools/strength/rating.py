"""Losses as players know them: a performance rating (PR) and the name of its band."""

# PR below which a player is called that: the bands that eXtreme Gammon made customary.
_BANDS = (
    (2.5, "world champion"),
    (5, "world class"),
    (7.5, "expert"),
    (12.5, "advanced"),
    (17.5, "intermediate"),
    (22.5, "casual player"),
    (30, "beginner"),
)
_ABOVE = "distracted"


def performance(meq):
    """The PR of a mean loss in mEq: 500 times the points lost a decision."""
    return meq / 2


def band(pr):
    """The name of the band that a PR lies in."""
    for limit, name in _BANDS:
        if pr < limit:
            return name
    return _ABOVE
