"""What MicroPython 1.25 compiles wrongly for the chip stays out of its native code.

* The negation or inversion of a variable that lives in a register is done in that register, so the
  variable changes (py/emitnative.c, emit_native_unary_op).
* A constant that takes a word is put beside the code and read from an address that is a multiple of
  four, but frozen code begins at any even address (tools/mpy-tool.py): another number is read.
"""

import ast

import pytest

from tools import runtimes

_KERNELS = sorted((runtimes.ROOT / "firmware").rglob("*kernel.py"))


def _native_functions(tree):
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(name).startswith("micropython.") for name in node.decorator_list)
    ]


def _constants(tree):
    """The module's names that const() gives a number."""
    known = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("const("):
            known[node.targets[0].id] = _value(node.value.args[0], known)
    return known


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


def _wrong(source):
    tree = ast.parse(source)
    known = _constants(tree)
    found = []
    for function in _native_functions(tree):
        for node in ast.walk(function):
            if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Name):
                if isinstance(node.op, (ast.USub, ast.Invert)) and node.operand.id not in known:
                    found.append(ast.unparse(node))
            value = _value(node, known) if isinstance(node, ast.expr) else None
            if type(value) is int and not _fits(value):
                found.append(ast.unparse(node))
    return found


def _kernels_taken(tree):
    """{kernel's module: what was asked before it was imported, or None} of a module's tree."""
    asked = {
        line: node.test.id
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name)
        for line in node.body
    }
    return {
        name: asked.get(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in [node.module, *[f"{node.module}.{each.name}" for each in node.names]]
        if name.endswith("kernel")
    }


# Viper code that runs as native code only: elsewhere plain Python takes its place, or nothing.
_VIPER_ONLY = {
    "flash_kernel",
}


def _needed(kernel):
    """What has to be asked before a kernel: ASSEMBLER where a function is in assembler."""
    path = runtimes.ROOT / "firmware" / (kernel.replace(".", "/") + ".py")
    if "@micropython.asm_thumb" in path.read_text():
        return "ASSEMBLER"
    return "VIPER" if path.stem in _VIPER_ONLY else None


def test_a_kernel_is_taken_only_where_it_runs_and_there_nothing_else_is():
    taken = {}
    for path in (runtimes.ROOT / "firmware").rglob("*.py"):
        if path not in _KERNELS:
            taken.update(_kernels_taken(ast.parse(path.read_text())))
    assert taken == {kernel: _needed(kernel) for kernel in taken}
    names = {kernel.split(".")[-1] for kernel in taken}
    own = {"features_kernel", "net_layers_kernel"}  # net_kernel's
    assert names | own == {path.stem for path in _KERNELS}


@pytest.mark.parametrize("path", _KERNELS, ids=lambda path: path.parent.name + "/" + path.name)
def test_kernels_have_nothing_that_is_compiled_wrongly(path):
    source = path.read_text()
    assert _native_functions(ast.parse(source))
    assert _wrong(source) == []


# A constant of the compiler cannot be imported, so what must be fast has some once more: whose they
# are, and which are its own.
_REPEATED = {
    "engine/features_kernel": (
        ("engine/features_twin", "engine/weights", "engine/shots"),
        "ADDED MET_SUM MET_AT NEAR_SUM FACTOR THEIRS_ON_BAR FIRST_ROW OURS_ON_BAR ROWS_END SIDES"
        " POS ROWS_AT ESCAPES LOST STACK",
    ),
    "engine/net_kernel": (
        ("engine/weights", "engine/net_twin", "engine/numbers"),
        "WEIGHTS HIDDEN SUMS COUNTS KEPT COMING GOING KEPT_ROWS OUTPUT START_SUMS ROWS ESCAPES LOST"
        " NODES CONSTANTS CURVE USES COPY_OF ROW_OF COPIES TURN WANTED NODES_COPY BUCKET"
        " BUCKET_USES SEEN NO_BUCKET MOST_USES WORDS COPIED",
    ),
    "engine/net_layers_kernel": (
        ("engine/net_kernel",),
        "WORK_AT LIFT_AT LIST_AT SUMS_AT BLOCKS_AT",
    ),
    "engine/race_net_kernel": (("engine/race_net_twin",), "COUNT LIST OUTPUT"),
    "engine/bearoff_kernel": (
        ("engine/bearoff", "ground/places"),
        "HOME OTHER_HOME POINTS ONE NEAR_ROLLS WIDTH LONGEST ROLL MOST_SHIFTED",
    ),
    "engine/race": (
        ("engine/bearoff", "engine/bearoff_kernel", "engine/numbers"),
        "CHECKERS ALL_AT FIRST_AT NEVER",
    ),
    "engine/cubeful_kernel": (
        ("engine/numbers", "engine/stakes"),
        "LEVELS ASKED DOUBLES OTHER_DOUBLES HEAD LOST_GAMMON WON LIVE EACH WORK",
    ),
    "engine/cubeful": (("engine/cubeful_kernel", "engine/stakes"), "DOUBLED"),
    "engine/classes_kernel": (("engine/classes", "ground/places"), "NEGATIVE"),
    "engine/search_kernel": (("engine/numbers",), ""),
    "rules/movegen_kernel": (
        ("rules/steps",),
        "WORDS BAR_BIT HOME BLOT COUNT FOLLOWERS LEFT OWN TRAIL PLAY",
    ),
    "app/display/pixels_kernel": (("app/display/canvas",), ""),
    "app/display/lights_kernel": (("ground/places",), "HALF GREATEST BENT"),
    "devices/kernel": (("app/display/lights_kernel",), ""),
}


def _named(module):
    """{name without underscores: number} of a module's constants."""
    source = (runtimes.ROOT / "firmware" / "picogammon" / (module + ".py")).read_text()
    return {name.lstrip("_"): number for name, number in _constants(ast.parse(source)).items()}


@pytest.mark.parametrize("module", _REPEATED)
def test_a_constant_that_is_repeated_is_the_same(module):
    others, own = _REPEATED[module]
    known = {}
    for other in others:
        known.update(_named(other))
    repeated = {name: number for name, number in _named(module).items() if name not in own.split()}
    assert repeated == {name: known.get(name) for name in repeated}


def test_each_kernel_with_constants_is_looked_at():
    looked_at = {runtimes.ROOT / "firmware/picogammon" / (name + ".py") for name in _REPEATED}
    assert {path for path in _KERNELS if _constants(ast.parse(path.read_text()))} <= looked_at
