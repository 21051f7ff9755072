"""The files of the virtual board's site: the page, MicroPython, the firmware, the boards' data.

A path is looked up in a list, never joined to a folder, so no address leads to another file.
"""

import hashlib
import json
from functools import partial
from pathlib import Path

from bytecode import as_bytecode
from tools import webassembly
from tools.boards import loading
from tools.image import uf2
from tools.virtual_board import board_data, bundle
from tools.virtual_board.bundle import NotReady as NotReady
from tools.virtual_board.page.serve import kind_of

_HERE = Path(__file__).resolve().parent
_PAGE = _HERE / "page"
_DEVICE = _HERE / "device"
_TOOLS = _HERE.parent
_COMPILED = _TOOLS / "webassembly" / "compiled.py"
_READING = _TOOLS / "simulator" / "reading"
_POINTERS = _TOOLS / "simulator" / "bytecode" / "pointers.py"
_MICROPYTHON = bundle.NPM / "@micropython" / "micropython-webassembly-pyscript" / "micropython.wasm"
# The modules of tools/ for the clerk's MicroPython.
_CLERK_HAS = """
    board_shape boards/check boards/chips boards/constants boards/headers
    dice/sealed image/uf2
    matches/__init__ matches/lines matches/listing matches/log matches/persons
    matches/playing matches/reading matches/restoring matches/sgf matches/writing
    positions/ogid positions/pasted
    players/__init__ players/deeper
    report/__init__ report/drawing report/judging report/page report/telling
    virtual_board/board_data
""".split()
_WORKER = "/service-worker.js"


class NotFound(Exception):
    """The site has no such path."""


def images_in(folder):
    """The paths of the images in a folder, sorted."""
    return sorted(folder.glob("picogammon-*.uf2"))


class Site:
    """Answers by path. Each answer reads its files again, so a reload shows every edit."""

    alone = True  # the page works without this server, once it is loaded
    plugged = False  # the page can connect to a board at a cable of this site
    line = None  # the path of a WebSocket, if there is one; `carry(line)` gets each connection

    def __init__(self, firmware, boards, images=()):
        """`firmware`: the folder with main.py. `boards`: folders with a board_config.py; the page
        opens with the first. `images`: paths of UF2 files for boards.

        Raises NotReady if main.py or MicroPython is missing.
        """
        self._firmware = firmware
        self._images = {path.name: path for path in images}
        self._boards = {}
        for folder in boards:
            self._boards.setdefault(folder.name, folder / "board_config.py")
        drawn = sorted({*loading.names()} - {*loading.pico_names()})
        self._drawn = {name: loading.FOLDER / name / "board_config.py" for name in drawn}
        if not (firmware / "main.py").is_file():
            raise NotReady(f"There is no {firmware / 'main.py'}.")
        if not _MICROPYTHON.is_file():
            raise NotReady("MicroPython and esbuild are not installed: `make play` fetches them.")

    def files(self):
        """Returns all files, {name: bytes}, for a static host. Raises NotReady."""
        return {path[1:]: give() for path, give in self._served().items()}

    def get(self, path):
        """Returns (content type, bytes) of a path. Raises NotFound, or NotReady."""
        path = "/index.html" if path == "/" else path
        served = self._served()
        if path not in served:
            raise NotFound(path)
        return kind_of(path), served[path]()

    def _served(self):
        """Returns {path: a function that returns its bytes}."""
        served = {f"/images/{name}": path.read_bytes for name, path in self._images.items()}
        return {**self._kept(), **served, _WORKER: lambda: _service_worker(self._kept())}

    def _kept(self):
        served = {
            "/boards.json": self._told_boards,
            "/firmware.json": self._bundle,
            "/images.json": lambda: _told_images(self._images),
            "/matches.json": lambda: _json(match_tools()),
            "/micropython.wasm": _MICROPYTHON.read_bytes,
        }
        if webassembly.path().is_file():
            served["/engine.wasm"] = webassembly.path().read_bytes
        for path in _PAGE.iterdir():
            if path.suffix not in bundle.SOURCES and path.is_file():
                served[f"/{path.name}"] = path.read_bytes
        for name in bundle.ENTRIES:
            served[f"/{name}"] = partial(bundle.bundled, name)
        for name, path in {**self._drawn, **self._boards}.items():
            served[f"/boards/{name}.json"] = lambda path=path: _json(_board(path))
        for name, path in _files_below(self._firmware):
            if not _is_text(path):
                served[f"/firmware/{name}"] = path.read_bytes
        return served

    def _told_boards(self):
        boards = [_board(config) for config in self._boards.values()]
        known = {
            "names": list(self._boards),
            "titles": [_short(board["title"]) for board in boards],
            "first": boards[0],  # saves the page a request
            "drawn": list(self._drawn),
            "plugged": self.plugged,
            "alone": self.alone,
        }
        return _json(known)

    def _bundle(self):
        """Returns JSON: `firmware` and `device`, each {path: text} for MicroPython to mount, and
        `engine`, true if it is compiled. Other files are null, and served below /firmware/."""
        firmware = _folder(self._firmware)
        firmware["bytecode/pointers.py"] = _text(_POINTERS)
        for name, text in firmware.items():
            if name.endswith("kernel.py"):
                firmware[name] = as_bytecode(text)
        deeper = _text(_TOOLS / "players" / "deeper.py")
        known = {
            "firmware": firmware,
            "device": {**_folder(_DEVICE), "deeper.py": deeper, "compiled.py": _text(_COMPILED)},
            "engine": webassembly.path().is_file(),
        }
        return _json(known)


