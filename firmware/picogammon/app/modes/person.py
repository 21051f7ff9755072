"""Which mode lets a person do what the match waits for."""

from picogammon.app.modes.answer import AnswerDouble, AnswerOffer
from picogammon.app.modes.hand import HandMode
from picogammon.app.modes.turn import Turn
from picogammon.rules import actions
from picogammon.rules import match as matches


def mode_for(app):
    """The mode for the phase of `app.match`, which is not over."""
    match = app.match
    phase = match.phase
    if phase in (matches.OPENING, matches.TO_ROLL):
        return Turn(app)
    if phase == matches.TO_PLAY:
        return HandMode(app)
    if phase in (matches.DOUBLED, matches.BEAVERED, matches.RACCOONED):
        return AnswerDouble(app)
    names = match.settings.names
    if phase == matches.RESIGNING:
        asker = names[1 - match.decider]
        level = actions.LEVELS[match.resigned]
        return AnswerOffer(app, "%s resigns %s" % (asker, level), "Accept a %s?" % level)
    from picogammon.app.modes.take_back import question  # later: see main_menu

    asked = question(match, match.asked)
    return AnswerOffer(app, "%s: %s" % (names[match.decider], asked), asked)
