"""What follows a committed action: its words and tune, what is shown of it, the next mode."""

from micropython import const

from picogammon.app.modes.base import Watch
from picogammon.app.modes.turn import HandMode, Turn
from picogammon.app.session.prefs import CHECKERS, LANDINGS, TUTOR
from picogammon.ground import BAR, TUNE_DOUBLE, TUNE_HIT, TUNE_LOSE, TUNE_ROLL, TUNE_WIN
from picogammon.rules import actions
from picogammon.rules import match as matches

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.base import Mode
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.resume import Play
    from picogammon.app.session.session import Happened, Session

_MOMENT_MS = const(1200)
_RESULT_MS = const(5000)
# Actions after which the checkers may lie elsewhere.
ELSEWHERE = (actions.GAME, actions.TAKE_BACK, actions.ACCEPT)
# Phases in which the checkers lie as they did.
_STAY = (matches.TAKING_BACK, matches.GAME_OVER, matches.MATCH_OVER)
_TUNES = {
    actions.ROLL: TUNE_ROLL,
    actions.DOUBLE: TUNE_DOUBLE,
    actions.BEAVER: TUNE_DOUBLE,
    actions.RACCOON: TUNE_DOUBLE,
}
_ANSWERS = {
    actions.TAKE: "takes",
    actions.ACCEPT: "accepts",
    actions.REFUSE: "refuses",
}


def waiting_mode(navigator: "Navigator", now: int) -> "Mode":
    """The mode that fits what the match waits for now."""
    session = navigator.session
    phase = session.match.phase
    over = phase in (matches.GAME_OVER, matches.MATCH_OVER)
    if session.players.person_decides() and not over:
        return _mode_for(navigator)
    # Saves memory while people play.
    from picogammon.app.modes.waiting import Over, Pause, Think

    if over:
        if session.players.person_decides() or phase == matches.MATCH_OVER:
            return Over(navigator)
        return Pause(navigator, now, _RESULT_MS, lambda now: _next_game(navigator, now))
    if phase == matches.OPENING:
        return Pause(navigator, now, _MOMENT_MS, lambda now: navigator.ask_or_roll(now, True))
    return Think(navigator, now)


def _mode_for(navigator: "Navigator") -> "Mode":
    """The mode for the phase of `navigator.session.match`, which is not over."""
    a_match = navigator.session.match
    phase = a_match.phase
    if phase in (matches.OPENING, matches.TO_ROLL):
        return Turn(navigator)
    if phase == matches.TO_PLAY:
        prefs = navigator.session.prefs
        if prefs[LANDINGS] or prefs[TUTOR] and navigator.session.players.find_ponderer is not None:
            from picogammon.app.modes import coached  # saves memory if nobody wants help

            return coached.hand(navigator)
        return HandMode(navigator)
    from picogammon.app.modes import answer  # saves memory until somebody is asked

    return answer.mode_for(navigator)


def show_done(navigator: "Navigator", happened: "Happened", now: int) -> None:
    """Shows a play: the other side's, or where each real checker goes."""
    play = happened.play
    session = navigator.session
    if play and play.steps and session.prefs[CHECKERS]:
        guide(navigator, play)
    elif play and not happened.by_person:
        watch = Watch(navigator, play, now)
        watch.stops_clock = True
        navigator.open(watch)
    elif actions.kind_of(happened.action) in ELSEWHERE and session.match.phase not in _STAY:
        guide(navigator)


def guide(navigator: "Navigator", play: "Play | None" = None) -> None:
    """Lets people who use real checkers move them as in `play`, or (None) lay them all out.

    Between games nobody has to lay them out: the next game sets them up.
    """
    session = navigator.session
    over = session.match.phase in (matches.GAME_OVER, matches.MATCH_OVER)
    if session.prefs[CHECKERS] and (play or not over):
        # Saves memory where the lights are the checkers.
        from picogammon.app.modes.real import Guide

        navigator.open(Guide(navigator, play))


def _next_game(navigator: "Navigator", now: int) -> None:
    navigator.commit(navigator.session.match.next_game(), now)


def tune(session: "Session", happened: "Happened", otherwise: int) -> int:
    """The tune (ground.TUNE_...) for a session.Happened; `otherwise` if it has none."""
    match = session.match
    if match.result:
        return TUNE_WIN if session.players.is_person(match.result.winner) else TUNE_LOSE
    if happened.play and -happened.play.before[0] < match.position[BAR]:
        return TUNE_HIT
    return _TUNES.get(actions.kind_of(happened.action), otherwise)


def headline(match: matches.Match, happened: "Happened", phase: int) -> str:
    """The beginning of the next headline, '' for nothing; `phase`: of the match before it."""
    names = match.settings.names
    kind = actions.kind_of(happened.action)
    if phase == matches.OPENING and kind == actions.ROLL and match.turn is not None:
        return "%s goes first" % names[match.turn]
    if not happened.by_person and kind in _ANSWERS:
        if phase in (matches.BEAVERED, matches.RACCOONED):
            kind = actions.ACCEPT
        return "%s %s" % (names[happened.decider], _ANSWERS[kind])
    return ""