def _service_worker(kept):
    """Returns the service worker, with the names and the hash of the files that it keeps."""
    held = hashlib.sha256()
    for name in sorted(kept):
        held.update(name.encode() + b"\0" + hashlib.sha256(kept[name]()).digest())
    files = json.dumps(["./", *(f".{name}" for name in sorted(kept))])
    known = f'self.FILES = {files};\nself.VERSION = "{held.hexdigest()[:16]}";\n'
    return known.encode() + (_PAGE / _WORKER[1:]).read_bytes()


def _told_images(images):
    told = []
    for name, path in sorted(images.items()):
        about = uf2.about(path.read_bytes())
        board, _, layout = about["device"].partition(", layout ")
        if layout:
            told.append({"file": name, "board": board, "version": about["version"]})
    return _json({"images": told})


def match_tools():
    """Returns {path: text} of all modules for the clerk's MicroPython."""
    files = _folder(_HERE / "clerk")
    files["compiled.py"] = _text(_COMPILED)
    for name in _CLERK_HAS:
        files[f"tools/{name}.py"] = _text(_TOOLS / f"{name}.py")
    files["tools/board_shape.json"] = _text(_TOOLS / "board_shape.json")
    for name in ("__init__", "image", "plays", "records"):
        files[f"reading/{name}.py"] = _text(_READING / f"{name}.py")
    return files


def _short(title):
    """Returns a title's last part: "Five lights" of "Raspberry Pi Pico, five lights"."""
    last = title.rpartition(", ")[2]
    return last[0].upper() + last[1:]


def _board(path):
    """Returns the page's BoardData. Raises NotReady."""
    try:
        board = loading.load_board(path.parent.name, path.parents[1])
    except loading.BoardError as problem:
        raise NotReady(str(problem)) from None
    if board.OLED_DRIVER != "ssd1306":
        raise NotReady(f"{path}: the virtual board has an ssd1306, not a {board.OLED_DRIVER}.")
    return {**board_data.shown(vars(board)), "config": _text(path)}


def _folder(top):
    """Returns {path below a folder: text, or None for other files}."""
    return {name: _text(path) if _is_text(path) else None for name, path in _files_below(top)}


def _files_below(top):
    """Returns [(path below a folder, Path)] of its files, at any depth."""
    found = [path.relative_to(top) for path in sorted(top.rglob("*")) if path.is_file()]
    return [(path.as_posix(), top / path) for path in found if "__pycache__" not in path.parts]


def _is_text(path):
    return path.suffix == ".py"


def _text(path):
    return path.read_text(encoding="utf-8")


def _json(value):
    return json.dumps(value, separators=(",", ":")).encode()
