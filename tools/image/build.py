"""Runs MicroPython's own build for a board and packs what comes out."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

from picogammon import LAYOUT, VERSION
from tools import children
from tools.boards import chips, loading
from tools.compiler import LEFT_OUT
from tools.image import ELSEWHERE, ImageError, sources, uf2

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parents[1]
_FIRMWARE = _ROOT / "firmware"
_WEIGHTS = _FIRMWARE / "picogammon/engine/weights.bin"
_DEFINITION = _HERE / "definition"
_MODULES = ("weights", "flash_id", "crc32")  # in C
_PROGRAMS = ("arm-none-eabi-gcc", "cmake", "make", "gcc")
_LOG_LINES = 25


class Target(namedtuple("Target", "board data output chip")):
    """An image to make.

    `board`: MicroPython's name of the board; `data`: the folder of the board's data, or None for
    MicroPython's own image; `output`: the file's name without its suffix; `chip`: a chips.Chip.
    """

    @property
    def room(self):
        """The flash that the image may take, in bytes."""
        return self.chip.room if self.data else self.chip.stock_start


def check_programs():
    """Raises ImageError if a program is missing that the build runs."""
    if missing := [name for name in _PROGRAMS if not shutil.which(name)]:
        raise ImageError(f"Missing: {' '.join(missing)}\n{ELSEWHERE}")


def compiler():
    """Returns the name and version of the compiler for the chip."""
    command = ["arm-none-eabi-gcc", "--version"]
    return children.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def board(name):
    """Returns the Target of boards/<name>. Raises BoardError."""
    chip = loading.chip_of(loading.load_pico_board(name))
    return Target(name, loading.FOLDER / name, f"picogammon-{name}", chip)


def plain(chip=chips.RP2040):
    """Returns the Target of stock MicroPython for the chip's Pico."""
    return Target(chip.stock, None, chip.stock.lower(), chip)


def build(target, tree, work, output):
    """Builds a target from a source tree into the file `output`; returns the linked program's path.

    The folder `work` keeps what the next build can use. Raises ImageError.
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
    """Returns the list of frozen modules for MicroPython: its own, and the firmware with `data`.

    Our `_boot.py` replaces MicroPython's. The list names each file, because MicroPython takes a
    folder's files in the order of the disk. Line numbers would take 25 KB.
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
    """Returns the manifest's line for a folder's files, except those that match one of `but`."""
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


class Usage(namedtuple("Usage", "program heap target")):
    """The bytes of an image: `program` of flash, `heap` of RAM for Python. `target`: its Target."""

    def __str__(self):
        room, ram = self.target.room, self.target.chip.ram
        return (
            f"flash  {_kb(self.program)} of {_kb(room)} used ({100 * self.program // room} %)\n"
            f"RAM    {_kb(ram - self.heap)} of {_kb(ram)} used, heap {_kb(self.heap)}"
        )


def _kb(size):
    return f"{size / 1024:.0f} KB"


def measure(elf, target):
    """Returns the Usage of a target's linked image (path).

    Raises ImageError if the image would reach the board's files, which the linker does not check.
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
    if used.program > target.room:
        raise ImageError(
            f"The image is too large: {used.program} bytes. There is room for {target.room}."
        )
    return used
