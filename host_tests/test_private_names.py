"""What is private to a module is reached for by no other."""

import ast

import pytest

from tools import ROOT

# Names with an underscore that are none of ours, and public: of named tuples, of os, and of
# MicroPython's sys.implementation.
_PUBLIC = {"_asdict", "_replace", "_fields", "_exit", "_machine", "_mpy"}


def private_reaches(source):
    """Where a module reaches for a private name that it does not have itself."""
    tree = ast.parse(source)
    own = {
        node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }
    reached = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                own.add(node.attr)
            else:
                reached[node.attr] = node.lineno
        elif isinstance(node, ast.ImportFrom):
            reached.update({name.name: node.lineno for name in node.names})
    return [
        f"line {line}: {name} is private"
        for name, line in reached.items()
        if name[0] == "_" and name[:2] != "__" and name not in own | _PUBLIC
    ]


@pytest.mark.parametrize("folder", ["firmware", "host_tests", "tools"])
def test_nobody_reaches_for_what_is_private_elsewhere(folder):
    modules = [path for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
    assert modules
    found = [
        f"{path.relative_to(ROOT)}, {fault}"
        for path in sorted(modules)
        for fault in private_reaches(path.read_text())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "engine._judge = judge",
        "self.link._port.gone = 1",
        "from picogammon.engine.thinker import _result",
        "from picogammon.engine import race\nrace._NEVER",
    ],
)
def test_a_private_reach_is_noticed(source):
    assert private_reaches(source)


@pytest.mark.parametrize(
    "source",
    [
        "self._judge = judge",
        "def f(self, other):\n    self._line = other._line",
        "class Game:\n    def _roll(self):\n        pass\nDO = Game._roll",
        "import os\nos._exit(0)",
        "import tools.virtual_board.__main__",
    ],
)
def test_what_is_ones_own_is_free(source):
    assert private_reaches(source) == []
