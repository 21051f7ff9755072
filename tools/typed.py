"""What people type: for a tool, and for what brings something that is missing."""

from tools import IN_REPOSITORY
from tools.verbs import VERBS


def typed(verb, variables=""):
    """What people type for a tool; in the repository with make's `variables`, as "CABLE=8028"."""
    made = f"make {verb} {variables}".rstrip()
    if IN_REPOSITORY:
        return made
    return f"picogammon {verb}" if VERBS[verb].alone else f"{made} in the repository"


def setup_or(otherwise):
    """What brings a thing that is missing: make setup, or what a wheel's user does `otherwise`."""
    return "make setup" if IN_REPOSITORY else otherwise
