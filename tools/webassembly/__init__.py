"""The compiled engine for the page, in WebAssembly."""

from tools import ROOT, sources

_FOLDER = ROOT / "build" / "engine"


def path():
    """Returns the path of the engine of these sources; others have another name."""
    return _FOLDER / f"{sources()}.wasm"
