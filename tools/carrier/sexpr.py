"""KiCad's way to write things down: lists in brackets."""

import json
import uuid

_NAMES = uuid.UUID("6a1c9c53-0f0f-4d6c-9d0e-2b8c5a7f3a10")


class Word(str):
    """Written without quotation marks: a keyword."""


def text(node, depth=0):
    """A node as KiCad reads it: a tuple that begins with a keyword; only a Word is unquoted.

    A list inside is a row of nodes.
    """
    if isinstance(node, tuple):
        flat = [each for part in node[1:] for each in (part if isinstance(part, list) else [part])]
        inner = [text(each, depth + 1) for each in flat]
        if not any(isinstance(each, tuple) for each in flat):
            return f"({' '.join([str(node[0]), *inner])})"
        tabs = "\t" * depth
        gap = f"\n\t{tabs}"
        plain = [each for each, of in zip(inner, flat, strict=True) if not isinstance(of, tuple)]
        rest = [each for each, of in zip(inner, flat, strict=True) if isinstance(of, tuple)]
        return f"({' '.join([str(node[0]), *plain])}{gap}{gap.join(rest)}\n{tabs})"
    if isinstance(node, Word):
        return str(node)
    if isinstance(node, str):
        return json.dumps(node, ensure_ascii=False)
    if isinstance(node, float):
        return f"{node + 0:.4f}".rstrip("0").rstrip(".")
    return str(node)


def identity(*names):
    """An id that is always the same for a thing of these names, as a string."""
    return str(uuid.uuid5(_NAMES, "/".join(map(str, names))))


def uid(*names):
    """The node with a thing's id."""
    return ("uuid", identity(*names))


def font(size, *more):
    """The node that says how large a text is."""
    thick = ("thickness", round(size * 0.15, 3))
    return ("effects", ("font", ("size", size, size), thick), *more)
