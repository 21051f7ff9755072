"""Real checkers on a design whose lights lie below them: which light is free, told and drawn.

The referee's lights are the first beyond the checkers that lie on a point.
"""

from html import escape

SIZE = 42.0  # mm, a tournament's checker
_GAP = 60  # between points that are drawn
_WOOD = 'fill="#d9b382" fill-opacity="0.85" stroke="#8c6d46"'


def hidden(measures, lights, count):
    """How much of each hole of a point `count` checkers cover: mm, a list from the rim on."""
    covered = []
    for i in range(lights):
        low = measures.first_light + i * measures.pitch - measures.hole / 2
        covered.append(min(measures.hole, max(0.0, count * SIZE - low)))
    return covered


def picture(layout):
    """An SVG: a point with none to five checkers, its lights, and the one that the referee uses."""
    m, lights = layout.measures, layout.wiring.lights_per_point
    high = max(m.point_length, 5 * SIZE) + 40
    wide = 6 * _GAP + 20
    body = []
    for count in range(6):
        x = 10 + _GAP * (count + 0.5)
        left, right, tip = x - m.point_width / 2, x + m.point_width / 2, high - m.point_length
        body.append(
            f'<path d="M{left:g} {high - 10:g} L{x:g} {tip - 10:g} L{right:g} {high - 10:g} Z" '
            'fill="none" stroke="#8c6d46"/>'
        )
        covers = hidden(m, lights, count)
        for i, covered in enumerate(covers):
            y = high - 10 - m.first_light - i * m.pitch
            chosen = i == min(count, lights - 1)
            fill = "#2e8b57" if chosen and not covered else "#c0392b" if chosen else "#ffffff"
            body.append(
                f'<circle cx="{x:g}" cy="{y:.1f}" r="{m.hole / 2:g}" fill="{fill}" stroke="#333"/>'
            )
        for i in range(count):
            y = high - 10 - SIZE * (i + 0.5)
            body.append(f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE / 2:g}" {_WOOD}/>')
        said = f"{count} checker{'' if count == 1 else 's'}"
        body.append(f'<text x="{x:g}" y="{high + 6:g}" text-anchor="middle">{escape(said)}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high + 16:g}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="9">'
        f'<rect width="{wide}" height="{high + 16:g}" fill="#ffffff"/>'
    )
    return "\n".join([head, *body, "</svg>"]) + "\n"
