"""Makes the files of a release, {name: bytes}. The same source gives the same bytes."""

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
_WINDOWS = f"""\
@echo off
title Picogammon
cd /d "%~dp0"
set python=py -3
%python% {_CHECK} >nul 2>nul
if not errorlevel 1 goto play
set python=python
%python% {_CHECK} >nul 2>nul
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
_MAC = f"""\
#!/bin/sh
# Serves the page of this folder, and opens it.
cd "$(dirname "$0")" || exit 1
if python3 {_CHECK} >/dev/null 2>&1; then
    exec python3 serve.py --open
fi
echo "Picogammon's page needs Python 3.8 or newer, and this computer has none."
echo "Install it from python.org, then double-click this file again."
exit 1
"""
WINDOWS = "Play on Windows.bat"
MAC = "Play on a Mac.command"
_TOLD = f"""\
Picogammon {VERSION}

{{images}}
    Hold BOOTSEL on the Pico while you plug its USB cable into the computer. A drive appears:
    drop the file for your board onto it. The Pico restarts and plays. Install a later release in
    the same way; the match and all preferences stay.
{PAGE}
    The virtual board as files for any web server. Unpacked, for your own computer: double-click
    "{WINDOWS}" or "{MAC}", or run
    python3 serve.py --open
{GUIDE}
    How to build one and how to play, with all pictures. Unpack it, and open its index.html.
{wheel.NAME}
    The tools, with Python 3.11 or newer: match files, a board's matches over USB, reports,
    positions, the engine. pip install {wheel.NAME}, then picogammon --help
{DRAWINGS}
    For each design of docs/build: templates to drill by, parts to print, wiring, lists of what to
    buy.
{NOTES}
    What is new.
NOTICE, LICENSE
    The licences of all parts.
{SUMS}
    To check a download: sha256sum --check --ignore-missing {SUMS}

Made with {{made_with}}.
With these the same source gives these bytes.
"""


def collect(draw, make=image.make, made_with=image.made_with):
    """Returns all files of the release.

    `draw()` returns the drawings' files, `make` makes an image, and `made_with()` names the tools
    that made it. Raises ImageError, BoardError, content.NotReady.
    """
    made = [make(build.board(name))[0] for name in loading.pico_names()]
    files = {output.name: output.read_bytes() for output in made}
    boards = map(loading.load_board, loading.pico_names())
    images = "\n".join(
        f"picogammon-{board.NAME}.uf2  {board.TITLE} (drive {loading.chip_of(board).drive})"
        for board in boards
    )
    files[PAGE] = page(made)
    files[GUIDE] = packed({**guide.files(), **_licences()})
    files[NOTES] = notes().encode()
    files[DRAWINGS] = packed(draw())
    files[wheel.NAME] = packed(wheel.files())
    files.update(_licences())
    files["README.txt"] = _TOLD.format(images=images, made_with=made_with()).encode()
    files[SUMS] = sums(files)
    return files


def sums(files):
    """Returns the checksums of files, as sha256sum writes them."""
    lines = [f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    return "".join(lines).encode()


def page(images=()):
    """Returns a zip of `page_files` and `starters`. Raises content.NotReady."""
    return packed({**page_files(images), **starters()})


def starters():
    """Returns the files to double-click, {name: bytes}: they start serve.py, or ask for Python."""
    windows = _WINDOWS.replace("\n", "\r\n")  # as cmd.exe needs it
    return {WINDOWS: windows.encode(), MAC: _MAC.encode()}


def packed(files):
    """Returns files ({name: bytes}) as a zip's bytes, the same for the same files."""
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
    """Returns the virtual board for any web server, {name: bytes}, with `images` (paths).

    Raises content.NotReady.
    """
    return {**content.Site(ROOT / "firmware", board_folders(), images).files(), **_licences()}


def notes(tagged=False):
    """Returns CHANGELOG.md's part on this version, or on unreleased changes unless `tagged`.

    Raises ReleaseError without such a heading.
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
