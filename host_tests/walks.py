"""The files that a piece of work enters, counted by tracing its calls.

A file is entered if a function of it is called, a generator resumed, or a property read. What is
called as a module is imported does not count: what lies ready was imported before.
"""

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]


class Walk:
    """`with Walk("firmware") as walk:` counts; `entered`: paths in the order of their first call.

    `below`: folders of the repository whose files count. `first`, `turn` and `last`, each the end
    of a path and a function's name, choose a stretch: from the last call of `first` before `turn`
    is called until `last` returns.
    """

    def __init__(self, *below, first=None, turn=None, last=None):
        self.entered = {}
        self.done = last is None
        self._below = tuple(f"{_ROOT / folder}/" for folder in below)
        self._first, self._turn, self._last = first, turn, last
        self._on = first is None
        self._importing = 0

    def __enter__(self):
        sys.setprofile(self._look)
        return self

    def __exit__(self, kind, error, trace):
        sys.setprofile(None)

    def _look(self, frame, event, _):
        code = frame.f_code
        if code.co_name == "<module>":
            self._importing += (event == "call") - (event == "return")
        if self._importing or not code.co_filename.startswith(self._below):
            return
        here = str(Path(code.co_filename).relative_to(_ROOT))
        if event == "return" and self._turn is None and _is(here, code, self._last):
            self._on = False
            self.done = True
        if event != "call":
            return
        if self._turn and _is(here, code, self._first):
            self.entered.clear()
            self._on = True
        if self._turn and _is(here, code, self._turn):
            self._turn = None
        if self._on:
            self.entered[here] = None


def _is(path, code, wanted):
    return wanted is not None and code.co_name == wanted[1] and path.endswith(wanted[0])
