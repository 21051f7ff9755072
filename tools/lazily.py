"""Modules that take a second or more to import: who does not use them does not wait for them."""

import sys
from importlib import util


def lazily(name):
    """The module of that name (a str), which is imported when something of it is first used.

    Raises ModuleNotFoundError at once where there is none.
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = util.find_spec(name)
    if spec is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    spec.loader = util.LazyLoader(spec.loader)
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
