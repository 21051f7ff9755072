"""The measures of wooden or printed boards, in millimetres, and the three finished designs."""

from dataclasses import dataclass, fields, replace

# The OLED's circuit board (width, height), and its window. The pixels are 10.9, 14.7 and 27.5 mm
# high, and up to 2 mm above or below the board's middle, depending on the manufacturer.
MODULES = {
    "0.96": ((27.5, 28.0), (24.0, 15.5)),
    "1.3": ((35.5, 34.0), (31.0, 19.5)),
    "2.42": ((72.0, 43.5), (57.0, 32.0)),
}


_LONGEST = 500  # mm, of any measure
_LARGE = 10**9  # larger numbers are not written out
_MOST = {"thickness": 30, "well": 40, "lights_per_metre": 200}


class MeasureError(ValueError):
    """Measures that cannot be built; the text says what to do."""


@dataclass(frozen=True)
class Measures:
    """A design. Each field can be changed by an option of `make drawings`."""

    title: str
    board: str  # the folder in boards/ with its wiring
    oled: str  # the diagonal of its module, a key of MODULES
    lights_per_metre: int
    point_width: float
    point_length: float
    middle: float  # between the tips of opposite points
    bar_width: float
    tray_width: float  # beside the home boards, for lights of checkers borne off; 0: none
    border: float  # around the field
    first_light: float  # from a point's base to its first light; negative: in the border
    hole: float  # the diameter
    thickness: float  # of the plate between light and player
    well: float  # from a light up to the plate; a longer one spreads the light more evenly
    boxed: bool = False  # True if the plate lies on blocks in a box
    carrier: bool = False  # True if the console holds the carrier in place of a bare Pico

    @property
    def pitch(self):
        """The distance between lights on the strip."""
        return 1000 / self.lights_per_metre


DESIGNS = {
    "cigar_box": Measures(
        title="A board in a cigar box",
        board="pico",
        oled="1.3",
        lights_per_metre=60,
        point_width=1000 / 60,  # so that six lights need no cut
        point_length=64,
        middle=12,
        bar_width=20,
        tray_width=0,
        border=14.4,  # the template fits a page
        first_light=-7,
        hole=8,
        thickness=3,
        well=9,
        boxed=True,
    ),
    "tournament": Measures(
        title="A tournament board",
        board="pico_five",
        oled="2.42",
        lights_per_metre=30,
        point_width=44,
        point_length=190,
        middle=50,
        bar_width=60,
        tray_width=60,
        border=30,
        first_light=41,  # the next checker's light is free
        hole=12,
        thickness=6,
        well=12,
    ),
    "under_wood": Measures(
        title="Lights under a board you have",
        board="pico",
        oled="1.3",
        lights_per_metre=30,
        point_width=38,
        point_length=180,
        middle=40,
        bar_width=45,
        tray_width=0,
        border=28,
        first_light=-12,
        hole=5,
        thickness=10,
        well=6,
    ),
}
NUMBERS = [field.name for field in fields(Measures) if field.type in (float, int, "float", "int")]


def changed(measures, **changes):
    """Returns the measures with changes. Raises MeasureError if they cannot be built."""
    new = replace(measures, **{key: value for key, value in changes.items() if value is not None})
    for problem in _problems(new):
        raise MeasureError(problem)
    return new


def _problems(m):
    for name in NUMBERS:
        value = getattr(m, name)
        most = _MOST.get(name, _LONGEST)
        least = -most if name == "first_light" else 0
        if not least <= value <= most:  # nor is NaN
            told = "far too large" if abs(value) > _LARGE else f"{value:g}"
            yield f"{name} is {told}: it must be {least} to {most}"
    for name in ("lights_per_metre", "point_width", "point_length", "hole", "thickness", "well"):
        if not getattr(m, name):
            yield f"{name} is 0: it must be more than 0"
    if m.oled not in MODULES:
        yield f"oled is {m.oled!r}: choose one of {', '.join(MODULES)}"
    if m.hole > m.pitch - 2:
        yield f"holes of {m.hole:g} mm are too wide: the lights are {m.pitch:.1f} mm apart"
    if m.hole > m.point_width - 2:
        yield f"a hole of {m.hole:g} mm is too wide for points of {m.point_width:g}: 2 mm must stay"
    if m.first_light < m.hole / 2 - m.border:
        yield (
            f"first_light is {m.first_light:g}: with a border of {m.border:g} "
            f"it must be at least {m.hole / 2 - m.border:g}"
        )
