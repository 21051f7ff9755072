"""Reviews the games of a match: PR, luck and the worst decision of each.

Exit status: 1 where the file cannot be read or the level has no weights, 2 for arguments that make
no sense.
"""

import sys

from picogammon.app.advice import equities
from picogammon.engine import levels
from picogammon.engine.review import Side
from picogammon.engine.weights import WeightsError
from picogammon.rules import actions, plays
from picogammon.rules.records import record_text
from tools.command import tool
from tools.files import FileError
from tools.matches import opening
from tools.matches.log import games
from tools.review import judge, review
from tools.terminal import print


def _worst(worst):
    """The worst decision in words."""
    grade = worst.grade
    return "%s in move %d: %s, better %s" % (
        equities.decimal(grade.loss, 3),
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


def _show(number, settings, done):
    for name, side in zip(settings.names, done.sides):
        rated = "nothing to decide" if side.pr is None else equities.rated(side.pr)
        print(
            f"{number:4}  {name:12}  {rated:24} {side.decisions:4} decisions"
            f"  {equities.decimal(side.lost, 3):>7} lost  luck {equities.points(side.luck):>7}"
            + (f"  worst {_worst(side.worst)}" if side.worst else "")
        )


def _options(parser):
    parser.add_argument("match", help="a .mat or .sgf file, or a board's match.log")
    parser.add_argument("--level", choices=levels.levels(), help="who judges (the board's coach)")


@tool(_options, FileError, WeightsError, prefix="review: ")
def main(options):
    """Prints a line for each game and player, and their sums."""
    whole = (Side(), Side())
    names = ("", "")
    _, engine = judge(options.level)
    match = opening.match(options.match)
    for note in match.notes:
        print(f"  {note}")
    for number, game in enumerate(games(match.records), 1):
        done = review(game, engine)
        _show(number, game.settings, done)
        names = game.settings.names
        for total, side in zip(whole, done.sides):
            total.add(side)
    for name, total in zip(names, whole):
        if total.decisions:
            print(f" all  {name:12}  {equities.rated(total.pr)}")


if __name__ == "__main__":
    sys.exit(main())
