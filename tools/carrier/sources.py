"""What public sources say of each kind of part, beside what the carrier has for it: one table.

Run, it writes that into the carrier's page.
"""

from collections import namedtuple

from tools.boards.loading import FOLDER
from tools.carrier.footprints import footprint
from tools.marks import put_between

PAGE = FOLDER / "carrier/README.md"
BEGIN = "<!-- Made by `python -m tools.carrier.sources`: edit that instead. -->"

# In mm, None where the source does not say it. apart: from pin 1 to pin 2, or from row to row;
# hole: its diameter; long, wide, high: of the body; source: who says so.
Stated = namedtuple("Stated", "part apart hole long wide high source")

_KICAD = "KiCad 9's library: "
STATED = {
    "pico": Stated(
        "Pico in sockets", 17.78, 1.0, None, None, 8.51, _KICAD + "RaspberryPi_Pico_Common_THT"
    ),
    "row4": Stated(
        "rows of pins", 2.54, 1.0, 10.16, 2.54, None, _KICAD + "PinHeader_1x04_P2.54mm_Vertical"
    ),
    "terminal2": Stated(
        "J1, J3", 5.0, 1.3, 10.0, 9.0, None, _KICAD + "TerminalBlock_Phoenix_PT-1,5-2-5.0-H"
    ),
    "terminal3": Stated(
        "J2", 5.0, 1.3, 15.0, 9.0, None, _KICAD + "TerminalBlock_Phoenix_PT-1,5-3-5.0-H"
    ),
    "fuse": Stated("F1", 5.1, None, 12.0, 3.0, 18.3, "Bourns, data sheet of MF-R"),
    "diode": Stated("D1", 10.16, 1.1, 5.2, 2.7, 2.7, _KICAD + "D_DO-41_SOD81_P10.16mm_Horizontal"),
    "resistor": Stated("R1, R2", 10.16, 0.8, 6.8, 2.6, 2.6, "Yageo, data sheet of MFR; KiCad"),
    "dip14": Stated("U1", 7.62, 0.8, 17.78, 6.35, None, _KICAD + "DIP-14_W7.62mm"),
    "capacitor5": Stated("C2", 2.0, 0.8, 5.0, 5.0, 7.0, _KICAD + "CP_Radial_D5.0mm_P2.00mm"),
    "capacitor8": Stated(
        "C3", 3.5, 0.8, 8.0, 8.0, None, _KICAD + "CP_Radial_D8.0mm_P3.50mm, without the height"
    ),
    "ceramic": Stated(
        "C1", None, 0.8, None, None, None, "parts lists disagree: 2.5 or 5 mm apart; its wires bend"
    ),
    "button": Stated(
        "SW1 to SW4", 4.5, 1.0, 6.0, 6.0, 4.3, "Omron, data sheet of B3F; KiCad's B3F-10xx"
    ),
    "piezo": Stated("BZ1", 5.0, 0.7, 12.6, 12.6, None, "a maker's own KiCad library, one only"),
}


def faults():
    """Sentences: where a footprint has less room, or other holes, than what is stated."""
    for kind, stated in STATED.items():
        apart, hole, sides, high = _drawn(kind)
        if stated.apart is not None and abs(apart - stated.apart) > 0.05:
            yield f"{kind}: its pins are {stated.apart} mm apart, not {apart}."
        if stated.hole is not None and not 0 <= hole - stated.hole <= 0.25:
            yield f"{kind}: its holes are {stated.hole} mm, not {hole}."
        if stated.long is not None and (sides[0] < stated.long or sides[1] < stated.wide):
            yield f"{kind}: its body is {stated.long} x {stated.wide} mm, not {sides}."
        if stated.high is not None and high < stated.high:
            yield f"{kind}: it is {stated.high} mm high, not {high}."


def _drawn(kind):
    """What a footprint has: from pin 1 to the next, hole, its body's sides, its height."""
    shape = footprint(kind)
    first = shape.pads[0]
    if kind in ("pico", "dip14"):  # from row to row
        apart = 2 * abs(first.x)
    else:
        other = next(pad for pad in shape.pads if pad.number == 2)
        apart = abs(other.y - first.y) or abs(other.x - first.x)
    left, top, right, bottom = shape.bodies[0]
    sides = sorted((round(right - left, 2), round(bottom - top, 2)), reverse=True)
    return round(apart, 2), first.drill, sides, shape.high


def table():
    """The Markdown of the carrier's page: drawn / stated, part by part."""
    rows = ["| part | pins apart | hole | body | height | stated by |"]
    rows.append("| --- | --- | --- | --- | --- | --- |")
    for kind, stated in STATED.items():
        apart, hole, sides, high = _drawn(kind)
        body = None if stated.long is None else f"{stated.long:g} × {stated.wide:g}"
        pairs = (
            (f"{apart:g}", stated.apart),
            (f"{hole:g}", stated.hole),
            (f"{sides[0]:g} × {sides[1]:g}", body),
            (f"{high:g}", stated.high),
        )
        cells = " | ".join(_pair(*pair) for pair in pairs)
        rows.append(f"| {stated.part} | {cells} | {stated.source} |")
    return "\n".join(rows)


def _pair(drawn, stated):
    if stated is None:
        return f"{drawn} / ?"
    told = stated if isinstance(stated, str) else f"{stated:g}"
    return drawn if drawn == told else f"{drawn} / {told}"


def page():
    """The text of the carrier's page, with today's table."""
    return put_between(PAGE.read_text(encoding="utf-8"), BEGIN, table())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
