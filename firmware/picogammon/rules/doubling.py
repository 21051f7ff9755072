"""Why the cube cannot be turned now (R24, R26, R28); each function returns None if it can.

`game` is a Game in which that side has to act.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.game import Game


def no_double(game: "Game") -> str | None:
    """Why the side on turn may not double."""
    settings = game.settings
    if not settings.cube_on:
        return "there is no cube in this match"
    if settings.length == 1:
        return "no doubles in a one-point match"
    if game.crawford:
        return "no doubles in the Crawford game"
    if game.owner == 1 - game.turn:
        return "the other side owns the cube"
    return _too_high(game, 2)


def no_beaver(game: "Game") -> str | None:
    """Why the doubled side may not beaver: a beaver makes the stake four times as high."""
    settings = game.settings
    if settings.length or not settings.beavers:
        return "this match is played without beavers"
    return _too_high(game, 4)


def no_raccoon(game: "Game") -> str | None:
    """Why the beavered side may not raccoon: the cube already counts its own double."""
    if game.settings.beavers < 2:
        return "this match is played without raccoons"
    return _too_high(game, 4)


def reaches(game: "Game", times: int) -> bool:
    """True if the cube can go as high as `times` its value."""
    return game.cube * times <= 1 << game.settings.max_cube


def _too_high(game: "Game", times: int) -> str | None:
    return None if reaches(game, times) else "the cube goes no higher"
