"""Turns kernels (*kernel.py) into bytecode, for MicroPython without @micropython.viper.

The same MicroPython also needs `pointers.py`. Line numbers stay the same, for tracebacks.
"""

_IMPORT = "import micropython\n"
_POINTERS = "from bytecode.pointers import ptr8, ptr16, ptr32"


def as_bytecode(source, pointers=_POINTERS):
    """Returns a kernel's source as bytecode; `pointers` is the statement that imports them."""
    plain = source.replace("@micropython.viper", "@micropython.bytecode")
    return plain.replace(_IMPORT, f"import micropython; {pointers}\n", 1)


def rewrite(path):
    """Turns a kernel's file into bytecode."""
    with open(path) as file:
        source = file.read()
    with open(path, "w") as file:
        file.write(as_bytecode(source))
