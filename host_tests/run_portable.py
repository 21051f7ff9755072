"""Runs files of portable tests where there is no pytest: `micropython run_portable.py FILE...`

One line a test, a traceback under each that failed, a last line that counts; the exit status is 1
after a failure. A test of native code says so where there is none.
"""

import gc
import sys

from portable import NoNativeCode


def run(path):
    """Runs every test of the file, by name. Returns (tests run, tests failed)."""
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder or ".")
    tests = __import__(name[: -len(".py")])
    names = sorted(name for name in dir(tests) if name.startswith("test_"))
    return len(names), sum(not _passes(name, getattr(tests, name)) for name in names)


def _passes(name, test):
    gc.collect()
    try:
        test()
    except NoNativeCode:
        print("no native code for", name)
        return True
    except Exception as error:
        print("FAILED", name)
        _print_exception(error)
        return False
    print("passed", name)
    return True


def _print_exception(error):
    if hasattr(sys, "print_exception"):
        sys.print_exception(error, sys.stdout)
    else:
        sys.excepthook(type(error), error, error.__traceback__)


if __name__ == "__main__":
    if hasattr(gc, "threshold"):
        gc.threshold(16384)  # what is imported stays close together, and large blocks find room
    failures = 0
    for path in sys.argv[1:]:
        count, failed = run(path)
        failures += failed
        print("%d tests, %d failed: %s" % (count, failed, path))
    sys.exit(1 if failures else 0)
