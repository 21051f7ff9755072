"""What the virtual board's server gives: the page, MicroPython, the firmware, the board's data.

Names are looked up, never joined to a folder, so no address leads out of what is listed here.
"""

import contextlib
import hashlib
import json
import mimetypes
import os
import stat
from pathlib import Path

from bytecode import as_bytecode
from tools import webassembly
from tools.boards import loading
from tools.image import uf2
from tools.virtual_board import board_data, bundle
from tools.virtual_board.bundle import NotReady as NotReady

_HERE = Path(__file__).resolve().parent
_PAGE = _HERE / "page"
_TOOLS = _HERE.parent
_NPM = bundle.NPM
_MICROPYTHON = _NPM / "@micropython" / "micropython-webassembly-pyscript"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".wasm": "application/wasm",
    ".uf2": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}
_MATCH_TOOLS = ("dice/sealed.py", "positions/ogid.py", "positions/pasted.py") + tuple(
    f"matches/{name}.py"
    for name in (
        "__init__",
        "deck",
        "lines",
        "listing",
        "log",
        "persons",
        "playing",
        "reading",
        "restoring",
        "sgf",
        "writing",
    )
)
_BOARD_TOOLS = ("virtual_board/board_data.py", "image/uf2.py") + tuple(
    f"boards/{name}.py" for name in ("check", "chips", "constants", "headers")
)
_REPORT_TOOLS = ("review/__init__.py", "deck/told.py") + tuple(
    f"report/{name}.py" for name in ("__init__", "deeper", "drawing", "judging", "page", "telling")
)
# What makes a page of a report, as the site calls it.
_LIBRARIES = {
    "report/chartist.js": _NPM / "chartist" / "dist" / "index.umd.js",
}
_FIXED = {
    "/micropython.wasm": _MICROPYTHON / "micropython.wasm",
    **{f"/{name}": path for name, path in _LIBRARIES.items()},
}
_ENGINE = "/engine.wasm"
_READING = tuple(f"reading/{name}.py" for name in ("__init__", "image", "plays", "records"))
_COMPILED = _HERE / "device" / "compiled.py"
_POINTERS = _TOOLS / "simulator" / "bytecode" / "pointers.py"
_WORKER = "/service-worker.js"
# What of it only the site knows.
_DECIDED = (b"const FILES = [];", b'const VERSION = "";')
_SOURCES = (".js", ".css", ".json")  # of what is bundled


class NotFound(Exception):
    """No such thing is served."""


def images_in(folder):
    """The paths of the images in a folder, sorted."""
    return sorted(folder.glob("picogammon-*.uf2"))


