"""The workflows, which nobody can run here: what they name is there, no outsider steers a shell."""

import re

import pytest
import yaml

from tools import ROOT

_FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def _steps(path):
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_actions_are_commits_and_no_expression_is_shell(path):
    steps = _steps(path)
    assert steps
    for step in steps:
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"]), step
        assert "${{" not in step.get("run", ""), step
    named = re.findall(r"uses: (\S+)(.*)", path.read_text())
    assert all(re.fullmatch(r"  # v\d+\.\d+\.\d+", comment) for _, comment in named), named


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_what_they_run_is_there(path):
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for step in _steps(path):
        run = re.sub(r"apt-get .*", "", step.get("run", ""))
        assert set(re.findall(r"\bmake ([a-z0-9-]+)", run)) <= targets
        for name in re.findall(r"(?:host_tests|tools|\.ci)/[\w./-]+", run):
            assert (ROOT / name).exists() or name.startswith("tools/virtual_board/page"), name
