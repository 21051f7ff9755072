"""What belongs to a release, {name: bytes}. The same source gives the same bytes."""

import hashlib
import io
import zipfile

from picogammon import VERSION
from tools import ROOT
from tools.boards import loading
from tools.image import __main__ as image
from tools.image import build
from tools.release import ReleaseError, wheel
from tools.virtual_board import content
from tools.virtual_board.__main__ import board_folders

PAGE = "picogammon-page.zip"
DRAWINGS = "picogammon-drawings.zip"
SUMS = "SHA256SUMS"
_UNIX = 3
_TOLD = """\
Picogammon {version}

{images}
    Hold BOOTSEL on the Pico while you plug its USB cable into the computer. A drive appears:
    drop the file for your board onto it. The Pico restarts and plays. A later release goes on in
    the same way; the match and all settings stay.
{page}
    The virtual board as files for any web server. Unpacked, for one's own computer:
    python3 serve.py, then http://localhost:8000
{wheel}
    The tools, with Python 3.10 or newer: match files, a board's matches over USB, reports,
    positions, the engine. pip install {wheel}, then picogammon --help
{drawings}
    For each design of docs/build: templates to drill by, parts to print, wiring, lists of what to
    buy.
NOTICE, LICENSE
    The licences of all that is in there.
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
    """The virtual board as files, a zip (bytes); `images`: paths. Raises content.NotReady."""
    return packed(page_files(images))


def packed(files):
    """Files ({name: bytes}) as a zip's bytes, the same for the same files."""
    # Not compressed: what zlib makes differs from one version to the next.
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name)  # its date is the first that a zip knows
            entry.create_system = _UNIX  # wherever it is made
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return out.getvalue()


def page_files(images=()):
    """The virtual board for any web server, {name: bytes}. `images`: paths of those it carries.

    Raises content.NotReady.
    """
    return {**content.Site(ROOT / "firmware", board_folders(), images).files(), **_licences()}


def _licences():
    return {name: (ROOT / name).read_bytes() for name in ("NOTICE", "LICENSE")}


def check_tag(tag):
    """Raises ReleaseError if a tag (`v` and a version) is not this source's version."""
    if tag != f"v{VERSION}":
        raise ReleaseError(
            f"The tag is {tag}, but firmware/picogammon/__init__.py says VERSION = {VERSION!r}: "
            f"change one of them. CHANGELOG.md wants a heading for it."
        )


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
        drawings=DRAWINGS,
        wheel=wheel.NAME,
        sums=SUMS,
        made_with=made_with,
    )
