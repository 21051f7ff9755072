"""Runs portable tests and transcripts without pytest: `micropython run_portable.py FILE...`

One line a test, a traceback under each that failed, a last line that counts; the exit status is 1
after a failure. A test of native code says so where there is none. Without a FILE they are read
from stdin, one a line: then what a file has imported of the tests is forgotten before the next, and
whoever has taken much memory ends.
"""

import gc
import sys

from portable import NoNativeCode


def run(path):
    """Runs every test of the file, by name. Returns (tests run, tests failed)."""
    if path.endswith(".txt"):
        return _run_transcript(path)
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder or ".")
    tests = __import__(name[: -len(".py")])
    names = sorted(name for name in dir(tests) if name.startswith("test_"))
    return len(names), sum(not _passes(name, getattr(tests, name)) for name in names)


def _run_transcript(path):
    import transcript

    count = failed = 0
    for title, lines in transcript.sections(path):
        if title:
            count += 1
            failed += not _passes(
                title.replace(" ", "_"), lambda lines=lines: transcript.check(lines)
            )
    return count, failed


def run_each():
    """Runs the files that stdin names, each as if it were alone; what they test stays imported.

    In WebAssembly nothing is freed while Python runs.
    """
    failures = 0
    while 0 <= gc.mem_alloc() < _MUCH:  # over 2 GB reads as negative
        path = sys.stdin.readline().strip()
        if not path:
            break
        before = list(sys.path), list(sys.modules)
        failures += _told(path)
        sys.path[:] = before[0]
        for name in list(sys.modules):
            if name not in before[1] and name.split(".")[0] not in _TESTED:
                del sys.modules[name]
    return failures


_MUCH = 200 << 20
_TESTED = ("picogammon", "fakes", "circuit")


def _told(path):
    """How many of the file's tests failed, after its last line."""
    count, failed = run(path)
    print("%d tests, %d failed: %s" % (count, failed, path))
    return failed


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
        # What is imported stays close together, and large blocks find room.
        gc.threshold(max(16384, (gc.mem_alloc() + gc.mem_free()) // 8))
    failed = sum([_told(path) for path in sys.argv[1:]]) if sys.argv[1:] else run_each()
    sys.exit(1 if failed else 0)
