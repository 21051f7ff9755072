"""The cable: the REPL is always within reach, a PC's tools find what they ask, nothing stalls."""

import re
import subprocess
import sys

import pytest

from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings
from tools import runtimes
from tools.emulator import repl
from tools.emulator.reference import BOARD
from tools.image import uf2
from tools.players.finding import find

HOST_ONLY = True
_STARTED_MS = 10_000
_LINES = b"""\
ubgi
XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
plays XGID=-b----E-C---eE---c-e----B-:0:0:1:11:0:0:0:0:10
nonsense
position gnubgid 4HPwATDgc/ABMA
dice 3 1
setturn x
go role chequer
quit
"""


def test_control_c_reaches_the_repl_and_a_soft_reset_plays_on(twins):
    twins.agree()
    twins.press("OK")
    assert twins.board.exec("print(6 * 7)") == "42\n"
    assert twins.board.exec("import os\nprint('match.log' in os.listdir())") == "True\n"
    repl.restart(twins.board)
    twins.twin = type(twins.twin)(twins.board, twins.twin.journal)
    twins.agree()


@pytest.mark.long
def test_it_plays_with_the_cable_unplugged(twins, image):
    twins.board.plug("usb", False)
    twins.twin = None
    twins.boot(uf2=image)
    twins.agree()
    twins.press("OK")


@pytest.mark.long
def test_a_host_that_sends_and_never_reads_stalls_nothing(twins):
    twins.agree()
    twins.board.run(500, usb="connected")
    twins.board.read(False)
    for _ in range(40):
        twins.board.send(b"ubgi\nposition\nnonsense\r\n" * 4)
        twins.board.run(10)
    began = twins.board.now
    twins.press("OK")
    assert twins.board.now - began < 1500
    twins.board.read(True)
    twins.board.run(500)
    twins.press("OK")


def _answers(runtime):
    command = [sys.executable, "-m", "tools.ubgi", "--on", runtime]
    done = subprocess.run(
        command, input=_LINES, capture_output=True, cwd=runtimes.ROOT, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().splitlines()


def test_the_board_answers_the_engine_interface_as_the_host_does(image):
    assert _answers("emulator") == _answers("host")


def test_a_level_on_the_chip_plays_what_it_plays_here(image):
    match = Match(Settings(length=1))
    match.apply(actions.roll(3, 1))
    here = find("casual").decide(match)
    player = find("casual on emulator")
    try:
        assert player.decide(match) == here
    finally:
        player.close()


@pytest.mark.long
def test_a_port_is_asked_for_what_the_board_may_draw(image):
    flash = b"".join(page for _, page in uf2.unpack(image.read_bytes())[1])
    (found,) = re.findall(rb"\x09\x02..\x02\x01\x00\x80(.)\x08\x0b", flash, re.DOTALL)
    assert 2 * found[0] == min(BOARD.SUPPLY_MA, 500)


@pytest.mark.long
def test_ctrl_c_alone_costs_a_start_and_not_the_match(twins):
    twins.agree()
    twins.press("OK")
    twins.board.received()
    twins.board.send(b"AT\r\n\x03")
    assert twins.board.run(_STARTED_MS, output="plays on pico\r\n"), twins.board.received()
    assert twins.board.resets == 0, "the cable's connection outlasts it"
    twins.twin = type(twins.twin)(twins.board, twins.twin.journal)
    twins.agree()
    twins.press("OK")
