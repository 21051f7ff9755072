"""Kernels (*kernel.py) where there is no native code.

MicroPython's compiler refuses @micropython.viper there. So whoever brings it the firmware, such as
the page, brings the kernels as bytecode, and `pointers.py`. Lines stay where they are, for
tracebacks.
"""

_IMPORT = "import micropython\n"
_POINTERS = "from bytecode.pointers import ptr8, ptr16, ptr32"


def as_bytecode(source, pointers=_POINTERS):
    """The source of a kernel, its viper functions as bytecode.

    `pointers`: the statement that brings viper's pointers, those that the kernel uses.
    """
    plain = source.replace("@micropython.viper", "@micropython.bytecode")
    return plain.replace(_IMPORT, f"import micropython; {pointers}\n", 1)


def rewrite(path):
    """Makes a kernel's file such a source."""
    with open(path) as file:
        source = file.read()
    with open(path, "w") as file:
        file.write(as_bytecode(source))
