"""Lines to a page's server, as its page opens them, the end of a server that is a process, and a
web host that knows nothing of the page."""

import contextlib
import functools
import signal
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from websockets.sync.client import connect

from tools import children
from tools.release import site


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


@contextlib.contextmanager
def on_any_host(top, made):
    """The address of the page's files `made`, {name: bytes}, below a folder."""
    site.write(top / "board", made)
    handler = functools.partial(SimpleHTTPRequestHandler, directory=top)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{web.server_port}/board/"
        web.shutdown()
