"""The compiled engine for the page, in WebAssembly."""

from tools import ROOT, sources

_FOLDER = ROOT / "build" / "engine"


def path():
    """Where it is once it is made of these very sources: of others it has another name."""
    return _FOLDER / f"{sources()}.wasm"
