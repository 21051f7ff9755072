"""Checks the types of firmware/ with mypy and MicroPython's stubs, as pyproject.toml says."""

import filecmp
import importlib.metadata
import shutil
import sys
from pathlib import Path

from mypy import api

_ROOT = Path(__file__).resolve().parents[2]
_STUBS = ("micropython-rp2-stubs", "micropython-stdlib-stubs")
_TYPINGS = _ROOT / "build" / "typings"


def lay_out_stubs(folder):
    """Copies MicroPython's stubs into a folder: mypy would take all of site-packages."""
    wanted = {}
    for stubs in _STUBS:
        for file in importlib.metadata.files(stubs):
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                wanted[folder / file] = Path(file.locate())
    for stale in set(folder.rglob("*.*")) - set(wanted):
        if stale.is_file():
            stale.unlink()
    for target, source in wanted.items():
        if not target.exists() or not filecmp.cmp(source, target):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def main():
    """Prints the complaints. Returns the exit status."""
    lay_out_stubs(_TYPINGS)
    said, failed, status = api.run(["--config-file", str(_ROOT / "pyproject.toml")])
    print((said + failed).strip())
    return status


if __name__ == "__main__":
    sys.exit(main())
