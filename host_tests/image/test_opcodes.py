"""What MicroPython's assembler cannot say is a number in the kernels, and beside it what that is.

binutils, which come with the compiler for the image, say what the numbers really are.
"""

import re
import shutil
import subprocess

import pytest

from tools import ROOT

_WITH_NUMBERS = ("features_kernel", "net_kernel", "net_layers_kernel")
_KERNELS = sorted((ROOT / "firmware").rglob("*kernel.py"))
_LINE = re.compile(r"^ *data\(2, (0x[0-9A-F]{4})\)  # ([^:]+)(: .*)?$")
_CODE = re.compile(r"^ *[0-9a-f]+:\s+[0-9a-f]{4}\s+(\w+)\s+([^\t@;\n]*)", re.M)


def _told(source):
    """[(number, what the line says that it is)] of a kernel, constants being numbers."""
    constants = dict(re.findall(r"^(_\w+) = const\((\d+)\)", source, re.M))
    found = []
    for line in source.splitlines():
        if line.lstrip().startswith("data("):
            number, said, _ = _LINE.match(line).groups()
            said = re.sub(r"\b_\w+", lambda name: constants[name[0]], said)
            found.append((int(number, 16), said))
    return found


def _decoded(numbers, folder):
    """What each of the numbers is in ARM's assembler, spelt as in the kernels."""
    file = folder / "code.bin"
    file.write_bytes(b"".join(number.to_bytes(2, "little") for number in numbers))
    command = ["arm-none-eabi-objdump", "-D", "-b", "binary", "-m", "arm"]
    command += ["-M", "force-thumb,reg-names-std", str(file)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = []
    for mnemonic, operands in _CODE.findall(listing):
        mnemonic = {"ldmia": "ldm", "stmia": "stm"}.get(mnemonic, mnemonic)
        found.append(f"{mnemonic} {operands.rstrip()}".replace("#", ""))
    return found


def test_these_have_numbers():
    assert [path.stem for path in _KERNELS if "data(" in path.read_text()] == [*_WITH_NUMBERS]


@pytest.mark.parametrize("name", _WITH_NUMBERS)
def test_each_number_is_the_instruction_that_is_said_beside_it(name, tmp_path):
    assert shutil.which("arm-none-eabi-objdump"), "there is no compiler for the chip: make uf2"
    told = _told((ROOT / "firmware/picogammon/engine" / f"{name}.py").read_text())
    assert _decoded([number for number, _ in told], tmp_path) == [said for _, said in told]


def test_a_line_without_its_instruction_is_noticed():
    with pytest.raises(AttributeError):
        _told("    data(2, 0x9407)")
    assert (
        _told("_A = const(28)\n    data(2, 0x9407)  # str r4, [sp, _A]: it")[0][1]
        == "str r4, [sp, 28]"
    )
