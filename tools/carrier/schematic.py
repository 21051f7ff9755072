"""Parts as KiCad's .kicad_sch: a box for each, and at each pin the name of its net."""

from tools.carrier.circuit import GROUND, STRIP_5V, VBUS, VOLTS_3, VSYS
from tools.carrier.sexpr import Word, font, identity, text, uid

PROJECT = "carrier"
_ROOT = identity("sheet")
_PITCH = 2.54
_WIDE = {"pico": 25.4, "pi": 25.4, "dip14": 15.24}  # of a box
_MOST_ON_A_SIDE = 5
# Where boxes lie, in mm; what is beyond the fourth column wants larger paper.
_COLUMNS = (55.88, 132.08, 203.2, 261.62, *(320.04 + 50.8 * i for i in range(6)))
_ON_A4 = 4
_LOWEST = 190.0
# Power comes in through what KiCad does not take for a source: jumper, diode, terminal.
FLAGS = (GROUND, STRIP_5V, VSYS)
_OUT, _IN = "power_out", "power_in"
# What flows at a pin, in KiCad's words, by the kind of part and the pin's name. None: any other.
_TYPES = {
    "pico": {VBUS: _OUT, VOLTS_3: _OUT, VSYS: _IN, GROUND: _IN, "AGND": _IN, None: "bidirectional"},
    "pi": {"5V": _OUT, VOLTS_3: _OUT, GROUND: _IN, None: "bidirectional"},
    "dip14": {
        **dict.fromkeys(("1Y", "2Y", "3Y", "4Y"), "tri_state"),
        **{"VCC": _IN, GROUND: _IN, None: "input"},
    },
    "strip": {"5V": _IN, GROUND: _IN, None: "input"},
    "oled": {"VCC": _IN, GROUND: _IN, "SDA": "bidirectional", None: "input"},
    "supply": {"5V": _OUT, None: "passive"},
}


def symbol_path(ref):
    """The id of a part's symbol; its footprint names it."""
    return identity(ref, "symbol")


def pin_name(part, pin):
    """What a pin is called, "~" where it has no name."""
    return part.names.get(pin, "~")


def pin_type(part, pin):
    """What flows at a pin, in KiCad's words."""
    types = _TYPES.get(part.kind, {None: "passive"})
    return types.get(pin_name(part, pin), types[None])


def schematic(title, parts, flags=FLAGS):
    """The text of the .kicad_sch. `flags`: the nets that KiCad is told are fed."""
    nodes, symbols = [], {}
    spots = list(_spots(parts))
    for part, (x, y) in zip(parts, spots, strict=True):
        symbols.setdefault(_kind(part), _symbol(part))
        nodes += _instance(part, x, y)
    for i, net in enumerate(flags):
        nodes += _flag(net, i)
    small = max(x for x, _ in spots) < _COLUMNS[_ON_A4]
    whole = (
        "kicad_sch",
        ("version", 20250114),
        ("generator", "picogammon"),
        ("generator_version", "9.0"),
        ("uuid", _ROOT),
        ("paper", "A4" if small else "A2"),
        ("title_block", ("title", title)),
        ("lib_symbols", *symbols.values(), _flag_symbol()),
        nodes,
        ("sheet_instances", ("path", "/", ("page", "1"))),
    )
    return text(whole) + "\n"


def _kind(part):
    """A symbol's name: parts of a kind differ by their pins' names."""
    return f"carrier:{part.ref if part.names else part.kind}"


def _pins(part):
    """{pin: (x, y, angle)} in the symbol's own directions, y up; half the box's width; height."""
    numbers = sorted({*part.pins, *part.names})
    wide = _WIDE.get(part.kind, 7.62)
    on_left = len(numbers) if len(numbers) <= _MOST_ON_A_SIDE else (len(numbers) + 1) // 2
    left, right = numbers[:on_left], numbers[on_left:]
    if part.kind in _WIDE:
        right = right[::-1]
    found = {}
    for side, pins in ((-1, left), (1, right)):
        for i, pin in enumerate(pins):
            found[pin] = (side * (wide / 2 + _PITCH), -_PITCH * i, 0 if side < 0 else 180)
    return found, wide / 2, _PITCH * (on_left - 1)


def _spots(parts):
    """Where each part's first pin lies: down one column after another."""
    column, y = 0, 30.48
    for part in parts:
        high = _pins(part)[2]
        if y + high > _LOWEST:
            column, y = column + 1, 30.48
        yield _COLUMNS[column], y
        y = round(y + high + 5 * _PITCH, 2)


