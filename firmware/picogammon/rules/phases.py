"""The phases of a match, and which actions each of them allows."""

from micropython import const

from picogammon.rules import actions

OPENING = const(0)
TO_ROLL = const(1)
TO_PLAY = const(2)
DOUBLED = const(3)
BEAVERED = const(4)
RACCOONED = const(5)
RESIGNING = const(6)
TAKING_BACK = const(7)
GAME_OVER = const(8)
MATCH_OVER = const(9)

# By phase: what has to be done first.
FIRST = (
    "the opening roll decides who goes first",
    "the dice are not rolled yet",
    "the dice are to be played first",
    "the double is to be answered first",
    "the beaver is to be answered first",
    "the raccoon is to be answered first",
    "the resignation is to be answered first",
    "the take-back is to be answered first",
    "the game is over",
    "the match is over",
)
_ANSWERS = {
    actions.TAKE: "there is no double to take",
    actions.DROP: "there is no double to drop",
    actions.BEAVER: "there is no double to beaver",
    actions.RACCOON: "there is no beaver to raccoon",
    actions.ACCEPT: "there is nothing to accept",
    actions.REFUSE: "there is nothing to refuse",
}
_WHEN = {
    actions.ROLL: (OPENING, TO_ROLL, TO_PLAY),
    actions.PLAY: (TO_PLAY,),
    actions.DOUBLE: (TO_ROLL,),
    actions.TAKE: (DOUBLED, BEAVERED, RACCOONED),
    actions.DROP: (DOUBLED, BEAVERED, RACCOONED),
    actions.BEAVER: (DOUBLED,),
    actions.RACCOON: (BEAVERED,),
    actions.RESIGN: (TO_ROLL, TO_PLAY),
    actions.ACCEPT: (RESIGNING, TAKING_BACK),
    actions.REFUSE: (RESIGNING, TAKING_BACK),
}


def refusal(kind: int, phase: int) -> str | None:
    """Why an action of that kind is not allowed in this phase; None if it is."""
    when = _WHEN.get(kind)
    if when is None or phase in when:
        return None
    if phase < GAME_OVER and kind in _ANSWERS:
        return _ANSWERS[kind]
    if phase == TO_PLAY and kind == actions.DOUBLE:
        return "one doubles before rolling"
    return FIRST[phase]
