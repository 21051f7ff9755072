"""MicroPython's source tree for the RP2040, put together from Debian trixie's packages.

Debian splits what MicroPython's own tree carries: the Pico's SDK and TinyUSB are packages of
source code, Mbed TLS is a source package.
"""

import re
import shutil
import sys

from tools import children
from tools.image import ImageError
from tools.image.toolchain import WITHOUT_APT

_SUITE = "trixie"
_BINARIES = ("pico-sdk-source", "tinyusb-source")
_SOURCES = ("micropython", "mbedtls")
_OLDEST = (1, 25)


def version(tree):
    """The version of MicroPython in the tree, (major, minor, micro). Raises ImageError."""
    header = tree / "py" / "mpconfig.h"
    try:
        text = header.read_text()
        parts = [
            re.search(rf"#define MICROPY_VERSION_{part} \(?(\d+)", text)[1]
            for part in ("MAJOR", "MINOR", "MICRO")
        ]
    except (OSError, TypeError):
        raise ImageError(f"{tree} is not a MicroPython source tree.") from None
    return tuple(int(part) for part in parts)


def check(tree):
    """The tree, if an image can be made from it. Raises ImageError."""
    found = version(tree)
    if found[:2] < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        raise ImageError(f"{tree} is MicroPython {'.'.join(map(str, found))}; {oldest} is needed.")
    if not (tree / "lib" / "pico-sdk" / "pico_sdk_init.cmake").exists():
        raise ImageError(
            f"{tree} lacks its submodules. In it: make -C ports/rp2 BOARD=RPI_PICO submodules"
        )
    return tree


def fetch(folder):
    """The source tree under `folder` (path), fetched if it is not there. Raises ImageError."""
    tree = folder / "micropython"
    if tree.exists():  # moved there as the last thing
        return check(tree)
    print("Fetching MicroPython's sources from Debian's packages", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "downloads").mkdir()
    _download(folder)
    shutil.rmtree(folder / "lists")
    making = folder / "making"
    _unpack(folder / "downloads", making)
    check(making)
    making.rename(tree)
    shutil.rmtree(folder / "downloads")
    return tree


def _mirror():
    # The one that this machine already uses.
    sites = _run(["apt-get", "indextargets", "--format", "$(SITE)"]).split()
    debian = [site for site in sites if re.search(r"/debian/?$", site)]
    if not debian:
        raise ImageError(WITHOUT_APT.format(why="This machine uses no Debian mirror."))
    return sorted(set(debian))[0]


def _download(folder):
    mirror = _mirror()
    listed = folder / "sources.list"
    listed.write_text(f"deb {mirror} {_SUITE} main\ndeb-src {mirror} {_SUITE} main\n")
    apt = [
        "apt-get",
        "-qq",
        f"-oDir::State::Lists={folder / 'lists'}",
        f"-oDir::Etc::SourceList={listed}",
        "-oDir::Etc::SourceParts=/dev/null",
        "-oDir::Cache::pkgcache=",
        "-oDir::Cache::srcpkgcache=",
        "-oAPT::Sandbox::User=root",
        "-oAcquire::Languages=none",
    ]
    downloads = folder / "downloads"
    _run([*apt, "update"])
    _run([*apt, "download", *_BINARIES], downloads)
    _run([*apt, "source", "--download-only", *_SOURCES], downloads)


def _unpack(downloads, tree):
    _untar(downloads, "micropython", tree)
    packages = downloads / "root"
    for package in downloads.glob("*.deb"):
        _run(["dpkg", "-x", str(package), str(packages)])
    library = tree / "lib"
    for name in ("pico-sdk", "tinyusb", "mbedtls"):
        (library / name).rmdir()  # empty, as Debian has left it
    for name in ("pico-sdk", "tinyusb"):
        shutil.move(packages / "usr" / "src" / name, library / name)
    _untar(downloads, "mbedtls", library / "mbedtls")
    # Debian leaves this library out, and the build looks for its README.
    (library / "micropython-lib" / "README.md").touch()


def _untar(downloads, package, folder):
    archives = list(downloads.glob(f"{package}_*.orig.tar.*"))
    if len(archives) != 1:
        raise ImageError(f"Debian's {package} came as {len(archives)} archives.")
    aside = folder.with_name(folder.name + ".unpacked")
    shutil.unpack_archive(archives[0], aside)  # a machine may lack xz, which tar would run
    (top,) = aside.iterdir()
    top.rename(folder)
    aside.rmdir()


def _run(command, folder=None):
    try:
        done = children.run(command, cwd=folder, capture_output=True, text=True)
    except OSError as problem:
        raise ImageError(f"{command[0]}: {problem}") from problem
    if done.returncode:
        raise ImageError(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
