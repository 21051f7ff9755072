"""The engine interface (UBGI) on stdin and stdout.

The same code answers on CPython (host), on MicroPython (unix, wasm), on the emulated board
(emulator) and on a board: RUNTIME is then its serial port. Exit status: 0 after `quit`, at the
end of stdin or when nobody reads any more; 2 for arguments that make no sense; 1 if the runtime
is missing or breaks.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from picogammon.engine.levels import is_slow, levels
from picogammon.engine.weights import WeightsError
from tools import children, runtimes
from tools.command import INTERRUPTED, Misused, tool
from tools.flash import FlashError
from tools.terminal import print
from tools.typed import typed
from tools.ubgi.guest import talk

_HEAP = "8m"  # the weights are loaded here, which a chip reads in its flash
_GUEST = Path(__file__).with_name("guest.py")
_PATIENCE_S = 120  # for a board's line: emulated, it takes several times as long
_RUNTIMES = ("host", "unix", "wasm", "emulator")


class _Stopped(Exception):
    """The engine cannot run, or has stopped; the text says why."""


def _options(parser):
    names = levels()
    parser.add_argument(
        "--on",
        default="host",
        metavar="RUNTIME",
        help="what runs it: host (CPython), unix or wasm (MicroPython as a Unix program, or as "
        "WebAssembly), emulator (the image on an emulated chip), or a board's serial port",
    )
    parser.add_argument(
        "--level",
        choices=names,
        default=[name for name in names if not is_slow(name)][-1],
        help="how well it plays; a board has its own",
    )


def _on_host(level):
    # As an exception it could come up where Python drops it.
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    sys.stdout.reconfigure(line_buffering=True)
    talk(level)


def _on_guest(command, env):
    """Runs the guest on our stdin and prints its lines; returns the exit status."""
    with (
        tempfile.TemporaryFile() as errors,
        children.child(command, env=env, stdout=subprocess.PIPE, stderr=errors) as guest,
    ):
        for line in guest.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
        status = guest.wait()
        if status in (0, INTERRUPTED):
            return status
        if status == -signal.SIGINT:
            return INTERRUPTED
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise _Stopped(f"the engine stopped ({status}): {said[-1]}")


def _on_port(path):
    """Sends our stdin to a board line by line, and prints its answers."""
    from tools.ubgi.port import Port  # needs pyserial, unlike the other runtimes

    with closing(Port(path, _PATIENCE_S)) as port:
        for line in sys.stdin.buffer:
            for reply in port.ask(line):
                print(reply, flush=True)
            if line.strip(b" \t\r\n") == b"quit":
                break


def _on_emulator():
    from tools.emulator import EmulatorError
    from tools.emulator.port import EmulatedPort
    from tools.emulator.reference import IMAGE

    if not IMAGE.exists():
        raise _Stopped(f"there is no image yet: {typed('uf2')}")
    try:
        with EmulatedPort() as port:
            _on_port(port.url)
    except EmulatorError as trouble:
        raise _Stopped(str(trouble)) from None


@tool(_options, WeightsError, runtimes.Missing, FlashError, _Stopped, prefix="ubgi: ")
def main(options):
    """Runs the interface; returns the exit status."""
    on, level = options.on, options.level
    if on == "host":
        return _on_host(level)
    if on == "unix":
        return _on_guest(runtimes.unix_command(_GUEST, [level], _HEAP), runtimes.unix_env())
    if on == "wasm":
        return _on_guest(runtimes.wasm_command(_GUEST, [level]), None)
    if on == "emulator":
        return _on_emulator()
    if "/" in on or re.fullmatch(r"COM\d+", on, re.IGNORECASE):  # a path, a URL, or COM3
        return _on_port(on)
    raise Misused(f"argument --on: '{on}' is neither {', '.join(_RUNTIMES)} nor a serial port")


if __name__ == "__main__":
    sys.exit(main())
