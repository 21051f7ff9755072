"""Prints texts from files, boards and engines without characters that steer a terminal."""

import builtins
import re

# Control characters but line ends and tabs, halves of letters, and marks of direction.
_STEERING = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def clean(text):
    r"""Returns the text with such characters as Python writes them: \x1b."""
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


def print(*what, file=None, flush=False):
    """Prints as the built-in does, but cleaned."""
    builtins.print(*(clean(str(one)) for one in what), file=file, flush=flush)


def console(**how):
    """Returns a rich Console that cleans its texts."""
    from rich.console import Console  # whoever copies the firmware to a board has none

    class Cleaned(Console):
        def render_str(self, text, **how):
            return super().render_str(clean(text), **how)

    return Cleaned(**how)
