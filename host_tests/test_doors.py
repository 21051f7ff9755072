"""The rooms' doors are shut: who may import what, and no fractions in rules and engine."""

import ast
import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]
_PACKAGE = _ROOT / "firmware" / "picogammon"

# The rooms beside itself and the ground floor that a room may import from.
_OPEN = {
    "ground": (),
    "rules": (),
    "engine": ("rules",),
    "app": ("rules", "engine"),
    "devices": (),
}
# All that rules and engine may import from MicroPython: no clock, no chance, no hardware.
_PURE = {"array", "binascii", "collections", "gc", "micropython", "struct"}
# What types are written with, for mypy: MicroPython has none of it.
_TYPING = {"typing", "collections"}
_HARDWARE = {"machine", "neopixel", "rp2"}
# What a board is handed by its host, and the few modules that go and get some of it themselves.
_WORLD = {"machine", "rp2", "vfs", "os", "time", "asyncio", "select", "open"}
_OUTSIDE = {
    "picogammon/host.py": {"machine", "rp2", "os", "time", "select"},
    "picogammon/devices/files.py": {"os"},  # the class, on any other as well
    "picogammon/devices/file_system.py": {"rp2", "vfs"},  # before there is a host
    "picogammon/devices/new_layout.py": {"os"},  # all that is in two file systems
    "picogammon/devices/matrix_program.py": {"rp2"},  # how a state machine's code is written
    "picogammon/devices/matrix_watch.py": {"rp2"},
    "picogammon/devices/archive.py": {"time"},  # a number of seconds as a day
    "picogammon/engine/weights.py": {"open"},  # a part of the firmware, not of a board's files
}
# The app is handed the time and the dice, and waits for nothing.
_NOT_IN_APP = _HARDWARE | {"time", "utime", "random", "urandom", "asyncio", "uasyncio", "_thread"}


def _imported(node):
    """The modules, dotted, that a node of a syntax tree imports; `from a import b` may mean a.b."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom):
        if node.level:
            return ["a relative name"]
        return [f"{node.module}.{name.name}" for name in node.names]
    if isinstance(node, ast.Name) and node.id in ("__import__", "exec", "eval"):
        return [f"whatever {node.id} brings"]
    return []


def _for_types(tree):
    """The nodes of a syntax tree that mypy alone reads, for they never run."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "_TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }


def _may_import(room, module):
    parts = module.split(".")
    if parts[0] == "picogammon":
        open_rooms = (room, "ground", *_OPEN[room])
        return len(parts) > 1 and (parts[1] in open_rooms or parts[1] == "VERSION")
    if parts[0] == "picogammon_weights":  # the file of weights, in the image
        return room == "engine"
    if " " in module:
        return False
    if room == "ground":  # constants, and where it runs
        return parts[0] in ("micropython", "sys")
    if room in ("rules", "engine"):
        return parts[0] in _PURE
    return room == "devices" or parts[0] not in _NOT_IN_APP


def _is_fraction(node):
    return (
        (isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)))
        or (isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div))
        or (isinstance(node, ast.Name) and node.id == "float")
    )


def tool_faults(source):
    """What a tool must not do: import a test, or add to the path beside tools/__init__.py."""
    tests = {path.stem for path in (_ROOT / "host_tests").iterdir()} | {"host_tests"}
    tests.remove("board")  # is Blinka's module of a computer's pins, too
    found = []
    for node in ast.walk(ast.parse(source)):
        for module in _imported(node):
            if module.split(".")[0] in tests:
                found.append(f"line {node.lineno}: tools must not import {module} of the tests")
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.path":
            found.append(f"line {node.lineno}: tools/__init__.py alone says what is on the path")
    return found


def reached(source):
    """What of the world a module imports or opens by itself, of _WORLD."""
    tree = ast.parse(source)
    for_types = _for_types(tree)
    found = set()
    for node in ast.walk(tree):
        if node in for_types:
            continue
        found |= {module.split(".")[0] for module in _imported(node)}
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "open":
            found.add("open")
    return found & _WORLD


def faults(room, source):
    """What a module of the room does that it must not, a sentence each, with its line."""
    found = []
    tree = ast.parse(source)
    for_types = _for_types(tree)
    for node in ast.walk(tree):
        for module in _imported(node):
            if node in for_types and module.split(".")[0] in _TYPING:
                continue
            if not _may_import(room, module):
                found.append(f"line {node.lineno}: {room} must not import {module}")
        if room in ("rules", "engine") and _is_fraction(node):
            found.append(f"line {node.lineno}: {room} computes with integers only")
    return found


