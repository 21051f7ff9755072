"""Runs MicroPython's own build for a board and packs what comes out."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from picogammon import LAYOUT, VERSION
from tools import children
from tools.boards import chips, loading
from tools.compiler import LEFT_OUT
from tools.image import ImageError, sources, uf2

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parents[1]
_FIRMWARE = _ROOT / "firmware"
_WEIGHTS = _FIRMWARE / "picogammon/engine/weights.bin"
_DEFINITION = _HERE / "definition"
_MODULES = ("weights", "flash_id", "crc32")  # in C
_LOG_LINES = 25


class Target:
    """What an image is made of.

    `board`: what MicroPython's build calls it; `data`: the folder with the board's data, or None
    for MicroPython's own image; `output`: the name of the file it becomes; `chip`: a chips.Chip.
    """

    def __init__(self, board, data, output, chip):
        self.board = board
        self.data = data
        self.output = output
        self.chip = chip

    @property
    def room(self):
        """The flash that the image may take, in bytes."""
        return self.chip.room if self.data else self.chip.stock_start


def board(name):
    """The Target of boards/<name>. Raises BoardError."""
    chip = loading.chip_of(loading.load_pico_board(name))
    return Target(name, loading.FOLDER / name, f"picogammon-{name}", chip)


def plain(chip=chips.RP2040):
    """The Target that stands in for MicroPython as it is downloaded for the chip's Pico."""
    return Target(chip.stock, None, chip.stock.lower(), chip)


def build(target, tree, work, output):
    """Builds the target from the source tree in the folder `work`, into the file `output` (paths).

    Returns the path of the linked program. What was built before and still fits is kept. Raises
    ImageError.
    """
    if target.data and not _WEIGHTS.exists():
        raise ImageError(f"There is no {_WEIGHTS.relative_to(_ROOT)}.")
    configure = ["cmake", "-S", str(tree / "ports" / "rp2"), "-B", str(work)]
    configure += [f"-DMICROPY_BOARD={target.board}", "-DPICO_NO_PICOTOOL=1"]
    configure.append(f"-DCMAKE_PROJECT_INCLUDE={_HERE / 'only_c.cmake'}")
    manifest = work.parent / f"{target.output}.py"
    frozen = manifest_of(tree, target.data)
    if not manifest.exists() or manifest.read_text() != frozen:
        manifest.write_text(frozen)
        # The build freezes a module again only if the module is newer than before.
        (work / "frozen_content.c").unlink(missing_ok=True)
        shutil.rmtree(work / "frozen_mpy", ignore_errors=True)
    if target.data:
        configure.append(f"-DMICROPY_BOARD_DIR={_DEFINITION}")
        configure.append(f"-DPICOGAMMON_CHIP={target.chip.name.lower()}")
        modules = [_HERE / name / "micropython.cmake" for name in _MODULES]
        configure.append("-DUSER_C_MODULES=" + ";".join(map(str, modules)))
    configure.append(f"-DMICROPY_FROZEN_MANIFEST={manifest}")
    recipe = work / "recipe"
    wanted = "\n".join([*configure, _definition()])
    if not recipe.exists() or recipe.read_text() != wanted:
        print(f"Building {output.name}, which takes a minute or two", file=sys.stderr)
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        _run(configure, tree, work)
        recipe.write_text(wanted)
    _run(["make", "-C", str(work), f"-j{os.cpu_count() or 1}"], tree, work)
    said = (VERSION, f"{target.board}, layout {LAYOUT}") if target.data else ()
    output.write_bytes(uf2.pack((work / "firmware.bin").read_bytes(), target.chip, *said))
    return work / "firmware.elf"


def _definition():
    """Returns a checksum of the board's definition; if it changes, everything is built again."""
    seen = hashlib.sha256()
    for path in sorted(path for path in _DEFINITION.rglob("*") if path.is_file()):
        seen.update(path.read_bytes())
    return seen.hexdigest()


