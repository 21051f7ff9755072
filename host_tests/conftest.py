"""Every run sees the same examples: hypothesis draws from a fixed seed and keeps no database.

With SOAK set (`make soak`) they are new ones.
"""

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "same_every_time",
    derandomize=not os.environ.get("SOAK"),
    database=None,
    deadline=None,
    print_blob=True,
)
hypothesis.settings.load_profile("same_every_time")

# Few people have these set: what a program prints would come sooner than with them, and each
# program that a test starts would compile all of its modules again.
# make's own hand its variables down to each make that a test starts.
for _name in ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "MAKEFLAGS", "MAKEOVERRIDES", "ARGS"):
    os.environ.pop(_name, None)
sys.dont_write_bytecode = False
# What a shell runs in the background hears no Ctrl-C, and nor would the programs that it begins.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption("--accept", action="store_true", help="write what transcripts show now")


def pytest_collect_file(file_path, parent):
    """Transcripts are tests, one a section."""
    if file_path.suffix == ".txt" and file_path.parent.name == "transcripts":
        return Transcript.from_parent(parent, path=file_path)


class Transcript(pytest.File):
    def collect(self):
        import transcript

        if self.config.getoption("--accept"):
            transcript.accept(self.path)
        for title, lines in transcript.sections(self.path):
            if title:
                yield Section.from_parent(self, name=title, lines=lines)


class Section(pytest.Item):
    def __init__(self, *, lines, **rest):
        super().__init__(**rest)
        self._lines = lines

    def runtest(self):
        import transcript

        transcript.check(self._lines)

    def reportinfo(self):
        return self.path, None, self.name

    def repr_failure(self, excinfo):
        return (
            str(excinfo.value)
            if excinfo.errisinstance(AssertionError)
            else super().repr_failure(excinfo)
        )


_HERE = Path(__file__).resolve().parent
_LONGEST_FIRST = (_HERE / "longest_first.txt").read_text().split()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leaves out the tests marked `long`, unless ALL=1 is set.

    Where workers share the files, the longest ones come first: then all end at the same time.
    """
    if os.environ.get("ALL", "") in ("", "0"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    if hasattr(config, "workerinput"):
        rank = {_HERE / name: at for at, name in enumerate(_LONGEST_FIRST)}
        items.sort(key=lambda item: rank.get(item.path, len(rank)))


def pytest_collection_finish():
    """The firmware collects garbage often: what is here before the tests need not be looked at."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def engine():
    """The path of the page's compiled engine, made where it is not there; skips what needs it on a
    machine that cannot make it."""
    from tools import webassembly  # not in every folder's set-up

    done = subprocess.run(
        [sys.executable, "-m", "tools.webassembly", "--needed"],
        cwd=_HERE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    if "linker" in done.stderr and os.environ.get("CI") != "true":
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    return webassembly.path()
