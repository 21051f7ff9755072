"""A match's PR, luck and worst decision of each game and player as lines."""

from picogammon.app.advice import wording
from picogammon.engine.review import Review, Side
from picogammon.rules import actions, plays
from picogammon.rules.actions import record_text
from tools.terminal import print


def review(game, engine):
    """Returns the finished Review of a game, a tools.matches.log.Played."""
    done = Review(engine, game.settings, lambda: iter(game.records))
    done.finish()
    return done


def show(played, engine):
    """Prints a line for each game and player, and their sums."""
    whole = (Side(), Side())
    for number, game in enumerate(played, 1):
        done = review(game, engine)
        for name, side, total in zip(game.settings.names, done.sides, whole):
            _show(number, name, side)
            total.add(side)
    for name, total in zip(played[-1].settings.names if played else (), whole):
        if total.decisions:
            print(f" all  {name:12}  {wording.rated(total.pr, total.decisions)}")


def _show(number, name, side):
    rated = "nothing to decide"
    if side.pr is not None:
        rated = wording.rated(side.pr, side.decisions)
    print(
        f"{number:4}  {name:12}  {rated:24} {side.decisions:4} decisions"
        f"  {wording.decimal(side.lost, 3):>7} lost  luck {wording.points(side.luck):>7}"
        + (f"  worst {_worst(side.worst)}" if side.worst else "")
    )


def _worst(worst):
    """Returns the worst decision in words."""
    grade = worst.grade
    return "%s on move %d: %s, better %s" % (
        wording.decimal(grade.loss, 3),
        worst.row,
        _action(worst, grade.action),
        _action(worst, grade.best),
    )


def _action(worst, action):
    if action is None or actions.kind_of(action) == actions.ROLL:
        return "no double"
    if actions.kind_of(action) == actions.PLAY:
        position = worst.question.situation.position
        return plays.format_play(position, actions.steps_of(action))
    return record_text(action)
