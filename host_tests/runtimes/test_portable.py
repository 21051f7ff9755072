"""The portable tests and transcripts again, on MicroPython: a small heap, and WebAssembly."""

import ast
from pathlib import Path

import pytest

import transcript
from runtimes.wasm_guest import RUNNER, Wasm, lay_clerk
from tools import runtimes

_TESTS = Path(__file__).resolve().parents[1]
_ROOMS = ("rules", "engine", "app", "devices", "board", "match_files")
# A Pico has about 237k, and its words are half as long. Code is on the heap here, which the image
# keeps in flash: the engine's, the app's (160k with the rooms below it), and a whole board's, 900k
# with the simulator. Match equities and the practice sets are in the weights, 430k. A board has the
# net as well: rows that the twin has used are there once more as long numbers, 512 bytes each.
# Each has room to spare: what the collector finds depends on the machine's stack, too.
_UNIX_HEAP = {"rules": "192k", "engine": "800k", "devices": "240k", "board": "2500k"}
_UNIX_HEAP["app"] = _UNIX_HEAP["transcripts"] = "1200k"
# With the flash that logs are on, or files as long.
_ON_FLASH = (
    "devices/test_match_log.py",
    "devices/test_match_log_faults.py",
    "app/test_fits.py",
    "app/test_hostile_files.py",
)
_UNIX_HEAP.update(dict.fromkeys(_ON_FLASH, "1500k"))
_UNIX_HEAP["engine/test_net.py"] = "400k"  # where the weights are too large
_UNIX_HEAP["board/test_hostile_lines.py"] = "3m"  # with all that a Sitting is made of
_UNIX_HEAP["board/test_troubles.py"] = "4m"  # its random presses ask for a hint: it loads the net

# A file of each room on WebAssembly; the others run there with ALL=1.
_WASM_SAMPLE = (
    "app/test_hostile_words.py",
    "rules/test_movegen.py",
    "rules/test_match.py",
    "engine/test_net.py",
    "engine/test_numbers.py",
    "devices/test_match_log_faults.py",
    "transcripts/turn.txt",
    "match_files/test_writing.py",
    "match_files/transcripts/dialects.txt",
)
assert all((_TESTS / name).exists() for name in _WASM_SAMPLE)


def _tests_of(path):
    """{name: whether it needs native code} of a file's tests; none where it says HOST_ONLY."""
    if path.suffix == ".txt":
        titles = [title for title, _ in transcript.sections(path) if title]
        return dict.fromkeys([title.replace(" ", "_") for title in titles], False)
    tree = ast.parse(path.read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "HOST_ONLY" for target in node.targets
        ):
            return {}
    return {
        node.name: "native" in [ast.unparse(mark) for mark in node.decorator_list]
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def _portable():
    """(name under host_tests/, its tests) of each file that runs on MicroPython too."""
    paths = sorted(path for room in _ROOMS for path in (_TESTS / room).rglob("test_*.py"))
    paths += sorted(_TESTS.glob("**/transcripts/*.txt"))
    for on_pc in ("match_files/transcripts/commands.txt", "browser/transcripts/heard.txt"):
        paths.remove(_TESTS / on_pc)
    found = [(str(path.relative_to(_TESTS)), _tests_of(path)) for path in paths]
    return [(name, tests) for name, tests in found if tests]


def _runs():
    """A whole board runs on unix alone: the page has its own, which the browser tests. Match files
    are read on WebAssembly alone: their regular expressions are the browser's there."""
    return [
        pytest.param(
            name,
            tests,
            runtime,
            id=f"{name}-{runtime}",
            marks=pytest.mark.long if runtime == "wasm" and name not in _WASM_SAMPLE else (),
        )
        for name, tests in _portable()
        for runtime in ("unix", "wasm")
        if not name.startswith("board/" if runtime == "wasm" else "match_files/")
    ]


@pytest.fixture(scope="session")
def wasm():
    guest = Wasm()
    yield guest
    guest.end()


@pytest.fixture(scope="session")
def clerk(tmp_path_factory):
    """A guest with what the page's clerk has."""
    folder = tmp_path_factory.mktemp("clerk")
    lay_clerk(folder)
    guest = Wasm([folder])
    yield guest
    guest.end()


@pytest.mark.parametrize("name, tests, runtime", _runs())
def test_on_micropython(name, tests, runtime, wasm, clerk):
    path = _TESTS / name
    if runtime == "unix":
        heap = _UNIX_HEAP.get(name) or _UNIX_HEAP[name.split("/")[0]]
        done = runtimes.run_unix(RUNNER, [path], heap)
        said, well = done.stdout.splitlines(keepends=True), done.returncode == 0
    else:
        said, well = (clerk if name.startswith("match_files/") else wasm).run(path)
    assert well, f"on {runtime}:\n{''.join(said)}"
    passed = [line.split()[1] for line in said if line.startswith("passed ")]
    run = [name for name in tests if runtime == "unix" or not tests[name]]
    assert sorted(passed) == sorted(run), "".join(said)
