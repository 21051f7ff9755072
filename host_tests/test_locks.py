"""What is installed is what was looked at: every package of every setup step, by its hashes."""

import json
import re

import pytest

from tools import runtimes

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
