"""The tools import without the modules that Python lacks on Windows and macOS."""

import subprocess
import sys

from tools import ROOT

_MODULES = "crypt fcntl grp posix pty pwd readline resource spwd syslog termios tty"
_FUNCTIONS = "fork geteuid getuid killpg sched_getaffinity setsid"  # of os
# What runs on Linux alone, or in MicroPython or gnubg; and what draws, which takes seconds.
_LEFT_OUT = "build/ npm/ raspberry_pi/ simulator/ virtual_board/device/ _guest".split()
_IMPORT = """
import builtins, importlib, os, sys

lacking = {lacking!r}.split()
real = __import__

def limited(name, globals=None, locals=None, fromlist=(), level=0):
    by = (globals or {{}}).get("__name__", "").partition(".")[0]
    if name in lacking and by in ("tools", "picogammon"):
        raise ModuleNotFoundError(name, name=name)
    return real(name, globals, locals, fromlist, level)

builtins.__import__ = limited
sys.modules.setdefault("msvcrt", os)  # as Windows has one
for name in lacking:
    os.__dict__.pop(name, None)
for name in {names!r}:
    try:
        importlib.import_module(name)
    except (ImportError, AttributeError) as problem:  # or it is for MicroPython
        if problem.name in lacking:
            print(name, "wants", problem.name)
"""


def _sources():
    found = (path.relative_to(ROOT).as_posix() for path in (ROOT / "tools").rglob("*.py"))
    return sorted(name for name in found if not any(part in name for part in _LEFT_OUT))


def test_each_tool_is_imported_without_what_only_posix_has():
    names = [name.removesuffix(".py").replace("/", ".") for name in _sources()]
    code = _IMPORT.format(lacking=f"{_MODULES} {_FUNCTIONS}", names=names)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_the_cores_are_counted_in_one_place():
    asking = [name for name in _sources() if "sched_getaffinity" in (ROOT / name).read_text()]
    assert asking == ["tools/machine.py"]
