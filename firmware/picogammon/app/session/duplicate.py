"""Duplicate: a match is played twice with the same dice; in between the players change seats.

A match of two legs has a note: the number of its leg, and the points that the player who now sits
on each side won in the first leg.
"""

from micropython import const

from picogammon.app.display.canvas import fitting_line
from picogammon.app.display.lights import PALETTES
from picogammon.app.session import seal
from picogammon.app.session.prefs import PALETTE
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.session.session import Session
    from picogammon.rules.match import Match
    from picogammon.rules.settings import Settings

_BYTES = const(3)  # bytes of a side's points


def note(leg: int, points: "Sequence[int]" = (0, 0)) -> bytes:
    """The NOTE of a leg, 1 or 2. `points`: won in the first leg, by the players' present sides."""
    body = b"".join([won.to_bytes(_BYTES, "big") for won in points])
    return actions.note(actions.DUPLICATE, bytes((leg,)) + body)


def second_leg(session: "Session") -> "tuple[Settings, tuple[bytes, ...]]":
    """(Settings, first records) of the match that follows the first leg.

    The players change seats, and so do their names, unless they are those of the colours.
    """
    a_match = session.match
    settings = a_match.settings
    names, colours = settings.names, _colours()
    if names[0] not in colours and names[1] not in colours:
        names = names[::-1]
    settings = settings.copy(names=names, players=settings.players[::-1])
    sealed = session.dice.sealed
    first = (note(2, _points(a_match)[::-1]), seal.note(sealed.seal, sealed.number))
    return settings, first


def seats_text(session: "Session") -> str:
    """What the players have to know when the second leg begins."""
    return "The same dice. Whoever played %s now plays %s." % PALETTES[session.prefs[PALETTE]]


def result(session: "Session") -> str:
    """The result of both legs in words, once the second is over: who won, also where he sat."""
    a_match = session.match
    body = a_match.notes[actions.DUPLICATE]
    ahead = 0
    for side in (0, 1):
        before = int.from_bytes(body[1 + side * _BYTES : 1 + (side + 1) * _BYTES], "big")
        points = before + _points(a_match)[side]
        ahead += -points if side else points
    if not ahead:
        return "both legs: even"
    wordings = _called(session, int(ahead < 0))
    told = ["both legs: %s +%d" % (words, abs(ahead)) for words in wordings]
    return fitting_line(*told, "both: %s +%d" % (wordings[-1], abs(ahead)))


def _called(session: "Session", side: int) -> tuple[str, ...]:
    """Wordings, from long to short, for the player who now sits on that side.

    A name that has stayed where it was is no player's: then it is what plays there, or both names.
    """
    names = session.match.settings.names
    players = session.match.settings.players
    colours = _colours()
    if names[0] not in colours and names[1] not in colours:
        return (names[side],)
    if players[0] != players[1]:
        return (session.players.called(players[side]),)
    return "%s, then %s" % (names[1 - side], names[side]), "now " + names[side]


def _points(a_match: "Match") -> list[int]:
    """Both sides' points, each at most the match's length."""
    return [min(points, a_match.settings.length) for points in a_match.scores]


def _colours() -> list[str]:
    """The names of players who are called after a colour."""
    return [word[0].upper() + word[1:] for pair in PALETTES for word in pair]
