"""What tools print of names, files, boards and engines: letters, and nothing that steers a terminal
or turns a line's direction."""

import builtins
import re

# Control characters but line ends and tabs, halves of letters, and marks of direction.
_STEERING = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def clean(text):
    r"""The text with such characters as Python writes them: \x1b."""
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


def print(*what, file=None, flush=False):
    """As the built-in, cleaned."""
    builtins.print(*(clean(str(one)) for one in what), file=file, flush=flush)


def console(**how):
    """A rich Console, cleaned: for tables."""
    from rich.console import Console  # whoever copies the firmware to a board has none

    class Cleaned(Console):
        def render_str(self, text, **how):
            return super().render_str(clean(text), **how)

    return Cleaned(**how)
