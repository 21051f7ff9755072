"""A match log's games, reviewed as the board does it: the same code, the same numbers."""

from picogammon.app.session import players
from picogammon.engine import levels
from picogammon.engine.review import Review
from picogammon.engine.weights import WeightsError
from picogammon.rules.plays import Plays


def review(game, engine):
    """The finished Review of a game, a tools.matches.log.Played."""
    done = Review(engine, game.settings, lambda: iter(game.records))
    done.finish()
    return done


def judge(name=None):
    """(level, engine): of that level, or of the one that gives hints on the board (None). Raises
    WeightsError where it cannot judge, which says what level can."""
    computers = players.computers(Plays())
    if name is None:
        coach = players.coach(computers)
        found = [level for level, player in computers if player is coach]
        name, engine = (found[0], coach.engine) if coach else (None, None)
    else:
        engine = levels.make(name)
    if engine is None or not engine.knows:
        able = [level for level, player in computers if player.engine and player.engine.knows]
        said = "%s cannot tell what a play is worth; these levels can: %s"
        raise WeightsError(said % (name or "No level", ", ".join(able) or "none here"))
    return name, engine
