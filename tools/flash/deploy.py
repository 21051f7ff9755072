"""Brings a board's files up to date with the firmware, and nothing else on it.

A pulled cable does no harm: main.py is removed first and copied last, so a board with half of its
files starts nothing. A file with another hash is copied again.
"""

from collections import namedtuple
from pathlib import PurePosixPath

from tools.boards import chips
from tools.flash import FlashError, payload

_OLDEST = (1, 25)
_OWN_IMAGE = "Picogammon"  # beginning of the machine's name in our image
_KEPT = "main_before_picogammon{}.py"
_LISTED = 5

_GET_MICROPYTHON = """\
Put MicroPython 1.25 or newer for the {pico} ({stock}) on it: hold BOOTSEL while
plugging it in, and drop the .uf2 file onto the drive {drive}."""
_OWN_IMAGE_SAYS = """\
The board runs Picogammon's own image, which has the firmware inside. To update it: make uf2, hold
BOOTSEL while plugging it in, and drop the file in build/ onto the drive {drive}. Its files stay."""
_RADIO_SAYS = """\
The board runs MicroPython for the Pico W, whose radio takes memory that the firmware needs.
{get}
Use MicroPython for the Pico without a W: it leaves the radio off."""
# MicroPython's number of the lowest processor is in bits 10 and up of a kind; higher ones run its
# code as well, up to this number.
_MOST_THUMB = 8

# Steps in this order. `aside`: (old, new) name of a foreign main.py, or None; `remove`: paths,
# main.py first; `folders`: to be made; `write`: paths, main.py last.
Plan = namedtuple("Plan", ("aside", "remove", "folders", "write"))


def objection(identity, kind, chip):
    """Returns why a board does not take our files, or None if it does.

    `identity`: a board.Identity; `kind`: that of our files (payload.kind); `chip`: their
    chips.Chip.
    """
    get = _GET_MICROPYTHON.format(**chip._asdict())
    if identity.name != "micropython":
        return f"The board runs {identity.name}, not MicroPython.\n{get}"
    version = ".".join(map(str, identity.version))
    if identity.version[:2] < _OLDEST:
        return f"The board's MicroPython {version} is too old. {get}\nIts files stay."
    if identity.machine.startswith(_OWN_IMAGE):
        return _OWN_IMAGE_SAYS.format(drive=chip.drive)
    if not identity.machine.endswith(chip.name):
        said = f"The board is a {identity.machine}; this firmware is for the {chip.name}."
        for other in chips.CHIPS:
            if identity.machine.endswith(other.name):
                said += f"\nName a board of boards/ that has a {other.pico}: BOARD="
        return said
    if "Pico W " in identity.machine:
        return _RADIO_SAYS.format(get=get)
    same_version = identity.mpy & 0x3FF == kind & 0x3FF
    if not (same_version and kind >> 10 <= identity.mpy >> 10 <= _MOST_THUMB):
        return (
            f"The board's MicroPython {version} takes .mpy files of kind {identity.mpy:#x}; the "
            f"compiler here makes {kind:#x}.\nmpy-cross in tools/setup/requirements-flash.txt must "
            "fit the board's MicroPython."
        )
    return None


def make_plan(files, inventory):
    """Returns the Plan that brings a board to the files."""
    found = inventory.files
    ours = {path for path in found if _is_ours(path)}
    aside = None
    if found.get(payload.MAIN, (0,))[0] and not inventory.main.startswith(payload.MARK):
        aside = payload.MAIN, _free_name(found)
        ours.discard(payload.MAIN)
    parents = {parent for path in files for parent in PurePosixPath(path).parents}
    folders = {f"{parent}/" for parent in parents if parent.name}
    right = {path for path in ours & files.keys() if found[path][1] == payload.digest(files[path])}
    stale = ours - right - folders
    write = files.keys() - right
    if stale or write:
        stale |= {payload.MAIN} & right
        write |= {payload.MAIN} & right
    # In reverse the files of a folder come before it.
    remove = sorted(stale, key=_main_last, reverse=True)
    return Plan(aside, remove, sorted(folders - found.keys()), sorted(write, key=_main_last))


def _main_last(path):
    return path == payload.MAIN, path


def _is_ours(path):
    return path.startswith(payload.PACKAGE + "/") or path in payload.ROOT


def _free_name(found):
    number = ""
    while _KEPT.format(number) in found:
        number = (number or 1) + 1
    return _KEPT.format(number)


def check_space(plan, files, inventory):
    """Raises FlashError if the files of a Plan do not fit."""
    block = inventory.block

    def on_disk(size):
        return -(-size // block) * block

    needed = sum(on_disk(len(files[path])) for path in plan.write) + block * len(plan.folders)
    freed = sum(on_disk(inventory.files[path][0]) for path in plan.remove)
    if needed <= inventory.free + freed:
        return
    others = [path for path in inventory.files if not _is_ours(path)]
    others.sort(key=lambda path: -inventory.files[path][0])
    said = (
        f"The board's file system is too full: {needed} bytes are needed, "
        f"{inventory.free + freed} are free. Nothing was changed."
    )
    if others:
        said += "\nThe largest files that are not Picogammon's:"
    for path in others[:_LISTED]:
        said += f"\n    {path}: {inventory.files[path][0]} bytes"
    raise FlashError(said)


def deploy(board, files, kind, chip, patience, say):
    """Brings a board.Board up to date with the files ({path: bytes}) and restarts it.

    `kind`, `chip`: as in `objection`. `say`: called with lines for the user. Raises FlashError.
    """
    identity = board.identity()
    complaint = objection(identity, kind, chip)
    if complaint:
        raise FlashError(complaint)
    version = ".".join(map(str, identity.version))
    say(f"{identity.machine}, MicroPython {version}")
    inventory = board.inventory(payload.PACKAGE, payload.ROOT)
    plan = make_plan(files, inventory)
    check_space(plan, files, inventory)
    if any(plan):
        _carry_out(plan, board, files, say)
    else:
        say("The board has the newest files already.")
    plays, said = board.restart(patience)
    if not plays:
        says = f":\n{said.strip()}" if said.strip() else " nothing."
        raise FlashError(f"The files are on the board, but it does not start. It says{says}")
    say(f"The board says: {plays}")


def _carry_out(plan, board, files, say):
    if plan.aside:
        board.rename(*plan.aside)
        say(f"The board had another {plan.aside[0]}, which is now {plan.aside[1]}.")
    if plan.remove:
        board.remove(plan.remove)
    if plan.folders:
        board.make_folders([path.rstrip("/") for path in plan.folders])
    size = sum(len(files[path]) for path in plan.write)
    say(f"Copying {len(plan.write)} files, {size} bytes")
    for path in plan.write:
        board.write(path, files[path])
