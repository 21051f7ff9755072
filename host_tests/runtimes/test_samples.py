"""What guests make of samples/: failures are named, littlefs works, the net is the same."""

import re
import zlib
from pathlib import Path

import numpy as np
import pytest

from reference_data import known_positions
from runtimes.wasm_guest import RUNNER, Wasm
from tools import runtimes
from tools.trainer.bulk import BulkNet

_HERE = Path(__file__).resolve().parent
_SAMPLES = _HERE / "samples"
_ONE_OF_EACH = _SAMPLES / "one_of_each.py"
_NPM = runtimes.ROOT / "tools/npm/node_modules/@micropython/micropython-webassembly-pyscript"
_RUNS = pytest.mark.parametrize("run", [runtimes.run_unix, runtimes.run_wasm], ids=["unix", "wasm"])


@_RUNS
def test_each_failure_is_named_with_its_traceback(run):
    done = run(RUNNER, [_ONE_OF_EACH])
    assert done.returncode == 1
    assert re.findall(r"^(?:passed|FAILED) .*", done.stdout, re.MULTILINE) == [
        "FAILED test_fails_by_assertion",
        "FAILED test_fails_by_error",
        "FAILED test_fails_by_other_words",
        "FAILED test_fails_by_silence",
        "passed test_passes",
    ]
    assert f'File "{_ONE_OF_EACH}", line' in done.stdout
    assert "ZeroDivisionError" in done.stdout
    assert "'three' is not in 'two'" in done.stdout
    assert "ValueError was not raised" in done.stdout


@_RUNS
def test_a_file_that_cannot_be_imported_fails(run):
    done = run(RUNNER, [_SAMPLES / "nowhere.py"])
    assert done.returncode == 1
    assert "ImportError" in done.stdout


def test_webassembly_compares_no_call_with_its_table():
    """That took half of the time here and on the page; tools/setup/npm.sh leaves it out."""
    text = (_NPM / "micropython.mjs").read_text()
    assert "wasmTable.get(funcPtr)" in text and "assert(wasmTable" not in text


def test_a_guest_goes_on_after_a_failure_and_another_begins_where_one_has_ended():
    ends, passes = _SAMPLES / "ends.py", _SAMPLES / "passes.py"
    done = ["passed test_passes\n", f"1 tests, 0 failed: {passes}\n"]
    guest = Wasm()
    try:
        said, well = guest.run(_ONE_OF_EACH)
        assert not well and said[-1] == f"5 tests, 4 failed: {_ONE_OF_EACH}\n"
        assert guest.run(passes) == (done, True)
        assert guest.run(ends) == (["so far\n"], False)
        assert guest.run(passes) == (done, True)
    finally:
        guest.end()


def test_the_unix_port_has_no_more_heap_than_it_is_given(tmp_path):
    script = tmp_path / "greedy.py"
    script.write_text("bytearray(200 * 1024)\n")
    assert "MemoryError" in runtimes.run_unix(script, heapsize="192k").stdout
    assert runtimes.run_unix(script, heapsize="256k").returncode == 0


@pytest.mark.parametrize("name, heap", (("littlefs.py", "1m"), ("unmountable.py", "16m")))
def test_on_littlefs(name, heap):
    sample = _SAMPLES / name
    done = runtimes.run_unix(RUNNER, [sample], heap)
    assert done.returncode == 0, done.stdout
    wanted = re.findall(r"^def (test_\w+)", sample.read_text(), re.MULTILINE)
    passed = re.findall(r"^passed (\w+)", done.stdout, re.MULTILINE)
    assert len(wanted) >= 3 and passed == sorted(wanted)


_OUTCOMES = _SAMPLES / "outcomes.py"
_WEIGHTS = runtimes.ROOT / "firmware/picogammon/engine/weights.bin"


@pytest.fixture(scope="module")
def expected():
    positions = np.array([list(pos) for pos in known_positions()], np.int8)
    outcomes = BulkNet(_WEIGHTS.read_bytes()).outcomes(positions)
    return f"{len(positions)} {zlib.crc32(outcomes.astype('<i4').tobytes())}\n"


def test_on_the_unix_port(expected):
    assert runtimes.run_unix(_OUTCOMES, heapsize="4m").stdout == expected


def test_on_webassembly(expected):
    assert runtimes.run_wasm(_OUTCOMES).stdout == expected
