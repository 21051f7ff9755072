"""The engine interface on stdin and stdout: `python -m tools.ubgi [--on RUNTIME] [--level NAME]`.

The same code answers on CPython (host), on MicroPython (unix, wasm), on the emulated board
(emulator) and on a board: RUNTIME is then its serial port. Exit status: 0 after `quit`, at the
end of stdin or when nobody reads any more; 2 for arguments that make no sense; 1 if the runtime
is missing or breaks.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from picogammon.engine.levels import levels
from picogammon.engine.weights import WeightsError
from tools import runtimes
from tools.ubgi.guest import talk

_HERE = Path(__file__).resolve().parent
_HEAP = "8m"  # the weights are loaded here, which a chip reads in its flash
_GUEST = _HERE / "guest.py"
_INTERRUPTED = 130
_PATIENCE_S = 120  # for a board's line: emulated, it takes several times as long
_RUNTIMES = ("host", "unix", "wasm", "emulator")


def _arguments(args):
    names = levels()
    parser = argparse.ArgumentParser(prog="ubgi", description="The engine interface (UBGI).")
    parser.add_argument(
        "--on",
        default="host",
        metavar="RUNTIME",
        help="what runs it: host (CPython), unix or wasm (MicroPython as a Unix program, or as "
        "WebAssembly), emulator (the image on an emulated chip), or a board's serial port",
    )
    parser.add_argument("--level", choices=names, help="how well it plays; a board has its own")
    arguments = parser.parse_args(args)
    if arguments.on not in _RUNTIMES and not _is_port(arguments.on):
        parser.error(
            f"argument --on: '{arguments.on}' is neither {', '.join(_RUNTIMES)} nor a serial port"
        )
    if arguments.level is None:
        arguments.level = names[-1]
    return arguments


def _is_port(name):
    """Whether a name is that of a serial port, present or not: a path, COM3, or a URL."""
    return "/" in name or re.fullmatch(r"COM\d+", name, re.IGNORECASE) is not None


def _on_host(level):
    # As an exception it could come up where Python drops it.
    signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    sys.stdout.reconfigure(line_buffering=True)
    try:
        talk(level)
    except WeightsError as trouble:
        print(f"ubgi: {trouble}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        _give_up_stdout()
    return 0


def _on_guest(command, env):
    """Runs the guest on our stdin and hands its lines on; returns the exit status."""
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=errors) as guest,
    ):
        try:
            for line in guest.stdout:
                sys.stdout.buffer.write(line)
                sys.stdout.buffer.flush()
            status = guest.wait()
        except BrokenPipeError:
            _give_up_stdout()
            status = 0
        finally:
            guest.kill()
        if status == 0:
            return 0
        if status in (_INTERRUPTED, -signal.SIGINT):
            return _INTERRUPTED
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
    except BrokenPipeError:
        _give_up_stdout()
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
        print("ubgi: there is no image yet: make uf2", file=sys.stderr)
        return 1
    try:
        with EmulatedPort() as port:
            return _on_port(port.url)
    except EmulatorError as trouble:
        print(f"ubgi: {trouble}", file=sys.stderr)
        return 1


def _give_up_stdout():
    """Nobody reads it: what is still in its buffer must not be written when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(on, level):
    if on == "host":
        return _on_host(level)
    if on == "unix":
        return _on_guest(runtimes.unix_command(_GUEST, [level], _HEAP), runtimes.unix_env())
    if on == "wasm":
        return _on_guest(runtimes.wasm_command(_GUEST, [level]), None)
    return _on_emulator() if on == "emulator" else _on_port(on)


def main(args=None):
    """Runs the interface; returns the exit status."""
    arguments = _arguments(args)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        return _run(arguments.on, arguments.level)
    except runtimes.Missing as missing:
        print(f"ubgi: {missing}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