@pytest.mark.parametrize("room", sorted(_OPEN))
def test_rooms_keep_their_doors(room):
    modules = sorted((_PACKAGE / room).rglob("*.py"))
    assert modules
    found = [
        f"{path.relative_to(_ROOT)}, {fault}"
        for path in modules
        for fault in faults(room, path.read_text())
    ]
    assert not found, "\n".join(found)


def test_a_board_reaches_the_world_through_its_host_alone():
    folder = _ROOT / "firmware"
    found = {
        path.relative_to(folder).as_posix(): reached(path.read_text())
        for path in folder.rglob("*.py")
    }
    assert {name: world for name, world in found.items() if world} == _OUTSIDE


def test_what_a_module_gets_by_itself_is_noticed():
    assert reached("def f():\n    with open('x') as file:\n        from os import stat") == {
        "open",
        "os",
    }
    assert reached("if _TYPE_CHECKING:\n    import machine\nfiles.open('x')") == set()


# These say what is on another process's path, or for a moment on their own.
_PATH_MAKERS = ("tools/__init__.py", "tools/jobs.py", "tools/mutants/running.py")
_PATH_MAKERS += ("tools/raspberry_pi/__main__.py",)  # board_config is found there, as on a chip


def test_tools_import_no_test_and_leave_the_path_alone():
    modules = sorted((_ROOT / "tools").rglob("*.py"))
    assert modules
    found = [
        f"{name}, {fault}"
        for path in modules
        if "node_modules" not in path.parts
        and (name := str(path.relative_to(_ROOT))) not in _PATH_MAKERS
        for fault in tool_faults(path.read_text())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "from portable import raises",
        "import host_tests.portable",
        "def f():\n    from browser.harness import serving",
        "import sys\nsys.path.insert(0, 'firmware')",
    ],
)
def test_a_tool_that_reaches_into_the_tests_is_noticed(source):
    assert tool_faults(source)


