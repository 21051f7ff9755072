"""Stand-ins for modules that take a second or more to import."""

from importlib import import_module
from types import ModuleType

from tools.children import held


class _Late(ModuleType):
    """A stand-in. If code only inspects it, as pytest does, nothing is imported (importlib's
    LazyLoader would import the module then)."""

    def __getattr__(self, name):
        if name.startswith("_"):  # nobody reaches for one
            raise AttributeError(name)
        with held():  # Ctrl-C comes after the import
            return getattr(import_module(self.__name__), name)


def lazily(name):
    """Returns a stand-in for the module of that name (a str), which its first use imports.

    Where there is no such module, that use raises ModuleNotFoundError.
    """
    return _Late(name)
