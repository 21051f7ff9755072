"""Ctrl-C ends what runs on a PC without a traceback, wherever it comes."""

import signal
import subprocess
import sys

from tools import ROOT, jobs


def _ended_by(problem):
    code = f"import tools; raise {problem}"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_a_tool_that_is_interrupted_says_nothing_and_its_status_tells():
    ended = _ended_by("KeyboardInterrupt")
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, "")


def test_a_fault_is_told_as_ever():
    ended = _ended_by("ValueError('a fault')")
    assert ended.returncode == 1
    assert ended.stderr.endswith("ValueError: a fault\n")


def test_workers_leave_an_interruption_to_who_started_them():
    before = signal.getsignal(signal.SIGINT)
    with jobs.cluster(workers=1) as client:
        assert list(client.run(signal.getsignal, signal.SIGINT).values()) == [signal.SIG_IGN]
    assert signal.getsignal(signal.SIGINT) == before
