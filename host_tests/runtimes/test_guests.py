"""The guests that run portable tests notice what fails, and say where."""

import re
from pathlib import Path

import pytest

from tools import runtimes

_HERE = Path(__file__).resolve().parent
_RUNNER = _HERE.parent / "run_portable.py"
_SAMPLE = _HERE / "samples" / "one_of_each.py"
_RUNS = pytest.mark.parametrize("run", [runtimes.run_unix, runtimes.run_wasm], ids=["unix", "wasm"])


@_RUNS
def test_each_failure_is_named_with_its_traceback(run):
    done = run(_RUNNER, [_SAMPLE])
    assert done.returncode == 1
    assert re.findall(r"^(?:passed|FAILED) .*", done.stdout, re.MULTILINE) == [
        "FAILED test_fails_by_assertion",
        "FAILED test_fails_by_error",
        "FAILED test_fails_by_other_words",
        "FAILED test_fails_by_silence",
        "passed test_passes",
    ]
    assert f'File "{_SAMPLE}", line' in done.stdout
    assert "ZeroDivisionError" in done.stdout
    assert "'three' is not in 'two'" in done.stdout
    assert "ValueError was not raised" in done.stdout


@_RUNS
def test_a_file_that_cannot_be_imported_fails(run):
    done = run(_RUNNER, [_HERE / "samples" / "nowhere.py"])
    assert done.returncode == 1
    assert "ImportError" in done.stdout


def test_the_unix_port_has_no_more_heap_than_it_is_given(tmp_path):
    script = tmp_path / "greedy.py"
    script.write_text("bytearray(200 * 1024)\n")
    assert "MemoryError" in runtimes.run_unix(script, heapsize="192k").stdout
    assert runtimes.run_unix(script, heapsize="256k").returncode == 0
