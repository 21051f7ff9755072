"""The matches and the file system in a board's flash, read on this machine."""

from littlefs import LittleFS, UserContext

from picogammon.devices.files import MATCHES
from picogammon.devices.nor import SECTOR, Image
from picogammon.devices.ring import SECTORS, Ring
from tools.boards.chips import RP2040, RP2350

START = RP2040.start
RING_START = START - SECTORS * SECTOR
STOCK_START = RP2040.stock_start
_PLACES = (slice(RP2350.start, RP2350.end), slice(START, None))
_PLACES += (slice(STOCK_START, None), slice(RP2350.stock_start, None))
_MAGIC = (
    b"\xf0\x0f\xff\xf7littlefs"  # the superblock's tag and name, in one of the first two sectors
)
_MAGIC_AT = 4  # after a revision


def ring(flash):
    """The Ring in an image of the flash (bytes), of a copy."""
    start = _place(flash).start
    if start in (STOCK_START, RP2350.stock_start):
        image = Image(bytearray(), SECTORS)
        for name, content in files(flash).items():
            if name.startswith(MATCHES + "/"):
                image.program(int(name[len(MATCHES) + 1 :]), 0, content)
        return Ring(image)
    return Ring(Image(bytearray(flash[start - SECTORS * SECTOR : start])))


def files(flash):
    """{name: content} of the files in an image of the flash (bytes).

    Raises LittleFSError where there is no sound file system.
    """
    mounted = mount(flash)
    return {
        f"{folder}/{name}".lstrip("/"): mounted.open(f"{folder}/{name}", "rb").read()
        for folder, _, names in mounted.walk("/")
        for name in names
    }


def mount(flash):
    """The file system in an image of the flash, as a LittleFS of littlefs-python.

    What is written to it goes to a copy: `rewritten` puts that into an image.
    """
    content = bytearray(flash[_place(flash)])
    context = UserContext(buffsize=len(content))
    context.buffer[:] = content
    mounted = LittleFS(
        context=context, block_size=SECTOR, block_count=len(content) // SECTOR, mount=False
    )
    mounted.mount()
    return mounted


def rewritten(flash, mounted):
    """The image with what the mounted file system holds now."""
    place = _place(flash)
    content = bytes(mounted.context.buffer)
    return flash[: place.start] + content + flash[place.start + len(content) :]


def _place(flash):
    """Where the file system is, a slice."""
    for place in _PLACES:
        for sector in (place.start, place.start + SECTOR):
            at = sector + _MAGIC_AT
            if flash[at : at + len(_MAGIC)] == _MAGIC:
                return place
    return slice(START, None)
