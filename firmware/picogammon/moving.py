"""What a board shows while its files are moved to the new flash layout, once."""

from micropython import const

from picogammon.alarm import Alarm
from picogammon.app.display.screens import draw

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable


class Moving(Alarm):
    """The message, on as many devices as work."""

    title = "Moving files"
    lines = ("Do not unplug.",)
    key = ""

    def move(self, breathe: "Callable[[], int]") -> bool:
        """Moves the files; False if that cannot be done."""
        self._look(breathe())
        moved: bool = self._host.file_system.move_own(breathe, self._told)
        return moved

    def _told(self, done: int, files: int) -> None:
        """Shows how far it has come, on lights and OLED."""
        self.view.page.lines[0] = "%d of %d. Do not unplug." % (done, files)
        try:
            self._redden(256 * done // files)
            if self._canvas is not None and self._oled is not None:
                draw(self.view, self._canvas)
                self._oled.show(self._canvas.buffer)
        except Exception:
            pass  # what does not work has been said
