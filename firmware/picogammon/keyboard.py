"""What a person at the other end of the link changes: names, preferences, the position, the move.

`set` is answered with what there is,

    set name SIDE TEXT
    set field NUMBER VALUE NAME: WORD|WORD|...    a preference; VALUE counts the words
    set end

`set name SIDE TEXT`, `set field NUMBER VALUE`, `set position XGID` and `set played GAME STOP` are
answered with `set end` once that is done, or with `set none WHY`: then nothing has changed. A
position begins a match of its own; the one before goes to the archive. A match that is played back
goes to a stop. What two people have to agree to is asked at the board, and `set none` says so.
While they play a match, no line changes what the board does by itself, nor gives a side a name that
the other one has or had.
"""

from micropython import const

from picogammon.app.modes.answer import leave_match
from picogammon.app.modes.main_menu import prefer, renamed
from picogammon.app.session import prefs
from picogammon.app.session.session import IncompleteChange
from picogammon.rules import actions
from picogammon.rules.match import Refusal, match_of
from picogammon.rules.notation import from_text
from picogammon.rules.position import RulesError
from picogammon.rules.settings import unpack_settings

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.session import Session
    from picogammon.app.ubgi.asked import Lines
    from picogammon.engine.engine import Slices
    from picogammon.rules.settings import Settings

_HOW = "write name, field or position, then the new value"
_ASKED = "not yet: the board asks both players"


def lines(navigator: "Navigator", words: list[str], now: int) -> "Lines":
    """Yields the lines that answer a line, given as its words, and None after slices of work.

    Raises IncompleteChange where the line has cut a change of the match short.
    """
    session = navigator.session
    if len(words) == 1:
        yield from _told(session)
        return
    if words[1] == "name" and session.needs_both:
        taken = yield from _is_taken(session, words[2:])
        if taken:
            yield "set none the other player has or had that name"
            return
    match = session.match
    settings = match.settings
    try:
        _change(navigator, words[1], words[2:], now)
    except (RulesError, Refusal) as error:
        yield "set none %s" % error
        return
    except Exception as error:
        if session.match is not match or match.settings is not settings:
            # The rest of the change is missing.
            raise IncompleteChange("%r" % error) from None
        if not isinstance(error, (ValueError, IndexError, OverflowError)):
            raise
        yield "set none " + _HOW
        return
    navigator.changed = True
    yield "set end"


def _told(session: "Session") -> "Iterator[str]":
    names = session.match.settings.names
    for side in (0, 1):
        yield "set name %d %s" % (side, names[side])
    for field in range(prefs.COUNT):
        found = prefs.find(field)
        if found:
            label, words = found
            yield "set field %d %d %s: %s" % (field, session.prefs[field], label, "|".join(words))
    yield "set end"


def _change(navigator: "Navigator", what: str, words: list[str], now: int) -> None:
    """Changes one thing. Raises RulesError, Refusal, ValueError or IndexError."""
    if what == "name":
        _name(navigator, ("0", "1").index(words[0]), " ".join(words[1:]), now)
    elif what == "field":
        _prefer(navigator, int(words[0]), int(words[1]), now)
    elif what == "position":
        base = navigator.session.match.settings.copy(sealed=False)
        past = match_of(from_text(words[0]), base)
        play_on = navigator.session.play_on
        if not navigator.session.needs_both:
            navigator.begin(now, play_on, past)
            return
        navigator.close_all(now)
        leave_match(navigator, lambda then: navigator.begin(then, play_on, past), now)
        raise Refusal(_ASKED)
    elif what == "played" and hasattr(navigator.top, "go") and not navigator.top.busy:
        navigator.top.go(int(words[0]), int(words[1]))  # a Playback
    else:
        raise ValueError(_HOW)


def _is_taken(session: "Session", words: list[str]) -> "Slices[bool]":
    """Yields after slices of work; returns True if the other side has that name, or had it."""
    if words[:1] not in (["0"], ["1"]):
        return False
    other = 1 - int(words[0])
    name = " ".join(words[1:]).lower()  # whose records are whose goes by small letters
    names = [session.match.settings.names[other]]
    for found, _ in session.log.skim(actions.SETTINGS):
        yield
        names += [unpack_settings(record[1:]).names[other] for record, _ in found]
    return name in [one.lower() for one in names]


def _name(navigator: "Navigator", side: int, name: str, now: int) -> None:
    settings = navigator.session.match.settings
    names = list(settings.names)
    names[side] = name
    _agree(navigator, settings.copy(names=names), now)


def _prefer(navigator: "Navigator", field: int, value: int, now: int) -> None:
    session = navigator.session
    if field < 0 or not 0 <= value < prefs.choices(field) or not prefs.find(field):
        raise Refusal("there is no such choice")
    if session.needs_both and prefs.ROLLING <= field <= prefs.FORCED_PLAYS:
        raise Refusal("two people are playing: change this at the board")
    if not prefer(navigator, field, value - session.prefs[field]):
        raise Refusal(_ASKED)
    settings = renamed(session)
    if settings:
        _agree(navigator, settings, now)


def _agree(navigator: "Navigator", settings: "Settings", now: int) -> None:
    """Commits settings as the menu does, which closes all that is open. Raises Refusal."""
    navigator.close_all(now)
    if settings.names != navigator.session.match.settings.names:
        if not navigator.commit(actions.settings(settings), now):
            raise Refusal("not now: the board says why")
