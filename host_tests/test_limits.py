"""No test waits for ever: one that hangs fails where it stands, and the next ones run."""

import subprocess
import sys

from tools import ROOT

_HANGING = """
import queue
import subprocess
import sys

import pytest

WAITING = [sys.executable, "-c", "import threading; threading.Event().wait()"]


def test_a_process_that_never_ends():
    subprocess.run(WAITING)


def test_a_queue_that_stays_empty():
    queue.Queue().get()


def test_a_fixture_that_never_goes(stuck):
    queue.Queue().get()


@pytest.fixture
def stuck():
    yield
    queue.Queue().get()


def test_what_is_left_behind_and_hangs():
    with subprocess.Popen(WAITING) as left:
        try:
            queue.Queue().get()
        finally:
            try:
                left.wait()
            finally:
                left.kill()


def test_what_comes_next():
    pass
"""


def test_what_hangs_fails_and_the_next_ones_run(tmp_path):
    path = tmp_path / "test_hanging.py"
    path.write_text(_HANGING)
    hooks = "pytest_runtest_teardown, pytest_timeout_set_timer"
    (tmp_path / "conftest.py").write_text(f"from host_tests.conftest import {hooks}\n")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-q", "-n", "1"]
    options = ["--rootdir", str(tmp_path), "-p", "no:cacheprovider", "-o", "timeout=1"]
    done = subprocess.run(
        [*command, *options, str(path)], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert "4 failed, 1 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("Timeout (>1.0s) from pytest-timeout") >= 3
    assert "queue.Queue().get()" in done.stdout, "it says where it stood"


def test_every_test_has_a_limit(request):
    limit = float(request.config.getini("timeout"))
    last = float(request.config.getini("faulthandler_timeout"))
    assert 0 < limit <= 600 < last and request.config.getini("faulthandler_exit_on_timeout")
    marked = [
        mark.args[0] for item in request.session.items for mark in item.iter_markers("timeout")
    ]
    assert all(limit < seconds < last for seconds in marked), "longer, but not for ever"


def test_the_files_that_come_first_are_there():
    names = (ROOT / "host_tests" / "longest_first.txt").read_text().split()
    assert names and [name for name in names if not (ROOT / "host_tests" / name).exists()] == []
