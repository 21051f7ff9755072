"""The file system in a board's flash, read on this machine."""

from littlefs import LittleFS, UserContext

# tools/image/definition/mpconfigboard.h: the flash's second megabyte.
START = 0x100000
STOCK_START = 0xA0000  # where that of MicroPython's own image begins
_SECTOR = 4096
_MAGIC = b"littlefs"  # in one of its first two sectors


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
    content = bytearray(flash[_start(flash) :])
    context = UserContext(buffsize=len(content))
    context.buffer[:] = content
    mounted = LittleFS(
        context=context, block_size=_SECTOR, block_count=len(content) // _SECTOR, mount=False
    )
    mounted.mount()
    return mounted


def rewritten(flash, mounted):
    """The image with what the mounted file system holds now."""
    content = bytes(mounted.context.buffer)
    return flash[: len(flash) - len(content)] + content


def _start(flash):
    stock = _MAGIC not in flash[START : START + 2 * _SECTOR]
    if stock and _MAGIC in flash[STOCK_START : STOCK_START + 2 * _SECTOR]:
        return STOCK_START
    return START
