"""The words and the tune for an action that has just been committed."""

from picogammon.ground import tunes
from picogammon.ground.places import BAR
from picogammon.rules import actions

_TUNES = {
    actions.ROLL: tunes.ROLL,
    actions.DOUBLE: tunes.DOUBLE,
    actions.BEAVER: tunes.DOUBLE,
    actions.RACCOON: tunes.DOUBLE,
}
_ANSWERS = {
    actions.TAKE: "takes",
    actions.ACCEPT: "accepts",
    actions.REFUSE: "refuses",
}


def tune(session, happened, otherwise):
    """The tune (ground.tunes) for a session.Happened; `otherwise` if it has none."""
    match = session.match
    if match.result:
        return tunes.WIN if session.is_person(match.result.winner) else tunes.LOSE
    if happened.play and -happened.play.before[0] < match.position[BAR]:
        return tunes.HIT
    return _TUNES.get(actions.kind_of(happened.action), otherwise)


def headline(match, happened, opening):
    """The beginning of the next headline, '' for nothing; `opening`: it was an opening roll."""
    names = match.settings.names
    kind = actions.kind_of(happened.action)
    if opening and kind == actions.ROLL and match.turn is not None:
        return "%s goes first" % names[match.turn]
    if not happened.by_person and kind in _ANSWERS:
        return "%s %s" % (names[happened.decider], _ANSWERS[kind])
    return ""
