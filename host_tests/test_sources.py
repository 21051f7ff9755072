"""What import-linter, ruff and the compilers cannot say of the sources: what rules and engine
compute with, who reaches the world, what MicroPython compiles wrongly, and what Windows lacks."""

import ast
import re
import subprocess
import sys

import pytest

from tools import ROOT

_FIRMWARE = ROOT / "firmware" / "picogammon"
_PURE = {"array", "binascii", "collections", "gc", "micropython", "picogammon", "struct"}
_WORLD = {"machine", "rp2", "vfs", "os", "time", "asyncio", "select", "open"}
_PAST_THE_HOST = {
    "host": {"machine", "rp2", "os", "time", "select"},
    "devices/files": {"os"},  # the class, on any other as well
    "devices/file_system": {"rp2", "vfs"},  # before there is a host
    "devices/matrix_program": {"rp2"},  # how a state machine's code is written
    "devices/matrix": {"rp2"},
    "devices/ring": {"time"},  # the day of a match
    "engine/weights": {"open"},  # a part of the firmware, not of a board's files
}


def _tree(module):
    return ast.parse((_FIRMWARE / (module + ".py")).read_text("utf-8"))


def _modules(room="."):
    paths = (_FIRMWARE / room).rglob("*.py")
    return sorted(path.relative_to(_FIRMWARE).as_posix()[: -len(".py")] for path in paths)


def _running(module):
    """The nodes of a file's syntax tree, without what stands there for mypy alone."""
    tree = _tree(module)
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
    if isinstance(node, ast.Name) and node.id in ("__import__", "exec", "eval"):
        return {node.id}
    return {"open"} if isinstance(node, ast.Call) and ast.unparse(node.func) == "open" else set()


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
    for module in _modules(room):
        for node in _running(module):
            assert _reached(node) <= _PURE | more, f"{module}, line {node.lineno}"
            assert not _is_fraction(node), f"{module}, line {node.lineno}: a fraction"


def test_the_app_imports_devices_for_their_types_only():
    for module in _modules("app"):
        for node in _running(module):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", "") + "." + name.name for name in node.names]
                assert not any("picogammon.devices" in name for name in names), f"{module}: {names}"


def test_a_board_reaches_the_world_through_its_host():
    found = {
        module: set().union(*map(_reached, _running(module))) & _WORLD for module in _modules()
    }
    assert {module: world for module, world in found.items() if world} == _PAST_THE_HOST


# MicroPython 1.25 compiles two things wrongly in native code for the chip:
# - The negation or inversion of a variable that lives in a register is done in that register, so
#   the variable changes (py/emitnative.c, emit_native_unary_op).
# - A constant that takes a word is put beside the code and read from an address that is a multiple
#   of four, but frozen code begins at any even address (tools/mpy-tool.py): another number is read.
_KERNELS = [module for module in _modules() if module.endswith("kernel")]


def _constants(tree):
    """What const() gives the module's names: {name: number}, and the same without underscores."""
    known, found = {}, {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("const("):
            name = node.targets[0].id
            known[name] = found[name.lstrip("_")] = _value(node.value.args[0], known)
    return known, found


def _value(node, known):
    """The number that an expression of constants is, else None."""
    try:
        return eval(ast.unparse(node), {"__builtins__": {}}, dict(known))
    except Exception:
        return None


def _fits(number):
    """Whether an armv6m loads it without a word beside the code (asm_thumb_mov_reg_i32_optimised).

    That is: its amount has 16 bits, or eight and zeros after them.
    """
    number = abs(number)
    return number < 1 << 16 or number // (number & -number) < 256


@pytest.mark.parametrize("module", _KERNELS)
def test_kernels_have_nothing_that_is_compiled_wrongly(module):
    tree = _tree(module)
    known, _ = _constants(tree)
    native = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(name).startswith("micropython.") for name in node.decorator_list)
    ]
    assert native
    for node in [node for function in native for node in ast.walk(function)]:
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Name):
            turned = isinstance(node.op, (ast.USub, ast.Invert)) and node.operand.id not in known
            assert not turned, ast.unparse(node)
        value = _value(node, known) if isinstance(node, ast.expr) else None
        assert type(value) is not int or _fits(value), ast.unparse(node)