def _property(name, value, x, y, hidden=False):
    shown = [("hide", Word("yes"))] if hidden else []
    return ("property", name, value, ("at", float(x), float(y), 0), font(1.27, *shown))


def _symbol(part):
    """The box with its pins."""
    places, half, high = _pins(part)
    name = _kind(part)
    start, end = ("start", -half, 1.27 + 0.635), ("end", half, -high - 1.27 - 0.635)
    stroke = ("stroke", ("width", 0.254), ("type", Word("default")))
    box = ("rectangle", start, end, stroke, ("fill", ("type", Word("background"))))
    pins = [
        (
            "pin",
            Word(pin_type(part, pin)),
            Word("line"),
            ("at", float(x), float(y), angle),
            ("length", _PITCH),
            ("name", pin_name(part, pin), font(1.27)),
            ("number", str(pin), font(1.27)),
        )
        for pin, (x, y, angle) in places.items()
    ]
    return (
        "symbol",
        name,
        ("pin_names", ("offset", 1.016)),
        ("exclude_from_sim", Word("no")),
        ("in_bom", Word("yes")),
        ("on_board", Word("yes")),
        _property("Reference", part.ref.rstrip("0123456789"), 0, 3.81),
        _property("Value", part.value, 0, 0),
        _property("Footprint", f"carrier:{part.kind}", 0, 0, hidden=True),
        ("symbol", f"{name.partition(':')[2]}_1_1", box, pins),
    )


def _instance(part, x, y):
    """The part on the sheet, and at each pin the net's name, or a cross."""
    places, _, high = _pins(part)
    ref = part.ref
    nodes = [
        _placed(
            _kind(part),
            ref,
            (x, y),
            ("yes", "yes"),
            _property("Reference", ref, x, y - 3.81),
            _property("Value", part.value, x, y + high + 4.0),
            _property("Footprint", f"carrier:{part.kind}", x, y, hidden=True),
            _property("Maker", part.maker, x, y, hidden=True),
            _property("Number", part.number, x, y, hidden=True),
        )
    ]
    for pin, (across, up, angle) in places.items():
        at = round(x + across, 4), round(y - up, 4)
        net = part.pins.get(pin)
        if net:
            nodes.append(_label(net, at, 180 - angle, ref, pin))
        else:
            nodes.append(("no_connect", ("at", *at), uid(ref, pin, "cross")))
    return nodes


def _placed(kind, ref, at, bom_and_board, *properties):
    on_bom, on_board = bom_and_board
    return (
        "symbol",
        ("lib_id", kind),
        ("at", *at, 0),
        ("unit", 1),
        ("exclude_from_sim", Word("no")),
        ("in_bom", Word(on_bom)),
        ("on_board", Word(on_board)),
        ("dnp", Word("no")),
        ("uuid", symbol_path(ref)),
        *properties,
        (
            "instances",
            ("project", PROJECT, ("path", f"/{_ROOT}", ("reference", ref), ("unit", 1))),
        ),
    )


def _label(net, at, angle, ref, pin):
    side = ("justify", Word("right" if angle else "left"))
    shape = ("shape", Word("passive"))
    at = ("at", *at, angle)
    return ("global_label", net, shape, at, font(1.27, side), uid(ref, pin, "label"))


def _flag(net, i):
    """The sign that a net is fed."""
    ref, x, y = f"#FLG{i + 1}", _COLUMNS[_ON_A4 - 1], 30.48 + 10.16 * i
    shown = [_property("Reference", ref, x, y, hidden=True)]
    shown.append(_property("Value", "PWR_FLAG", x, y - 3.81))
    placed = _placed("carrier:PWR_FLAG", ref, (x, y), ("no", "no"), *shown)
    return [placed, _label(net, (x, y), 180, ref, 1)]


def _flag_symbol():
    pin = (
        "pin",
        Word("power_out"),
        Word("line"),
        ("at", 0, 0, 90),
        ("length", 0),
        ("name", "~", font(1.27)),
        ("number", "1", font(1.27)),
    )
    return (
        "symbol",
        "carrier:PWR_FLAG",
        ("power",),
        ("exclude_from_sim", Word("no")),
        ("in_bom", Word("no")),
        ("on_board", Word("no")),
        _property("Reference", "#FLG", 0, 0, hidden=True),
        _property("Value", "PWR_FLAG", 0, 3.81),
        ("symbol", "PWR_FLAG_1_1", pin),
    )
