"""The files for a board: the firmware, compiled, and the board's data."""

import hashlib
import tempfile
from pathlib import Path

from bytecode import as_bytecode
from tools.boards import chips, loading
from tools.compiler import LEFT_OUT, CompileError, compiled
from tools.flash import FlashError

_ROOT = Path(__file__).resolve().parents[2]
_FIRMWARE = _ROOT / "firmware"
_NO_LINES = "-O3"  # a traceback names functions, not lines: 10 KB of the board's memory

PACKAGE = "picogammon"  # all files in this folder of the board are ours
MAIN = "main.py"
BOARD = "board_config.mpy"
ROOT = (MAIN, BOARD, "board_config.py")  # MicroPython would import the last before BOARD
MARK = "# Picogammon"  # the beginning of our main.py
# MicroPython runs no main.mpy.
_MAIN_TEXT = f"{MARK} starts here; `make flash` puts it and the folder {PACKAGE} here.\n"
_MAIN_TEXT += """\
import gc

gc.threshold(8192)  # tidied that often: else what is free comes to be in small pieces
import {package}.main

{package}.main.run()
""".format(package=PACKAGE)
# The weights are several times larger than the heap. Their first bytes tell the board that they are
# too large, not missing.
_WEIGHTS = f"{PACKAGE}/engine/weights.bin"
_WEIGHTS_HEAD = 16
# Native code is in RAM and four times larger than bytecode. On the RP2040 the drawing of screens is
# 4 KB smaller as bytecode, and takes 59 ms instead of 7; lights, which change all the time, would
# take 50 ms per frame. The RP2350 has enough memory, and runs the RP2040's native code.
_BYTECODE = {chips.RP2040: f"{PACKAGE}/app/display/pixels_kernel.py"}
_POINTERS = "ptr8 = memoryview"  # it draws with bytes alone


def collect(board):
    """Returns the files of boards/<board>, {path on the board: bytes}.

    Raises BoardError for an unknown board or wrong data, FlashError for code that does not compile.
    """
    bytecode = _BYTECODE.get(loading.chip_of(loading.load_pico_board(board)))
    files = {MAIN: _MAIN_TEXT.encode()}
    for path in sorted((_FIRMWARE / PACKAGE).rglob("*.py")):
        name = path.relative_to(_FIRMWARE).as_posix()
        if any(map(path.match, LEFT_OUT)) or not path.stat().st_size:
            continue  # native code runs there, and a folder is a package without __init__.py
        if name == bytecode:
            code = _compile_text(as_bytecode(path.read_bytes().decode(), _POINTERS), _module(name))
        else:
            code = _compile(path, _module(name))
        files[name[:-3] + ".mpy"] = code
    files[f"{PACKAGE}/main.mpy"] = _compile(_FIRMWARE / "main.py", f"{PACKAGE}.main")
    data = loading.FOLDER / board / BOARD
    files[BOARD] = _compile(data.with_suffix(".py"), _module(BOARD))
    files[_WEIGHTS] = (_FIRMWARE / _WEIGHTS).read_bytes()[:_WEIGHTS_HEAD]
    return files


def kind():
    """Returns the kind of .mpy that we make, as a board's `sys.implementation._mpy` (int)."""
    head = _compile_text("@micropython.native\ndef nothing():\n    pass\n", "native")
    # Version, then the sub-version and the processor that native code is for.
    return head[1] | head[2] << 8


def digest(data):
    """Returns the SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def _module(file):
    return file.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def _compile_text(text, name):
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "source.py"
        path.write_bytes(text.encode())
        return _compile(path, name)


def _compile(path, name):
    # Tracebacks show `name`; a module's own name takes no memory.
    try:
        return compiled(path, _NO_LINES, "-s", name)
    except CompileError as refused:
        raise FlashError(f"MicroPython's compiler does not take {path}:\n{refused}") from None
