"""Elements of drawings (SVG), as text. Attributes keep the order in which they are given."""

from html import escape


def tag(name, inside=None, **attributes):
    """Returns an element; `_` in an attribute's name becomes a hyphen, and None leaves it out."""
    told = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else f"{value:g}"}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{told}/>" if inside is None else f"<{name}{told}>{escape(inside)}</{name}>"


def text(x, y, said, anchor="start", size=12, bold=False, fill=None):
    weight = "bold" if bold else None
    style = {"text_anchor": anchor, "font_size": size, "font_weight": weight, "fill": fill}
    return tag("text", said, x=x, y=y, **style)


def rect(x, y, width, height, rx=None, fill="#f4f1ea", stroke="#8a8172"):
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, fill=fill, stroke=stroke)


def circle(x, y, radius, fill, stroke=None):
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke)


def document(width, height, font_size, lines):
    """Returns a whole drawing on white."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="{font_size}">'
    )
    ground = tag("rect", width=width, height=height, fill="#ffffff")
    return "\n".join([head + ground, *lines, "</svg>"]) + "\n"
