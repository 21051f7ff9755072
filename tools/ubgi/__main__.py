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
from pathlib import Path

from picogammon.engine.levels import is_slow, levels
from picogammon.engine.weights import WeightsError
from tools import children, runtimes
from tools.command import INTERRUPTED, Misused, tool
from tools.terminal import print
from tools.typed import typed
from tools.ubgi.guest import talk

_HERE = Path(__file__).resolve().parent
_HEAP = "8m"  # the weights are loaded here, which a chip reads in its flash
_GUEST = _HERE / "guest.py"
_PATIENCE_S = 120  # for a board's line: emulated, it takes several times as long
_RUNTIMES = ("host", "unix", "wasm", "emulator")


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


def _is_port(name):
    """Whether a name is that of a serial port, present or not: a path, COM3, or a URL."""
    return "/" in name or re.fullmatch(r"COM\d+", name, re.IGNORECASE) is not None


def _on_host(level):
    # As an exception it could come up where Python drops it.
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    sys.stdout.reconfigure(line_buffering=True)
    talk(level)
    return 0


def _on_guest(command, env):
    """Runs the guest on our stdin and hands its lines on; returns the exit status."""
    with (
        tempfile.TemporaryFile() as errors,
        children.child(command, env=env, stdout=subprocess.PIPE, stderr=errors) as guest,
    ):
        for line in guest.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
        status = guest.wait()
        if status == 0:
            return 0
        if status in (INTERRUPTED, -signal.SIGINT):
            return INTERRUPTED
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip().splitlines() or ["no reason given"]
        print(f"ubgi: the engine stopped ({status}): {said[-1]}", file=sys.stderr)
        return 1


def _on_port(path):
    """Asks the board there line by line; returns the exit status."""
    from tools.ubgi.port import NoBoard, Port  # which wants a package that the others do not

    try:
        port = Port(path, _PATIENCE_S)
        try:
            for line in sys.stdin.buffer:
                for reply in port.ask(line):
                    print(reply, flush=True)
                if line.strip(b" \t\r\n") == b"quit":
                    break
        finally:
            port.close()
    except NoBoard as trouble:
        print(f"ubgi: {trouble}", file=sys.stderr)
        return 1
    return 0


def _on_emulator():
    """The same, with the image on an emulated chip."""
    from tools.emulator import EmulatorError
    from tools.emulator.port import EmulatedPort
    from tools.emulator.reference import IMAGE

    if not IMAGE.exists():
        print(f"ubgi: there is no image yet: {typed('uf2')}", file=sys.stderr)
        return 1
    try:
        with EmulatedPort() as port:
            return _on_port(port.url)
    except EmulatorError as trouble:
        print(f"ubgi: {trouble}", file=sys.stderr)
        return 1


def _run(on, level):
    if on == "host":
        return _on_host(level)
    if on == "unix":
        return _on_guest(runtimes.unix_command(_GUEST, [level], _HEAP), runtimes.unix_env())
    if on == "wasm":
        return _on_guest(runtimes.wasm_command(_GUEST, [level]), None)
    return _on_emulator() if on == "emulator" else _on_port(on)


@tool(_options, WeightsError, runtimes.Missing, prefix="ubgi: ")
def main(options):
    """Runs the interface; returns the exit status."""
    if options.on not in _RUNTIMES and not _is_port(options.on):
        raise Misused(
            f"argument --on: '{options.on}' is neither {', '.join(_RUNTIMES)} nor a serial port"
        )
    return _run(options.on, options.level)


if __name__ == "__main__":
    sys.exit(main())
