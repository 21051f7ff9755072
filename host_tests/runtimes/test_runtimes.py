"""The runtimes themselves: failures are named, heaps have their limits, littlefs keeps files."""

import re
from pathlib import Path

from runtimes.wasm_guest import RUNNER, Wasm
from tools import runtimes

_NPM = runtimes.ROOT / "tools/npm/node_modules/@micropython/micropython-webassembly-pyscript"
_PASSES = "def test_passes():\n    pass\n"
_ENDS = "import sys\nprint('so far')\nsys.exit(3)\n"
# Passes once, and fails in the ways a portable test can.
_ONE_OF_EACH = """
from portable import data_lines, raises

def test_passes():
    with raises(ValueError, "three") as caught:
        raise ValueError("two or three")
    assert caught.error.args == ("two or three",)
    with raises(KeyError):
        with raises(ValueError):
            raise KeyError("goes its way")
    assert all(line[0] == "{" and line[-1] == "}" for line in data_lines("gnubg_texts.jsonl"))

def test_fails_by_assertion():
    assert 1 == 2

def test_fails_by_other_words():
    with raises(ValueError, "three"):
        raise ValueError("two")

def test_fails_by_silence():
    with raises(ValueError):
        pass

def test_fails_by_error():
    return 1 // 0
"""


def _written(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


def _is_told_of_each(said, path):
    assert re.findall(r"^(?:passed|FAILED) .*", said, re.MULTILINE) == [
        "FAILED test_fails_by_assertion",
        "FAILED test_fails_by_error",
        "FAILED test_fails_by_other_words",
        "FAILED test_fails_by_silence",
        "passed test_passes",
    ]
    assert f'File "{path}", line' in said
    assert "ZeroDivisionError" in said
    assert "'three' is not in 'two'" in said
    assert "ValueError was not raised" in said
    assert said.endswith(f"5 tests, 4 failed: {path}\n")


def test_on_the_unix_port_each_failure_is_named_with_its_traceback(tmp_path):
    path = _written(tmp_path, "one_of_each.py", _ONE_OF_EACH)
    done = runtimes.run_unix(RUNNER, [path])
    assert done.returncode == 1
    _is_told_of_each(done.stdout, path)
    done = runtimes.run_unix(RUNNER, [tmp_path / "nowhere.py"])
    assert done.returncode == 1 and "ImportError" in done.stdout


def test_on_webassembly_too_and_one_guest_runs_file_after_file_until_it_ends(tmp_path):
    path = _written(tmp_path, "one_of_each.py", _ONE_OF_EACH)
    ends, passes = _written(tmp_path, "ends.py", _ENDS), _written(tmp_path, "passes.py", _PASSES)
    done = ["passed test_passes\n", f"1 tests, 0 failed: {passes}\n"]
    guest = Wasm([tmp_path])
    try:
        said, well = guest.run(path)
        assert not well
        _is_told_of_each("".join(said), path)
        assert guest.run(passes) == (done, True)
        assert guest.run(ends) == (["so far\n"], False)
        assert guest.run(passes) == (done, True)
    finally:
        guest.end()


def test_webassembly_compares_no_call_with_its_table():
    """That took half of the time here and on the page; tools/setup/npm.sh leaves it out."""
    text = (_NPM / "micropython.mjs").read_text()
    assert "wasmTable.get(funcPtr)" in text and "assert(wasmTable" not in text


def test_the_unix_port_has_no_more_heap_than_it_is_given(tmp_path):
    script = _written(tmp_path, "greedy.py", "bytearray(200 * 1024)\n")
    assert "MemoryError" in runtimes.run_unix(script, heapsize="192k").stdout
    assert runtimes.run_unix(script, heapsize="256k").returncode == 0


def test_a_file_system_is_made_on_a_blank_flash_alone_and_no_match_on_one_is_lost():
    guest = Path(__file__).with_name("littlefs_guest.py")
    done = runtimes.run_unix(RUNNER, [guest], "16m")
    assert done.returncode == 0, done.stdout
    wanted = re.findall(r"^def (test_\w+)", guest.read_text(), re.MULTILINE)
    passed = re.findall(r"^passed (\w+)", done.stdout, re.MULTILINE)
    assert "Traceback" not in done.stdout, "no file is left open"
    assert len(wanted) >= 5 and passed == sorted(wanted)
