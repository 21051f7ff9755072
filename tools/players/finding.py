"""Finds the Player that a text names: a program, or one of our levels."""

import importlib.util
import shlex
import shutil

from picogammon.engine.levels import levels, make
from picogammon.engine.weights import WeightsError
from tools.players import PATIENCE_S, Player, PlayerError, gnubg
from tools.typed import setup_or

_PLIES = {"gnubg": (0, 7), "bgsage": (1, 4)}  # the least and most, as each counts them


def find(text, patience=PATIENCE_S):
    """Returns the Player that `text` names. Raises PlayerError.

    `patience`: the seconds that a program may take for a decision.
    """
    text = " ".join(text.split())
    if text in levels():
        return Own(text)
    plies = _plies(text)
    if plies is not None and text.startswith("gnubg"):
        return gnubg.Gnubg(plies, patience)
    if plies is not None:
        from tools.players.sage import Sage  # whose package is only for x86

        return Sage(plies)
    from tools.players.ubgi import Client

    return Client(text, _command(text), patience)


def check(text):
    """Raises PlayerError if `find` would not know `text`."""
    text = " ".join(text.split())
    if text not in levels() and _plies(text) is None:
        _command(text)


def _plies(text):
    """Returns how far gnubg or bgsage is to look, None for others. Raises PlayerError."""
    name, _, said = text.partition(" ")
    if name not in _PLIES:
        return None
    least, most = _PLIES[name]
    number = int(said or least) if (said or "0").isdecimal() else -1
    if not least <= number <= most:
        raise PlayerError(f"{name} looks {least} to {most} ply ahead, as '{name} 2', not '{said}'")
    if name == "gnubg" and not gnubg.is_here():
        raise PlayerError(gnubg.MISSING)
    if name == "bgsage" and not importlib.util.find_spec(name):
        raise PlayerError(f"bgsage is not installed: {setup_or('pip install bgsage')}")
    return number


def _command(text):
    """Returns the words of a command line. Raises PlayerError if there is no such program."""
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise PlayerError(f"'{text}' is not a command line: {problem}") from None
    if not words or not shutil.which(words[0]):
        raise PlayerError(
            f"there is no program '{words[0] if words else ''}'; a player is "
            f"{', '.join(levels())}, gnubg N, bgsage N, or the command line of an engine that "
            "speaks UBGI"
        )
    return words


class Own(Player):
    """A level's engine, asked as the board asks it. Raises PlayerError."""

    def __init__(self, level):
        self.name = level
        try:
            self._engine = _engine(level)
        except WeightsError as error:
            raise PlayerError(f"{level} cannot play: {error}") from None

    def decide(self, match):
        """See Player."""
        return self._engine.begin(match).finish()


def _engine(level):
    try:
        from tools.fast_engine import quick  # which compiles what thinks, in seconds
    except ImportError:  # what compiles it is not installed: the same decisions, later
        return make(level)
    return quick.make(level)
