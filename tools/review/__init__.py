"""A match log's games, reviewed as the board does it: the same code, the same numbers."""

from picogammon.engine.review import Review


def review(game, engine):
    """The finished Review of a game, a tools.matches.log.Played."""
    done = Review(engine, game.settings, lambda: iter(game.records))
    done.finish()
    return done
