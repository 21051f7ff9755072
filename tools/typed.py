"""The command lines that people type, for messages."""

from tools import IN_REPOSITORY
from tools.verbs import VERBS


def typed(verb, variables=""):
    """Returns the command of a tool; in the repository with make's `variables`, as "CABLE=8028"."""
    made = f"make {verb} {variables}".rstrip()
    if IN_REPOSITORY:
        return made
    return f"picogammon {verb}" if VERBS[verb].alone else f"{made} in the repository"


def setup_or(otherwise):
    """Returns the command that installs things: make setup, or `otherwise` for a wheel's user."""
    return "make setup" if IN_REPOSITORY else otherwise
