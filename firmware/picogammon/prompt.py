"""Whether Ctrl-C asks for MicroPython's prompt, or a program only tried the port."""

import io
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.devices.guard import Guard
    from picogammon.host import Host

_WAIT_MS = const(3000)
_PAUSE_MS = const(5)
_QUIET_MS = const(20)  # behind Ctrl-A, whose sender waits for the prompt's answer
_CTRL_A = const(1)
_CTRL_C = const(3)
_LF = const(10)
_CR = const(13)
_ASKS = "\nEnter, then Ctrl-A: MicroPython's raw REPL. Anything else resumes the match.\n"


class Once(io.IOBase):
    """A terminal with one byte, which is read once."""

    def __init__(self, byte: int, dupterm: "Callable[[object], object]") -> None:
        """`dupterm`: os.dupterm."""
        self._byte = byte
        self._dupterm = dupterm

    def readinto(self, buffer: bytearray) -> int:
        """Returns the byte and detaches the terminal."""
        self._dupterm(None)
        buffer[0] = self._byte
        return 1

    def write(self, text: bytes) -> int:
        """Ignores what the prompt prints; the port prints it as well."""
        return len(text)

    def ioctl(self, request: int, argument: int) -> int:
        """Has nothing to say."""
        return 0


async def is_wanted(host: "Host", guard: "Guard") -> bool:
    """True if CR and Ctrl-A follow Ctrl-C, as mpremote sends them; the prompt reads that Ctrl-A.

    Only CR, LF and Ctrl-C may come before, and nothing right behind, as what programs send to other
    devices contains Ctrl-C and Ctrl-A as well. Any other byte ends the wait.
    """
    port = host.port
    if port is None:
        return True
    began = host.ticks_ms()
    host.tell(_ASKS)
    last = -1
    while host.passed(began) < _WAIT_MS:
        byte = port.read()
        guard.feed(host.ticks_ms())
        if byte < 0:
            await host.pause(_PAUSE_MS)
        elif byte == _CTRL_A and last == _CR:
            await host.pause(_QUIET_MS)
            if port.read() >= 0:
                return False
            host.dupterm(Once(byte, host.dupterm))
            return True
        elif byte not in (_CR, _LF, _CTRL_C):
            return False
        else:
            last = byte
    return False
