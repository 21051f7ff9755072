"""A start for the weaker side: points before the first game, or the cube in each game."""

from picogammon.app.modes.menu import Item, Menu
from picogammon.rules import actions, checkpoint, scoring

_NONE = "none"


class Handicap(Menu):
    """Changes `draft`, Settings, and `scores`, the points that both sides begin with."""

    title = "Handicap"

    def __init__(self, navigator, draft, scores):
        self.draft = draft
        self.scores = scores
        Menu.__init__(self, navigator)

    def items(self):
        lines = [self._points(side) for side in (0, 1)]
        if self.draft.cube_on:
            lines.append(
                Item("Cube with", value=lambda: holder_text(self.draft), change=self._change_holder)
            )
        return lines

    def _points(self, side):
        def change(by):
            self.scores[side] = (self.scores[side] + by) % self.draft.length

        label = "%s has" % self.draft.names[side]
        return Item(label, value=lambda: "%d pt" % self.scores[side], change=change)

    def _change_holder(self, by):
        self.draft.holder = (self.draft.holder + by) % 3


def holder_text(settings):
    """The side that holds the cube when a game begins, in a word."""
    return settings.names[settings.holder - 1] if settings.holder else "nobody"


def text(settings, scores):
    """The handicap as a menu shows it."""
    words = []
    if any(scores):
        words.append("%d-%d" % tuple(scores))
    if settings.holder and settings.cube_on:
        words.append("cube")
    return ", ".join(words) or _NONE


def fitting_scores(settings, scores):
    """The scores, cut to what a match of that length can begin with."""
    most = max(0, settings.length - 1)
    return [min(points, most) for points in scores]


def first_records(settings, scores):
    """The first records of a match that begins with these scores; empty if both are 0."""
    if not any(scores):
        return ()
    crawford = scores[0] != scores[1] and scoring.next_is_crawford(settings, (0, 0), scores)
    return (actions.game(checkpoint.opening(settings, scores, crawford)),)
