"""The stand-ins' signatures are those of MicroPython for the RP2040, as its type stubs have them.

MicroPython itself knows no positional-only mark, so the stand-ins' parameters differ from the
stubs' in that alone.
"""

import ast
import importlib.metadata
import inspect

import pytest

from fakes import wires

HOST_ONLY = True

_CASES = [
    ("bitstream", wires.Wire().bitstream),
    ("I2C.writeto", wires.I2C().writeto),
    ("I2C.writevto", wires.I2C().writevto),
    ("PWM.freq", wires.PWM().freq),
    ("PWM.duty_u16", wires.PWM().duty_u16),
]


@pytest.fixture(scope="module")
def stubs():
    for file in importlib.metadata.files("micropython-rp2-stubs"):
        if file.name == "machine.pyi" and len(file.parts) == 1:
            return ast.parse(file.read_text(encoding="utf-8"))
    raise AssertionError("micropython-rp2-stubs has no machine.pyi")


def _overloads(tree, dotted):
    """Each form that the stub knows, as [(parameter names, how many of them have a default)]."""
    *owner, name = dotted.split(".")
    body = tree.body
    for part in owner:
        body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == part).body
    forms = []
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            arguments = node.args
            names = [a.arg for a in arguments.posonlyargs + arguments.args if a.arg != "self"]
            assert not arguments.kwonlyargs and not arguments.vararg and not arguments.kwarg
            forms.append((names, len(arguments.defaults)))
    assert forms, f"machine has no {dotted}"
    return forms


@pytest.mark.parametrize(("name", "stand_in"), _CASES, ids=[name for name, _ in _CASES])
def test_stand_in_has_the_real_signature(stubs, name, stand_in):
    parameters = inspect.signature(stand_in).parameters.values()
    names = [p.name for p in parameters]
    with_default = sum(p.default is not p.empty for p in parameters)
    forms = _overloads(stubs, name)
    assert max(forms, key=lambda form: len(form[0]))[0] == names
    fewest = min(len(form[0]) - form[1] for form in forms)
    assert len(names) - with_default == fewest
    for p in parameters:
        assert p.kind is p.POSITIONAL_OR_KEYWORD
