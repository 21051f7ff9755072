"""What the virtual board's server gives: the page, MicroPython, the firmware, the board's data.

Names are looked up, never joined to a folder, so no address leads out of what is listed here.
"""

import base64
import json
import mimetypes
from pathlib import Path

from tools.virtual_board import board_data

_HERE = Path(__file__).resolve().parent
_NPM = _HERE.parent / "npm" / "node_modules"
_MICROPYTHON = _NPM / "@micropython" / "micropython-webassembly-pyscript"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
}


class NotFound(Exception):
    """No such thing is served."""


class NotReady(Exception):
    """Something that belongs here is missing or wrong; the text says what, and what to do."""


class Site:
    """Answers by path. Files are read anew each time, so a reload shows what was just edited."""

    def __init__(self, firmware, board):
        """`firmware`: the folder with main.py. `board`: the folder with board_config.py.

        Raises NotReady when something that the page cannot do without is not there.
        """
        self._firmware = firmware
        self._board_config = board / "board_config.py"
        for path in (firmware / "main.py", self._board_config):
            if not path.is_file():
                raise NotReady(f"There is no {path}.")
        if not (_MICROPYTHON / "micropython.wasm").is_file():
            raise NotReady(
                "MicroPython for WebAssembly is not installed: `make play` fetches it first."
            )

    def get(self, path):
        """(content type, bytes) of what is at `path`. Raises NotFound, or NotReady."""
        if path == "/board.json":
            return _TYPES[".json"], _json(self._board())
        if path == "/firmware.json":
            return _TYPES[".json"], _json(self._bundle())
        file = _files().get(path)
        if file is None:
            raise NotFound(path)
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        return kind or "application/octet-stream", file.read_bytes()

    def _board(self):
        try:
            return board_data.read(self._board_config)
        except board_data.BadBoard as problem:
            raise NotReady(f"{self._board_config}: {problem}") from None

    def _bundle(self):
        """{"firmware": path -> base64, "device": path -> base64}, for MicroPython to mount."""
        firmware = _folder(self._firmware)
        firmware["board_config.py"] = _text(self._board_config)
        return {"firmware": firmware, "device": _folder(_HERE / "device")}


def _files():
    found = {f"/{path.name}": path for path in (_HERE / "page").iterdir() if path.is_file()}
    found["/"] = found["/index.html"]
    for name in ("micropython.mjs", "micropython.wasm"):
        found[f"/micropython/{name}"] = _MICROPYTHON / name
    return found


def _folder(top):
    return {
        path.relative_to(top).as_posix(): _text(path)
        for path in sorted(top.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }


def _text(path):
    return base64.b64encode(path.read_bytes()).decode()


def _json(value):
    return json.dumps(value, separators=(",", ":")).encode()
