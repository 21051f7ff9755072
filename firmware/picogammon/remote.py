"""Answers lines `set` from a PC, which change names, preferences, the position or playback.

The line `set` lists what can be changed:

    set name SIDE TEXT
    set field NUMBER VALUE NAME: WORD|WORD|...    a preference; VALUE: index of its WORD, from 0
    set end

Changes are `set name SIDE TEXT`, `set field NUMBER VALUE`, `set position XGID` (a new match) and
`set played GAME STOP` (moves playback). The board answers with `set end` if it has made the change,
otherwise with `set none WHY`.

While two people play a match, the board asks both players before it makes certain changes. The PC
then gets `set none` immediately. During such a match, no line can change automatic rolls and moves,
or give one side a name that the other side has or had.
"""

from micropython import const

from picogammon.app.session import prefs, prefs_words
from picogammon.app.session.session import IncompleteChange
from picogammon.rules import actions
from picogammon.rules.match import Refusal, match_of
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


def set_lines(navigator: "Navigator", words: "list[str]", now: int) -> "Lines":
    """Yields the answer to a line `set ...`; raises IncompleteChange if a change stops halfway."""
    session = navigator.session
    if len(words) == 1:
        yield from _choices(session)
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
    except Exception as error:
        if session.match is not match or match.settings is not settings:
            raise IncompleteChange("%r" % error) from None  # the rest of the change is missing
        if not isinstance(error, (ValueError, IndexError, OverflowError)):
            raise
        yield "set none " + _HOW
    else:
        navigator.changed = True
        yield "set end"


def _choices(session: "Session") -> "Iterator[str]":
    """Yields the answer to `set` alone: the names and preferences that can be changed."""
    for side in (0, 1):
        yield "set name %d %s" % (side, session.match.settings.names[side])
    for field in range(prefs.COUNT):
        found = prefs_words.find(field)
        if found:
            label, words = found
            yield "set field %d %d %s: %s" % (field, session.prefs[field], label, "|".join(words))
    yield "set end"


def _is_taken(session: "Session", words: "list[str]") -> "Slices[bool]":
    """Returns True if the other side has or had the name in `words` (side to rename, name)."""
    if words[:1] not in (["0"], ["1"]):
        return False
    other = 1 - int(words[0])
    names = [session.match.settings.names[other]]
    for found, _ in session.log.skim(actions.SETTINGS):
        yield
        names += [unpack_settings(record[1:]).names[other] for record, _ in found]
    # Records of people ignore case.
    return " ".join(words[1:]).lower() in [name.lower() for name in names]


def _change(navigator: "Navigator", what: str, words: "list[str]", now: int) -> None:
    """Makes the change that the line `set WHAT WORDS` requests, or raises an exception."""
    session = navigator.session
    if what == "name":
        names = list(session.match.settings.names)
        names[("0", "1").index(words[0])] = " ".join(words[1:])
        _rename(navigator, session.match.settings.copy(names=names), now)
    elif what == "field":
        _prefer(navigator, int(words[0]), int(words[1]), now)
    elif what == "position":
        from picogammon.app.modes.answer import leave_match
        from picogammon.rules.notation import from_text  # both save memory if nobody types

        base = session.match.settings.copy(sealed=False)
        past = match_of(from_text(words[0]), base)
        play_on = session.play_on
        if not session.needs_both:
            navigator.begin(now, play_on, past)
            return
        navigator.close_all(now)
        leave_match(navigator, lambda then: navigator.begin(then, play_on, past), now)
        raise Refusal(_ASKED)
    elif what == "played" and hasattr(navigator.top, "go") and not navigator.top.busy:
        navigator.top.go(int(words[0]), int(words[1]))  # a Playback
    else:
        raise ValueError(_HOW)


def _prefer(navigator: "Navigator", field: int, value: int, now: int) -> None:
    """Sets the preference `field` to `value`; raises Refusal if it cannot change now."""
    from picogammon.app.modes.main_menu import prefer, renamed  # saves memory if nobody types

    session = navigator.session
    if field < 0 or not 0 <= value < prefs.choices(field) or not prefs_words.find(field):
        raise Refusal("there is no such choice")
    if session.needs_both and prefs.ROLLING <= field <= prefs.FORCED_PLAYS:
        raise Refusal("two people are playing: change this at the board")
    if not prefer(navigator, field, value - session.prefs[field]):
        raise Refusal(_ASKED)
    settings = renamed(session)
    if settings:
        _rename(navigator, settings, now)


def _rename(navigator: "Navigator", settings: "Settings", now: int) -> None:
    navigator.close_all(now)
    if settings.names != navigator.session.match.settings.names:
        if not navigator.commit(actions.settings(settings), now):
            raise Refusal("not now: the board says why")
