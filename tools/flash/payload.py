"""What belongs on the board: the firmware, compiled, and the board's data."""

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

PACKAGE = "picogammon"  # all that is in this folder of the board's is ours
MAIN = "main.py"
BOARD = "board_config.mpy"
MARK = "# Picogammon"  # how a main.py of ours begins
# MicroPython runs no main.mpy, and would take board_config.py before the .mpy.
_MAIN_TEXT = f"{MARK} starts here; `make flash` puts it and the folder {PACKAGE} here.\n"
_MAIN_TEXT += """\
import gc

gc.threshold(8192)  # tidied that often: else what is free comes to be in small pieces
import {package}.main

{package}.main.run()
""".format(package=PACKAGE)
SHADOWS = ("board_config.py",)
# The engine's weights are several times the heap. Their first bytes tell the board that, and that
# they are not missing but too large for it.
_WEIGHTS = f"{PACKAGE}/engine/weights.bin"
_WEIGHTS_HEAD = 16
# Native code is in RAM there and takes four times what bytecode takes. On the RP2040 what draws a
# screen is 4 KB smaller as bytecode, and takes 59 ms instead of 7; lights, which change all the
# time, would take 50 ms a frame. The RP2350 has memory enough, and runs the RP2040's native code.
_BYTECODE = {chips.RP2040: f"{PACKAGE}/app/display/pixels_kernel.py"}
_POINTERS = "ptr8 = memoryview"  # all that it draws with is bytes


def collect(board):
    """The files of boards/<board>, {path on the board: bytes}.

    Raises BoardError for an unknown board or wrong data, FlashError for code that does not compile.
    """
    bytecode = _BYTECODE.get(loading.chip_of(loading.load_pico_board(board)))
    files = {MAIN: _MAIN_TEXT.encode()}
    for path in sorted((_FIRMWARE / PACKAGE).rglob("*.py")):
        name = path.relative_to(_FIRMWARE).as_posix()
        if any(map(path.match, LEFT_OUT)) or not path.stat().st_size:
            continue  # native code runs there, and a folder is a package without __init__.py
        make = _compile_as_bytecode if name == bytecode else _compile
        files[name[:-3] + ".mpy"] = make(path, _module(name))
    main = f"{PACKAGE}/main.py"
    files[main[:-3] + ".mpy"] = _compile(_FIRMWARE / "main.py", _module(main))
    data = loading.FOLDER / board / BOARD
    files[BOARD] = _compile(data.with_suffix(".py"), _module(BOARD))
    files[_WEIGHTS] = (_FIRMWARE / _WEIGHTS).read_bytes()[:_WEIGHTS_HEAD]
    return files


def kind():
    """The kind of .mpy that comes out here, as `sys.implementation._mpy` gives a board's."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "native.py"
        source.write_text("@micropython.native\ndef nothing():\n    pass\n")
        head = _compile(source, "native")
    # Version, then the sub-version and the processor that native code is for.
    return head[1] | head[2] << 8


def digest(data):
    """The SHA-256 of bytes, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def _module(file):
    """The name that a file is imported by."""
    return file.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def _compile_as_bytecode(path, name):
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch) / path.name
        plain.write_bytes(as_bytecode(path.read_bytes().decode(), _POINTERS).encode())
        return _compile(plain, name)


def _compile(path, name):
    # `name` is what tracebacks say. That of the module takes no memory: it is known there anyway.
    try:
        return compiled(path, _NO_LINES, "-s", name)
    except CompileError as refused:
        raise FlashError(f"MicroPython's compiler does not take {path}:\n{refused}") from None
