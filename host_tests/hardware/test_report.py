"""Reports as texts: read, compared, made constants of, and found out where they are not whole."""

import math
import os
import subprocess
import sys
from binascii import crc32

import pytest

from picogammon.devices.bit_statistics import BitStatistics
from tools import ROOT
from tools.dice import sources
from tools.emulator import constants
from tools.files import FileError
from tools.hardware import HardwareError, __main__, report
from tools.hardware.report import parse

_ROWS = {
    "version": "0.1.0",
    "chip": "RP2040, revision B2, boot ROM 3",
    "number": "e6614103e7452a2f",
    "clock": "125.00 MHz",
    "flash": "Winbond W25Q16",
    "sector erase": "61.15 ms",
    "page program": "0.92 ms",
    "word in the cache": "104 ns",
    "first word of a line": "400 ns",
    "second word of a line": "392 ns",
    "ones": "50.09 %",
    "correlation, lag 1": "-3 per mille",
    "master, long look": "2400.00 ms",
}
_EMULATED = {
    **_ROWS,
    "number": "0000",
    "sector erase": "45.15 ms",
    "page program": "0.62 ms",
    "first word of a line": "360 ns",
    "master, long look": "1200.00 ms",
}


def written(rows):
    """The rows as a board sends them."""
    lines = ["Picogammon hardware report 1"] + [f"{label}: {text}" for label, text in rows.items()]
    check = crc32("".join(line + "\n" for line in lines).encode())
    return "\n".join([*lines, f"end: {len(lines)} lines, check {check:08x}"]) + "\n"


def test_a_report_is_read_as_it_was_written():
    report = parse(written(_ROWS))
    assert {label: row.text for label, row in report.rows.items()} == _ROWS
    assert report.text == written(_ROWS)
    assert (report.number("sector erase"), report.rows["sector erase"].unit) == (61.15, "ms")
    assert (report.number("correlation, lag 1"), report.rows["ones"].unit) == (-3, "%")
    assert report.number("chip") is None and report.number("nothing") is None


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "Hello,\n\n```\n" + text + "```\nand thanks\n",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "".join(f"info string {line}\n" for line in text.splitlines()),
        lambda text: "\n".join("    " + line for line in text.splitlines()),
        lambda text: text.replace("clock", "info string the OLED is back\nclock"),
        lambda text: "".join(text.splitlines(True)[:5]) + text,
    ],
    ids=["pasted", "crlf", "news", "indented", "between", "begun twice"],
)
def test_a_report_is_found_among_other_things(change):
    assert parse(change(written(_ROWS))).text == written(_ROWS)


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda text: "", "no report in it"),
        (lambda text: "bench: 3 ms\n", "no report in it"),
        (lambda text: text[: text.index("ones")], "cut off after 11 lines; the last is 'second"),
        (lambda text: text.replace("ones: 50.09 %\n", ""), "has 13 lines, and the board sent 14"),
        (lambda text: text.replace("61.15", "16.15"), "changed on its way"),
        (lambda text: text.replace("report 1", "report 2"), "another format: .*Update"),
    ],
    ids=["empty", "something else", "cut off", "a line lost", "changed", "newer"],
)
def test_what_is_no_whole_report_is_refused(change, words):
    with pytest.raises(HardwareError, match=words):
        parse(change(written(_ROWS)))


def test_the_ratio_of_each_row_that_has_one():
    board, emulated = parse(written(_ROWS)), parse(written(_EMULATED))
    ratios = {label: report.ratio(board, emulated, label) for label in _ROWS}
    assert ratios["sector erase"] == "1.35" and ratios["master, long look"] == "2.00"
    assert ratios["clock"] == "1.00" and ratios["correlation, lag 1"] == "1.00"
    assert ratios["chip"] == ratios["version"] == ""
    assert report.ratio(board, emulated, "nothing") == ""


def test_a_row_that_only_one_has_is_in_the_table_and_the_boards_number_is_not():
    other = {label: text for label, text in _EMULATED.items() if label != "ones"}
    other["I2C byte"] = "22546 ns"
    shown = report.table(parse(written(_ROWS)), parse(written(other)))
    labels = list(shown.columns[0].cells)
    assert "ones" in labels and "I2C byte" in labels and "number" not in labels


def test_constants_with_which_an_emulated_chip_would_be_as_the_board_is():
    fitted = report.constants(parse(written(_ROWS)), parse(written(_EMULATED)), constants.CHIP)
    assert (fitted.fill, fitted.cycles) == (4, 49.5)
    assert (fitted.erase_ms, fitted.program_ms) == (61, 0.7)


