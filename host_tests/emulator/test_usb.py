"""The cable: the REPL is always within reach, nothing stalls, and what a PC's tools ask is answered
beside a long match: an engine's questions, a hardware report, files that come and go.
"""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

import modbus
from browser.cable import Board
from emulator import serial_port
from match_files.random_matches import some_match
from tools.bench import memory, stock
from tools.emulator import Emulator, constants
from tools.emulator.constants import IDEAL
from tools.emulator.files import RING_START
from tools.emulator.port import EmulatedPort
from tools.emulator.reference import BOARD
from tools.emulator.twins import flash_with, records
from tools.image import uf2
from tools.matches import fetching

HOST_ONLY = True

_START_MS = 6000  # within these the board has started anew, after a Ctrl-C as well
_FRAME_MS = 25  # from one frame of a scanner to the next
_BYTE_MS = 3


def test_control_c_reaches_the_repl_and_a_soft_reset_plays_on(twins):
    twins.agree()
    twins.press("OK")
    assert twins.board.exec("print(6 * 7)") == "42\n"
    twins.board.restart()
    twins.resume()


def _plays_on(twins):
    """Expects that the board has restarted with its match, and takes presses."""
    assert twins.board.run(_START_MS, output=" plays on pico"), twins.board.received()
    twins.board.start_up()
    assert twins.board.resets == 0
    twins.resume()
    twins.press("OK")


def test_no_frame_of_a_modbus_scanner_leads_to_the_prompt(twins):
    """Frames also come while the board restarts."""
    twins.agree()
    twins.press("OK")
    twins.board.received()
    for frame in modbus.frames():
        twins.board.send(frame)
        twins.board.run(_FRAME_MS)
    _plays_on(twins)


def test_control_c_while_the_board_starts_does_not_keep_it_from_that(twins):
    twins.agree()
    twins.press("OK")
    twins.board.received()
    twins.board.send(b"\x03")
    twins.board.run(100)
    twins.board.send(b"x")  # ends the wait
    assert twins.board.run(_START_MS, output="soft reboot")
    for _ in range(_START_MS // _BYTE_MS):
        twins.board.send(b"\x03")
        twins.board.run(_BYTE_MS)
        if b"Ctrl-A" in twins.board.received():
            break
    else:
        raise AssertionError("it never asked what the Ctrl-C is for")
    _plays_on(twins)


def test_the_real_mpremote_reaches_the_prompt(image):
    with EmulatedPort() as port:
        command = [sys.executable, "-m", "mpremote", "connect", port.url, "exec", "print(6 * 7)"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, "42"), done.stderr
        assert port.emulator.resets == 0


@pytest.mark.long
def test_it_plays_with_the_cable_unplugged(twins, image):
    twins.board.set("usb", plugged=False)
    twins.twin = None
    twins.boot(uf2=image)
    twins.agree()
    twins.press("OK")


@pytest.mark.long
def test_a_host_that_sends_and_never_reads_stalls_nothing(twins):
    twins.agree()
    twins.board.run(500, usb="connected")
    twins.board.set("usb", reading=False)
    for _ in range(40):
        twins.board.send(b"ubgi\nposition\nnonsense\r\n" * 4)
        twins.board.run(10)
    began = twins.board.now
    twins.press("OK")
    assert twins.board.now - began < 1500
    twins.board.set("usb", reading=True)
    twins.board.run(500)
    twins.press("OK")


@pytest.mark.long
def test_a_port_is_asked_for_what_the_board_may_draw(image):
    flash = b"".join(page for _, page in uf2.unpack(image.read_bytes())[1])
    (found,) = re.findall(rb"\x09\x02..\x02\x01\x00\x80(.)\x08\x0b", flash, re.DOTALL)
    assert 2 * found[0] == min(BOARD.SUPPLY_MA, 500)


_XGID = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"


@pytest.mark.long
def test_questions_and_the_report_are_answered_beside_a_match_of_300_records(image):
    with Emulator(BOARD, IDEAL) as board:
        board.boot(uf2=image)
        board.start_up()
        memory.resumed(board, memory.long_game(memory.RECORDS))
        board.send(_XGID)
        assert board.run(5000, output="8/5 6/5"), board.received()
        board.send(b"quit\n")
        board.run(50)
        free, in_one_piece = memory.told(board)
        assert free >= 56 and in_one_piece >= 16
        assert board.run(8000, output="random bits"), board.received()
        assert board.resets == 0


@pytest.mark.long
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
        assert touched and min(touched) >= RING_START  # the image itself is left alone
        assert len(records(board.flash())) == 2
    rows = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)

    def number(label, words=r"^"):
        return float(re.search(words + r"(\d+)", rows[label])[1])

    assert rows["chip"].startswith("RP2040, revision ") and rows["clock"] == "125 MHz"
    assert rows["flash"] == "2048 KB, ef4015"
    assert rows["display"].startswith("ssd1306 at 0x3c, 400 kHz, a screen takes ")
    assert 24 < number("display", "takes ") < 40
    assert 57 < number("random bits") < 63
    assert 5 < number("random bits", "run ") < 400
    for level in ("novice", "casual", "club", "expert", "master", "grandmaster"):
        assert number(level) > 1
    assert number("memory") >= 56


_PATIENCE_S = 300


def _restored(place, match):
    """Restores a backup of a board that plays this match; what is said of it."""
    plan = fetching.planned(place, fetching.backup(fetching.Place(Board(match)))[0])
    fetching.restore(place, plan)
    return plan.said


@pytest.mark.long
def test_a_long_match_is_backed_up_and_another_restored_beside_it(board):
    ours, theirs = memory.long_game(memory.RECORDS), some_match(20)[:240]
    with EmulatedPort(flash_with(board.flash(), ours)) as port:
        with fetching.OnLink(port.url, print, _PATIENCE_S) as place:
            content, _, _ = fetching.backup(place)
            assert fetching.running(place) == ours and fetching.unpack(content)["match.log"]
            assert _restored(place, theirs) == "1 match"
            assert fetching.running(place) == ours
            (kept,) = fetching.earlier(place)
            assert fetching.archived(place, kept.number)[0] == theirs
        assert port.emulator.resets == 0


@pytest.mark.long
def test_a_board_with_stock_micropython_takes_a_backup_beside_its_match():
    theirs, over = memory.long_game(100), some_match(5)
    with Emulator(BOARD) as board:
        flash = stock.flashed(board)
    with EmulatedPort(flash) as port:
        with fetching.OnLink(port.url, print, _PATIENCE_S) as place:
            for said in ("1 match", "nothing new"):
                assert [_restored(place, match) for match in (theirs, over)] == [said] * 2
            assert len(fetching.earlier(place)) == 2
        assert port.emulator.resets == 0
