"""Do the types in firmware/ fit, as mypy sees them with MicroPython's own modules?

Run as `python -m tools.lint.types_fit`. pyproject.toml says what is looked at, and how strictly.
"""

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
    """Puts MicroPython's stubs into the folder, alone: mypy would take site-packages as a whole."""
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
    """Prints what does not fit. Returns the exit status."""
    lay_out_stubs(_TYPINGS)
    said, failed, status = api.run(["--config-file", str(_ROOT / "pyproject.toml")])
    print((said + failed).strip())
    return status


if __name__ == "__main__":
    sys.exit(main())
