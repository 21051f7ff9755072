"""Runs on MicroPython's unix port: a board's REPL, in raw mode, on a littlefs in RAM.

usage: guest.py BLOCKS. On stdin the length of some code in a line of its own, then the code; on
stdout what it printed, \\x04, its traceback, \\x04. It believes that it runs on a Pico.
"""

import sys
import vfs

from fakes.nor_flash import NorFlash


class Namespace:
    """Something with attributes, as a module has."""


def pretend():
    """Lets code that asks find a Pico."""
    chip = Namespace()
    chip.modules = sys.modules
    chip.platform = sys.platform
    chip.implementation = Namespace()
    chip.implementation.name = "micropython"
    chip.implementation.version = (1, 25, 0, "")
    chip.implementation._machine = "Raspberry Pi Pico with RP2040"
    chip.implementation._mpy = 0x1306
    sys.modules["sys"] = chip
    sys.modules["machine"] = Namespace()
    sys.modules["machine"].mem32 = {}


def serve(source):
    """Executes what comes until there is no more."""
    scope = {}
    size = source.readline()
    while size:
        code = source.read(int(size))
        problem = None
        try:
            exec(code, scope)
        except Exception as raised:
            problem = raised
        print("\x04", end="")
        if problem:
            sys.print_exception(problem)
        print("\x04", end="")
        size = source.readline()


disk = NorFlash(int(sys.argv[1]))
vfs.umount("/")
vfs.VfsLfs2.mkfs(disk, progsize=256)
vfs.mount(vfs.VfsLfs2(disk, progsize=256), "/")
sys.path.insert(0, "")  # as on a board
stdin = sys.stdin.buffer
pretend()
serve(stdin)