class Site:
    """Answers by path. Files are read anew each time, so a reload shows what was just edited."""

    alone = True  # whether the page works without this server, once it is loaded
    linked = False  # whether the page's board has a USB port, whose cable ends at this site
    plugged = False  # whether a board is at a cable of this site, for the page to connect to

    def __init__(self, firmware, boards, images=()):
        """`firmware`: the folder with main.py. `boards`: folders with a board_config.py each; the
        page opens with the first, and can show the others. `images`: paths of UF2 files that it
        can put onto a board.

        Raises NotReady when something that the page cannot do without is not there.
        """
        self._firmware = firmware
        self._told = _Told(firmware, _HERE / "device")
        self._images = {path.name: path for path in images}
        self._boards = {}
        for folder in boards:
            self._boards.setdefault(folder.name, folder / "board_config.py")
        self._drawn = {
            name: loading.FOLDER / name / "board_config.py"
            for name in sorted({*loading.names()} - {*loading.pico_names()})
        }
        for path in (firmware / "main.py", *self._boards.values()):
            if not path.is_file():
                raise NotReady(f"There is no {path}.")
        if not (_MICROPYTHON / "micropython.wasm").is_file():
            raise NotReady(
                "MicroPython for WebAssembly is not installed: `make play` fetches it first."
            )

    def paths(self):
        """Every path that there is something at, sorted; / is /index.html."""
        made = [
            "/boards.json",
            "/firmware.json",
            "/images.json",
            "/matches.json",
            *map(_image, self._images),
            *(f"/boards/{name}.json" for name in (*self._boards, *self._drawn)),
            *(f"/firmware/{path}" for path in self._told.untold()),
        ]
        return sorted({*made, *_files(), *map("/{}".format, bundle.made())} - {"/"})

    def files(self):
        """All of it as files, {name: bytes}, for a host that nobody edits. Raises NotReady."""
        return {path.lstrip("/"): self.get(path)[1] for path in self.paths()}

    def get(self, path):
        """(content type, bytes) of what is at `path`. Raises NotFound, or NotReady."""
        if path == "/boards.json":
            boards = [_board(config) for config in self._boards.values()]
            known = {
                "names": list(self._boards),
                "titles": [_short(board["title"]) for board in boards],
                "first": boards[0],  # its data, of which no other request is waited for
                "drawn": list(self._drawn),
                "plugged": self.plugged,
                "bytes": len(self._bundle()),  # that the page loads first, unpacked
            }
            return _TYPES[".json"], _json(known)
        if path == "/firmware.json":
            return _TYPES[".json"], self._bundle()
        if path == "/images.json":
            return _TYPES[".json"], _json(_told_of(self._images))
        if path == "/matches.json":
            return _TYPES[".json"], _json(match_tools())
        if path.startswith("/boards/") and path.endswith(".json"):
            config = {**self._drawn, **self._boards}.get(path[len("/boards/") : -len(".json")])
            if config is not None:
                return _TYPES[".json"], _json(_board(config))
        if path[1:] in bundle.made():
            return _TYPES[Path(path).suffix], bundle.made()[path[1:]]
        file = _file(path)
        if _is_image(path):
            file = self._images.get(path[len(_image("")) :])
        if path.startswith("/firmware/"):
            file = self._told.untold().get(path[len("/firmware/") :])
        if file is None:
            raise NotFound(path)
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        data = file.read_bytes()
        if path == _WORKER:
            data = self._service_worker(data)
        return kind or "application/octet-stream", data

    def _service_worker(self, text):
        """The service worker's text (bytes) with all other files' names, and a word for what they
        hold: another word where any of them changed."""
        names = [path for path in self.paths() if path != _WORKER and not _is_image(path)]
        held = hashlib.sha256()
        for name in names:
            held.update(name.encode() + b"\0" + hashlib.sha256(self.get(name)[1]).digest())
        files = ["./", *(f".{name}" for name in names)]
        decided = (files, held.hexdigest()[:16])
        for line, value in zip(_DECIDED, decided, strict=True):
            if text.count(line) != 1:
                raise NotReady(f"{_WORKER[1:]} has no line {line.decode()}")
            name = line.partition(b" =")[0]
            text = text.replace(line, name + b" = " + _json(value) + b";")
        return text

    def _bundle(self):
        """{"firmware": path -> text, "device": path -> text} for MicroPython to mount, and whether
        the board is `linked`, the page works `alone`, and has the compiled `engine`, as JSON. What
        is no text is None: it is served by itself, below /firmware/."""
        known = {"linked": self.linked, "alone": self.alone, "engine": webassembly.path().is_file()}
        return self._told.bundle()[:-1] + b"," + _json(known)[1:]


