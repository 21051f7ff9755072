"""Who has to agree to a take-back, if the players agreed to ask (R31).

Both sides have to agree. The side that asks has agreed, so the other is asked. If it is unknown who
asks, and only one side's own plays would be undone, that side counts as asking. A double, a
resignation and the answers to them bind both sides: then both are asked, first the side that did
not make the last of these decisions.
"""

from picogammon.rules import actions

_OFFERS = (actions.DOUBLE, actions.BEAVER, actions.RACCOON, actions.RESIGN)


def asked(
    undone: "actions.Records", turn: int, decider: int, asker: int | None = None
) -> tuple[int, ...]:
    """The sides to be asked, in this order.

    `undone`: the records that would be taken back. `turn`: the side on turn before them. `decider`:
    the side that had to act then. `asker`: the side that asks, or None if unknown.
    """
    if asker is not None:
        return (1 - asker,)
    own = decider
    bound = False
    for record in undone:
        kind = actions.kind_of(record)
        if kind == actions.ROLL:
            continue
        bound = bound or kind != actions.PLAY or own == 1 - decider
        own = decider
        if kind == actions.PLAY:
            turn = 1 - turn
            decider = turn
        else:
            decider = 1 - decider if kind in _OFFERS else turn
    return (1 - own, own) if bound else (1 - own,)
