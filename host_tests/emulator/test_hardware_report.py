"""The emulated board measures itself, and what it finds is what is emulated."""

import ast
from dataclasses import replace
from itertools import groupby

from emulator import serial_port
from tools.emulator import Emulator, constants
from tools.emulator.reference import BOARD
from tools.hardware import report
from tools.hardware.report import Report, Row, parse

_GAUGE = """
import os, time
from picogammon.devices import flash_gauge
from picogammon.devices.flash_kernel import read
from picogammon.hardware import Report
from picogammon.host import of_chip
host = of_chip(False)
took = Report(host, None, None).took
from rp2 import Flash
def flash():
    spare = flash_gauge.Spare(host.flash(), host.files, host.urandom(32))
    erases, programs = [], []
    for _ in spare.take(): pass
    for _ in flash_gauge.times(spare, took, erases, programs): pass
    spare.give_back()
    return sorted(erases)[2], sorted(programs)[40]
print([flash(), flash_gauge.read_costs(read, took)])
"""


def test_the_report_of_a_board_from_end_to_end(image):
    ring = constants.Ring(6.2, 0.01, 0.6)
    chip = replace(constants.IDEAL, i2c_ns=4000, ring=ring)
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image)
        board.start_up()
        before = board.operations()
        done = serial_port.run(board, "tools.hardware", "--patience", "300")
        assert done.returncode == 0, done.stdout
        touched = {address for _, _, address in board.operations()[len(before) :]}
        assert touched and min(touched) >= 0x100000  # the image itself is left alone
        files = board.exec("import os\nprint(os.listdir())")
        assert "match.log" in files and "flash.try" not in files
    found = parse(done.stdout)
    rows = {label: row.text for label, row in found.rows.items()}
    assert rows["chip"].startswith("RP2040, revision ") and rows["clock"] == "125.00 MHz"
    assert (rows["flash"], rows["flash number"]) == ("Winbond W25Q16", "ef4015")
    assert rows["flash size"] == "2048 KB" and rows["flash divisor"] == "2"
    assert rows["I2C addresses"] == "0x3c" and rows["OLED"] == "ssd1306 at 0x3c answers"
    assert 26000 < found.number("I2C byte") < 27500
    assert 45 < found.number("sector erase") < 46
    assert 57 < found.number("ones") < 63
    assert _longest_run(rows) <= found.number("longest run") < 400
    assert rows["ring oscillator"] == "6200 kHz"
    assert 0.5 < report.ring(found).jitter / ring.jitter < 2
    for level in ("novice", "casual", "club", "expert", "master"):
        assert found.number(f"{level}, opening") > 1
    assert found.number("free heap after") >= 40  # of it the link has taken 30 KB to answer


def _longest_run(rows):
    """The longest run of equal bits among those that the report shows."""
    shown = bytes.fromhex("".join(rows[f"bits {line}"] for line in (1, 2, 3, 4)))
    bits = f"{int.from_bytes(shown, 'little'):01024b}"  # the first bit is the lowest, so it is last
    return max(len(list(run)) for _, run in groupby(bits))


def _measured(image, chip):
    """A Report with the rows of such a chip that constants are made of."""
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image)
        board.start_up()
        (erase, program), reads = ast.literal_eval(board.exec(_GAUGE))
    texts = {
        "clock": "125.00 MHz",
        "sector erase": f"{erase / 1000:.2f} ms",
        "page program": f"{program / 1000:.2f} ms",
        "first word of a line": f"{reads[1] // 1000} ns",
        "second word of a line": f"{reads[2] // 1000} ns",
    }
    return Report({label: Row(label, text) for label, text in texts.items()}, "")


def test_the_constants_of_another_chip_are_found_by_what_it_measures(image):
    usual = _measured(image, constants.CHIP)
    for chip in (
        constants.Constants(8, 80, erase_ms=80, program_ms=1.5),
        constants.Constants(4, 60, erase_ms=30, program_ms=0.8),
    ):
        found = report.constants(_measured(image, chip), usual, constants.CHIP)
        assert found.fill == chip.fill
        assert abs(found.cycles - chip.cycles) < chip.cycles * 0.05
        assert abs(found.erase_ms - chip.erase_ms) < 0.5
        assert abs(found.program_ms - chip.program_ms) < 0.1
