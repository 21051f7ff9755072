"""MicroPython on WebAssembly that runs portable tests, one file after another."""

import subprocess
from pathlib import Path

from tools import ROOT, runtimes
from tools.virtual_board import content

RUNNER = Path(__file__).resolve().parents[1] / "run_portable.py"


# What tests of match files need besides.
_FOR_TESTS = {
    "reading/replay.py": ROOT / "tools/simulator/reading/replay.py",
}


def lay_clerk(folder):
    """Writes into a folder what the page's clerk has."""
    files = content.match_tools()
    for name, path in _FOR_TESTS.items():
        files[name] = path.read_text()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


class Wasm:
    """A guest that runs one file after another: it takes longer to start than most files do.

    `first`: folders in which it looks before all others.
    """

    def __init__(self, first=()):
        self._first = first
        self._process = None

    def run(self, path):
        """What a file's tests printed, and whether all passed."""
        said = self._ask(path) or self._ask(path)  # the last one had ended, being full
        return said, bool(said) and said[-1].endswith(f" tests, 0 failed: {path}\n")

    def _ask(self, path):
        if self._process is None:
            self._process = subprocess.Popen(
                runtimes.wasm_command(RUNNER, first=self._first),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        said = []
        try:
            print(path, file=self._process.stdin, flush=True)
            for line in self._process.stdout:
                said.append(line)
                if line.endswith(f" failed: {path}\n"):
                    return said
        except BrokenPipeError:
            pass
        except BaseException:  # its time is over
            self.end()
            raise
        self.end()
        return said

    def end(self):
        process, self._process = self._process, None
        if process:
            process.kill()
            process.communicate()