class _Told:
    """What a page's board is told of the firmware: made again whenever a file of it has changed."""

    def __init__(self, firmware, device):
        self._folders = firmware, device
        self._kept = None, None, None  # in one piece: several threads ask

    def bundle(self):
        """{"firmware": path -> text or None, "device": path -> text} as JSON."""
        return self._made()[1]

    def untold(self):
        """path below the firmware's folder -> path, of its files that are no text."""
        return self._made()[2]

    def _made(self):
        """(what its files were then, bundle, untold)"""
        kept = self._kept
        stamps = [_stamps(folder) for folder in (*self._folders, _POINTERS.parent)]
        if kept[0] != stamps:
            top, device = self._folders
            firmware = _firmware(top)
            untold = {name: top / name for name, text in firmware.items() if text is None}
            bundle = _json({"firmware": firmware, "device": _folder(device)})
            kept = self._kept = stamps, bundle, untold
        return kept


def _image(name):
    return f"/images/{name}"


def _is_image(path):
    """Whether a path is that of an image, which is fetched when it is wanted, and not kept."""
    return path.startswith(_image(""))


def _told_of(images):
    """Which images there are, {name: path}."""
    told = []
    for name, path in sorted(images.items()):
        about = uf2.about(path.read_bytes())
        board, _, layout = about["device"].partition(", layout ")
        if layout:
            told.append({"file": name, "board": board, "version": about["version"]})
    return {"images": told}


def _firmware(top):
    """path -> text of the firmware, its kernels as bytecode, and what these need."""
    found = _folder(top)
    found["bytecode/pointers.py"] = _text(_POINTERS)
    for name, text in found.items():
        if name.endswith("kernel.py"):
            found[name] = as_bytecode(text)
    return found


def match_tools():
    """path -> text of what reads and writes match files and boards' data, and what judges them, for
    the clerk's MicroPython."""
    files = _folder(_HERE / "clerk")
    files[_COMPILED.name] = _text(_COMPILED)
    for name in _MATCH_TOOLS + _REPORT_TOOLS + _BOARD_TOOLS:
        files[f"tools/{name}"] = _text(_TOOLS / name)
    for name in _READING:
        files[name] = _text(_TOOLS / "simulator" / name)
    return files


def _short(title):
    """What sets a board apart, to be chosen by: of "Raspberry Pi Pico, five lights" the lights."""
    last = title.rpartition(", ")[2]
    return last[0].upper() + last[1:]


def _board(path):
    """What the page has to know of a board; `config`: its board_config.py."""
    try:
        return {**board_data.read(path), "config": _text(path)}
    except board_data.BadBoard as problem:
        raise NotReady(f"{path}: {problem}") from None


def _files():
    """path -> the file that is served there as it is."""
    names = (f"/{name}" for name in os.listdir(_PAGE))
    return {path: file for path in ("/", *names, *_FIXED, _ENGINE) if (file := _file(path))}


def _file(path):
    """One of them; None where there is none."""
    if path == _ENGINE:
        file = webassembly.path()
    elif path in _FIXED:
        return _FIXED[path]
    else:
        name = "index.html" if path == "/" else path[1:]
        served = path == _WORKER or not name.endswith(_SOURCES)
        file = _PAGE / name if served and name in os.listdir(_PAGE) else None
    return file if file and file.is_file() else None


def _folder(top):
    paths = sorted(Path(path) for path, _ in _below(top))
    return {path.relative_to(top).as_posix(): _text(path) for path in paths}


def _stamps(top):
    """What is another where a file below `top` came, went or was written."""
    return {
        path: (now.st_mtime_ns, now.st_ctime_ns, now.st_size, now.st_ino)
        for path, now in _below(top)
    }


def _below(top):
    """(path, os.stat of it) of each file below a folder, at any depth."""
    for folder, inside, names in os.walk(top):
        if "__pycache__" in inside:
            inside.remove("__pycache__")
        for name in names:
            path = os.path.join(folder, name)
            with contextlib.suppress(FileNotFoundError):  # an editor's, which is gone by now
                now = os.stat(path)
                if stat.S_ISREG(now.st_mode) and not name.startswith("."):
                    yield path, now


def _text(path):
    """What a file says; None if it is no text."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        return None


def _json(value):
    return json.dumps(value, separators=(",", ":")).encode()