@pytest.mark.parametrize("second", ["-4 ns", "100 ns"])
def test_a_miss_that_brings_a_whole_line_is_known_for_one(second):
    rows = {**_ROWS, "first word of a line": "488 ns", "second word of a line": second}
    fitted = report.constants(parse(written(rows)), parse(written(_EMULATED)), constants.CHIP)
    assert (fitted.fill, fitted.cycles) == (8, 61)


def test_the_bus_and_the_ring_of_a_board_are_found_by_what_it_measures():
    for turns, jitter, duty in ((65.37, 0.02, 0.5), (65 + 1 / 3, 0.05, 0.6), (65.002, 0.03, 0.4)):
        bits = bytearray(4096)
        sources.beating(3, turns, jitter, duty).fill(bits, 0, len(bits))
        found = BitStatistics(64)
        found.add(bits)
        for _ in found.steps():
            pass
        lag = max(range(64), key=lambda at: abs(found.lags[at]))
        rows = {
            **_ROWS,
            "I2C byte": "26500 ns",
            "ring oscillator": "6537 kHz",
            "random bits": "4096",
            "random bit, every": "10000 ns",
            "ones": f"{found.ones / 40.96:.2f} %",
            **{f"correlation, lag {n}": f"{found.lags[n - 1]} per mille" for n in range(1, 5)},
            "strongest lag": str(lag + 1),
            "correlation, strongest": f"{found.lags[lag]} per mille",
        }
        emulated = {**_EMULATED, "I2C byte": "22500 ns"}
        fitted = report.constants(parse(written(rows)), parse(written(emulated)), constants.CHIP)
        assert fitted.i2c_ns == 4000
        assert fitted.ring.mhz == 6.537 and abs(fitted.ring.duty - duty) < 0.06
        assert 0.8 < fitted.ring.jitter * math.sqrt(65.37) / jitter < 1.25


def test_bits_without_a_trace_of_a_wave_stray_as_far_as_that_takes():
    bits = {"random bits": "4096", "random bit, every": "10000 ns", "strongest lag": "40"}
    rows = {
        **_ROWS,
        **bits,
        "ring oscillator": "6500 kHz",
        "correlation, strongest": "45 per mille",
    }
    assert 0.04 < report.ring(parse(written(rows))).jitter < 0.06
    assert report.ring(parse(written({**rows, "ring oscillator": "not told"}))) is None


def test_a_report_without_what_the_emulator_must_know_gives_no_constants():
    rows = {**_ROWS, "sector erase": "not told"}
    with pytest.raises(HardwareError, match="'sector erase'"):
        report.constants(parse(written(rows)), parse(written(_EMULATED)), constants.CHIP)


def test_constants_are_kept_in_a_file(tmp_path):
    kept = constants.Constants(8, 61.5, 70, 1.25, 300, constants.Ring(5.9, 0.02, 0.55))
    kept.write(tmp_path / "chip.json")
    assert constants.read(tmp_path / "chip.json") == kept
    (tmp_path / "chip.json").write_text('{"speed": 3}')
    with pytest.raises(FileError, match="no constants of a chip"):
        constants.read(tmp_path / "chip.json")


def _emulated_with(path):
    """What a process says of the chip that it emulates, whose environment names that file."""
    code = "from tools.emulator import constants as c; print(c.CHIP == c.Constants(8, 61.5, 70, 1))"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "EMULATED_CHIP": str(path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_chip_that_was_measured_is_emulated_where_it_is_asked_for(tmp_path):
    constants.Constants(8, 61.5, 70, 1).write(tmp_path / "chip.json")
    assert _emulated_with(tmp_path / "chip.json").stdout == "True\n"
    done = _emulated_with(tmp_path / "none.json")
    assert done.returncode == 1 and "none.json" in done.stderr and "Traceback" not in done.stderr


def test_two_files_are_compared(tmp_path, capsys):
    board, emulated = tmp_path / "board.txt", tmp_path / "emulated.txt"
    board.write_text(written(_ROWS))
    emulated.write_text(written(_EMULATED))
    assert __main__.main(["--from", str(board), "--compare", str(emulated)]) == 0
    said = capsys.readouterr().out
    assert "W25Q16" in said and "1.35" in said


@pytest.mark.parametrize("text, words", [(None, "There is no "), ("nothing", "no report in it")])
def test_a_file_that_is_no_report_is_named(tmp_path, capsys, text, words):
    path = tmp_path / "some.txt"
    if text:
        path.write_text(text)
    assert __main__.main(["--from", str(path)]) == 1
    said = capsys.readouterr().err
    assert str(path) in said and words in said and "Traceback" not in said
