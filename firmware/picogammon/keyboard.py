"""What a person at the other end of the link changes: names, preferences, the position, the move.

`set` is answered with what there is,

    set name SIDE TEXT
    set field NUMBER VALUE NAME: WORD|WORD|...    a preference; VALUE counts the words
    set end

and `set name SIDE TEXT`, `set field NUMBER VALUE`, `set position XGID` and `set played GAME STOP`
with `set end` once that is done, or `set none WHY`: nothing has changed then. A position begins a
match of its own; the one before goes to the archive. A match that is played back goes to a stop.
"""

from picogammon.app.modes.prefs_menu import renamed
from picogammon.app.session import prefs
from picogammon.rules import actions
from picogammon.rules.errors import RulesError
from picogammon.rules.match import Match, Refusal
from picogammon.rules.position_code import from_text

_HOW = "write name, field or position, and what it shall be"


def lines(navigator, words, now):
    """An iterator over the lines that answer a line, given as its words."""
    if len(words) == 1:
        yield from _told(navigator.session)
        return
    try:
        _change(navigator, words[1], words[2:], now)
    except (RulesError, Refusal) as error:
        yield "set none %s" % error
        return
    except (ValueError, IndexError):
        yield "set none " + _HOW
        return
    navigator.redraw()
    yield "set end"


def _told(session):
    names = session.match.settings.names
    for side in (0, 1):
        yield "set name %d %s" % (side, names[side])
    for field in range(len(prefs.FIELDS)):
        if field != prefs.MENU_FOUND:
            label, choices, _ = prefs.FIELDS[field]
            choices = "|".join(choices)
            yield "set field %d %d %s: %s" % (field, session.prefs[field], label, choices)
    yield "set end"


def _change(navigator, what, words, now):
    """Raises RulesError, Refusal, ValueError or IndexError."""
    if what == "name":
        _name(navigator, ("0", "1").index(words[0]), " ".join(words[1:]), now)
    elif what == "field":
        _prefer(navigator, int(words[0]), int(words[1]), now)
    elif what == "position":
        base = navigator.session.match.settings.copy(sealed=False)
        navigator.play_on(Match.from_situation(from_text(words[0]), base), now)
    elif what == "played" and navigator.top.played and not navigator.top.busy:
        navigator.top.go(int(words[0]), int(words[1]))
    else:
        raise ValueError(_HOW)


def _name(navigator, side, name, now):
    settings = navigator.session.match.settings
    names = list(settings.names)
    names[side] = name
    _agree(navigator, settings.copy(names=names), now)


def _prefer(navigator, field, value, now):
    session = navigator.session
    if field == prefs.MENU_FOUND or not 0 <= value < len(prefs.FIELDS[field][1]) or field < 0:
        raise Refusal("there is no such choice")
    session.prefs.change(field, value - session.prefs[field])
    navigator.keep_prefs()
    settings = renamed(session)
    if settings:
        _agree(navigator, settings, now)


def _agree(navigator, settings, now):
    """As the menu does: what is open there is closed. Raises Refusal."""
    navigator.close_all(now)
    if settings.names != navigator.session.match.settings.names:
        if not navigator.commit(actions.settings(settings), now):
            raise Refusal("not now: the board says why")
