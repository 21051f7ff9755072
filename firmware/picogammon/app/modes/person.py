"""Which mode lets a person do what the match waits for."""

from picogammon.app.modes.answer import AnswerDouble, AnswerOffer
from picogammon.app.modes.hand import HandMode
from picogammon.app.modes.turn import Turn
from picogammon.rules import actions
from picogammon.rules import match as matches


def mode_for(navigator):
    """The mode for the phase of `navigator.session.match`, which is not over."""
    match = navigator.session.match
    phase = match.phase
    if phase in (matches.OPENING, matches.TO_ROLL):
        return Turn(navigator)
    if phase == matches.TO_PLAY:
        return HandMode(navigator)
    if phase in (matches.DOUBLED, matches.BEAVERED, matches.RACCOONED):
        return AnswerDouble(navigator)
    names = match.settings.names
    if phase == matches.RESIGNING:
        asker = names[1 - match.decider]
        what = actions.MULTIPLES[match.resigned]
        return AnswerOffer(navigator, "%s resigns %s" % (asker, what), "Accept a %s?" % what)
    from picogammon.app.modes.take_back import question  # later: see main_menu

    asked = question(match, match.asked)
    return AnswerOffer(navigator, "%s: %s" % (names[match.decider], asked), asked)
