"""The mutants of `make mutants`: drawn alike each time, and tried without touching the tree."""

import re

import pytest

from tools.mutants import drawing, running

HOST_ONLY = True

_KEEPER = drawing.PACKAGE / "app" / "session" / "keeper.py"
_FILE = "host_tests/app/test_resume.py"
_NAMES = re.findall(r"^def (test_\w+)", (drawing.ROOT / _FILE).read_text(), re.MULTILINE)
_TESTS = [f"{_FILE}::{name}" for name in _NAMES]


def _with(text, other):
    """keeper.py with one text in the place of another."""
    source = _KEEPER.read_text()
    assert text in source
    return drawing.Mutant("", _KEEPER, 0, 0, lambda: source.replace(text, other))


def _sources(seed):
    return {mutant.source for mutant in drawing.draw(10, seed, [_KEEPER])[0]}


def test_the_same_seed_draws_the_same_mutants_and_each_is_one():
    drawn, again, other = [_sources(seed) for seed in (3, 3, 4)]
    assert drawn == again != other
    assert len(drawn) == 10
    for source in drawn:
        compile(source, "keeper.py", "exec")
        assert source != _KEEPER.read_text()


def test_kernels_and_constants_are_mutated_as_well():
    kernel = drawing.PACKAGE / "devices" / "kernel.py"
    assert drawing.draw(1, 1, [kernel])[1] > 50
    first = [mutant.first for mutant in drawing.draw(999, 1, [_KEEPER])[0]]
    assert 0 in first and max(first) > 20


def test_what_mypy_alone_reads_is_left_alone():
    reading = drawing.PACKAGE / "rules" / "gnu_id.py"
    lines = reading.read_text().splitlines()
    start = lines.index("_TYPE_CHECKING = const(False)")
    end = next(i for i in range(start + 2, len(lines)) if lines[i] and lines[i][0] != " ")
    mutants = drawing.draw(10_000, 1, [reading])[0]
    mutated = {int(mutant.name.split(":")[1]) for mutant in mutants}
    assert end + 1 in mutated and not mutated & set(range(start + 1, end + 1))


def test_a_mutant_is_found_by_the_test_that_fails():
    killer = running.failing(_TESTS, 60, _with("self._due.append(record)", "pass"))
    assert killer in _TESTS


def test_a_mutant_that_cannot_be_imported_is_found():
    assert running.failing(_TESTS, 60, _with("class Keeper:", "class Keeper(Nobody):")) == _TESTS[0]


def test_a_change_that_changes_nothing_is_not_found():
    assert running.failing(_TESTS, 60, _with("65536", "0x10000")) is None


def test_a_mutant_that_never_ends_is_stuck():
    with pytest.raises(running.Stuck):
        running.failing(
            _TESTS, 2, _with("while self._due:", "while True:\n                continue")
        )
