"""The limit of hints that two players agreed on: how many a side has had in this game.

A NOTE in the log counts them, so a power cut gives none back, and neither does a take-back. A hint
that is looked at again before anything is decided counts once. The note is of one game, which it
knows by the score.
"""

from micropython import const

from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.navigator import Navigator
    from picogammon.rules.match import Match

LIMITS = b"\x00\x01\x03\x05"  # how many a game; 0: as many as one likes
_BITS = const(2)  # of Settings.hints for each side
_EACH = const(3)  # their mask
_SIDES = const(2)  # bytes of the note that count; then come the score and the decision
_POINTS = const(3)  # bytes of a side's points
_ALL = const(255)


def index(agreed: int, side: int) -> int:
    """Where in LIMITS a side's limit stands; `agreed`: Settings.hints."""
    return agreed >> _BITS * side & _EACH


def changed(agreed: int, side: int, by: int) -> int:
    """The Settings.hints with another limit of a side, so many further on in LIMITS."""
    at = index(agreed, side)
    return agreed + (((at + by) % len(LIMITS) - at) << _BITS * side)


def limit(match: "Match") -> int:
    """How many hints the side that decides gets in a game; 0 for as many as it likes."""
    return LIMITS[index(match.settings.hints, match.decider or 0)]


def left(match: "Match") -> int:
    """How many of these it may still have; of use only where there is a limit."""
    return max(0, limit(match) - _had(match)[match.decider or 0])


def left_text(match: "Match") -> str:
    """What a menu shows beside a hint; '' where there is no limit."""
    return "%d left" % left(match) if limit(match) else ""


def none_left(match: "Match") -> str | None:
    """Why the side that decides gets no hint now, or None if it does."""
    if not limit(match) or left(match) or _here(match) == _note(match)[_SIDES:]:
        return None
    return "No hints are left in this game."


def count(navigator: "Navigator") -> None:
    """Counts a hint that is about to be shown; it is kept first."""
    session = navigator.session
    match = session.match
    here = _here(match)
    if not limit(match) or here == _note(match)[_SIDES:]:
        return
    had = _had(match)
    side = match.decider or 0
    had[side] = min(had[side] + 1, _ALL)
    navigator.kept(session.keep_note(actions.note(actions.HINTS, bytes(had) + here)))


def _note(match: "Match") -> bytes:
    return match.notes.get(actions.HINTS, b"")


def _had(match: "Match") -> bytearray:
    """How many each side had in this game."""
    note = _note(match)
    score = _score(match)
    if note[_SIDES : _SIDES + len(score)] == score:
        return bytearray(note[:_SIDES])
    return bytearray(_SIDES)


def _score(match: "Match") -> bytes:
    first, second = match.scores
    return first.to_bytes(_POINTS, "big") + second.to_bytes(_POINTS, "big")


def _here(match: "Match") -> bytes:
    """The score and the decision that is to be made."""
    dice = bytes(match.dice or ())
    where = bytes((match.phase, match.decider or 0)) + dice + bytes(match.position)
    return _score(match) + where
