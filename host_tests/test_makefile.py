"""The Makefile: Apple's make reads it too, what people type reaches the tools as typed, and what is
missing is said before anything is installed."""

import json
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from tools import ROOT

_TEXT = (ROOT / "Makefile").read_text()
_TARGETS = re.findall(r"^([a-z0-9-]+):.*  ## ", _TEXT, re.MULTILINE)
_NEEDS = re.findall(r"\$\(call needs,([a-z-]+),([A-Z]+),(.*?)\)(?=\$|$)", _TEXT, re.MULTILINE)
# What came after GNU Make 3.81, and an example of each.
_LATER = {
    r"^[^\t#=\n]*:[^=\n]*\b(export|override) +(export|override) ": "a: export override B := c",
    r"^[^\t#=\n]*:[^=\n]*\bprivate ": "a: private B := c",
    r"^\.(ONESHELL|RECIPEPREFIX|SHELLSTATUS|EXTRA_PREREQS|NOTINTERMEDIATE)\b": ".ONESHELL:",
    r"^[^\t#=\n]*(!|::|:::)=": "A != ls",
    r"^[^\t#=\n]*&:": "a b &: c",
    r"\$[({](file|guile|let|intcmp) ": "A := $(file <b)",
}
_HOSTILE = """ a 'b' "c" `d` $e $(f) ${g} \\h #i %j *; & | < > ~ ! é"""
_PYTHON = """#!/bin/sh
exec "{python}" -c 'import json, os, sys; print(json.dumps([dict(os.environ), sys.argv]))' "$@"
"""


def _make(folder, *given):
    """Runs make in the repository, but with `folder` for what it sets up."""
    where = (f"DONE={folder / 'setup'}", f"BIN={folder}", f"PYTHON={folder / 'python'}")
    command = ["make", "-s", *where, *given]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.fixture
def equipped(tmp_path):
    """A folder where all is set up, and Python says with what it was called."""
    python = tmp_path / "python"
    python.write_text(_PYTHON.format(python=sys.executable))
    python.chmod(0o755)
    (tmp_path / "setup").mkdir()
    for step in set(re.findall(r"\$\(DONE\)/([\w-]+)", _TEXT)) | set(_PIP_STEPS):
        (tmp_path / "setup" / step).touch()
    return tmp_path


_PIP_STEPS = re.search(r"^PIP := (.*)", _TEXT, re.MULTILINE)[1].split()


@pytest.mark.parametrize("construct", _LATER)
def test_nothing_is_later_than_apple_s_make(construct):
    assert re.search(construct, _LATER[construct], re.MULTILINE)
    assert not re.search(construct, _TEXT, re.MULTILINE)


@pytest.mark.parametrize("target", _TARGETS)
def test_every_target_can_be_planned(target, tmp_path):
    needed = [f"{name}=x" for one, name, _ in _NEEDS if one == target]
    planned = _make(tmp_path, "-n", target, *needed)
    assert planned.returncode == 0, planned.stderr


def _typed():
    """(target, variable) of each text in a step's lines."""
    target = ""
    for line in _TEXT.splitlines():
        target = re.match(r"([a-z0-9-]+):|", line)[1] or target
        if line.startswith("\t"):
            line = line.replace("$(WHERE)", re.search(r"^WHERE = (.*)", _TEXT, re.MULTILINE)[1])
            yield from ((target, name) for name in re.findall(r'"\$\$\{?([A-Z]+)', line))


@pytest.mark.parametrize("target, name", sorted(set(_typed())))
def test_what_people_type_reaches_a_tool_as_typed(target, name, equipped):
    typed = {needed: "x" for one, needed, _ in _NEEDS if one == target} | {name: _HOSTILE}
    done = _make(equipped, target, *(f"{name}={text}" for name, text in typed.items()))
    environment, given = json.loads(done.stdout)
    assert environment[name] == _HOSTILE.lstrip()
    on_pins = (target, name) == ("play", "BOARD")  # only a board on pins is an argument
    assert on_pins or any(argument.endswith(_HOSTILE.lstrip()) for argument in given), given


def test_no_text_is_put_into_a_line_as_it_is():
    listed = re.search(r"^TYPED := (.*)", _TEXT, re.MULTILINE)[1].split()
    assert {name for _, name in _typed()} <= set(listed)
    for line in re.findall(r"^\t.*", _TEXT, re.MULTILINE):
        asked = re.sub(r"\$\(if [^\s,]*", "", line)
        assert not set(re.findall(r"\$\(([A-Z]+)\)", asked)) & set(listed), line


@pytest.mark.parametrize("target, name, example", _NEEDS)
def test_what_is_missing_is_said_before_anything_is_installed(target, name, example, tmp_path):
    others = [f"{other}=x" for one, other, _ in _NEEDS if one == target and other != name]
    refused = _make(tmp_path, target, *others)
    assert f"{name}= is missing, as in: make {target} {example}" in refused.stderr
    assert refused.returncode and not any(tmp_path.iterdir())
    assert _make(tmp_path, "-n", target, "ARGS=--help").returncode == 0


def _brings(tmp_path, *given):
    planned = _make(tmp_path, "-n", *given).stdout
    return set(re.findall(r"requirements-(\S+)\.lock", planned)), "npm.sh" in planned


def test_players_get_no_packages_of_developers(tmp_path):
    for target in ("save-match", "send-match", "read-match", "backup", "restore", "deck", "uf2"):
        assert _brings(tmp_path, target) == ({"tools"}, False), target
    assert _brings(tmp_path, "verify", "MATCH=a.mat") == ({"tools"}, False)
    assert _brings(tmp_path, "report", "MATCH=a.mat") == ({"tools", "training"}, False)
    assert _brings(tmp_path, "drawings", "DESIGN=cigar_box") == ({"drawings"}, False)
    assert _brings(tmp_path, "play") == (set(), True)


def test_each_target_is_tried_in_a_clone_of_its_own(tmp_path):
    script = "tools/setup/each_first.py"
    (tmp_path / "tools/setup").mkdir(parents=True)
    shutil.copy(ROOT / script, tmp_path / script)
    rules = [f"{name}:  ## It\n\t@test ! -e it && touch it\n" for name in ("one", "two")]
    (tmp_path / "Makefile").write_text("".join(rules))
    author = "-c user.name=a -c user.email=b"
    for words in ("init -q", "add .", f"{author} commit -qm one"):
        subprocess.run(["git", *words.split()], cwd=tmp_path, check=True)
    run = [sys.executable, str(tmp_path / script)]
    assert json.loads(subprocess.check_output([*run, "--list"])) == ["one", "two"]
    done = subprocess.run(run, capture_output=True, text=True)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Failed: none"), done.stdout


def test_pip_in_a_container_fills_the_cache_that_a_workflow_keeps():
    paths = (ROOT / ".github/workflows").glob("*.yml")
    jobs = [job for path in paths for job in yaml.safe_load(path.read_text())["jobs"].values()]
    for job in jobs:
        for step in job["steps"]:
            if "container" in job and step.get("uses", "").startswith("actions/cache@"):
                kept = job.get("env", {}).get("PIP_CACHE_DIR", "missing")
                # GitHub's HOME there belongs to another user, and then pip keeps nothing.
                assert kept.startswith("/var/cache/") and kept in step["with"]["path"].split()
