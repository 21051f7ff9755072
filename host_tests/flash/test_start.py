"""make flash on a machine that has Python and nothing else: no shell, no make, no PATH."""

import os
import shutil
import subprocess
import sys

import pytest

from tools import ROOT
from tools.boards.chips import CHIPS, RP2040
from tools.flash import levels

_START = ROOT / "tools" / "flash" / "start.py"


def _start(*arguments, script=_START, **environment):
    """Runs it with nothing on the PATH."""
    keep = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
    return subprocess.run(
        [sys.executable, str(script), *arguments],
        env={**keep, "PATH": "", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize("arguments", [["PORT=COM99", "BOARD=pico"], ["--port", "COM99"]])
def test_with_no_shell_on_the_path_it_compiles_and_looks_for_the_port(arguments):
    done = _start(*arguments)
    said = done.stdout.splitlines()
    assert done.returncode == 1
    assert said[:-1] == levels.note(RP2040).splitlines()
    assert "COM99" in said[-1], done.stdout


def test_a_board_that_does_not_exist_is_told_by_name():
    done = _start("BOARD=browsr")
    assert done.returncode == 1
    assert "There is no board 'browsr'. There are: " in done.stdout


def test_what_cannot_be_installed_is_said_in_words(tmp_path):
    for name in ("tools/flash/start.py", "tools/setup/requirements-flash.lock"):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, tmp_path / name)
    script = tmp_path / "tools/flash/start.py"
    done = _start("PORT=COM99", script=script, PIP_NO_INDEX="1", PIP_NO_CACHE_DIR="1")
    assert done.returncode == 1
    assert done.stdout.startswith("Installing what copying needs into .venv, once\n")
    assert "Is the network there? Then run it again." in done.stdout
    assert "Traceback" not in done.stdout


def test_levels_that_fit_and_why_others_do_not():
    assert levels.that_fit() == ["novice", "casual"]
    table = (ROOT / "firmware/picogammon/engine/weights.bin").stat().st_size // 1024
    for chip in CHIPS:
        note = levels.note(chip)
        assert note.startswith("Levels that fit stock MicroPython: novice, casual.\n")
        needed = f"For club, expert, master and grandmaster the board needs a table of {table} KB"
        assert needed in note
        assert f"into its {chip.stock_heap // 1024} KB of memory, of which the firmware" in note
