"""`picogammon VERB`, in the repository `python -m tools VERB`: every tool by one word.

A tool is imported when its verb is used: no tool needs the packages of another one.
"""

import argparse
import difflib
import importlib
import sys
from collections import namedtuple

from tools import IN_REPOSITORY, command
from tools.terminal import print

# `what` it does, in a line; `where` it is: a module with a `main`, or module:name. `alone`: True if
# it runs without the repository, as pip installs it (tools/release/wheel.py).
Verb = namedtuple("Verb", ("what", "where", "alone"), defaults=(False,))

_MATCHES = "tools.matches.verbs"
# As the Makefile has them.
GROUPS = {
    "Players": {
        "play": Verb("opens the virtual board in a browser", "tools.virtual_board.__main__"),
        "play-on-pins": Verb("plays on this computer's own pins", "tools.raspberry_pi.__main__"),
        "report": Verb("grades a match: a page, or lines", "tools.report.__main__", True),
        "save-match": Verb("saves a board's match as a .mat file", f"{_MATCHES}:save", True),
        "send-match": Verb("sends a match file to a board", f"{_MATCHES}:send", True),
        "read-match": Verb("shows what a match file says", f"{_MATCHES}:read", True),
        "verify": Verb("checks every roll of sealed dice", "tools.dice.verify", True),
        "position": Verb("shows a position in every format", "tools.positions.__main__", True),
        "backup": Verb("saves all matches of a board in one file", f"{_MATCHES}:backup", True),
        "restore": Verb("restores such a file to a board", f"{_MATCHES}:restore", True),
        "deck": Verb("reads and adds practice cards", "tools.deck.__main__"),
    },
    "Makers": {
        "uf2": Verb("makes the image to drop onto a Pico", "tools.image.__main__"),
        "flash": Verb("copies the firmware to stock MicroPython", "tools.flash.__main__"),
        "check-board": Verb("finds mistakes in a board's data", "tools.boards.checking", True),
        "drawings": Verb("makes templates and parts to print", "tools.build.__main__"),
        "hardware-report": Verb("has a board measure itself", "tools.hardware.__main__"),
    },
    "Developers": {
        "emulate": Verb("runs the image on an emulated chip", "tools.emulator.__main__"),
        "ubgi": Verb("runs the engine: a line in, lines out", "tools.ubgi.__main__", True),
        "duel": Verb("plays two players against each other", "tools.duel.__main__"),
        "bench": Verb("measures time and memory", "tools.bench.__main__"),
        "strength": Verb("measures how strong the levels are", "tools.strength.__main__"),
        "train": Verb("trains the engine's weights from scratch", "tools.trainer.__main__"),
        "soak": Verb("runs tests with larger counts", "tools.soak.__main__"),
        "site": Verb("makes the page for any web host", "tools.release.site"),
        "release": Verb("makes the downloads, in dist/", "tools.release.__main__"),
    },
}
_NO_NUMBA = " Macs with an Intel processor have none: reports work without it, but slower."
_MISUSED = 2  # exit status, as argparse's own
_OURS = ("picogammon", "tools")
_TARGETS = {"play-on-pins": "play BOARD=raspberry_pi"}  # that are not named as their verb
VERBS = {name: verb for group in GROUPS.values() for name, verb in group.items()}


def main(given=None, program="python -m tools", in_repository=IN_REPOSITORY):
    """Runs the tool that the first word names; returns the exit status.

    `given`: the words after `program`, which is what people type. Raises SystemExit if argparse
    ends it.
    """
    given = sys.argv[1:] if given is None else given
    name = _named(given[:1], program, in_repository)
    if not name:
        return _MISUSED
    try:
        return tool(name)(given[1:], f"{program} {name}")
    except KeyboardInterrupt:
        return command.INTERRUPTED
    except ModuleNotFoundError as missing:
        package, *_ = missing.name.split(".")
        if package in _OURS:
            raise
        why = f"needs {package}, which is not installed."
        if package == "numba":
            why += _NO_NUMBA
        elif in_repository:
            why += f" This installs it: make {_TARGETS.get(name, name)}"
        print(f"{program} {name} {why}", file=sys.stderr)
        return 1


def _named(words, program, in_repository):
    """Returns the verb that the first of the words is, or None after a message."""
    verbs = [name for name, verb in VERBS.items() if verb.alone or in_repository]
    width = max(map(len, verbs))
    listed = ""
    for heading, group in GROUPS.items():
        lines = [f"\n  {name:{width}}  {group[name].what}" for name in verbs if name in group]
        listed += heading + "".join(lines) + "\n\n" if lines else ""
    parser = argparse.ArgumentParser(
        prog=program,
        usage=f"{program} VERB …",
        description="Picogammon's tools.",
        epilog=f"{listed}{program} {verbs[0]} --help says more about one of them.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", nargs="?", help=argparse.SUPPRESS)
    word = parser.parse_args(words).verb
    if word in verbs:
        return word
    if word in VERBS:
        said = f"{program} {word} needs the repository: run python -m tools {word} there."
    else:
        said = f"There is no verb {word!r}." if word else "A verb is missing."
        for near in difflib.get_close_matches(word or "", verbs, 1, 0.5):
            said += f" Do you mean {near}?"
        said += f" {program} --help lists them."
    print(said, file=sys.stderr)
    return None


def tool(name):
    """Imports and returns a verb's `main(given, command)`."""
    module, _, function = VERBS[name].where.partition(":")
    return getattr(importlib.import_module(module), function or "main")
