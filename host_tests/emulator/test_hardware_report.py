"""The emulated board measures itself, and what it finds is what is emulated."""

from dataclasses import replace
from itertools import groupby

import pytest

from emulator import serial_port
from tools.emulator import Emulator, constants
from tools.emulator.reference import BOARD

pytestmark = pytest.mark.long


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
        assert touched and min(touched) >= 0x140000  # the image itself is left alone
        files = board.exec("import os\nprint(os.listdir())")
        assert "match.log" in files and "flash.try" not in files
    rows = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)

    def number(label):
        return float(rows[label].split()[0])

    assert rows["chip"].startswith("RP2040, revision ") and rows["clock"] == "125.00 MHz"
    assert (rows["flash"], rows["flash number"]) == ("Winbond W25Q16", "ef4015")
    assert rows["flash size"] == "2048 KB" and rows["flash divisor"] == "2"
    assert rows["I2C addresses"] == "0x3c" and rows["OLED"] == "ssd1306 at 0x3c answers"
    assert 26000 < number("I2C byte") < 27500
    assert 45 < number("sector erase") < 46
    assert 57 < number("ones") < 63
    assert _longest_run(rows) <= number("longest run") < 400
    assert rows["ring oscillator"] == "6200 kHz"
    for level in ("novice", "casual", "club", "expert", "master"):
        assert number(f"{level}, opening") > 1
    assert number("free heap after") >= 40  # of it the link has taken 30 KB to answer


def _longest_run(rows):
    """The longest run of equal bits among those that the report shows."""
    shown = bytes.fromhex("".join(rows[f"bits {line}"] for line in (1, 2, 3, 4)))
    bits = f"{int.from_bytes(shown, 'little'):01024b}"  # the first bit is the lowest, so it is last
    return max(len(list(run)) for _, run in groupby(bits))
