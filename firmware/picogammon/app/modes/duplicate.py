"""Duplicate: a match is played twice with the same dice, and in between the seats are exchanged.

A match of two legs has a note: which leg this is, and the points that who sits on each side now has
won in the first one.
"""

from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.app.session import seal
from picogammon.app.session.prefs import PALETTE
from picogammon.rules import actions

_BYTES = const(3)  # of a side's points


def note(leg, points=(0, 0)):
    """The NOTE of a leg."""
    body = b"".join([won.to_bytes(_BYTES, "big") for won in points])
    return actions.note(actions.DUPLICATE, bytes((leg,)) + body)


def second_leg(session):
    """(Settings, first records) of the match that follows the first leg: the players change seats,
    and so do their names, where they are not those of the colours."""
    a_match = session.match
    settings = a_match.settings
    names, colours = settings.names, _colours()
    if names[0] not in colours and names[1] not in colours:
        names = names[::-1]
    settings = settings.copy(names=names, players=settings.players[::-1])
    sealed = session.sealed
    first = (note(2, _points(a_match)[::-1]), seal.note(sealed.seal, sealed.number))
    return settings, first


def seats_text(session):
    """What the players have to know when the second leg begins."""
    return "The same dice. Who played %s plays %s now." % PALETTES[session.prefs[PALETTE]]


def result(a_match):
    """What both legs come to, in words, once the second is over."""
    body = a_match.notes[actions.DUPLICATE]
    ahead = 0
    for side in (0, 1):
        before = int.from_bytes(body[1 + side * _BYTES : 1 + (side + 1) * _BYTES], "big")
        points = before + _points(a_match)[side]
        ahead += -points if side else points
    if not ahead:
        return "both legs: even"
    return "both legs: %s +%d" % (a_match.settings.names[ahead < 0], abs(ahead))


def _points(a_match):
    """Both sides' points, as far as the match needs them."""
    return [min(points, a_match.settings.length) for points in a_match.scores]


def _colours():
    """The names that players have who are called after a colour."""
    return [word[0].upper() + word[1:] for pair in PALETTES for word in pair]
