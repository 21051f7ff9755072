"""make says what is missing, and how the line goes."""

import subprocess

import pytest

from tools import ROOT


@pytest.mark.parametrize(
    "step, missing",
    [("report", "MATCH"), ("verify", "MATCH"), ("position", "ID"), ("opponent", "ENGINE")]
    + [("duel", "A"), ("duel A=expert", "B")],
)
def test_a_step_that_lacks_something_says_what_and_does_nothing(step, missing):
    asked = subprocess.run(
        ["make", "-n", *step.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert asked.returncode == 2
    assert f"{missing}= is missing, as in: make {step.split()[0]} " in asked.stderr
    assert "-m tools." not in asked.stdout


def test_help_needs_nothing():
    line = subprocess.check_output(["make", "-n", "report", "ARGS=--help"], cwd=ROOT, text=True)
    assert "-m tools.report  --help" in line