# A constant of the compiler cannot be imported, so what must be fast has some once more: whose they
# are, and which of its names mean something of its own.
_REPEATED = {
    "engine/features_kernel": ("engine/net_twin engine/weights", "ESCAPES LOST"),
    "engine/net_kernel": ("engine/weights engine/net_twin engine/numbers", "ESCAPES ROWS"),
    "engine/race_net_kernel": ("engine/net_twin", ""),
    "engine/bearoff_kernel": ("engine/race ground", "ONE"),
    "engine/race": ("engine/bearoff_kernel engine/numbers", ""),
    "engine/cubeful_kernel": ("engine/numbers engine/cubeful", ""),
    "engine/cubeful": ("engine/cubeful_kernel", ""),
    "engine/search_kernel": ("engine/numbers ground", ""),
    "rules/movegen_kernel": ("rules/plays", ""),
    "app/display/pixels_kernel": ("app/display/canvas", ""),
    "app/display/lights_kernel": ("ground", ""),
    "devices/kernel": ("devices/strip", ""),
}


@pytest.mark.parametrize("module", sorted({*_REPEATED, *_KERNELS}))
def test_a_constant_that_is_repeated_is_the_same(module):
    others, own = _REPEATED.get(module, ("", ""))
    ours = _constants(_tree(module))[1]
    assert others or not ours
    theirs = {}
    for other in others.split():
        theirs.update(_constants(_tree(other))[1])
    shared = ours.keys() & theirs.keys() - set(own.split())
    assert shared or not others, "none is shared any more: has an original another name?"
    assert {name: ours[name] for name in shared} == {name: theirs[name] for name in shared}


# The modules that Python lacks on Windows and macOS, and what os lacks there.
_LACKING = (
    "crypt fcntl grp posix pty pwd readline resource spwd syslog termios tty"
    " fork geteuid getuid killpg sched_getaffinity setsid"
)
# What runs on Linux alone, or in MicroPython or gnubg; and what draws, which takes seconds.
_LEFT_OUT = "build/ npm/ raspberry_pi/ simulator/ virtual_board/device/ _guest".split()
_IMPORT = """
import builtins, importlib, os, sys

lacking = {lacking!r}.split()
real = __import__

def limited(name, globals=None, locals=None, fromlist=(), level=0):
    by = (globals or {{}}).get("__name__", "").partition(".")[0]
    if name in lacking and by in ("tools", "picogammon"):
        raise ModuleNotFoundError(name, name=name)
    return real(name, globals, locals, fromlist, level)

builtins.__import__ = limited
for name in lacking:
    os.__dict__.pop(name, None)
for name in {names!r}:
    try:
        importlib.import_module(name)
    except (ImportError, AttributeError) as problem:  # or it is for MicroPython
        if problem.name in lacking:
            print(name, "wants", problem.name)
"""


def _tools():
    found = (path.relative_to(ROOT).as_posix() for path in (ROOT / "tools").rglob("*.py"))
    return sorted(name for name in found if "node_modules" not in name)


def test_each_tool_is_imported_without_what_only_posix_has():
    names = [name for name in _tools() if not any(part in name for part in _LEFT_OUT)]
    names = [name.removesuffix(".py").replace("/", ".") for name in names]
    code = _IMPORT.format(lacking=_LACKING, names=names)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize(
    "asked, where",
    [
        ("sched_getaffinity", {"machine.py"}),
        # All but children.py run without the tools' packages.
        (
            r"subprocess\.(run|call|check_\w+|Popen)\(|\.(Process|Pool)\(|(?<!ThreadPool)Executor\(",
            {"children.py", "jobs.py", "flash/start.py", "setup/each_first.py"},
        ),
    ],
    ids=["how many cores there are", "a process"],
)
def test_the_tools_ask_for_it_in_one_way(asked, where):
    asking = {name for name in _tools() if re.search(asked, (ROOT / name).read_text("utf-8"))}
    assert asking == {f"tools/{name}" for name in where}
