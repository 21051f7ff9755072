"""Every run sees the same examples: hypothesis draws from a fixed seed and keeps no database.

With FRESH set (`make soak`) they are new ones.
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
    derandomize=not os.environ.get("FRESH"),
    database=None,
    deadline=None,
    print_blob=True,
)
hypothesis.settings.load_profile("same_every_time")

# Few people have these set: what a program prints would come sooner than with them, and each
# program that a test starts would compile all of its modules again.
for _name in ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"):
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


_TIDYING_S = 120  # for each thing that is left behind by a test whose time is over
_settings = pytest.StashKey()


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item, settings):
    """What hangs may leave something that hangs as well: its time is over again and again."""
    item.stash[_settings] = settings
    done = yield
    if settings.method == "signal":
        again = min(settings.timeout, _TIDYING_S)
        signal.setitimer(signal.ITIMER_REAL, settings.timeout, again)
    return done


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item):
    """A test that has failed has no timer any more, and its fixtures want one."""
    if _settings in item.stash:
        item.config.hook.pytest_timeout_cancel_timer(item=item)
        item.config.hook.pytest_timeout_set_timer(item=item, settings=item.stash[_settings])


_HERE = Path(__file__).resolve().parent
_LONGEST_FIRST = (_HERE / "longest_first.txt").read_text().split()


def pytest_collection_modifyitems(config, items):
    """Where workers share the files, the longest ones come first: then all end at the same time."""
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
