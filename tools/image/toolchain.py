"""The compilers that an image needs, installed where they are missing and it is allowed."""

import math
import os
import shutil
import subprocess
import sys

from tools import children
from tools.image import ImageError

WITHOUT_APT = """\
{why}
To make the image without Debian's packages:
  1. install arm-none-eabi-gcc with newlib, cmake, make and a C compiler for this machine
  2. fetch MicroPython 1.25 or newer, and in it: make -C ports/rp2 BOARD=RPI_PICO submodules
  3. make uf2 MICROPYTHON_SOURCE=/where/it/is
Or make none: put MicroPython's own image for the board on it, then: make flash"""

# Package: what is on the PATH when it is there.
_PROGRAMS = {
    "gcc-arm-none-eabi": "arm-none-eabi-gcc",
    "cmake": "cmake",
    "make": "make",
    "gcc": "gcc",
}
_MBIT_S = 20  # of a slow line
_ARM = ("arm-none-eabi-gcc", "-mcpu=cortex-m0plus", "-mthumb")
# Package: the compiler that needs it, and a file that the compiler finds when it is there.
_LIBRARIES = {
    "libc6-dev": (("gcc",), "crt1.o"),
    "libnewlib-arm-none-eabi": (_ARM, "nosys.specs"),
}


def missing():
    """Which of Debian's packages are wanted and not there, a list of names."""
    lacks = [package for package, program in _PROGRAMS.items() if not shutil.which(program)]
    return lacks + [package for package, wanted in _LIBRARIES.items() if not _has(*wanted)]


def _has(compiler, file):
    if not shutil.which(compiler[0]):
        return False
    # It names the whole path of a file that it has, and repeats the name of one that it lacks.
    command = [*compiler, f"-print-file-name={file}"]
    found = children.run(command, capture_output=True, text=True)
    return os.path.isabs(found.stdout.strip())


def compiler():
    """What the compiler calls itself, with its version. It must be there."""
    command = ["arm-none-eabi-gcc", "--version"]
    said = children.run(command, capture_output=True, text=True, check=True).stdout
    return said.partition("\n")[0]


def check():
    """Raises ImageError if something is missing."""
    lacks = missing()
    if lacks:
        raise ImageError("Missing (as Debian's packages are called): " + " ".join(lacks))


def install():
    """Has apt-get install what is missing. Raises ImageError where that cannot be."""
    if not shutil.which("apt-get"):
        raise ImageError(WITHOUT_APT.format(why="There is no apt-get here."))
    lacks = missing()
    if not lacks:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *lacks]
    if os.geteuid() == 0:
        as_root = []
    elif shutil.which("sudo"):
        as_root = ["sudo"]
    else:
        raise ImageError(f"Missing: {' '.join(lacks)}. As root:\n    {' '.join(command)}")
    print("Installing", " ".join(lacks), file=sys.stderr)
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    for step in (["apt-get", "update", "-qq"], command):
        if step is command:
            print(_how_much(lacks), file=sys.stderr)
        # No child of ours: sudo asks at the terminal, and apt is not to be stopped halfway.
        done = subprocess.run([*as_root, *quiet, *step], stdout=sys.__stderr__)
        if done.returncode:
            raise ImageError(f"This failed: {' '.join(step)}")


def _how_much(packages):
    """Says what apt is going to download for these packages, and how long that takes."""
    command = ["apt-get", "install", "-qq", "--print-uris", "--no-install-recommends", *packages]
    listed = children.run(command, capture_output=True, text=True).stdout
    sizes = [int(line.split()[2]) for line in listed.splitlines() if line.startswith("'")]
    megabytes = round(sum(sizes) / 1e6)
    minutes = math.ceil(megabytes * 8 / _MBIT_S / 60)
    return f"This downloads {megabytes} MB, which takes {minutes} min at {_MBIT_S} Mbit/s"
