"""Turns the fonts drawn as text in fonts/*.txt into firmware/picogammon/app/display/font.py."""

from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "firmware" / "picogammon" / "app" / "display" / "font.py"
NAMES = ("text", "small", "big")
SPACE_WIDTH = 2
_HEAD = '''"""The three fonts TEXT, SMALL and BIG, as bytes that stay in flash.

Change the drawings in tools/pictures/fonts, and let `python -m tools.pictures` make this file.

A font is (first character, bytes per glyph, pages, widths, glyphs). A page is eight rows of pixels.
A glyph has a byte for each column of a page, from left to right, page by page; bit 0 is the top.
"""
'''


def read_art(path):
    """Returns a file's glyphs: {character: [row, ...]}, rows of '.' and '#'. Raises ValueError."""
    glyphs = {}
    for block in path.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("; ")]
        if not lines:
            continue
        characters, rows = lines[0], [line.split(" ") for line in lines[1:]]
        for i, character in enumerate(characters):
            glyph = [row[i] for row in rows]
            if len({len(row) for row in glyph}) != 1 or any(set(row) - set(".#") for row in glyph):
                raise ValueError(f"{path.name}: {character!r} is drawn crookedly")
            glyphs[character] = glyph
        if any(len(row) != len(characters) for row in rows):
            raise ValueError(f"{path.name}: {characters} has rows of another number of glyphs")
    return glyphs


def columns(glyph, pages):
    """Returns a glyph's bytes, page by page."""
    cells = []
    for page in range(pages):
        rows = glyph[8 * page : 8 * page + 8]
        for column in range(len(glyph[0])):
            cells.append(sum((row[column] == "#") << bit for bit, row in enumerate(rows)))
    return bytes(cells)


def _chunks(data):
    lines = [data[i : i + 20] for i in range(0, len(data), 20)]
    texts = ['b"' + "".join(f"\\x{byte:02x}" for byte in line) + '"' for line in lines]
    return texts[0] if len(texts) == 1 else "(\n    " + "\n    ".join(texts) + "\n)"


def render():
    """Returns the source text of font.py."""
    parts = [_HEAD]
    for name in NAMES:
        glyphs = read_art(HERE / "fonts" / f"{name}.txt")
        height = max(len(glyph) for glyph in glyphs.values())
        if name != "big":
            glyphs[" "] = ["." * SPACE_WIDTH] * height
        pages = (height + 7) // 8
        order = sorted(glyphs)
        if [ord(c) for c in order] != list(range(ord(order[0]), ord(order[-1]) + 1)):
            raise ValueError(f"{name}: a character is missing")
        cell = pages * max(len(glyph[0]) for glyph in glyphs.values())
        data = b"".join(columns(glyphs[c], pages).ljust(cell, b"\0") for c in order)
        widths = bytes(len(glyphs[c][0]) for c in order)
        parts.append(f"_{name.upper()}_WIDTHS = {_chunks(widths)}\n")
        parts.append(f"_{name.upper()}_GLYPHS = {_chunks(data)}\n")
        parts.append(
            f"{name.upper()} = ({ord(order[0])}, {cell}, {pages}, _{name.upper()}_WIDTHS,"
            f" _{name.upper()}_GLYPHS)\n"
        )
    return "\n".join(parts)


def write():
    """Writes font.py and returns its path."""
    TARGET.write_text(render())
    return TARGET
