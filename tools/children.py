"""Child processes that end with their tool, whatever ends the tool: an error, Ctrl-C, SIGTERM, the
end of its terminal, or a pipe that nobody reads any more.

All tools start their processes here. A child leads a process group of its own. So Ctrl-C reaches
only the tool, which then ends the whole group. `tools.command.tool` turns the signals into
exceptions, so that `with` and `finally` do their work.
"""

import atexit
import contextlib
import os
import signal
import subprocess
import threading

_GRACE_S = 5  # for a child to end in order
_GROUPS = hasattr(os, "killpg")
_started = {}  # the processes that have not ended, each with the process that started it
_late = {"held": False, "number": 0}  # a signal that waits for the end of `held`


def start(command, **settings):
    """Starts and returns a subprocess.Popen. The caller passes it to `end`."""
    with held():
        process = subprocess.Popen(command, start_new_session=_GROUPS, **settings)
        _started[process] = os.getpid()
    return process


@contextlib.contextmanager
def held():
    """Delays signals that end a tool until the block is done: the start of a process, or an import,
    in which Python may turn an interrupt into another error (RuntimeError, from an enum)."""
    if _late["held"] or threading.current_thread() is not threading.main_thread():
        yield
        return
    _late["held"] = True
    try:
        yield
    finally:
        _late["held"] = False
        if _late["number"]:
            leave(_late["number"], None)


def end(process):
    """Ends a process from `start` with all its children, and closes its pipes."""
    if process.poll() is None:
        _signal(process, signal.SIGTERM)
        try:
            process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
            process.wait()
    _started.pop(process, None)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            with contextlib.suppress(OSError):  # what it did not read is lost
                pipe.close()


def _signal(process, number):
    with contextlib.suppress(ProcessLookupError):
        if _GROUPS:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)


@contextlib.contextmanager
def child(command, **settings):
    """Starts a process, as `start` does, and ends it on leaving the context."""
    process = start(command, **settings)
    try:
        yield process
    finally:
        end(process)


def run(command, *, input=None, capture_output=False, timeout=None, check=False, **settings):
    """Does the same as subprocess.run."""
    if capture_output:
        settings["stdout"] = settings["stderr"] = subprocess.PIPE
    if input is not None:
        settings["stdin"] = subprocess.PIPE
    with child(command, **settings) as process:
        try:
            said, errors = process.communicate(input, timeout)
        except subprocess.TimeoutExpired as late:
            end(process)
            raise late from None
        done = subprocess.CompletedProcess(process.args, process.returncode, said, errors)
    if check:
        done.check_returncode()
    return done


def leave(number, frame):
    """Handles a signal: ends this process in order, with the status that shells give it."""
    if _late["held"]:
        _late["number"] = number
        return
    _late["number"] = 0
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


@atexit.register
def end_all():
    """Ends all processes that this process has started."""
    for process, owner in list(_started.items()):
        if owner == os.getpid():  # a fork has what its parent has started in its list as well
            end(process)
