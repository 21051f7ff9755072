"""Shows which lights stay free where real checkers lie on a design's lights.

The referee's lights are the first beyond the checkers that lie on a point.
"""

from tools.boards.svg import circle, document, tag, text

SIZE = 42.0  # mm, a tournament's checker
_GAP = 60  # between points that are drawn
_WOOD = {"fill": "#d9b382", "fill_opacity": 0.85, "stroke": "#8c6d46"}


def hidden(measures, lights, count):
    """Returns the mm that `count` checkers cover of each hole of a point, from the rim on."""
    covered = []
    for i in range(lights):
        low = measures.first_light + i * measures.pitch - measures.hole / 2
        covered.append(min(measures.hole, max(0.0, count * SIZE - low)))
    return covered


def picture(layout):
    """Returns an SVG: a point with none to five checkers, and the light that the referee uses."""
    m, lights = layout.measures, layout.wiring.lights_per_point
    high = max(m.point_length, 5 * SIZE) + 40
    wide = 6 * _GAP + 20
    body = []
    for count in range(6):
        x = 10 + _GAP * (count + 0.5)
        left, right, tip = x - m.point_width / 2, x + m.point_width / 2, high - m.point_length
        shape = f"M{left:g} {high - 10:g} L{x:g} {tip - 10:g} L{right:g} {high - 10:g} Z"
        body.append(tag("path", d=shape, fill="none", stroke="#8c6d46"))
        covers = hidden(m, lights, count)
        for i, covered in enumerate(covers):
            y = high - 10 - m.first_light - i * m.pitch
            chosen = i == min(count, lights - 1)
            fill = "#2e8b57" if chosen and not covered else "#c0392b" if chosen else "#ffffff"
            body.append(circle(x, f"{y:.1f}", m.hole / 2, fill, "#333"))
        for i in range(count):
            y = high - 10 - SIZE * (i + 0.5)
            body.append(tag("circle", cx=x, cy=y, r=SIZE / 2, **_WOOD))
        said = f"{count} checker{'' if count == 1 else 's'}"
        body.append(text(x, high + 6, said, "middle", None))
    return document(wide, high + 16, 9, body)
