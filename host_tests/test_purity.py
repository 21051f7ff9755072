"""What import-linter and ruff cannot say: what else rules and engine may import, that they compute
with integers, and which modules reach the world past their host."""

import ast
from pathlib import Path

import pytest

_FIRMWARE = Path(__file__).resolve().parents[1] / "firmware"
_PURE = {"array", "binascii", "collections", "gc", "micropython", "picogammon", "struct"}
_WORLD = {"machine", "rp2", "vfs", "os", "time", "asyncio", "select", "open"}
_PAST_THE_HOST = {
    "picogammon/host.py": {"machine", "rp2", "os", "time", "select"},
    "picogammon/devices/files.py": {"os"},  # the class, on any other as well
    "picogammon/devices/file_system.py": {"rp2", "vfs"},  # before there is a host
    "picogammon/devices/matrix_program.py": {"rp2"},  # how a state machine's code is written
    "picogammon/devices/matrix_watch.py": {"rp2"},
    "picogammon/devices/archive.py": {"time"},  # a number of seconds as a day
    "picogammon/engine/weights.py": {"open"},  # a part of the firmware, not of a board's files
}


def _running(path):
    """The nodes of a file's syntax tree, without what stands there for mypy alone."""
    tree = ast.parse(path.read_text())
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "_TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    return [node for node in ast.walk(tree) if node not in for_types]


def _reached(node):
    """The modules and built-in doors that a node opens."""
    if isinstance(node, ast.Import):
        return {name.name.split(".")[0] for name in node.names}
    if isinstance(node, ast.ImportFrom):
        return {node.module.split(".")[0]}
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "open":
        return {"open"}
    if isinstance(node, ast.Name) and node.id in ("__import__", "exec", "eval"):
        return {node.id}
    return set()


def _is_fraction(node):
    return (
        (isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)))
        or (isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div))
        or (isinstance(node, ast.Name) and node.id == "float")
    )


@pytest.mark.parametrize(
    "room, more", [("rules", set()), ("engine", {"picogammon_weights", "open"})]
)
def test_rules_and_engine_are_pure_and_compute_with_integers(room, more):
    for path in (_FIRMWARE / "picogammon" / room).rglob("*.py"):
        for node in _running(path):
            assert _reached(node) <= _PURE | more, f"{path}, line {node.lineno}"
            assert not _is_fraction(node), f"{path}, line {node.lineno}: a fraction"


def test_a_board_reaches_the_world_through_its_host():
    found = {
        path.relative_to(_FIRMWARE).as_posix(): set().union(*map(_reached, _running(path))) & _WORLD
        for path in _FIRMWARE.rglob("*.py")
    }
    assert {name: world for name, world in found.items() if world} == _PAST_THE_HOST