def manifest_of(tree, data):
    """What is frozen into an image, for MicroPython: its own modules, and where there is a folder
    of a board's data, the firmware and these. It runs from flash and takes no RAM; a frozen main.py
    runs at power-on like one in the file system, and is looked for first. `_boot.py`, which mounts
    that, is our own. Of the firmware there is not what is LEFT_OUT.

    File by file, by name: MicroPython would take a folder's files in the order of the disk.
    Without line numbers, which take 25 KB: a traceback names files and functions.
    """
    modules = tree / "ports" / "rp2" / "modules"
    if data:
        parts = [_freeze(modules, "_boot*.py"), _freeze(_HERE / "boot")]
        parts.append(_freeze(_FIRMWARE, *LEFT_OUT))
        parts.append(f"module('board_config.py', base_path={str(data)!r})")
    else:
        parts = [_freeze(modules), 'include("$(MPY_DIR)/extmod/asyncio")']
    return "\n".join(parts) + "\n"


def _freeze(folder, *but):
    """All that is in a folder, except files with names like one of `but`."""
    found = [path for path in folder.rglob("*.py") if not any(map(path.match, but))]
    files = sorted(path.relative_to(folder).as_posix() for path in found)
    return f"freeze({str(folder)!r}, {tuple(files)!r}, opt=3)"


def _run(command, tree, work):
    log = work.parent / f"{work.name}.log"
    # Its version and date are the source's own, or they would be those of our repository and of
    # today: the same source makes the same image.
    environment = {
        **os.environ,
        "MICROPY_GIT_TAG": "v" + ".".join(map(str, sources.version(tree))),
        "SOURCE_DATE_EPOCH": str(int((tree / "py" / "mpconfig.h").stat().st_mtime)),
        "PYTHONHASHSEED": "0",  # its table of pins goes through a set
    }
    environment.pop("MAKEFLAGS", None)  # `make uf2` is no part of MicroPython's make
    environment.pop("MAKELEVEL", None)
    with open(log, "wb") as said:
        done = children.run(command, env=environment, stdout=said, stderr=subprocess.STDOUT)
    if done.returncode:
        last = log.read_text(errors="replace").splitlines()[-_LOG_LINES:]
        raise ImageError("\n".join([*last, f"{command[0]} failed; its output is in {log}"]))


class Usage:
    """What an image uses, in bytes.

    `program`: flash for code and tables; `room`: the flash that it may take;
    `heap`: RAM for Python; `static`: RAM that MicroPython keeps for itself, its stacks included.
    """

    def __init__(self, program, heap, target):
        """`target`: the build.Target."""
        self.program = program
        self.room = target.room
        self.heap = heap
        self.ram = target.chip.ram
        self.static = self.ram - heap

    def __str__(self):
        return (
            f"flash  {_kb(self.program)} of {_kb(self.room)} used "
            f"({100 * self.program // self.room} %)\n"
            f"RAM    {_kb(self.static)} of {_kb(self.ram)} used, heap {_kb(self.heap)}"
        )


def _kb(size):
    return f"{size / 1024:.0f} KB"


def measure(elf, target):
    """The Usage of a target's linked image (path).

    Raises ImageError if it takes more than it may, which the linker does not look at: it would run
    into the files of a board.
    """
    listing = children.run(
        ["arm-none-eabi-nm", str(elf)], capture_output=True, text=True, check=True
    ).stdout
    symbols = {}
    for line in listing.splitlines():
        address, _, name = line.split()[-3:]
        symbols[name] = int(address, 16)
    used = Usage(
        symbols["__flash_binary_end"] - symbols["__flash_binary_start"],
        symbols["__GcHeapEnd"] - symbols["__GcHeapStart"],
        target,
    )
    if used.program > used.room:
        raise ImageError(
            f"The image is too large: {used.program} bytes. There is room for {used.room}."
        )
    return used
