"""Makes a circuit board that carries a Pico and its parts, from a board's data: KiCad's files, and
what a maker of circuit boards wants. KiCad itself judges it and writes the latter. It judges the
wires of each board that is built by hand, too.
"""

import csv
import io
import json
import sys
from types import SimpleNamespace

from tools import ROOT, children
from tools.boards import loading
from tools.carrier import (
    CarrierError,
    checking,
    electric,
    layout,
    placing,
    routing,
    schematic,
    wiring,
)
from tools.carrier.circuit import ACCESSORIES, parts
from tools.command import tool
from tools.terminal import print

KICAD = ROOT / "build/kicad"
_STRONGER_MA = 3000
_RULES = {"min_clearance": routing.CLEARANCE, "min_copper_edge_clearance": routing.TO_EDGE}
# Symbols and footprints are in the files themselves, in no library of KiCad's.
_NO_LIBRARY = {"lib_footprint_issues": "ignore", "lib_footprint_mismatch": "ignore"}
_NO_SYMBOLS = {"footprint_link_issues": "ignore", "lib_symbol_issues": "ignore"}
_FILL = (
    "import pcbnew, sys; board = pcbnew.LoadBoard(sys.argv[1]); "
    "pcbnew.ZONE_FILLER(board).Fill(board.Zones()); pcbnew.SaveBoard(sys.argv[1], board)"
)
_ERC = ("erc.txt", "sch erc --severity-all --exit-code-violations -o erc.txt {}.kicad_sch")
_JUDGED = (
    (_ERC[0], _ERC[1].format("carrier")),
    (
        "drc.txt",
        "pcb drc --severity-all --schematic-parity --exit-code-violations -o drc.txt "
        "carrier.kicad_pcb",
    ),
)
_WRITTEN = (
    "pcb export gerbers -l F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts -o gerbers/ "
    "carrier.kicad_pcb",
    "pcb export drill --excellon-separate-th -o gerbers/ carrier.kicad_pcb",
    "pcb export pos --format csv --units mm -o positions.csv carrier.kicad_pcb",
    "pcb export step --no-dnp --subst-models -f -o carrier.step carrier.kicad_pcb",
    "sch export netlist -o carrier.net carrier.kicad_sch",
    "sch export pdf -o schematic.pdf carrier.kicad_sch",
    "pcb render --side top --width 1600 --height 1100 -o top.png carrier.kicad_pcb",
    "pcb render --side bottom --width 1600 --height 1100 -o bottom.png carrier.kicad_pcb",
)


def laid_out(board):
    """(parts where they lie, the tracks between them) of a board. Raises CarrierError."""
    placed = placing.placed(parts(board))
    return placed, routing.routes(placed)


def files(board, placed, routes):
    """{name: text} of what needs no KiCad: its project, the parts list. Raises CarrierError."""
    wanted = parts(board)
    wrong = checking.faults(placed, routes)
    if wrong:
        raise CarrierError("\n".join(wrong))
    return {
        "carrier.kicad_pcb": layout.board_file(board, placed, routes),
        "carrier.kicad_sch": schematic.schematic(f"Picogammon carrier: {board.TITLE}", wanted),
        "carrier.kicad_pro": _project(),
        "parts.csv": parts_list(wanted),
    }


def parts_list(wanted):
    """The text of a table: how many of which part, of whom, under which number."""
    groups = {}
    for part in wanted:
        same = (part.value, part.maker, part.number)
        if part.kind == "button":
            same = ("push button", *same[1:])
        groups.setdefault(same, []).append(part.ref)
    for ref, *same in ACCESSORIES:
        groups[tuple(same)] = [ref]
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("count", "places", "part", "maker", "number"))
    table.writerows((len(refs), " ".join(refs), *same) for same, refs in groups.items())
    return out.getvalue()


def _project():
    settings = {"rules": _RULES, "rule_severities": _NO_LIBRARY}
    project = {
        "board": {"design_settings": settings},
        "erc": {"rule_severities": _NO_SYMBOLS},
        "meta": {"filename": "carrier.kicad_pro", "version": 3},
    }
    return json.dumps(project, indent=2) + "\n"


def judge(folder):
    """Has KiCad fill the planes, judge the project in a folder, and write the rest.

    Raises CarrierError where there is no KiCad, or where it finds fault.
    """
    _kicad(folder, "kicad-python", ["-c", _FILL, str(folder / "carrier.kicad_pcb")])
    for report, line in _JUDGED:
        if _kicad(folder, "kicad-cli", line.split(), may_fail=True):
            raise CarrierError(f"KiCad finds fault: see {folder / report}")
    for line in _WRITTEN:
        _kicad(folder, "kicad-cli", line.split())


def judge_wires(folder, boards):
    """Has KiCad judge how boards are wired by hand, each with its own supply and with a stronger
    one; then the volts and milliamperes of each net. Raises CarrierError.
    """
    for board in boards:
        for supply in sorted({board.SUPPLY_MA, _STRONGER_MA}):
            wired = SimpleNamespace(**{**vars(board), "SUPPLY_MA": supply})
            found = wiring.parts(wired)
            if wrong := list(electric.faults(wired, found)):
                raise CarrierError(f"{board.NAME} at {supply} mA:\n" + "\n".join(wrong))
            into = folder / f"{board.NAME}-{supply}"
            into.mkdir(parents=True, exist_ok=True)
            title = f"{board.TITLE}, {supply} mA"
            sheet = schematic.schematic(title, found, wiring.flags(wired))
            (into / "wiring.kicad_sch").write_text(sheet, encoding="utf-8")
            (into / "wiring.kicad_pro").write_text(_project(), encoding="utf-8")
            if _kicad(into, "kicad-cli", _ERC[1].format("wiring").split(), may_fail=True):
                raise CarrierError(f"KiCad finds fault: see {into / _ERC[0]}")


def _kicad(folder, name, words, may_fail=False):
    program = KICAD / name
    if not program.exists():
        raise CarrierError(
            f"There is no KiCad to judge it: {program} is missing. make carrier gets it."
        )
    done = children.run([program, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode and not may_fail:
        raise CarrierError(f"KiCad could not do {' '.join(words[:3])}:\n{done.stderr}{done.stdout}")
    return done.returncode


def _options(parser):
    parser.add_argument("board", nargs="?", default="pico_five", help="in boards/ (%(default)s)")
    parser.add_argument(
        "--unjudged", action="store_true", help="without KiCad: its project and the parts list only"
    )


@tool(_options, CarrierError, loading.BoardError)
def main(options):
    """Writes them into build/carrier/BOARD."""
    board = loading.load_board(options.board)
    folder = ROOT / "build/carrier" / board.NAME
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files(board, *laid_out(board)).items():
        (folder / name).write_text(text, encoding="utf-8")
    if options.unjudged:
        print(f"{folder.relative_to(ROOT)}: written, and not judged by KiCad")
        return
    judge(folder)
    print(f"{folder.relative_to(ROOT)}: KiCad finds no fault. It has never been made yet.")
    wires = ROOT / "build/carrier/wires"
    judge_wires(wires, [loading.load_board(name) for name in loading.names()])
    print(f"{wires.relative_to(ROOT)}: nor in how each board is wired by hand.")


if __name__ == "__main__":
    sys.exit(main())
