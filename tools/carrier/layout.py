"""The carrier as KiCad's .kicad_pcb: parts, tracks, planes, what is printed on it."""

from tools.carrier.circuit import GROUND, nets
from tools.carrier.placing import ANTENNA, EDGE, HOLES, THICK, turned
from tools.carrier.routing import CLEARANCE, TO_EDGE, VIA, VIA_DRILL
from tools.carrier.schematic import pin_name, pin_type, symbol_path
from tools.carrier.sexpr import Word, font, text, uid

ORIGIN = (150.0, 100.0)  # the Pico's middle on KiCad's sheet
_LAYERS = (
    (0, "F.Cu", "signal"),
    (2, "B.Cu", "signal"),
    (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"),
    (1, "F.Mask", "user"),
    (3, "B.Mask", "user"),
    (25, "Edge.Cuts", "user"),
    (31, "F.CrtYd", "user"),
    (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"),
    (33, "B.Fab", "user"),
)
_COPPER = ("F.Cu", "B.Cu")
_ROOM = 0.25  # around a part
_LINE = 0.15
_LINE_OFF = 0.15  # from what it is printed around
# Where a part's name is printed, in the part's own directions; else in its middle.
_NAMED = {
    "ceramic": (0, 2.6),
    "capacitor5": (0, -1.6),
    "capacitor8": (0, -2.0),
    "piezo": (0, -3.0),
    "terminal2": (0, 2.6),
    "terminal3": (0, 2.6),
    "row3": (-1.2, 2.9),
    "row11": (0, -3.4),
}
_SHORT = {"STRIP_5V": "5V", "SUPPLY_5V": "5V", "FUSED_5V": "5V", "STRIP_DIN": "DIN", "VBUS": "USB"}
# From a pin to where its name is printed, and on which side that begins.
_BESIDE = {
    "J4": (-1.75, 0, "right"),
    "J5": (-1.6, 0, "right"),
    "J6": (0, -2.0, None),
}
_BEHIND = (-2.75, 0, None)  # terminals: under the body, and on the other side of the carrier
_PRINT = 0.8
# Which way round: what is printed in a part's own directions, beside its + or at its pin 1.
_PLUS = {"C2": (-1.3, -2.9), "C3": (-3.2, 0)}
_RING = (-2.1, -1.2, -1.7, 1.2)  # a diode's
_NOTCH = (-1.0, -9.95, 1.0, -9.3)  # a DIP's, at the end of pin 1


def board_file(board, placed, routes):
    """The text of the .kicad_pcb."""
    numbers = {net: i for i, net in enumerate(_all_nets(placed), 1)}
    nodes = [("net", 0, "")] + [("net", number, net) for net, number in numbers.items()]
    nodes += [_footprint(part, numbers) for part in placed]
    nodes += [_hole(i, *hole) for i, hole in enumerate(HOLES, 1)]
    nodes += [_edge(), *_prints(board, placed)]
    nodes += [_track(track, numbers, i) for i, track in enumerate(routes.tracks)]
    nodes += [_via(via, numbers, i) for i, via in enumerate(routes.vias)]
    nodes += [_no_copper(), *(_plane(layer, numbers[GROUND]) for layer in _COPPER)]
    whole = (
        "kicad_pcb",
        ("version", 20241229),
        ("generator", "picogammon"),
        ("generator_version", "9.0"),
        ("general", ("thickness", THICK)),
        ("paper", "A4"),
        ("title_block", ("title", f"Picogammon carrier: {board.TITLE}")),
        ("layers", *((number, name, Word(kind)) for number, name, kind in _LAYERS)),
        ("setup", ("pad_to_mask_clearance", 0.05)),
        nodes,
    )
    return text(whole) + "\n"


def unjoined(part, pin):
    """KiCad's name for the net of a pin that is joined with nothing."""
    return f"unconnected-({part.ref}-{pin_name(part, pin)}-Pad{pin})"


def _net(part, pin):
    return part.pins.get(pin) or unjoined(part, pin)


def _all_nets(placed):
    found = list(nets([each.part for each in placed]))
    for each in placed:
        alone = {
            unjoined(each.part, pad.number) for pad in each.pads if pad.number not in each.part.pins
        }
        found += sorted(alone)
    return found


def _at(x, y, *turn):
    return ("at", float(ORIGIN[0] + x), float(ORIGIN[1] + y), *turn)


def _point(word, x, y):
    return (word, float(ORIGIN[0] + x), float(ORIGIN[1] + y))


def _stroke(width=_LINE):
    return ("stroke", ("width", width), ("type", Word("solid")))


def _footprint(placed, numbers):
    part, shape = placed.part, placed.footprint
    ref, turn = part.ref, placed.turn
    where = _NAMED.get(part.kind, (0, 0))
    if part.kind.startswith("row") and part.kind not in _NAMED:
        where = (min(pad.x for pad in shape.pads) - 2.3, 0)
    nodes = [_text_property("Reference", ref, ref, where, "F.SilkS", False)]
    nodes.append(_text_property("Value", part.value, ref, (0, 0), "F.Fab", True))
    nodes += [
        ("path", f"/{symbol_path(ref)}"),
        ("sheetname", "/"),
        ("sheetfile", "carrier.kicad_sch"),
        ("attr", Word("through_hole")),
    ]
    for i, body in enumerate(shape.bodies):
        nodes += _outlines(f"{ref}/{i}", shape, body)
    nodes += _way_round(part)
    for i, pad in enumerate(shape.pads):
        net = _net(part, pad.number)
        nodes.append(
            (
                "pad",
                str(pad.number),
                Word("thru_hole"),
                Word("rect" if pad.square else "circle"),
                ("at", float(pad.x), float(pad.y), turn),
                ("size", pad.size, pad.size),
                ("drill", pad.drill),
                ("layers", "*.Cu", "*.Mask"),
                ("remove_unused_layers", Word("no")),
                ("net", numbers[net], net),
                ("pinfunction", pin_name(part, pad.number)),
                ("pintype", pin_type(part, pad.number)),
                uid(ref, "pad", i),
            )
        )
    head = ("footprint", f"carrier:{part.kind}", ("layer", "F.Cu"), uid(ref, "footprint"))
    return (*head, _at(placed.x, placed.y, turn), nodes)


def _text_property(name, value, ref, where, layer, hidden):
    return (
        "property",
        name,
        value,
        ("at", *map(float, where), 0),
        ("unlocked", Word("yes")),
        ("layer", layer),
        *([("hide", Word("yes"))] if hidden else []),
        uid(ref, name),
        font(0.9),
    )


def _outlines(name, shape, body):
    """The body, and the room around it and its pads."""
    pads = [pad for pad in shape.pads if len(shape.bodies) == 1 or body[0] <= pad.x <= body[2]]
    across = [pad.x + side * pad.size / 2 for pad in pads for side in (-1, 1)]
    down = [pad.y + side * pad.size / 2 for pad in pads for side in (-1, 1)]
    left, right = min(body[0], *across), max(body[2], *across)
    top, bottom = min(body[1], *down), max(body[3], *down)
    room = (left - _ROOM, top - _ROOM, right + _ROOM, bottom + _ROOM)
    line = _LINE_OFF if len(shape.bodies) == 1 else -_LINE_OFF  # the Pico's reach to the edge
    printed = (left - line, top - line, right + line, bottom + line)
    if shape.round:
        x, y = (body[0] + body[2]) / 2, (body[1] + body[3]) / 2
        drawn = [
            _circle(layer, x, y, (body[2] - body[0]) / 2 + more, f"{name}/{layer}")
            for layer, more in (("F.Fab", 0), ("F.SilkS", _LINE_OFF), ("F.CrtYd", _ROOM))
        ]
        return drawn
    around = [("F.Fab", body), ("F.CrtYd", room), ("F.SilkS", printed)]
    return [_rectangle(layer, box, f"{name}/{layer}") for layer, box in around]


def _way_round(part):
    """The mark of a part that must not be turned round: a diode's ring, a DIP's notch."""
    box = {"diode": _RING, "dip14": _NOTCH}.get(part.kind)
    return [_rectangle("F.SilkS", box, f"{part.ref}/way")] if box else []


def _rectangle(layer, box, name):
    start, end = ("start", *map(float, box[:2])), ("end", *map(float, box[2:]))
    width = 0.05 if layer == "F.CrtYd" else _LINE
    fill = ("fill", Word("no"))
    return ("fp_rect", start, end, _stroke(width), fill, ("layer", layer), uid(name))


def _circle(layer, x, y, radius, name):
    centre, end = ("center", float(x), float(y)), ("end", float(x + radius), float(y))
    width = 0.05 if layer == "F.CrtYd" else _LINE
    fill = ("fill", Word("no"))
    return ("fp_circle", centre, end, _stroke(width), fill, ("layer", layer), uid(name))


def _hole(number, x, y, across):
    ref = f"H{number}"
    pad = (
        "pad",
        "",
        Word("np_thru_hole"),
        Word("circle"),
        ("at", 0, 0),
        ("size", across, across),
        ("drill", across),
        ("layers", "*.Cu", "*.Mask"),
        uid(ref, "pad"),
    )
    attr = ("attr", Word("board_only"), Word("exclude_from_pos_files"), Word("exclude_from_bom"))
    named = _text_property("Reference", ref, ref, (0, 0), "F.Fab", True)
    head = ("footprint", f"carrier:hole{across:g}", ("layer", "F.Cu"), uid(ref))
    return (*head, _at(x, y), named, attr, pad)


def _edge():
    start, end = _point("start", *EDGE[:2]), _point("end", *EDGE[2:])
    fill = ("fill", Word("no"))
    return ("gr_rect", start, end, _stroke(0.1), fill, ("layer", "Edge.Cuts"), uid("edge"))


def _prints(board, placed):
    """What is printed beside the parts: what it is, and each pin's name."""
    nodes = [
        _print("Picogammon", -22.5, -22.5, "F.SilkS", size=1.6),
        _print(f"carrier for {board.NAME}", -22.5, -20.0, "F.SilkS"),
        _print("5 V only, 2 A", -22.5, -10.0, "B.SilkS"),
    ]
    for each in placed:
        ref = each.part.ref
        if ref in _PLUS:
            across, down = turned(*_PLUS[ref], each.turn)
            nodes.append(_print("+", each.x + across, each.y + down, "F.SilkS"))
        if each.part.kind == "button":
            nodes.append(_print(each.part.value, each.x, each.y - 4.3, "F.SilkS"))
        elif each.part.kind.startswith("terminal"):
            nodes += _pin_names(each, _BEHIND, "F.SilkS") + _pin_names(each, _BEHIND, "B.SilkS")
        elif ref == "JP1":
            ends = ((each.pads[0], -2.1), (each.pads[-1], 2.1))
            for pad, down in ends:
                said = _SHORT[each.part.pins[pad.number]]
                nodes.append(_print(said, pad.x, pad.y + down, "F.SilkS"))
        elif ref in _BESIDE:
            nodes += _pin_names(each, _BESIDE[ref], "F.SilkS")
    return nodes


def _pin_names(placed, beside, layer):
    across, down, side = beside
    found = []
    for pad in placed.pads:
        net = placed.part.pins[pad.number]
        said = _SHORT.get(net, net.replace("ROW", "R").replace("COLUMN", "C"))
        found.append(_print(said, pad.x + across, pad.y + down, layer, side))
    return found


def _print(said, x, y, layer, side=None, size=_PRINT):
    back = [Word("mirror")] if layer == "B.SilkS" else []
    justify = [*([Word(side)] if side else []), *back]
    how = font(size, *([("justify", *justify)] if justify else []))
    return ("gr_text", said, _at(x, y, 0), ("layer", layer), uid("text", said, x, y, layer), how)


def _track(track, numbers, i):
    return (
        "segment",
        _point("start", track.x1, track.y1),
        _point("end", track.x2, track.y2),
        ("width", track.width),
        ("layer", _COPPER[track.layer]),
        ("net", numbers[track.net]),
        uid("track", i),
    )


def _via(via, numbers, i):
    size = (("size", VIA), ("drill", VIA_DRILL), ("layers", *_COPPER))
    return ("via", _point("at", via.x, via.y), *size, ("net", numbers[via.net]), uid("via", i))


def _polygon(left, top, right, bottom):
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return ("polygon", ("pts", *(_point("xy", *corner) for corner in corners)))


def _plane(layer, number):
    """Ground, wherever nothing else is. Spokes of 1 mm bear the strip's current."""
    left, top, right, bottom = EDGE
    box = (left + TO_EDGE, top + TO_EDGE, right - TO_EDGE, bottom - TO_EDGE)
    return (
        "zone",
        ("net", number),
        ("net_name", GROUND),
        ("layer", layer),
        uid("plane", layer),
        ("hatch", Word("edge"), 0.5),
        ("connect_pads", ("clearance", CLEARANCE + 0.05)),
        ("min_thickness", 0.25),
        ("fill", Word("yes"), ("thermal_gap", 0.3), ("thermal_bridge_width", 1.0)),
        _polygon(*box),
    )


def _no_copper():
    ways = ("tracks", "vias", "pads", "copperpour", "footprints")
    forbidden = {"tracks", "vias", "copperpour"}
    said = [(way, Word("not_allowed" if way in forbidden else "allowed")) for way in ways]
    return (
        "zone",
        ("net", 0),
        ("net_name", ""),
        ("layers", *_COPPER),
        uid("antenna"),
        ("name", "Pico W's antenna"),
        ("hatch", Word("edge"), 0.5),
        ("connect_pads", ("clearance", 0)),
        ("min_thickness", 0.25),
        ("keepout", *said),
        ("fill", ("thermal_gap", 0.3), ("thermal_bridge_width", 1.0)),
        _polygon(*ANTENNA),
    )
