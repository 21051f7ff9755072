"""Before the image's board starts: its files are where this firmware wants them, or it asks."""

from micropython import const

from picogammon.app.modes.base import Message

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from picogammon.alarm import Alarm
    from picogammon.board import Board
    from picogammon.host import Host


async def laid_out(
    host: "Host",
    breathe: "Callable[[], int]",
    answered: "Callable[[Alarm], Awaitable[None]]",
    say: "Callable[[str], None]",
) -> bool:
    """Moves an older layout's files, or asks about a flash that is not mounted.

    `answered(asking)` waits until somebody has pressed a button, `say(text)` tells the link. True
    if the board shall start anew, as it has another file system now.
    """
    if host.file_system.old:
        from picogammon.moving import Moving  # needed once

        if Moving(host, say).move(breathe):
            return True
    if not host.file_system.missing:
        return False
    from picogammon.erasing import Erasing  # hardly ever needed

    erasing = Erasing(host, say)
    await answered(erasing)
    if erasing.yes:
        erasing.erase(breathe)
    return erasing.yes


def tell(board: "Board", kept: str) -> None:
    """Says why files of an older layout were not moved; "": there are none."""
    if kept:
        board.navigator.open(Message(board.navigator, "Files not moved", [kept]))
        board.say("Files are not moved: " + kept)