def test_there_are_no_other_rooms():
    rooms = {path.name for path in _PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert rooms - {".ruff_cache"} == set(_OPEN)


@pytest.mark.parametrize(
    "room, source",
    [
        ("ground", "import time"),
        ("ground", "from array import array"),
        ("ground", "from picogammon.rules import position"),
        ("rules", "import machine"),
        ("rules", "import time"),
        ("rules", "from random import randrange"),
        ("rules", "def f():\n    import math"),
        ("rules", "from typing import Any"),
        ("rules", "if _TYPE_CHECKING:\n    from picogammon.engine import handmade"),
        ("rules", "if _TYPE_CHECKING:\n    pass\nelse:\n    from typing import Any"),
        ("rules", "from picogammon.engine import handmade"),
        ("rules", "from picogammon_weights import DATA"),
        ("rules", "from picogammon import engine"),
        ("rules", "from . import position"),
        ("rules", "half = pips / 2"),
        ("rules", "pips /= 2"),
        ("rules", "half = 0.5"),
        ("rules", "half = float(pips)"),
        ("rules", "__import__('machine')"),
        ("engine", "from picogammon.app import view"),
        ("engine", "import os"),
        ("app", "from picogammon.devices.strip import Strip"),
        ("app", "from machine import Pin"),
        ("app", "import asyncio"),
        ("devices", "from picogammon.rules import position"),
        ("devices", "import picogammon.app.display.view"),
    ],
)
def test_a_shut_door_is_noticed(room, source):
    assert faults(room, source)


@pytest.mark.parametrize(
    "room, source",
    [
        ("ground", "from micropython import const\nimport sys"),
        ("rules", "from array import array\nfrom micropython import const"),
        ("rules", "from picogammon.ground.places import BAR"),
        ("rules", "if _TYPE_CHECKING:\n    from typing import Any"),
        ("devices", "from picogammon.ground import clock"),
        ("rules", "from picogammon.rules.position import swap\nhalf = pips // 2"),
        ("engine", "from picogammon.rules import movegen"),
        ("engine", "from picogammon_weights import DATA"),
        (
            "app",
            "from picogammon.engine import levels\nfrom picogammon import VERSION\nhalf = 0.5",
        ),
        ("devices", "import machine\nfrom picogammon.devices import files"),
    ],
)
def test_an_open_door_is_open(room, source):
    assert faults(room, source) == []


# Hot loops have the bar's number as a constant of the compiler, which cannot be imported.
_OWN_BAR = {
    "app/display/lights_kernel.py",
    "engine/bearoff_kernel.py",
    "engine/features_twin.py",
    "engine/features_kernel.py",
    "engine/handmade.py",
    "engine/classes_kernel.py",
    "rules/movegen_kernel.py",
    "rules/steps.py",
}


def test_the_bar_has_one_number():
    places = (_PACKAGE / "ground" / "places.py").read_text()
    number = re.search(r"^BAR = const\((\d+)\)", places, re.M)[1]
    own = re.compile(rf"^\w*BAR\w* = const\({number}\)$", re.M)
    found = {
        str(path.relative_to(_PACKAGE))
        for path in _PACKAGE.rglob("*.py")
        if own.search(path.read_text())
    }
    assert found == _OWN_BAR | {"ground/places.py"}


def _modules(folder, package=""):
    """{dotted name: path} of all modules below a folder."""
    found = {}
    for path in folder.rglob("*.py"):
        if "node_modules" not in path.parts:
            parts = path.relative_to(folder).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            found[".".join((package, *parts)).strip(".")] = path
    return found


def import_graph(sources):
    """{module: the others it imports, wherever in the file}, given {module: its source}.

    What is imported for types alone is left out.
    """
    graph = {}
    for name, source in sources.items():
        targets = set()
        tree = ast.parse(source)
        for node in set(ast.walk(tree)) - _for_types(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for module in _imported(node):
                    # `from a import b` is a.b if that is a module; else b is a name in a.
                    targets.add(module if module in sources else module.rpartition(".")[0])
        graph[name] = (targets & set(sources)) - {name}
    return graph


def circles(graph):
    """The modules that lie on a circle of imports, or between two of them."""
    left = dict(graph)
    while True:  # who imports nothing that is left, or is imported by none, is in no circle
        wanted = set().union(*left.values()) if left else set()
        kept = {name: to & set(left) for name, to in left.items() if name in wanted}
        kept = {name: to & set(kept) for name, to in kept.items()}
        kept = {name: to for name, to in kept.items() if to}
        if kept == left:
            return sorted(left)
        left = kept


@pytest.mark.parametrize("folder, package", [("firmware", ""), ("tools", "tools")])
def test_imports_run_in_no_circle(folder, package):
    modules = _modules(_ROOT / folder, package)
    graph = import_graph({name: path.read_text() for name, path in modules.items()})
    assert len(graph) > 50 and any(graph.values())
    found = circles(graph)
    assert not found, "import each other: " + ", ".join(found)


def test_a_circle_is_noticed():
    sources = {
        "p": "",
        "p.a": "from p import b",
        "p.b": "def f():\n    from p.c import g",
        "p.c": "import p.a",
        "p.d": "from p import a",
        "p.e": "",
    }
    assert circles(import_graph(sources)) == ["p.a", "p.b", "p.c"]
    sources["p.c"] = "if _TYPE_CHECKING:\n    import p.a"
    assert circles(import_graph(sources)) == []
    sources["p.c"] = "import p.e"
    assert circles(import_graph(sources)) == []


# What a mode may use of the navigator that it is handed; of the session, anything public.
_FOR_MODES = {
    *("session", "display", "changed", "open", "leave", "close_all", "top", "base", "below"),
    *(
        "commit",
        "decide",
        "roll",
        "ask_or_roll",
        "begin",
        "kept",
        "keep_prefs",
        "refuse",
        "remark",
        "tell",
        "measure",
        "workshop",
    ),
}


def reaches(source):
    """What is taken from a navigator or a session that a mode must not, dotted, with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value).split(".")[-1]
            if owner == "navigator" and node.attr not in _FOR_MODES:
                found.append(f"line {node.lineno}: navigator.{node.attr}")
            if owner == "session" and node.attr.startswith("_"):
                found.append(f"line {node.lineno}: session.{node.attr}")
    return found


def test_modes_know_of_the_navigator_only_what_is_for_them():
    modes = _PACKAGE / "app" / "modes"
    navigator = ast.parse((modes / "navigator.py").read_text())
    defined = {node.name for node in ast.walk(navigator) if isinstance(node, ast.FunctionDef)}
    defined |= {node.attr for node in ast.walk(navigator) if isinstance(node, ast.Attribute)}
    assert _FOR_MODES <= defined
    found = [
        f"{path.name}, {reach}"
        for path in sorted(modes.glob("*.py"))
        if path.name != "navigator.py"
        for reach in reaches(path.read_text())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    ["self.navigator.press(1, 0, now)", "navigator.refresh()", "self.session._keep(a)"],
)
def test_a_mode_that_reaches_too_far_is_noticed(source):
    assert reaches(source)
