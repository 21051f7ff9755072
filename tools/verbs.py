"""`picogammon VERB`, in the repository `python -m tools VERB`: every tool by one word.

A tool is imported when its verb is used, and not before: none needs what only another one needs.
"""

import importlib
import sys
from collections import namedtuple

from tools import IN_REPOSITORY, command
from tools.terminal import print

# `what` it does, in a line; `where` it is: a module with a `main`, or module:name. `alone`: it runs
# without the repository around it, as pip installs it (tools/release/wheel.py).
Verb = namedtuple("Verb", ("what", "where", "alone"), defaults=(False,))

_MATCHES = "tools.matches.verbs"
# As the Makefile has them.
GROUPS = {
    "Players": {
        "play": Verb("the virtual board in the browser", "tools.virtual_board.__main__"),
        "play-on-pins": Verb("plays on this computer's own pins", "tools.raspberry_pi.__main__"),
        "report": Verb("grades and luck: a page, or lines", "tools.report.__main__", True),
        "save-match": Verb("a board's match as a .mat file", f"{_MATCHES}:save", True),
        "send-match": Verb("sends a match file to a board", f"{_MATCHES}:send", True),
        "read-match": Verb("what a match file says", f"{_MATCHES}:read", True),
        "verify": Verb("checks every roll of sealed dice", "tools.dice.verify", True),
        "position": Verb("a position in every format", "tools.positions.__main__", True),
        "backup": Verb("saves all matches of a board in one file", f"{_MATCHES}:backup", True),
        "restore": Verb("puts such a file onto a board", f"{_MATCHES}:restore", True),
        "deck": Verb("practice cards out of a board and in", "tools.deck.__main__"),
    },
    "Makers": {
        "uf2": Verb("the image to drop onto a Pico", "tools.image.__main__"),
        "flash": Verb("the firmware onto stock MicroPython", "tools.flash.__main__"),
        "check-board": Verb("what is wrong with a board's data", "tools.boards.checking", True),
        "drawings": Verb("what you drill by and print", "tools.build.__main__"),
        "hardware-report": Verb("a board measures itself", "tools.hardware.__main__"),
    },
    "Developers": {
        "emulate": Verb("the virtual board, on an emulated chip", "tools.emulator.__main__"),
        "ubgi": Verb("the engine: a line in, lines out", "tools.ubgi.__main__", True),
        "duel": Verb("who plays better, at the same dice", "tools.duel.__main__"),
        "bench": Verb("measures time and memory", "tools.bench.__main__"),
        "strength": Verb("how strong the levels are", "tools.strength.__main__"),
        "train": Verb("the engine's weights from nothing", "tools.trainer.__main__"),
        "soak": Verb("random walks, power cuts without end", "tools.soak.__main__"),
        "site": Verb("the virtual board for any web host", "tools.release.site"),
        "release": Verb("what people download, into dist/", "tools.release.__main__"),
    },
}
_NO_NUMBA = (
    " There is none for Macs with an Intel processor: there reports work without it, by slower "
    "ways."
)
_OURS = ("picogammon", "tools")
VERBS = {name: verb for group in GROUPS.values() for name, verb in group.items()}


def main(given=None, program="python -m tools", in_repository=IN_REPOSITORY):
    """Runs the tool that the first word names; returns the exit status.

    `given`: the words after `program`, which is what people type. Raises SystemExit where argparse
    ends it.
    """
    groups = {
        heading: {name: verb.what for name, verb in group.items() if verb.alone or in_repository}
        for heading, group in GROUPS.items()
    }
    given = sys.argv[1:] if given is None else given
    if not in_repository and given[:1] and given[0] in VERBS and not VERBS[given[0]].alone:
        needs = f"{program} {given[0]} needs the repository: python -m tools {given[0]} there."
        print(needs, file=sys.stderr)
        return command.MISUSED
    name, rest = command.chosen(groups, given, program, "Picogammon's tools.")
    try:
        return tool(name)(rest, f"{program} {name}")
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
            why += f" This installs it: make {name}"
        print(f"{program} {name} {why}", file=sys.stderr)
        return 1


def tool(name):
    """A verb's `main(given, command)`, imported now."""
    module, _, function = VERBS[name].where.partition(":")
    return getattr(importlib.import_module(module), function or "main")
