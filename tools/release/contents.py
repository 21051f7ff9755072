"""What belongs to a release, {name: bytes}. The same source gives the same bytes."""

import hashlib
import io
import re
import zipfile

from picogammon import VERSION
from tools import ROOT
from tools.boards import loading
from tools.image import __main__ as image
from tools.image import build
from tools.release import ReleaseError, guide, wheel
from tools.virtual_board import content
from tools.virtual_board.__main__ import board_folders

PAGE = "picogammon-page.zip"
DRAWINGS = "picogammon-drawings.zip"
GUIDE = "picogammon-guide.zip"
NOTES = "NOTES.md"
SUMS = "SHA256SUMS"
_UNIX = 3
_CHECK = '-c "import sys; sys.exit(sys.version_info < (3, 8))"'
# The `python` of a Windows without one is a stub that fails, so each is asked for its version.
_WINDOWS = """\
@echo off
title Picogammon
cd /d "%~dp0"
set python=py -3
%python% {check} >nul 2>nul
if not errorlevel 1 goto play
set python=python
%python% {check} >nul 2>nul
if errorlevel 1 goto missing

:play
%python% serve.py --open
if errorlevel 1 pause
exit /b

:missing
echo Picogammon's page needs Python 3.8 or newer, and this computer has none.
echo.
echo Install it from python.org, or from the Microsoft Store: search there for Python.
echo Then double-click this file again.
echo.
pause
exit /b 1
"""
# Finder opens it in Terminal. Without Apple's developer tools their python3 is a stub that fails.
_MAC = """\
#!/bin/sh
# Serves the page of this folder, and opens it.
cd "$(dirname "$0")" || exit 1
if python3 {check} >/dev/null 2>&1; then
    exec python3 serve.py --open
fi
echo "Picogammon's page needs Python 3.8 or newer, and this computer has none."
echo "Install it from python.org, then double-click this file again."
exit 1
"""
WINDOWS = "Play on Windows.bat"
MAC = "Play on a Mac.command"
_TOLD = """\
Picogammon {version}

{images}
    Hold BOOTSEL on the Pico while you plug its USB cable into the computer. A drive appears:
    drop the file for your board onto it. The Pico restarts and plays. Install a later release in
    the same way; the match and all preferences stay.
{page}
    The virtual board as files for any web server. Unpacked, for your own computer: double-click
    "{windows}" or "{mac}", or run
    python3 serve.py --open
{guide}
    How to build one and how to play, with all pictures. Unpack it, and open its index.html.
{wheel}
    The tools, with Python 3.11 or newer: match files, a board's matches over USB, reports,
    positions, the engine. pip install {wheel}, then picogammon --help
{drawings}
    For each design of docs/build: templates to drill by, parts to print, wiring, lists of what to
    buy.
{notes}
    What is new.
NOTICE, LICENSE
    The licences of all parts.
{sums}
    To check a download: sha256sum --check --ignore-missing {sums}

Made with {made_with}.
With these the same source gives these bytes.
"""


def collect(draw, make=image.make, made_with=image.made_with):
    """All files of the release. `draw()` gives the drawings' files, as tools.build does, `make`
    makes an image, as tools.image does; `made_with()` says in words with what.

    Raises ImageError, BoardError, content.NotReady.
    """
    made = [make(build.board(name))[0] for name in loading.pico_names()]
    files = {output.name: output.read_bytes() for output in made}
    images = [_image(name) for name in loading.pico_names()]
    files[PAGE] = page(made)
    files[GUIDE] = packed({**guide.files(), **_licences()})
    files[NOTES] = notes().encode()
    files[DRAWINGS] = packed(draw())
    files[wheel.NAME] = packed(wheel.files())
    files.update(_licences())
    files["README.txt"] = _told(images, made_with()).encode()
    files[SUMS] = sums(files)
    return files


def sums(files):
    """The checksums of files, as sha256sum writes them."""
    lines = [f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    return "".join(lines).encode()


def page(images=()):
    """The virtual board as files with what starts it, a zip (bytes); `images`: paths. Raises
    content.NotReady."""
    return packed({**page_files(images), **starters()})


def starters():
    """Files beside the page that one double-clicks, {name: bytes}: they start serve.py, or say that
    Python is missing. They are in the zip alone: a web host needs none.

    cmd.exe wants its own line ends.
    """
    windows, mac = (text.replace("{check}", _CHECK) for text in (_WINDOWS, _MAC))
    return {WINDOWS: windows.replace("\n", "\r\n").encode(), MAC: mac.encode()}


def packed(files):
    """Files ({name: bytes}) as a zip's bytes, the same for the same files."""
    # Not compressed: what zlib makes differs from one version to the next.
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name)  # its date is the first that a zip knows
            entry.create_system = _UNIX  # wherever it is made
            entry.external_attr = (0o755 if name.endswith(".command") else 0o644) << 16
            archive.writestr(entry, files[name])
    return out.getvalue()


def page_files(images=()):
    """The virtual board for any web server, {name: bytes}. `images`: paths of those it carries.

    Raises content.NotReady.
    """
    return {**content.Site(ROOT / "firmware", board_folders(), images).files(), **_licences()}


def notes(tagged=False):
    """What CHANGELOG.md says of this version, or of what is unreleased unless it is `tagged`.

    Raises ReleaseError where there is no such heading.
    """
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _before, *parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    said = dict(zip(parts[::2], parts[1::2]))
    for heading, part in said.items():
        if heading.split(" ")[0] == VERSION or (heading == "Unreleased" and not tagged):
            return part.strip() + "\n"
    raise ReleaseError(f"CHANGELOG.md has no heading for it: ## {VERSION}")


def _licences():
    return {name: (ROOT / name).read_bytes() for name in ("NOTICE", "LICENSE")}


def check_tag(tag):
    """Raises ReleaseError if a tag (`v` and a version) is not this source's version."""
    if tag != f"v{VERSION}":
        raise ReleaseError(
            f"The tag is {tag}, but firmware/picogammon/__init__.py says VERSION = {VERSION!r}: "
            f"change one of them. CHANGELOG.md needs a heading for it."
        )
    notes(tagged=True)


def _image(name):
    """A board's image, and what for, as README.txt has it."""
    board = loading.load_board(name)
    chip = loading.chip_of(board)
    return f"picogammon-{name}.uf2  {board.TITLE} (drive {chip.drive})"


def _told(images, made_with):
    return _TOLD.format(
        version=VERSION,
        images="\n".join(images),
        page=PAGE,
        windows=WINDOWS,
        mac=MAC,
        guide=GUIDE,
        notes=NOTES,
        drawings=DRAWINGS,
        wheel=wheel.NAME,
        sums=SUMS,
        made_with=made_with,
    )
