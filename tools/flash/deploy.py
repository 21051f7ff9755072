"""Brings a board's files up to date with the firmware, and nothing else on it.

The order is what makes a pulled cable harmless: main.py goes first and comes last, so that a board
with half of its files starts nothing; a file is there with the right hash or it is copied.
"""

from tools.boards import chips
from tools.flash import FlashError, payload
from tools.flash.board import PLAYS

_OLDEST = (1, 25)
_OWN_IMAGE = "Picogammon"  # how the machine's name begins where our image runs
_KEPT = "main_before_picogammon{}.py"
_LISTED = 5
_NOTHING = (0, "")

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
_MOST_THUMB = 8  # MicroPython's highest number of a processor that runs code for the lowest one


def objection(identity, kind, chip):
    """Why our files of that kind (int, see payload.kind), made for a chips.Chip, are not for this
    board; None if they are.

    `identity` is a board.Identity.
    """
    get = _GET_MICROPYTHON.format(**vars(chip))
    if identity.name != "micropython":
        return f"The board runs {identity.name}, not MicroPython.\n{get}"
    version = ".".join(map(str, identity.version))
    if identity.version[:2] < _OLDEST:
        return f"The board's MicroPython {version} is too old. {get}\nIts files stay."
    if identity.machine.startswith(_OWN_IMAGE):
        return _OWN_IMAGE_SAYS.format(drive=chip.drive)
    if not identity.machine.endswith(chip.name):
        return _another_chip(identity.machine, chip)
    if "Pico W " in identity.machine:
        return _RADIO_SAYS.format(get=get)
    if not _takes(identity.mpy, kind):
        return (
            f"The board's MicroPython {version} takes .mpy files of kind {identity.mpy:#x}; the "
            f"compiler here makes {kind:#x}.\nmpy-cross in tools/setup/requirements-flash.txt must "
            "fit the board's MicroPython."
        )
    return None


def _another_chip(machine, chip):
    said = f"The board is a {machine}; this firmware is for the {chip.name}."
    for other in chips.CHIPS:
        if machine.endswith(other.name):
            said += f"\nName a board of boards/ that has a {other.pico}: BOARD="
    return said


def _takes(mpy, kind):
    """Whether a board that says `mpy` runs files of a kind: the same version, and a processor that
    knows all that the other's does."""
    same = mpy & 0x3FF == kind & 0x3FF
    return same and kind >> 10 <= mpy >> 10 <= _MOST_THUMB


class Plan:
    """What is to be done to a board, in this order.

    `aside`: (old, new) name of a foreign main.py, or None; `remove`: paths, main.py first;
    `folders`: to be made; `write`: paths, main.py last.
    """

    def __init__(self, files, inventory):
        found = inventory.files
        ours = {path for path in found if _is_ours(path)}
        foreign = found.get(payload.MAIN, _NOTHING)[0] and not inventory.main.startswith(
            payload.MARK
        )
        self.aside = (payload.MAIN, _free_name(found)) if foreign else None
        if foreign:
            ours.discard(payload.MAIN)
        folders = _folders(files)
        right = {
            path for path in ours & files.keys() if found[path][1] == payload.digest(files[path])
        }
        stale = ours - right - folders
        self.write = sorted(files.keys() - right, key=_main_last)
        if (stale or self.write) and payload.MAIN in right:
            stale.add(payload.MAIN)
            self.write.append(payload.MAIN)
        self.folders = sorted(folders - found.keys())
        # Deepest first, so that folders are empty when their turn comes.
        self.remove = sorted(stale, key=lambda path: (path != payload.MAIN, -_depth(path), path))

    @property
    def nothing(self):
        """Whether the board has it all already."""
        return not (self.aside or self.remove or self.folders or self.write)


def _is_ours(path):
    return (
        path.startswith(payload.PACKAGE + "/")
        or path in (payload.MAIN, payload.BOARD)
        or path in payload.SHADOWS
    )


def _depth(path):
    return path.rstrip("/").count("/")


def _main_last(path):
    return path == payload.MAIN, path


def _folders(files):
    """The folders of the files, each with a slash at its end, a set."""
    found = set()
    for path in files:
        parts = path.split("/")[:-1]
        found.update("/".join(parts[: i + 1]) + "/" for i in range(len(parts)))
    return found


def _free_name(found):
    number = ""
    while _KEPT.format(number) in found:
        number = (number or 1) + 1
    return _KEPT.format(number)


def check_space(plan, files, inventory):
    """Raises FlashError if what is to be written will not fit."""
    block = inventory.block

    def on_disk(size):
        return -(-size // block) * block

    needed = sum(on_disk(len(files[path])) for path in plan.write) + block * len(plan.folders)
    freed = sum(on_disk(inventory.files[path][0]) for path in plan.remove)
    if needed <= inventory.free + freed:
        return
    others = [path for path in inventory.files if not _is_ours(path)]
    others.sort(key=lambda path: -inventory.files[path][0])
    listed = [f"    {path}: {inventory.files[path][0]} bytes" for path in others[:_LISTED]]
    raise FlashError(
        "\n".join(
            [
                f"The board's file system is too full: {needed} bytes are needed, "
                f"{inventory.free + freed} are free. Nothing was changed.",
                *(["The largest files that are not Picogammon's:"] if listed else []),
                *listed,
            ]
        )
    )


def deploy(board, files, kind, chip, patience, say):
    """Brings the board (board.Board) up to date with the files ({path: bytes}) and restarts it.

    `kind`, `chip`: what they are made for, as in `objection`. `say` is called with lines for the
    user. Raises FlashError.
    """
    identity = board.identity()
    complaint = objection(identity, kind, chip)
    if complaint:
        raise FlashError(complaint)
    version = ".".join(map(str, identity.version))
    say(f"{identity.machine}, MicroPython {version}")
    root = (payload.MAIN, payload.BOARD, *payload.SHADOWS)
    inventory = board.inventory(payload.PACKAGE, root)
    plan = Plan(files, inventory)
    check_space(plan, files, inventory)
    if plan.nothing:
        say("The board has the newest files already.")
    else:
        _carry_out(plan, board, files, say)
    plays, said = board.restart(PLAYS.search, patience)
    if not plays:
        says = f":\n{said.strip()}" if said.strip() else " nothing."
        raise FlashError(f"The files are on the board, but it does not start. It says{says}")
    say(f"The board says: {PLAYS.search(said)[0]}")


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
