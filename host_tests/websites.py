"""Lines to a page's server, as its page opens them, and the end of a server that is a process."""

import signal

from websockets.sync.client import connect

from tools import children


def line(port, path, **options):
    """A WebSocket to the server at `port`, as websockets has it, to be closed."""
    return connect(f"ws://127.0.0.1:{port}{path}", proxy=None, **options)


def end(process):
    """Ends a process by Ctrl-C: all that it still had to say (stdout, stderr)."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=60)
    finally:
        children.end(process)
