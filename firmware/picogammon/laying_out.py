"""Before the image's board starts: its file system is mounted, or it asks."""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from picogammon.alarm import Alarm
    from picogammon.host import Host


async def laid_out(
    host: "Host",
    answered: "Callable[[Alarm], Awaitable[None]]",
    say: "Callable[[str], None]",
) -> bool:
    """Asks about a flash that is not mounted.

    `answered(asking)` waits until somebody has pressed a button, `say(text)` tells the link. True
    if the board shall start anew, as it has another file system now.
    """
    if not host.file_system.missing:
        return False
    from picogammon.erasing import Erasing  # hardly ever needed

    erasing = Erasing(host, say)
    await answered(erasing)
    if erasing.yes:
        erasing.erase()
    return erasing.yes
