"""make says what is missing, what it installs is what was looked at (every package of every setup
step, by its hashes), and Ctrl-C ends what it runs without a traceback, wherever it comes."""

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys

import pytest

from tools import ROOT, jobs, runtimes, verbs

# What `make test ARGS=…` was told is not for the steps that are asked here.
_TOLD = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "ARGS")
_BARE = {name: value for name, value in os.environ.items() if name not in _TOLD}


@pytest.mark.parametrize(
    "step, missing",
    [("report", "MATCH"), ("verify", "MATCH"), ("position", "ID"), ("opponent", "ENGINE")]
    + [("duel", "A"), ("duel A=expert", "B")],
)
def test_a_step_that_lacks_something_says_what_and_does_nothing(step, missing):
    asked = subprocess.run(
        ["make", "-n", *step.split()],
        cwd=ROOT,
        env=_BARE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 2
    assert f"{missing}= is missing, as in: make {step.split()[0]} " in asked.stderr
    assert "-m tools" not in asked.stdout


_GIVEN = {"report": "MATCH=a.mat", "verify": "MATCH=a.mat", "position": "ID=a", "duel": "A=a B=b"}
_GIVEN["opponent"] = "ENGINE=a"
_STEPS_OF_HELP = re.findall(r"^([a-z0-9-]+):.*  ## ", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("step", _STEPS_OF_HELP)
def test_each_line_of_help_runs_something_that_is_there(step):
    """What runs without asking whether it is up to date; the tools' own tests run them."""
    given = ["make", "-n", step, *_GIVEN.get(step, "").split()]
    asked = subprocess.run(given, cwd=ROOT, env=_BARE, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr
    for verb in re.findall(r"python -m tools (\S+)", asked.stdout):
        assert verb in verbs.VERBS, verb
    for module in re.findall(r"python -m (tools\.[\w.]+)", asked.stdout):
        assert importlib.util.find_spec(module), module
    for script in re.findall(r"(tools/[\w/]+\.(?:sh|py)|host_tests/[\w/.]+\.py)", asked.stdout):
        assert (ROOT / script).exists(), script


def test_help_needs_nothing():
    asked = ["make", "-n", "report", "ARGS=--help"]
    line = subprocess.check_output(asked, cwd=ROOT, env=_BARE, text=True)
    assert "-m tools report  --help" in line


@pytest.mark.parametrize("step", sorted(verbs.VERBS.keys() & set(_STEPS_OF_HELP)))
def test_help_takes_no_more_than_python_packages(step):
    given = ["make", "-nB", step, "ARGS=--help"]
    asked = subprocess.run(given, cwd=ROOT, env=_BARE, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr
    assert set(re.findall(r"tools/setup/(\w+)\.sh", asked.stdout)) <= {"venv"}
    tools = re.findall(r"(?:-m tools|tools/flash/start.py)(?:\\\n|.)*", asked.stdout)
    assert len(tools) == 1 and tools[0].endswith("--help"), asked.stdout


_SETUP = runtimes.ROOT / "tools" / "setup"
_STEPS = sorted(path.stem for path in _SETUP.glob("requirements*.txt"))
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def _pinned(path):
    """name -> version of the lines `name==version` of a file."""
    found = re.findall(r"^([\w.-]+)==([\w.]+)", path.read_text(), re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name.lower()): version for name, version in found}


@pytest.mark.parametrize("step", _STEPS)
def test_what_a_step_names_is_locked_in_that_version(step):
    named = _pinned(_SETUP / f"{step}.txt")
    locked = _pinned(_SETUP / f"{step}.lock")
    assert named and named.items() <= locked.items(), "run tools/setup/lock.sh"


@pytest.mark.parametrize("step", _STEPS)
def test_what_it_needs_in_turn_is_as_constrained(step):
    constraints = _pinned(_SETUP / "constraints.txt")
    for name, version in _pinned(_SETUP / f"{step}.lock").items():
        assert constraints.get(name, version) == version, "run tools/setup/lock.sh"


@pytest.mark.parametrize("step", _STEPS)
def test_every_package_has_its_hashes_and_none_an_address(step):
    text = (_SETUP / f"{step}.lock").read_text()
    packages = re.split(r"\n(?=\S)", text)
    assert all(_HASH.search(package) for package in packages)
    assert "://" not in text


def test_npm_packages_have_their_hashes():
    lock = json.loads((runtimes.ROOT / "tools" / "npm" / "package-lock.json").read_text())
    packages = [entry for name, entry in lock["packages"].items() if name]
    assert packages and all(entry["integrity"].startswith("sha512-") for entry in packages)


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
