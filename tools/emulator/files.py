"""The matches and the file system in a board's flash, read and written on this machine."""

from errno import ENOENT

from littlefs import LittleFS, LittleFSError, UserContext

from picogammon.devices.files import MATCHES, Files
from picogammon.devices.nor import SECTOR, SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from reading.image import Image
from tools.boards.chips import CHIPS, RP2040, RP2350

START = RP2040.start
RING_START = START - SECTORS * SECTOR
STOCK_START = RP2040.stock_start
_PLACES = (slice(RP2350.start, RP2350.end), slice(START, None))
_PLACES += (slice(STOCK_START, None), slice(RP2350.stock_start, None))
_MAGIC = b"\xf0\x0f\xff\xf7littlefs"  # the superblock's tag and name, in one of two sectors
_MAGIC_AT = 4  # after a revision


class Copy:
    """A copy of an image of the flash (bytes), with the firmware's Ring and Files.

    Raises LittleFSError without a sound file system.
    """

    def __init__(self, flash):
        self._flash = flash
        self._disk = mount(flash)
        system = _System(self._disk)
        self.files = Files(system, system.open)
        self._sectors = _sectors(flash)
        if self._sectors is None:
            self.ring = Ring(SectorFiles(self.files, MATCHES, SECTORS))
        else:
            self.ring = ring(flash)

    def content(self):
        """Returns the changed image."""
        self.ring.flash.sync()
        flash = rewritten(self._flash, self._disk)
        if self._sectors is None:
            return flash
        matches = bytes(self.ring.flash.content)
        return flash[: self._sectors.start] + matches + flash[self._sectors.stop :]


class _System:
    """A LittleFS with the interface that Files needs: a part of the module os, and `open`."""

    def __init__(self, disk):
        self._disk = disk

    def __getattr__(self, name):
        act = getattr(self._disk, name)

        def numbered(*given):
            try:
                return act(*given)
            except (LittleFSError, FileNotFoundError) as error:
                raise OSError(-getattr(error, "code", -ENOENT)) from None

        return numbered

    def stat(self, path):
        return (0,) * 6 + (self.__getattr__("stat")(path).size,)

    def statvfs(self, path):
        blocks = self._disk.block_count
        return SECTOR, SECTOR, blocks, blocks - self._disk.used_block_count


def ring(flash):
    """Returns the Ring of a copy of an image of the flash (bytes)."""
    sectors = _sectors(flash)
    return Copy(flash).ring if sectors is None else Ring(Image(bytearray(flash[sectors])))


def files(flash):
    """Returns {name: content} of the files in an image (bytes). Raises LittleFSError."""
    mounted = mount(flash)
    return {
        f"{folder}/{name}".lstrip("/"): mounted.open(f"{folder}/{name}", "rb").read()
        for folder, _, names in mounted.walk("/")
        for name in names
    }


def mount(flash):
    """Returns a copy of the file system in an image (bytes) as littlefs-python's LittleFS."""
    content = bytearray(flash[_place(flash)])
    context = UserContext(buffsize=len(content))
    context.buffer[:] = content
    mounted = LittleFS(
        context=context, block_size=SECTOR, block_count=len(content) // SECTOR, mount=False
    )
    mounted.mount()
    return mounted


def rewritten(flash, mounted):
    """Returns the image with the contents of a mounted file system."""
    place = _place(flash)
    content = bytes(mounted.context.buffer)
    return flash[: place.start] + content + flash[place.start + len(content) :]


def _sectors(flash):
    """Returns the slice of the matches' sectors; None if the matches are in files."""
    start = _place(flash).start
    if start in [chip.stock_start for chip in CHIPS]:
        return None
    return slice(start - SECTORS * SECTOR, start)


def _place(flash):
    """Returns the slice of the file system."""
    for place in _PLACES:
        for sector in (place.start, place.start + SECTOR):
            at = sector + _MAGIC_AT
            if flash[at : at + len(_MAGIC)] == _MAGIC:
                return place
    return slice(START, None)
